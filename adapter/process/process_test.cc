#include "adapter/process/process.h"

#include <gtest/gtest.h>

namespace adapter {
namespace {

TEST(ProcessTest, ReturnsOutputAndExitCode) {
  const ProcessResult result = RunProcess({"sh", "-c", "echo out; echo err >&2; exit 3"});
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_EQ(result.output, "out\nerr\n");
}

TEST(ProcessTest, PassesArgumentsWithoutAShell) {
  EXPECT_EQ(RunProcess({"echo", "$HOME; *"}).output, "$HOME; *\n");
}

TEST(ProcessTest, SaysWhichSignalEndedIt) {
  EXPECT_EQ(RunProcess({"sh", "-c", "kill -9 $$"}).exit_code, 128 + 9);
}

TEST(ProcessTest, SaysThatAProgramIsMissing) {
  const ProcessResult result = RunProcess({"no-such-program-anywhere"});
  EXPECT_EQ(result.exit_code, 127);
  EXPECT_EQ(result.output, "no-such-program-anywhere: No such file or directory");
}

}  // namespace
}  // namespace adapter
