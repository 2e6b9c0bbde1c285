#include "adapter/process/process.h"

#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

extern char** environ;

namespace adapter {
namespace {

std::string ReadToEnd(int descriptor) {
  std::string text;
  std::array<char, 4096> buffer;
  while (true) {
    const ssize_t count = ::read(descriptor, buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return text;
    text.append(buffer.data(), static_cast<std::size_t>(count));
  }
}

// Waits until the child ends; returns its status as waitpid gives it.
int WaitFor(pid_t child) {
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

int ExitCode(int status) {
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace

ProcessResult RunProcess(const std::vector<std::string>& arguments) {
  std::vector<char*> argv;
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);

  std::array<int, 2> ends;
  if (::pipe(ends.data()) != 0) return {127, std::strerror(errno)};
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addclose(&actions, ends[0]);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDERR_FILENO);
  posix_spawn_file_actions_addclose(&actions, ends[1]);
  pid_t child = 0;
  const int error = ::posix_spawnp(&child, argv[0], &actions, nullptr, argv.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  ::close(ends[1]);
  ProcessResult result;
  if (error == 0) {
    result.output = ReadToEnd(ends[0]);
    result.exit_code = ExitCode(WaitFor(child));
  } else {
    result = {127, fmt::format("{}: {}", arguments[0], std::strerror(error))};
  }
  ::close(ends[0]);
  return result;
}

int WaitOrKill(pid_t child) {
  constexpr int kHelperPatience = 2'000;  // milliseconds
  pollfd end = {static_cast<int>(::syscall(SYS_pidfd_open, child, 0)), POLLIN, 0};
  if (::poll(&end, 1, kHelperPatience) == 0) ::kill(child, SIGKILL);
  ::close(end.fd);
  return WaitFor(child);
}

}  // namespace adapter
