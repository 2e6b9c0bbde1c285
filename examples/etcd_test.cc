// The commands of examples/etcd/README.md, with the programs and three real nodes of etcd.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <sstream>

#include "adapter/process/process.h"
#include "base/temporary_folder.h"
#include "testing/files.h"
#include "testing/paths.h"

namespace {

using ::testing::ContainsRegex;
using ::testing::HasSubstr;

const std::string kBinaries = test::BuildPath("/bin");
const std::string kExample = test::SourcePath("/examples/etcd/");

using Words = std::vector<std::string>;

Words With(Words words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

bool IsOnPath(const std::string& program) {
  const char* const path = std::getenv("PATH");
  std::istringstream folders(path == nullptr ? "" : path);
  for (std::string folder; std::getline(folders, folder, ':');) {
    if (std::filesystem::exists(std::filesystem::path(folder) / program)) return true;
  }
  return false;
}

adapter::ProcessResult Cpngen(const std::string& command, const Words& more) {
  return adapter::RunProcess(With({kBinaries + "/cpngen", command, kExample + "etcd.lua"}, more));
}

TEST(EtcdModelTest, ClientsCanRelyOnWhatItSays) {
  for (const Words& parameters :
       std::vector<Words>{{"-D", "overlap=2", "-D", "swaps=1", "-D", "gets=2"},
                          {"-D", "partitions=1", "-D", "meets=true"},
                          {"-D", "pauses=1", "-D", "puts=2"},
                          {"-D", "blackouts=1", "-D", "kills=1", "-D", "deletes=1"},
                          {"-D", "locks=2", "-D", "writes=2", "-D", "unlocks=1", "-D", "stalls=1",
                           "-D", "kills=1"},
                          {"-D", "watches=1", "-D", "drains=1", "-D", "overlap=2"}}) {
    const auto result = Cpngen("check", parameters);
    EXPECT_EQ(result.exit_code, 0) << result.output;
  }
}

TEST(EtcdModelTest, EachWrongUseBreaksWhatItIsAbout) {
  for (const auto& [bug, property, parameters] :
       std::vector<std::tuple<std::string, std::string, Words>>{
           {"stale-reads", "no read is of the past", {"-D", "partitions=1"}},
           {"retry", "no write happens twice", {"-D", "pauses=1"}},
           {"lease-lock",
            "who does not hold the lock does not write",
            {"-D", "locks=2", "-D", "writes=2", "-D", "stalls=1"}}}) {
    const auto result = Cpngen("check", With({"-D", "bug=" + bug}, parameters));
    EXPECT_EQ(result.exit_code, 1) << bug;
    EXPECT_THAT(result.output, HasSubstr("\n" + property + ": VIOLATED")) << bug;
  }
}

class EtcdExampleTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!IsOnPath("etcd")) GTEST_SKIP() << "no program etcd (scripts/install-deps installs it)";
  }

  std::string Generate(const Words& parameters) {
    const std::string suite = folder_ / "etcd.xml";
    const auto made =
        Cpngen("generate", With({"--state-space", "--merge", "-o", suite}, parameters));
    EXPECT_EQ(made.exit_code, 0) << made.output;
    return suite;
  }

  /// The case fails for that reason, and there is a chart of it.
  void ExpectFound(const std::string& suite, const std::string& number, const Words& parameters,
                   const std::string& reason) {
    const std::string traces = folder_ / parameters.back();
    const auto result = adapter::RunProcess(
        With({kBinaries + "/adapter", "run", suite, "--system", kExample + "etcd.system.lua",
              "--filter", "#" + number + "$", "--timeout", "60s", "--trace", traces},
             parameters));
    EXPECT_EQ(result.exit_code, 1) << result.output;
    EXPECT_THAT(result.output, ContainsRegex(reason)) << result.output;
    EXPECT_FALSE(test::FilesBelow(traces, ".svg").empty());
  }

  base::TemporaryFolder folder_;
};

TEST_F(EtcdExampleTest, AFewCasesOfEachSuitePassAndAWrongUseIsFound) {
  const auto result = adapter::RunProcess({kExample + "run", "--quick", "--bin", kBinaries});
  EXPECT_EQ(result.exit_code, 0) << result.output;
  EXPECT_THAT(result.output, ContainsRegex("\nin all +18\n"));
  EXPECT_THAT(result.output, HasSubstr("expected Got (client 2, value 1), observed node2: Got "
                                       "(client 2, value 0)"));
}

TEST_F(EtcdExampleTest, ANodeThatIsIsolatedDoesNotAnswerByItself) {
  const auto result = adapter::RunProcess(
      {kBinaries + "/adapter", "run", Generate({"-D", "partitions=1", "-D", "gets=2"}), "--system",
       kExample + "etcd.system.lua", "--filter", "#1897$", "--verbose", "--timeout", "60s"});
  EXPECT_EQ(result.exit_code, 0) << result.output;
  EXPECT_THAT(result.output, ContainsRegex("Stored .client 2.(.|\n)*Unknown .client 1."));
}

TEST_F(EtcdExampleTest, ReadsThatAskOneNodeAloneAreStaleDuringAPartition) {
  ExpectFound(Generate({"-D", "partitions=1", "-D", "gets=2"}), "1897", {"-D", "bug=stale-reads"},
              "expected Got .client 1, value 1. or Unknown .client 1., "
              "observed node1: Got .client 1, value 0.");
}

TEST_F(EtcdExampleTest, AWriteThatIsRepeatedHappensTwice) {
  ExpectFound(Generate({"-D", "pauses=1", "-D", "puts=2"}), "1151", {"-D", "bug=retry"},
              "expected Got .client 1, value 2., observed node1: Got .client 1, value 1.");
}

TEST_F(EtcdExampleTest, WhoHasLostTheLockWritesWithoutAFencingToken) {
  ExpectFound(Generate({"-D", "locks=2", "-D", "writes=2", "-D", "unlocks=1", "-D", "stalls=1",
                        "-D", "puts=0"}),
              "2", {"-D", "bug=lease-lock"},
              "expected Fenced .client 1., observed node1: Stored .client 1.");
}

TEST_F(EtcdExampleTest, ANodeWithoutItsDataEndsWhenItJoinsUnderItsName) {
  ExpectFound(Generate({"-D", "kills=1", "-D", "elections=1"}), "1111", {"-D", "bug=wiped"},
              "process node1 exited with code 2, which nobody asked for");
}

}  // namespace
