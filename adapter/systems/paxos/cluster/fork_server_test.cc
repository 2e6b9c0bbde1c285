#include "adapter/systems/paxos/cluster/fork_server.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <fstream>
#include <memory>
#include <string>

#include "adapter/process/process.h"

namespace adapter {
namespace {

pid_t ParentOf(pid_t process) {
  std::ifstream file("/proc/" + std::to_string(process) + "/status");
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("PPid:")) return std::stoi(line.substr(5));
  }
  return -1;
}

// Also of a process that is not a child.
class Watch {
 public:
  explicit Watch(pid_t process)
      : descriptor_(static_cast<int>(::syscall(SYS_pidfd_open, process, 0))) {}
  ~Watch() { ::close(descriptor_); }
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;

  bool Ends() const {
    constexpr int kPatience = 30'000;
    pollfd end = {descriptor_, POLLIN, 0};
    return ::poll(&end, 1, kPatience) == 1;
  }

 private:
  const int descriptor_;
};

TEST(ForkServerTest, AForkIsAChildOfTheAdapter) {
  ForkServer server;
  const ForkedProcess one = server.Fork();
  const ForkedProcess two = server.Fork();
  EXPECT_NE(one.process, two.process);
  for (const pid_t process : {server.process(), one.process, two.process}) {
    EXPECT_EQ(ParentOf(process), ::getpid());
  }
  ::kill(one.process, SIGKILL);
  ::kill(two.process, SIGKILL);
  const int status = WaitOrKill(one.process);
  EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
  WaitOrKill(two.process);
}

TEST(ForkServerTest, AForkEndsWithItsSocketsWhileTheServerGoesOn) {
  ForkServer server;
  ForkedProcess one = server.Fork();
  one.commands.Close();
  const int status = WaitOrKill(one.process);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
  ForkedProcess two = server.Fork();
  two.commands.Close();
  WaitOrKill(two.process);
}

TEST(ForkServerTest, AForkThatHangsIsKilled) {
  ForkServer server;
  ForkedProcess forked = server.Fork();
  ::kill(forked.process, SIGSTOP);
  forked.commands.Close();
  const int status = WaitOrKill(forked.process);
  EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL) << status;
}

TEST(ForkServerTest, EndsWithTheObject) {
  auto server = std::make_unique<ForkServer>();
  const pid_t process = server->process();
  ASSERT_EQ(::kill(process, 0), 0);
  server.reset();
  EXPECT_EQ(::kill(process, 0), -1);  // not even as a zombie
}

TEST(ForkServerTest, SaysThatItHasEnded) {
  ForkServer server;
  ::kill(server.process(), SIGKILL);
  try {
    server.Fork();
    FAIL() << "a dead server has forked";
  } catch (const ForkServerError& error) {
    EXPECT_EQ(error.what(), "the fork server of the replicas' processes (process " +
                                std::to_string(server.process()) + ") has ended");
  }
}

// Starts a server with one fork, says which processes these are, and waits to be killed.
[[noreturn]] void ActAsAdapter(int report) {
  ForkServer server;
  const ForkedProcess forked = server.Fork();
  const std::array<pid_t, 2> processes = {server.process(), forked.process};
  if (::write(report, processes.data(), sizeof(processes)) != sizeof(processes)) ::_exit(1);
  while (true) ::pause();
}

TEST(ForkServerTest, TheEndOfTheAdapterEndsAll) {
  std::array<int, 2> pipe;
  ASSERT_EQ(::pipe(pipe.data()), 0);
  const pid_t adapter = ::fork();
  if (adapter == 0) ActAsAdapter(pipe[1]);
  std::array<pid_t, 2> processes;
  ASSERT_EQ(::read(pipe[0], processes.data(), sizeof(processes)),
            static_cast<ssize_t>(sizeof(processes)));
  const Watch server(processes[0]);
  const Watch forked(processes[1]);
  ::kill(adapter, SIGKILL);
  WaitOrKill(adapter);
  EXPECT_TRUE(server.Ends());
  EXPECT_TRUE(forked.Ends());
  for (const int end : pipe) ::close(end);
}

}  // namespace
}  // namespace adapter
