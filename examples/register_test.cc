// The commands of examples/register/README.md, with the programs.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "adapter/process/process.h"
#include "base/temporary_folder.h"
#include "testing/files.h"
#include "testing/paths.h"

namespace {

using ::testing::ContainsRegex;
using ::testing::HasSubstr;

const std::string kBinaries = test::BuildPath("/bin");
const std::string kPrograms = kBinaries + "/";
const std::string kExample = test::SourcePath("/examples/register/");

using Words = std::vector<std::string>;

class RegisterExampleTest : public ::testing::Test {
 protected:
  adapter::ProcessResult Model(const std::string& command, const Words& more) {
    Words words = {kPrograms + "cpngen", command, kExample + "register.lua"};
    words.insert(words.end(), more.begin(), more.end());
    return adapter::RunProcess(words);
  }

  /// One operation may stop between its phases; the system chooses who answers.
  void GenerateHalf() {
    Generate({"--state-space", "--merge", "-D", "writers=1", "-D", "crashes=0"}, {});
  }
  /// Crashes, and several operations that stop half-way.
  void GenerateLong(const std::string& simulations, const Words& more = {}) {
    Generate({"--simulations", simulations, "--seed", "1", "-D", "settled=true", "-D", "writes=2",
              "-D", "reads=2", "-D", "halves=2", "-D", "partitions=4"},
             more);
  }

  adapter::ProcessResult Replay(const Words& more = {}) {
    Words words = {
        kPrograms + "adapter", "run",    suite_, "--system", kExample + "register.system.lua", "-D",
        "bin=" + kBinaries,    "--jobs", "2"};
    words.insert(words.end(), more.begin(), more.end());
    return adapter::RunProcess(words);
  }

  /// By the cases whose name the expression is found in.
  void ExpectFound(const std::string& bug, const std::string& reason,
                   const std::string& filter = "#") {
    const auto result = Replay({"-D", "bug=" + bug, "--fail-fast", "--filter", filter});
    EXPECT_EQ(result.exit_code, 1) << bug;
    EXPECT_THAT(result.output, ContainsRegex("fail register-3#[0-9]+: step [0-9]+: " + reason))
        << bug;
  }

  void Generate(Words words, const Words& more) {
    words.insert(words.end(), {"-o", suite_});
    words.insert(words.end(), more.begin(), more.end());
    const auto made = Model("generate", words);
    EXPECT_EQ(made.exit_code, 0) << made.output;
  }

  base::TemporaryFolder folder_;
  const std::string suite_ = folder_ / "register.xml";
};

TEST_F(RegisterExampleTest, TheModelIsAtomic) {
  const auto result = Model("check", {});
  EXPECT_EQ(result.exit_code, 0) << result.output;
  EXPECT_THAT(result.output, HasSubstr("no operation is older than one before it: holds"));
}

TEST_F(RegisterExampleTest, TheModelHasTheBugsToo) {
  for (const std::string bug :
       {"no-write-back", "no-maximum", "small-quorum", "own-timestamp-forgotten", "state-lost"}) {
    const auto result = Model(
        "check", {"-D", "bug=" + bug, "-D", "writers=1", "-D", "writes=2", "-D", "partitions=2"});
    EXPECT_EQ(result.exit_code, 1) << bug;
    EXPECT_THAT(result.output, ContainsRegex("\n(no operation is older than one before it|no two "
                                             "writes have one timestamp): VIOLATED"))
        << bug;
  }
}

TEST_F(RegisterExampleTest, EveryCaseWithHalfAnOperationPasses) {
  GenerateHalf();
  const auto result = Replay({"--filter", "#[0-9]*[05]$"});
  EXPECT_EQ(result.exit_code, 0) << result.output;
  EXPECT_THAT(result.output, HasSubstr("PASS: 141 passed of 141 (system "));
}

TEST_F(RegisterExampleTest, LongCasesPassAndCrashesAndCutsAreInTheirTraces) {
  GenerateLong("30");
  const std::string traces = folder_ / "traces";
  const auto result = Replay({"--verbose", "--trace", traces});
  EXPECT_EQ(result.exit_code, 0) << result.output;
  EXPECT_THAT(result.output, HasSubstr("PASS: 30 passed of 30 (system "));
  std::string all;
  for (const auto& file : test::FilesBelow(traces, ".trace.json")) all += test::ReadFile(file);
  EXPECT_THAT(all, ContainsRegex(R"("kind":"fault","node":"replica[1-3]","name":"crash")"));
  EXPECT_THAT(all, ContainsRegex(R"("kind":"fault","node":"replica[1-3]","name":"restart")"));
  EXPECT_THAT(all, ContainsRegex(R"("kind":"fault","name":"cut client[1-4] -> replica[1-3]")"));
  EXPECT_THAT(all, ContainsRegex(R"("kind":"fault","name":"heal client[1-4] -> replica[1-3]")"));
}

TEST_F(RegisterExampleTest, FiveReplicasOnFreshProcesses) {
  GenerateLong("5", {"-D", "N=5"});
  const auto result = Replay({"-D", "N=5", "-D", "fresh=true"});
  EXPECT_EQ(result.exit_code, 0) << result.output;
  EXPECT_THAT(result.output, HasSubstr("PASS: 5 passed of 5 (system "));
}

TEST_F(RegisterExampleTest, BugsOfHalfAnOperationAreFound) {
  GenerateHalf();
  ExpectFound("no-write-back", "expected (NoQuorum|Got) .*, observed Got ");
  ExpectFound("no-maximum", "expected Got .*, observed Got ");
  ExpectFound("small-quorum", "expected .*, observed (Written|Got) ");
}

TEST_F(RegisterExampleTest, AStateThatIsLostInACrashIsFound) {
  GenerateLong("200");
  ExpectFound("state-lost", "expected Got .*, observed Got ");
}

TEST_F(RegisterExampleTest, ATimestampThatIsGivenOutTwiceIsFound) {
  Generate({"--simulations", "1000", "--seed", "5", "-D", "settled=true", "-D", "writers=1", "-D",
            "writes=2", "-D", "reads=2", "-D", "partitions=4", "-D", "crashes=0"},
           {});
  ExpectFound("own-timestamp-forgotten", "expected Got .*value 12.*, observed Got .*value 11",
              "#2[0-9][0-9]$");
}

}  // namespace
