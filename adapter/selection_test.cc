#include "adapter/selection.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/parse_error.h"
#include "base/temporary_folder.h"

namespace adapter {
namespace {

using ::testing::ElementsAre;

std::string CommitSuite(const std::string& name, const std::vector<std::string>& ids) {
  std::string text = "<Test TestName=\"" + name +
                     "\"><Configuration><SystemSize>3</SystemSize><QuorumSize>2</QuorumSize>"
                     "<ServerIDs><ID>1</ID><ID>2</ID><ID>3</ID></ServerIDs>"
                     "<FailurePhaseOne>0</FailurePhaseOne><FailurePhaseTwo>0</FailurePhaseTwo>"
                     "</Configuration>";
  for (const std::string& id : ids) {
    text += "<TestCase CaseID=\"" + id +
            "\"><TestValues><EmptyMsg></EmptyMsg></TestValues>"
            "<TestOracles><Quorum>false</Quorum></TestOracles></TestCase>";
  }
  return text + "</Test>";
}

std::vector<std::string> Names(const Plan& plan) {
  std::vector<std::string> names;
  for (const SelectedCase& selected : plan.cases) {
    names.push_back(CaseName(selected.suite->name, selected.test->id));
  }
  return names;
}

std::string ErrorOf(const Selection& selection) {
  try {
    MakePlan(selection);
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

TEST(SelectionTest, TakesTheFilesOfAFolderInTheOrderOfTheirPaths) {
  const base::TemporaryFolder folder;
  folder.Write("b.xml", CommitSuite("qfcommit-b", {"2", "1"}));
  folder.Write("a/z.xml", CommitSuite("qfcommit-a", {"1"}));
  folder.Write("notes.txt", "no suite");
  EXPECT_THAT(Names(MakePlan({{folder / ""}, ""})),
              ElementsAre("qfcommit-a#1", "qfcommit-b#2", "qfcommit-b#1"));
}

TEST(SelectionTest, KeepsTheOrderOfTheArguments) {
  const base::TemporaryFolder folder;
  const std::string b = folder.Write("b.xml", CommitSuite("qfcommit-b", {"1"}));
  const std::string a = folder.Write("a.xml", CommitSuite("qfcommit-a", {"1"}));
  EXPECT_THAT(Names(MakePlan({{b, a}, ""})), ElementsAre("qfcommit-b#1", "qfcommit-a#1"));
}

TEST(SelectionTest, ReadsAFileOnce) {
  const base::TemporaryFolder folder;
  const std::string a = folder.Write("a.xml", CommitSuite("qfcommit-a", {"1"}));
  EXPECT_THAT(Names(MakePlan({{a, folder / "./a.xml", folder / ""}, ""})),
              ElementsAre("qfcommit-a#1"));
}

TEST(SelectionTest, FiltersByTheNameOfTheCase) {
  const base::TemporaryFolder folder;
  const std::string a = folder.Write("a.xml", CommitSuite("qfcommit-a", {"1", "2", "12"}));
  EXPECT_THAT(Names(MakePlan({{a}, "#.?2$"})), ElementsAre("qfcommit-a#2", "qfcommit-a#12"));
}

TEST(SelectionTest, RefusesASelectionWithoutCases) {
  const base::TemporaryFolder folder;
  const std::string a = folder.Write("a.xml", CommitSuite("qfcommit-a", {"1", "2"}));
  EXPECT_EQ(ErrorOf({{a}, "nothing"}), "no test case to run: --filter 'nothing' selects none of 2");
}

TEST(SelectionTest, RefusesAFolderWithoutSuites) {
  const base::TemporaryFolder folder;
  EXPECT_EQ(ErrorOf({{folder / ""}, ""}), folder / "" + ": no *.xml file in this folder");
}

TEST(SelectionTest, RefusesAFilterThatIsNoRegularExpression) {
  EXPECT_EQ(ErrorOf({{"a.xml"}, "("}),
            "--filter '(' is not a regular expression; characters like ( and * are quoted with \\");
}

TEST(SelectionTest, LeavesAFileThatIsNotThereToTheReader) {
  EXPECT_THROW(MakePlan({{"/nowhere/a.xml"}, ""}), base::ParseError);
}

TEST(SelectionTest, RerunCommandQuotesForShellAndRegex) {
  RunOptions options;
  options.transport = Transport::kUnix;
  options.timeout = std::chrono::milliseconds(500);
  EXPECT_EQ(RerunCommand("my suites/a.xml", "it's/a.b", "1", 9, options),
            "adapter run 'my suites/a.xml' --filter '^it'\\''s/a\\.b#1$' --seed 9 --transport unix "
            "--timeout 500ms");
}

}  // namespace
}  // namespace adapter
