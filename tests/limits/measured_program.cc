#include "tests/limits/measured_program.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <stdexcept>
#include <string>
#include <thread>

#include "base/temporary_folder.h"
#include "testing/files.h"
#include "testing/paths.h"

namespace limits {
namespace {

using Clock = std::chrono::steady_clock;

const std::string kProgram = test::BuildPath("/bin/cpngen");
constexpr std::chrono::seconds kSlowStart{30};

[[noreturn]] void Become(const Calling& calling, const std::string& out, const std::string& err) {
  std::vector<char*> argv{const_cast<char*>(kProgram.c_str())};
  for (const std::string& word : calling.arguments) argv.push_back(const_cast<char*>(word.c_str()));
  argv.push_back(nullptr);
  ::dup2(::open(out.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0666), STDOUT_FILENO);
  ::dup2(::open(err.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0666), STDERR_FILENO);
  if (!calling.folder.empty() && ::chdir(calling.folder.c_str()) != 0) ::_exit(126);
  if (calling.prepare) calling.prepare();
  ::execv(kProgram.c_str(), argv.data());
  ::_exit(127);
}

/// Does the process handle that signal by itself, as the kernel says?
bool Catches(pid_t process, int signal) {
  std::ifstream status("/proc/" + std::to_string(process) + "/status");
  for (std::string line; std::getline(status, line);) {
    if (!line.starts_with("SigCgt:")) continue;
    return (std::stoull(line.substr(7), nullptr, 16) >> (signal - 1) & 1) != 0;
  }
  return false;
}

/// A program that has just begun, on a machine that is busy, does not catch anything yet.
void WaitUntilItCatches(pid_t process, int signal) {
  const Clock::time_point latest = Clock::now() + kSlowStart;
  while (!Catches(process, signal) && Clock::now() < latest) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
}

}  // namespace

Measured RunMeasured(const Calling& calling) {
  const base::TemporaryFolder folder;
  const std::string out = folder / "out";
  const std::string err = folder / "err";
  Clock::time_point start = Clock::now();
  const pid_t child = ::fork();
  if (child < 0) throw std::runtime_error("cannot fork");
  if (child == 0) Become(calling, out, err);
  if (calling.signal != 0) {
    WaitUntilItCatches(child, calling.signal);
    // From there on not to wait for something: it must stop wherever the signal finds it.
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    start = Clock::now();
    ::kill(child, calling.signal);
  }
  int status = 0;
  rusage usage{};
  if (::wait4(child, &status, 0, &usage) != child) throw std::runtime_error("cannot wait");
  Measured measured;
  measured.time = Clock::now() - start;
  measured.peak_bytes = static_cast<std::size_t>(usage.ru_maxrss) * 1024;
  if (WIFEXITED(status)) measured.code = WEXITSTATUS(status);
  if (WIFSIGNALED(status)) measured.signal = WTERMSIG(status);
  measured.out = test::ReadFile(out);
  measured.err = test::ReadFile(err);
  return measured;
}

}  // namespace limits
