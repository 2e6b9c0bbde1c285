#include "adapter/selection.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "adapter/testing/toy_system.h"
#include "base/parse_error.h"
#include "base/temporary_folder.h"

namespace adapter {
namespace {

using ::testing::ElementsAre;

const SystemDrivers kDrivers = ToyDrivers();

Plan Select(const Selection& selection) { return MakePlan(selection, kDrivers); }

std::vector<std::string> Names(const Plan& plan) {
  std::vector<std::string> names;
  for (const SelectedCase& selected : plan.cases) {
    names.push_back(CaseName(selected.suite->suite.name(), selected.test->id));
  }
  return names;
}

std::string SelectionError(const Selection& selection) {
  try {
    MakePlan(selection, kDrivers);
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

TEST(SelectionTest, TakesTheFilesOfAFolderInTheOrderOfTheirPaths) {
  const base::TemporaryFolder folder;
  folder.Write("b.xml", ToySuite("words-b", {"2", "1"}));
  folder.Write("a/z.xml", ToySuite("words-a", {"1"}));
  folder.Write("notes.txt", "no suite");
  EXPECT_THAT(Names(Select({{folder / ""}, ""})),
              ElementsAre("words-a#1", "words-b#2", "words-b#1"));
}

TEST(SelectionTest, KeepsTheOrderOfTheArguments) {
  const base::TemporaryFolder folder;
  const std::string b = folder.Write("b.xml", ToySuite("words-b", {"1"}));
  const std::string a = folder.Write("a.xml", ToySuite("words-a", {"1"}));
  EXPECT_THAT(Names(Select({{b, a}, ""})), ElementsAre("words-b#1", "words-a#1"));
}

TEST(SelectionTest, ReadsAFileOnce) {
  const base::TemporaryFolder folder;
  const std::string a = folder.Write("a.xml", ToySuite("words-a", {"1"}));
  EXPECT_THAT(Names(Select({{a, folder / "./a.xml", folder / ""}, ""})), ElementsAre("words-a#1"));
}

TEST(SelectionTest, FiltersByTheNameOfTheCase) {
  const base::TemporaryFolder folder;
  const std::string a = folder.Write("a.xml", ToySuite("words-a", {"1", "2", "12"}));
  EXPECT_THAT(Names(Select({{a}, "#.?2$"})), ElementsAre("words-a#2", "words-a#12"));
}

TEST(SelectionTest, RefusesASelectionWithoutCases) {
  const base::TemporaryFolder folder;
  const std::string a = folder.Write("a.xml", ToySuite("words-a", {"1", "2"}));
  EXPECT_EQ(SelectionError({{a}, "nothing"}),
            "no test case to run: --filter 'nothing' selects none of 2");
}

TEST(SelectionTest, RefusesAFolderWithoutSuites) {
  const base::TemporaryFolder folder;
  EXPECT_EQ(SelectionError({{folder / ""}, ""}), folder / "" + ": no *.xml file in this folder");
}

TEST(SelectionTest, RefusesAFilterThatIsNoRegularExpression) {
  EXPECT_EQ(SelectionError({{"a.xml"}, "("}),
            "--filter '(' is not a regular expression of RE2: missing ): (; characters like ( and "
            "* are quoted with \\");
}

TEST(SelectionTest, LeavesAFileThatIsNotThereToTheReader) {
  EXPECT_THROW(Select({{"/nowhere/a.xml"}, ""}), base::ParseError);
}

TEST(SelectionTest, RerunCommandQuotesForShellAndRegex) {
  RunOptions options;
  options.transport = Transport::kUnix;
  options.timeout = std::chrono::milliseconds(500);
  EXPECT_EQ(RerunCommand("my suites/a.xml", "it's/a.b", "1", 9, options),
            "adapter run 'my suites/a.xml' --filter '^it'\\''s/a\\.b#1$' --seed 9 --transport unix "
            "--timeout 500ms");
}

TEST(SelectionTest, RerunCommandNamesTheSystemFileAndItsParameters) {
  RunOptions options;
  options.system.file = "lock.system.lua";
  options.system.parameters = {{"bug", "two holders"}};
  EXPECT_EQ(RerunCommand("a.xml", "a", "1", 9, options),
            "adapter run a.xml --filter '^a#1$' --seed 9 --system lock.system.lua -D 'bug=two "
            "holders' --timeout 10s");
}

TEST(SelectionTest, RerunCommandKeepsEveryOptionThatChangesARun) {
  RunOptions options;
  options.transport = Transport::kUnix;
  options.processes = true;
  options.ordered = true;
  EXPECT_EQ(RerunCommand("a.xml", "a", "1", 9, options),
            "adapter run a.xml --filter '^a#1$' --seed 9 --transport unix --processes --ordered "
            "--timeout 10s");
}

TEST(SelectionTest, RefusesASuiteThatIsForNoSystem) {
  const base::TemporaryFolder folder;
  const std::string file =
      folder.Write("a.xml",
                   "<Test TestName='a'>\n<TestCase CaseID='1'>\n<TestValues>\n<Sey>x</Sey>\n"
                   "</TestValues>\n</TestCase>\n</Test>");
  try {
    Select({{file}, ""});
    FAIL();
  } catch (const base::ParseError& error) {
    EXPECT_EQ(error.what(),
              file +
                  ":4:1: no kind of suite has <Sey> here\n<Sey>x</Sey>\n^\n"
                  "did you mean <Say>? (a suite for a system of your own needs --system FILE.lua)");
  }
}

}  // namespace
}  // namespace adapter
