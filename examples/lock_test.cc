// The commands of examples/lock/README.md, with the programs.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "adapter/process/process.h"
#include "base/temporary_folder.h"
#include "testing/files.h"
#include "testing/paths.h"

namespace {

using ::testing::HasSubstr;

const std::string kPrograms = test::BuildPath("/bin/");
const std::string kExample = test::SourcePath("/examples/lock/");

class LockExampleTest : public ::testing::Test {
 protected:
  LockExampleTest() {
    const auto made =
        adapter::RunProcess({kPrograms + "cpngen", "generate", kExample + "lock.lua", "--spec",
                             "system", "--state-space", "--merge", "-o", suite_});
    EXPECT_EQ(made.exit_code, 0) << made.output;
  }

  adapter::ProcessResult Run(std::vector<std::string> more = {}) {
    std::vector<std::string> command = {kPrograms + "adapter", "run", suite_, "--system",
                                        kExample + "lock.system.lua"};
    command.insert(command.end(), more.begin(), more.end());
    return adapter::RunProcess(command);
  }

  base::TemporaryFolder folder_;
  const std::string suite_ = folder_ / "lock.xml";
};

TEST_F(LockExampleTest, EveryCaseOfTheModelPasses) {
  const auto result = Run({"--repeat", "20", "--jobs", "2"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_THAT(result.output, HasSubstr("PASS: 120 passed of 120 (system "));
}

TEST_F(LockExampleTest, EachBugIsFoundWithAReasonAndAChart) {
  for (const auto& [bug, reason] : std::vector<std::pair<std::string, std::string>>{
           {"two-holders", "expected nothing more, observed server: Granted (client 2)"},
           {"forgets", "expected Granted (client 2), observed nothing more for 2s"},
           {"stays-held", "expected Granted (client 2), observed nothing more for 2s"}}) {
    const std::string traces = folder_ / bug;
    const auto result = Run({"-D", "bug=" + bug, "--trace", traces, "--jobs", "4"});
    EXPECT_EQ(result.exit_code, 1) << bug;
    EXPECT_THAT(result.output, HasSubstr(reason)) << bug;
    EXPECT_FALSE(test::FilesBelow(traces, ".svg").empty()) << bug;
  }
}

TEST_F(LockExampleTest, TheDriverKeepsToTheProtocol) {
  const auto result = adapter::RunProcess(
      {kPrograms + "adapter", "driver-test", "--system", kExample + "lock.system.lua"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_THAT(result.output, HasSubstr("The driver keeps to the protocol.\n"));
}

}  // namespace
