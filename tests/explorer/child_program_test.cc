// Nothing that a test started is left, however the test ends.
#include "tests/explorer/child_program.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <string>
#include <system_error>
#include <thread>

namespace explorer_test {
namespace {

/// A program that starts another one, in a session of its own, and goes on.
const std::vector<std::string> kForker = {"sh", "-c", "setsid sleep 1000 & echo pid $!; wait"};

/// Whether the process ends within a while.
bool Ends(pid_t process) {
  for (int i = 0; i < 1000; ++i) {
    if (kill(process, 0) != 0 && errno == ESRCH) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  return false;
}

pid_t NumberIn(const std::string& line) { return std::stoi(line.substr(4)); }

TEST(ChildProgramTest, NothingIsLeftOfATestThatIsKilled) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  const pid_t test = fork();
  if (test == 0) {
    ChildProgram program(kForker);
    const pid_t left = NumberIn(program.LineWith("pid"));
    if (write(ends[1], &left, sizeof left) < 0) _exit(1);
    for (;;) pause();
  }
  pid_t left = 0;
  ASSERT_EQ(read(ends[0], &left, sizeof left), static_cast<ssize_t>(sizeof left));
  EXPECT_EQ(kill(left, 0), 0) << "it runs";
  kill(test, SIGKILL);
  waitpid(test, nullptr, 0);
  EXPECT_TRUE(Ends(left));
  close(ends[0]);
  close(ends[1]);
}

TEST(ChildProgramTest, NothingIsLeftOfAProgramThatEnds) {
  pid_t left = 0;
  {
    ChildProgram program(kForker);
    left = NumberIn(program.LineWith("pid"));
    EXPECT_EQ(program.End(SIGTERM), -1);
  }
  EXPECT_TRUE(Ends(left));
}

TEST(ChildProgramTest, ExitCodeAndMissingPrograms) {
  ChildProgram program({"sh", "-c", "trap 'exit 7' TERM; echo ready; sleep 1000 & wait"});
  EXPECT_EQ(program.LineWith("ready"), "ready");
  EXPECT_EQ(program.End(SIGTERM), 7);
  EXPECT_THROW(ChildProgram({"no-such-program"}), std::system_error);
}

}  // namespace
}  // namespace explorer_test
