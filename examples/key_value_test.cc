// The commands of examples/key_value/README.md, with the programs.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "adapter/process/process.h"
#include "base/temporary_folder.h"
#include "testing/files.h"
#include "testing/paths.h"

namespace {

using ::testing::HasSubstr;

const std::string kBinaries = test::BuildPath("/bin");
const std::string kModel = test::SourcePath("/examples/key_value/key_value.lua");
const std::string kSystem = test::SourcePath("/examples/key_value/key_value.system.lua");

class KeyValueExampleTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!CPNGEN_GO_GRPC) GTEST_SKIP() << "no Go with gRPC (scripts/install-deps installs it)";
  }

  /// All cases of the model with these parameters.
  std::string Suite(const std::vector<std::string>& parameters = {}) {
    const std::string suite = folder_ / "key_value.xml";
    std::vector<std::string> command = {
        kBinaries + "/cpngen", "generate", kModel, "--spec", "system",
        "--state-space",       "--merge",  "-o",   suite};
    for (const std::string& parameter : parameters) {
      command.insert(command.end(), {"-D", parameter});
    }
    const auto made = adapter::RunProcess(command);
    EXPECT_EQ(made.exit_code, 0) << made.output;
    return suite;
  }

  static adapter::ProcessResult Replay(const std::string& suite,
                                       const std::vector<std::string>& more = {}) {
    std::vector<std::string> command = {
        kBinaries + "/adapter", "run",    suite, "--system", kSystem, "-D",
        "bin=" + kBinaries,     "--jobs", "2"};
    command.insert(command.end(), more.begin(), more.end());
    return adapter::RunProcess(command);
  }

  /// The bug is found, with that reason and a chart.
  void ExpectFound(const std::string& suite, const std::string& bug, const std::string& reason,
                   const std::vector<std::string>& more = {}) {
    const std::string traces = folder_ / bug;
    std::vector<std::string> arguments = {"-D", "bug=" + bug, "--trace", traces};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const auto result = Replay(suite, arguments);
    EXPECT_EQ(result.exit_code, 1) << result.output;
    EXPECT_THAT(result.output, HasSubstr(reason));
    EXPECT_FALSE(test::FilesBelow(traces, ".svg").empty());
  }

  base::TemporaryFolder folder_;
};

TEST_F(KeyValueExampleTest, TheModelHasItsProperties) {
  for (const std::string crashes : {"Crashes=0", "Crashes=1"}) {
    const auto result = adapter::RunProcess(
        {kBinaries + "/cpngen", "check", kModel, "-D", "Operations=2", "-D", crashes});
    EXPECT_EQ(result.exit_code, 0) << result.output;
  }
}

TEST_F(KeyValueExampleTest, EveryCaseOfTwoOperationsPasses) {
  const auto result = Replay(Suite({"Operations=2"}), {"--repeat", "5"});
  EXPECT_EQ(result.exit_code, 0) << result.output;
  EXPECT_THAT(result.output, HasSubstr("PASS: 1080 passed of 1080 (system "));
}

TEST_F(KeyValueExampleTest, SomeCasesWithACrashPass) {
  const auto result = Replay(Suite({"Operations=2", "Crashes=1"}), {"--filter", "#[0-9]*70$"});
  EXPECT_EQ(result.exit_code, 0) << result.output;
  EXPECT_THAT(result.output, HasSubstr("PASS: 10 passed of 10 (system "));
}

TEST_F(KeyValueExampleTest, ASwapThatDoesNotCompareIsFound) {
  ExpectFound(Suite({"Operations=1"}), "cas-ignores-expected",
              "expected Conflict (client 1, value none), observed store: Swapped (client 1)");
}

// Which of the two is told first is open, and so which one nobody expects.
TEST_F(KeyValueExampleTest, ALostUpdateIsFound) {
  ExpectFound(Suite({"Operations=2"}), "lost-update", "), observed store: Swapped (client ",
              {"--filter", "#(39|93)$"});
}

TEST_F(KeyValueExampleTest, AStaleReadIsFound) {
  ExpectFound(Suite(), "stale-read",
              "expected Found (client 1, value 2), observed store: NotFound (client 1)",
              {"--filter", "#24[28][0-9]$"});
}

TEST_F(KeyValueExampleTest, AStoreThatForgetsIsFound) {
  ExpectFound(Suite({"Operations=2", "Crashes=1"}), "forgets-on-restart",
              "expected Found (client 2, value 1), observed store: NotFound (client 2)",
              {"--filter", "#(928|993)$"});
}

TEST_F(KeyValueExampleTest, TheDriverKeepsToTheProtocol) {
  const auto result = adapter::RunProcess(
      {kBinaries + "/adapter", "driver-test", "--system", kSystem, "-D", "bin=" + kBinaries});
  EXPECT_EQ(result.exit_code, 0) << result.output;
  EXPECT_THAT(result.output, HasSubstr("The driver keeps to the protocol.\n"));
}

}  // namespace
