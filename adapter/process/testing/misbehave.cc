// For tests: a program that does what a process of a system under test should not do.
//
//   misbehave MODE [ARGUMENT]
#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

extern char** environ;

namespace {

void Say(const std::string& text) {
  [[maybe_unused]] const ssize_t ignored = ::write(STDOUT_FILENO, text.data(), text.size());
}

[[noreturn]] void SleepForEver() {
  while (true) ::pause();
}

void IgnoreSignals() {
  for (int signal = 1; signal < NSIG; ++signal) {
    if (signal != SIGCHLD) ::signal(signal, SIG_IGN);
  }
}

// A child, and a grandchild that has left the session and lost its parent, and forgets where it
// comes from if `forgets`.
[[noreturn]] void ForkAround(bool forgets) {
  if (::fork() == 0) {
    IgnoreSignals();
    SleepForEver();
  }
  if (::fork() == 0) {
    ::setsid();
    if (::fork() != 0) ::_exit(0);
    ::setsid();
    IgnoreSignals();
    if (forgets) ::execle("/proc/self/exe", "misbehave", "sleep", nullptr, nullptr);
    Say("grandchild\n");
    SleepForEver();
  }
  SleepForEver();
}

[[noreturn]] void FillLog() {
  const std::string line(1000, 'x');
  Say("first\n");
  for (int i = 0; i < 4000; ++i) Say(line + "\n");
  // Seen by who waits for it: all was taken, whatever became of it.
  const int done = ::open("filled", O_CREAT | O_WRONLY, 0644);
  ::close(done);
  SleepForEver();
}

[[noreturn]] void ForkWithoutEnd() {
  // Each lives only until its successor does: nobody who looks finds the same one twice.
  for (int i = 0;; ++i) {
    if (::fork() != 0) {
      if (i > 0) ::_exit(0);
      SleepForEver();
    }
    ::setsid();
    ::usleep(1000);
  }
}

[[noreturn]] void Listen(const char* port) {
  const int server = ::socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(std::atoi(port)));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (::bind(server, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0 ||
      ::listen(server, 16) != 0) {
    Say(std::string("cannot listen: ") + std::strerror(errno) + "\n");
    ::_exit(1);
  }
  Say("listening\n");
  SleepForEver();
}

[[noreturn]] void Count() {
  std::string line = std::to_string(::getpid()) + "\n";
  const int file = ::open("starts", O_CREAT | O_APPEND | O_WRONLY, 0644);
  [[maybe_unused]] const ssize_t ignored = ::write(file, line.data(), line.size());
  ::close(file);
  Say("counted\n");
  SleepForEver();
}

[[noreturn]] void Echo() {
  char buffer[4096];
  ssize_t count = 0;
  while ((count = ::read(STDIN_FILENO, buffer, sizeof buffer)) > 0) {
    Say(std::string(buffer, static_cast<std::size_t>(count)));
    [[maybe_unused]] const ssize_t ignored = ::write(STDERR_FILENO, "echoed\n", 7);
  }
  ::_exit(0);
}

// What it has inherited: descriptors, blocked and ignored signals, environment.
[[noreturn]] void Inventory() {
  for (int descriptor = 0; descriptor < 1024; ++descriptor) {
    if (::fcntl(descriptor, F_GETFD) >= 0) Say("descriptor " + std::to_string(descriptor) + "\n");
  }
  sigset_t mask;
  ::sigprocmask(SIG_BLOCK, nullptr, &mask);
  for (int signal = 1; signal < NSIG; ++signal) {
    struct sigaction action {};
    if (::sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_IGN) {
      Say("ignores " + std::to_string(signal) + "\n");
    }
    if (::sigismember(&mask, signal) == 1) Say("blocks " + std::to_string(signal) + "\n");
  }
  int on_death = 0;
  ::prctl(PR_GET_PDEATHSIG, &on_death);
  Say("dies with its parent by " + std::to_string(on_death) + "\n");
  if (::getsid(0) == ::getpid()) Say("leads a session\n");
  Say(std::string("folder ") + ::getcwd(nullptr, 0) + "\n");
  for (char** variable = environ; *variable != nullptr; ++variable) {
    if (std::strncmp(*variable, "CPNGEN_INSTANCE", 15) != 0) Say(std::string(*variable) + "\n");
  }
  ::_exit(0);
}

}  // namespace

int main(int argc, char** argv) {
  const std::string mode = argc > 1 ? argv[1] : "";
  const char* argument = argc > 2 ? argv[2] : "";
  if (mode == "exit") {
    Say("last words\n");
    return std::atoi(argument);
  }
  if (mode == "abort") std::abort();
  if (mode == "sleep") SleepForEver();
  if (mode == "ignore") {
    IgnoreSignals();
    Say("ignoring\n");
    SleepForEver();
  }
  if (mode == "fork") ForkAround(false);
  if (mode == "fork_and_forget") ForkAround(true);
  if (mode == "fork_without_end") ForkWithoutEnd();
  if (mode == "fill_log") FillLog();
  if (mode == "listen") Listen(argument);
  if (mode == "count") Count();
  if (mode == "echo") Echo();
  if (mode == "inventory") Inventory();
  if (mode == "stop") {
    ::raise(SIGSTOP);
    Say("resumed\n");
    SleepForEver();
  }
  std::fprintf(stderr, "misbehave: no mode '%s'\n", mode.c_str());
  return 2;
}
