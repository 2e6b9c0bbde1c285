// Online testing of the examples, with the programs: right systems pass, bugs are found, and what
// is saved of them is a case that finds them again.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "adapter/process/process.h"
#include "base/temporary_folder.h"
#include "testing/files.h"
#include "testing/paths.h"

namespace {

using ::testing::ContainsRegex;
using ::testing::HasSubstr;

using Words = std::vector<std::string>;

class OnlineExampleTest : public ::testing::Test {
 protected:
  static inline const std::string kBin = test::BuildPath("/bin");

  /// In examples/; `system` has what stands behind --system there.
  static adapter::ProcessResult Adapter(const Words& words, const Words& system) {
    Words all = {kBin + "/adapter"};
    all.insert(all.end(), words.begin(), words.end());
    all.insert(all.end(), {"--system"});
    all.insert(all.end(), system.begin(), system.end());
    return adapter::RunProcess(all);
  }

  static Words Lock(const std::string& bug = "") {
    return {kExamples + "lock/lock.system.lua", "-D", "bug=" + bug};
  }
  static Words Of(const std::string& file, const std::string& bug = "") {
    return {kExamples + file, "-D", "bug=" + bug, "-D", "bin=" + kBin};
  }

  enum class Again { kSurely, kByChance };

  /// Explores a system with a bug until it is found, and replays what was saved: with the bug it
  /// fails, unless that is a matter of chance; without it it does not.
  void ExpectFound(const std::string& model, const Words& system, const std::string& what,
                   Again again = Again::kSurely) {
    const std::string failures = folder_ / system[2];
    const auto found = Adapter({"explore", kExamples + model, "--seconds", "120",
                                "--shrink-seconds", "10", "-o", failures},
                               system);
    EXPECT_EQ(found.exit_code, 1) << found.output;
    EXPECT_THAT(found.output, ContainsRegex("FAIL run [0-9]+: after [0-9]+ stimul[a-z]+: " + what));
    EXPECT_EQ(test::FilesBelow(failures, ".svg").size(), 1u);
    EXPECT_EQ(test::FilesBelow(failures, ".trace.json").size(), 1u);
    const auto suites = test::FilesBelow(failures, ".xml");
    ASSERT_EQ(suites.size(), 1u);
    if (again == Again::kSurely) {
      const auto fails = Failing(suites.front(), system);
      EXPECT_EQ(fails.exit_code, 1) << fails.output;
    }
    Words right = system;
    right[2] = "bug=";
    const auto passes = Adapter({"run", suites.front(), "--repeat", "3"}, right);
    EXPECT_NE(passes.exit_code, 1) << passes.output;  // on a busy machine, one is inconclusive
  }

  /// On a busy machine a replay may be inconclusive, where --fail-fast stops, too.
  static adapter::ProcessResult Failing(const std::string& suite, const Words& system) {
    adapter::ProcessResult result;
    for (int attempt = 0; attempt < 5 && result.exit_code != 1; ++attempt) {
      result = Adapter({"run", suite, "--repeat", "20", "--fail-fast"}, system);
    }
    return result;
  }

  static inline const std::string kExamples = test::SourcePath("/examples/");
  base::TemporaryFolder folder_;
};

TEST_F(OnlineExampleTest, TheRightLockPasses) {
  const auto result = Adapter({"explore", kExamples + "lock/lock.lua", "-P", "N=4", "--runs", "100",
                               "-o", folder_ / "none"},
                              Lock());
  EXPECT_EQ(result.exit_code, 0) << result.output;
  EXPECT_THAT(result.output, HasSubstr("PASS: 100 passed of 100 runs in "));
}

TEST_F(OnlineExampleTest, EachBugOfTheLockIsFoundAndItsCaseFindsItAgain) {
  ExpectFound("lock/lock.lua", Lock("two-holders"), "expected nothing, observed server: Granted");
  ExpectFound("lock/lock.lua", Lock("forgets"),
              "expected Granted .client [12]., observed nothing more for 2s");
  ExpectFound("lock/lock.lua", Lock("stays-held"),
              "expected Granted .client [12]., observed nothing more for 2s");
}

TEST_F(OnlineExampleTest, TheSameSeedMakesTheSameChoices) {
  const auto failure = [&] {
    return Adapter({"explore", kExamples + "lock/lock.lua", "-P", "N=4", "--seed", "9",
                    "--shrink-seconds", "0", "-o", folder_ / "same"},
                   Lock("two-holders"))
        .output;
  };
  const auto stimuli = [](const std::string& output) {
    std::string lines;
    for (std::size_t at = 0; (at = output.find("> driver: ", at)) != std::string::npos; ++at) {
      lines += output.substr(at, output.find('\n', at) - at) + '\n';
    }
    return lines;
  };
  const std::string once = stimuli(failure());
  EXPECT_NE(once, "");
  EXPECT_EQ(once, stimuli(failure()));
}

TEST_F(OnlineExampleTest, TwoPhaseCommitWithCrashes) {
  const std::string file = "two_phase_commit/two_phase_commit.system.lua";
  const auto result = Adapter({"explore", kExamples + "two_phase_commit/online.lua", "--runs", "20",
                               "-o", folder_ / "none"},
                              Of(file));
  EXPECT_EQ(result.exit_code, 0) << result.output;
  ExpectFound("two_phase_commit/online.lua", Of(file, "majority"), "expected .*, observed ");
  ExpectFound("two_phase_commit/online.lua", Of(file, "presumes-commit"), "expected .*, observed ");
}

TEST_F(OnlineExampleTest, PaxosAndReplicasThatComeBackWithoutTheirData) {
  const std::string file = "paxos/paxos.system.lua";
  const auto result =
      Adapter({"explore", kExamples + "paxos/online.lua", "--runs", "10", "-o", folder_ / "none"},
              Of(file));
  EXPECT_EQ(result.exit_code, 0) << result.output;
  // Which replicas forget, and when, decides whether a second value is chosen.
  ExpectFound("paxos/online.lua", Of(file, "no-data"), "expected .*Decided .*, observed ",
              Again::kByChance);
}

TEST_F(OnlineExampleTest, TheRegisterAndTwoOfItsBugs) {
  const std::string file = "register/register.system.lua";
  const auto result = Adapter(
      {"explore", kExamples + "register/online.lua", "--runs", "10", "-o", folder_ / "none"},
      Of(file));
  EXPECT_EQ(result.exit_code, 0) << result.output;
  ExpectFound("register/online.lua", Of(file, "small-quorum"), "expected NoQuorum .*, observed ");
  ExpectFound("register/online.lua", Of(file, "no-write-back"), "expected .*, observed Got ");
}

}  // namespace
