#include "tests/explorer/child_program.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <system_error>

namespace explorer_test {
namespace {

constexpr int kPollMilliseconds = 20;

/// Both ends, closed when a program is executed.
struct Pipe {
  int read = -1, write = -1;
  Pipe() {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) {
      throw std::system_error(errno, std::generic_category(), "pipe");
    }
    read = ends[0];
    write = ends[1];
  }
};

/// Kills all children, those that it adopts meanwhile, too.
void KillChildren() {
  for (;;) {
    if (std::FILE* const file = std::fopen("/proc/thread-self/children", "re")) {
      for (long child = 0; std::fscanf(file, "%ld", &child) == 1;) {
        kill(static_cast<pid_t>(child), SIGKILL);
      }
      std::fclose(file);
    }
    if (waitpid(-1, nullptr, 0) < 0 && errno == ECHILD) return;
  }
}

/// Waits until the program or the test ends; then nothing of the program is left.
[[noreturn]] void Guard(pid_t program, int life) {
  pollfd test = {life, POLLIN, 0};
  int status = 0;
  bool has_ended = false;
  while (!has_ended) {
    has_ended = waitpid(program, &status, WNOHANG) == program;
    if (!has_ended && poll(&test, 1, kPollMilliseconds) > 0) break;
  }
  KillChildren();
  if (has_ended && WIFEXITED(status)) _exit(WEXITSTATUS(status));
  kill(getpid(), SIGKILL);
  _exit(EXIT_FAILURE);
}

}  // namespace

ChildProgram::ChildProgram(const std::vector<std::string>& words) {
  const Pipe out, life, started;
  std::vector<std::string> copies = words;
  std::vector<char*> argv;
  for (std::string& word : copies) argv.push_back(word.data());
  argv.push_back(nullptr);
  guard_ = fork();
  if (guard_ == 0) {
    setpgid(0, 0);  // Ctrl-C is for the test, which closes `life`
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    close(life.write);
    close(out.read);
    const pid_t program = fork();
    if (program == 0) {
      dup2(out.write, STDOUT_FILENO);
      const int nothing = open("/dev/null", O_WRONLY | O_CLOEXEC);
      dup2(nothing, STDERR_FILENO);
      execvp(argv[0], argv.data());
      const int failure = -errno;
      [[maybe_unused]] const ssize_t n = write(started.write, &failure, sizeof failure);
      _exit(EXIT_FAILURE);
    }
    close(out.write);
    [[maybe_unused]] const ssize_t n = write(started.write, &program, sizeof program);
    close(started.write);
    Guard(program, life.read);
  }
  close(out.write);
  close(life.read);
  close(started.write);
  out_ = out.read;
  life_ = life.write;
  // The program's number, and then what went wrong, if anything did.
  int answer = 0, failure = 0;
  while (read(started.read, &answer, sizeof answer) == sizeof answer) {
    (answer < 0 ? failure : pid_) = answer;
  }
  close(started.read);
  if (failure != 0 || guard_ < 0) {
    close(life_);
    close(out_);
    if (guard_ > 0) waitpid(guard_, nullptr, 0);
    throw std::system_error(-failure, std::generic_category(), words[0]);
  }
}

ChildProgram::~ChildProgram() {
  close(life_);
  if (guard_ > 0) waitpid(guard_, nullptr, 0);
  close(out_);
}

std::string ChildProgram::LineWith(const std::string& part) {
  for (;;) {
    for (std::size_t end; (end = buffer_.find('\n')) != std::string::npos;) {
      const std::string line = buffer_.substr(0, end);
      buffer_.erase(0, end + 1);
      if (line.find(part) != std::string::npos) return line;
    }
    char bytes[4096];
    const ssize_t count = read(out_, bytes, sizeof bytes);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return "";
    buffer_.append(bytes, static_cast<std::size_t>(count));
  }
}

int ChildProgram::End(int signal) {
  kill(pid_, signal);
  int status = 0;
  waitpid(guard_, &status, 0);
  guard_ = -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

}  // namespace explorer_test
