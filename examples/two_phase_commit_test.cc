// The commands of examples/two_phase_commit/README.md, with the programs.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "adapter/process/process.h"
#include "base/read_file.h"
#include "base/temporary_folder.h"
#include "testing/paths.h"

namespace {

using ::testing::HasSubstr;

const std::string kBinaries = test::BuildPath("/bin");
const std::string kPrograms = kBinaries + "/";
const std::string kModel = test::SourcePath("/models/two_phase_commit");
const std::string kExample = test::SourcePath("/examples/two_phase_commit/");

adapter::ProcessResult Replay(const std::string& suite, std::vector<std::string> more = {}) {
  std::vector<std::string> command = {kPrograms + "adapter",
                                      "run",
                                      suite,
                                      "--system",
                                      kExample + "two_phase_commit.system.lua",
                                      "-D",
                                      "bin=" + kBinaries};
  command.insert(command.end(), more.begin(), more.end());
  return adapter::RunProcess(command);
}

class TwoPhaseCommitExampleTest : public ::testing::Test {
 protected:
  TwoPhaseCommitExampleTest() {
    const auto made = adapter::RunProcess({kPrograms + "cpngen", "generate", kModel, "--spec",
                                           "system", "--state-space", "--merge", "-o", suite_});
    EXPECT_EQ(made.exit_code, 0) << made.output;
  }

  base::TemporaryFolder folder_;
  const std::string suite_ = folder_ / "two_phase_commit.xml";
};

TEST_F(TwoPhaseCommitExampleTest, EveryCaseOfTheModelPasses) {
  const auto result = Replay(suite_, {"--repeat", "25", "--jobs", "2"});
  EXPECT_EQ(result.exit_code, 0) << result.output;
  EXPECT_THAT(result.output, HasSubstr("PASS: 200 passed of 200 (system "));
}

TEST_F(TwoPhaseCommitExampleTest, ACommitOfTheMajorityIsFound) {
  const auto result = Replay(suite_, {"-D", "bug=majority"});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.output, HasSubstr("FAIL: 5 passed, 3 failed of 8 (system ")) << result.output;
}

TEST_F(TwoPhaseCommitExampleTest, WorkersThatCrashBeforeAndAfterTheirVote) {
  const auto result = Replay(kExample + "crashes.xml", {"--repeat", "5"});
  EXPECT_EQ(result.exit_code, 0) << result.output;
  EXPECT_THAT(result.output, HasSubstr("PASS: 10 passed of 10 (system "));
}

TEST_F(TwoPhaseCommitExampleTest, ACommitWithoutAVoteIsFound) {
  const auto result = Replay(kExample + "crashes.xml", {"-D", "bug=presumes-commit"});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.output, HasSubstr("fail tpc-crashes-3#before-its-vote: step 1: expected "));
}

TEST_F(TwoPhaseCommitExampleTest, APageShowsWhatFailedInTheRealSystem) {
  const std::string results = folder_ / "results.json", page = folder_ / "report.html";
  const auto result = Replay(suite_, {"-D", "bug=majority", "--json"});
  EXPECT_EQ(result.exit_code, 1);
  folder_.Write("results.json", result.output.substr(result.output.find("{\n")));
  const auto made =
      adapter::RunProcess({kPrograms + "cpngen", "report", kModel, suite_, results, "-o", page});
  ASSERT_EQ(made.exit_code, 0) << made.output;
  EXPECT_THAT(made.output, HasSubstr("100 states, 2 dead markings, 4 of 4 properties hold, 8 test "
                                     "cases, 3 of 8 executions did not pass, 100.0 % of the arcs"));
  const std::string html = base::ReadFile(page).bytes;
  EXPECT_THAT(html, HasSubstr("<a href=\"#failure-3\">"));
  EXPECT_THAT(html, HasSubstr("chart of case "));
  EXPECT_THAT(html, HasSubstr("3 failed</span>"));
  EXPECT_THAT(html, HasSubstr("<h3 id=\"module-2\">Workers</h3>"));
}

}  // namespace
