#include "cpn/draw/graphviz.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <memory>

#include "base/file_descriptor.h"

extern char** environ;

namespace cpn::draw {
namespace {

constexpr int kPollMilliseconds = 10;

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

/// An anonymous file that vanishes with the process. Files and not pipes, so that neither side can
/// wait for the other.
File TemporaryFile() {
  File file(std::tmpfile());
  if (!file) {
    throw GraphvizError(fmt::format("cannot make a temporary file: {}", std::strerror(errno)));
  }
  fcntl(fileno(file.get()), F_SETFD, FD_CLOEXEC);
  return file;
}

std::string ReadAll(std::FILE* file) {
  std::rewind(file);
  std::string text;
  char buffer[1 << 14];
  for (std::size_t n; (n = std::fread(buffer, 1, sizeof buffer, file)) > 0;) text.append(buffer, n);
  return text;
}

class FileActions {
 public:
  FileActions() { posix_spawn_file_actions_init(&actions_); }
  ~FileActions() { posix_spawn_file_actions_destroy(&actions_); }
  FileActions(const FileActions&) = delete;
  FileActions& operator=(const FileActions&) = delete;

  void Connect(std::FILE* file, int descriptor) {
    posix_spawn_file_actions_adddup2(&actions_, fileno(file), descriptor);
  }
  const posix_spawn_file_actions_t* get() const { return &actions_; }

 private:
  posix_spawn_file_actions_t actions_;
};

pid_t Spawn(const std::string& program, const std::vector<std::string>& arguments,
            const FileActions& actions) {
  std::vector<char*> argv{const_cast<char*>(program.c_str())};
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  pid_t child = 0;
  const int error =
      posix_spawnp(&child, program.c_str(), actions.get(), nullptr, argv.data(), environ);
  if (error == ENOENT) {
    throw GraphvizError(fmt::format(
        "the program '{}' is not in PATH; it lays out pictures and comes with Graphviz: apt-get "
        "install graphviz",
        program));
  }
  if (error != 0) throw GraphvizError(fmt::format("cannot run '{}': {}", program, strerror(error)));
  return child;
}

int Reap(pid_t child) {
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

/// Waits until the child ends, or kills it when the budget stops. Returns its status.
int Await(pid_t child, const base::Budget* budget) {
  if (budget == nullptr) return Reap(child);
  const base::FileDescriptor ended(static_cast<int>(::syscall(SYS_pidfd_open, child, 0)));
  pollfd events[] = {{ended.get(), POLLIN, 0}};  // without such descriptors it only waits
  int status = 0;
  while (waitpid(child, &status, WNOHANG) == 0) {
    if (budget->stopped()) {
      ::kill(child, SIGKILL);
      Reap(child);
      budget->Check();
    }
    ::poll(events, 1, kPollMilliseconds);
  }
  return status;
}

}  // namespace

std::string RunGraphviz(const std::string& input, const std::vector<std::string>& arguments,
                        const base::Budget* budget, const std::string& program) {
  const File in = TemporaryFile();
  const File out = TemporaryFile();
  const File errors = TemporaryFile();
  if (std::fwrite(input.data(), 1, input.size(), in.get()) != input.size() ||
      std::fflush(in.get()) != 0) {
    throw GraphvizError(fmt::format("cannot write a temporary file: {}", std::strerror(errno)));
  }
  std::rewind(in.get());

  FileActions actions;
  actions.Connect(in.get(), STDIN_FILENO);
  actions.Connect(out.get(), STDOUT_FILENO);
  actions.Connect(errors.get(), STDERR_FILENO);
  const pid_t child = Spawn(program, arguments, actions);
  const int status = Await(child, budget);
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
    const std::string why = WIFEXITED(status) ? fmt::format("exit code {}", WEXITSTATUS(status))
                                              : fmt::format("signal {}", WTERMSIG(status));
    throw GraphvizError(
        fmt::format("'{}' failed with {}: {}", program, why, ReadAll(errors.get())));
  }
  return ReadAll(out.get());
}

}  // namespace cpn::draw
