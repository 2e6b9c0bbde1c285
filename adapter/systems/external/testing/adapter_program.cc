#include "adapter/systems/external/testing/adapter_program.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <thread>

#include "testing/files.h"
#include "testing/paths.h"

namespace adapter::external {
namespace {

namespace fs = std::filesystem;

/// The variables of a process, each with a zero byte behind it; empty when it is gone.
std::string EnvironmentOf(const fs::path& process) {
  try {
    return std::string(1, '\0') + test::ReadFile(process / "environ");
  } catch (const std::exception&) {
    return "";
  }
}

/// The processes whose environment has all of `variables` in it.
std::vector<std::string> ProcessesWith(const std::vector<std::string>& variables) {
  std::vector<std::string> found;
  for (const auto& entry : fs::directory_iterator("/proc")) {
    const std::string name = entry.path().filename().string();
    if (name.find_first_not_of("0123456789") != std::string::npos) continue;
    const std::string environment = EnvironmentOf(entry.path());
    bool has_all = true;
    for (const std::string& variable : variables) {
      has_all = has_all && environment.find('\0' + variable) != std::string::npos;
    }
    if (has_all) found.push_back(name);
  }
  return found;
}

}  // namespace

AdapterProgram::AdapterProgram(const fs::path& folder, const std::vector<std::string>& arguments)
    : output_(folder / "output"), temporary_(folder / "temporary") {
  fs::create_directories(temporary_);
  std::vector<std::string> words = {test::BuildPath("/bin/adapter")};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  pid_ = ::fork();
  if (pid_ != 0) return;
  const int file = ::open(output_.c_str(), O_CREAT | O_TRUNC | O_WRONLY, 0644);
  ::dup2(file, STDOUT_FILENO);
  ::dup2(file, STDERR_FILENO);
  ::setenv("TMPDIR", temporary_.c_str(), 1);
  ::execv(argv[0], argv.data());
  ::_exit(127);
}

AdapterProgram::~AdapterProgram() {
  if (!has_ended_) Kill();
}

void AdapterProgram::Take(int status) {
  has_ended_ = true;
  code_ = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

int AdapterProgram::Wait() {
  if (has_ended_) return code_;
  int status = 0;
  rusage usage{};
  ::wait4(pid_, &status, 0, &usage);
  peak_memory_ = static_cast<std::size_t>(usage.ru_maxrss) * 1024;
  Take(status);
  return code_;
}

bool AdapterProgram::HasEnded() {
  int status = 0;
  if (!has_ended_ && ::waitpid(pid_, &status, WNOHANG) == pid_) Take(status);
  return has_ended_;
}

void AdapterProgram::Kill() {
  ::kill(pid_, SIGKILL);
  Wait();
}

std::string AdapterProgram::Output() const { return test::ReadFile(output_); }

bool AdapterProgram::HasProcess(const std::string& name) const {
  // The marks of docs/architecture.md.
  const std::string instance = "CPNGEN_INSTANCE=" + temporary_.string() + '/';
  const std::string process = "CPNGEN_PROCESS=" + name + '\0';
  return !ProcessesWith({instance, process}).empty();
}

std::string AdapterProgram::WhatIsLeft() const {
  const std::string mark = "TMPDIR=" + temporary_.string();
  const auto nothing = [&] { return fs::is_empty(temporary_) && ProcessesWith({mark}).empty(); };
  if (Eventually(nothing)) return "";
  std::string left;
  for (const auto& entry : fs::directory_iterator(temporary_)) left += entry.path().string() + ' ';
  for (const std::string& process : ProcessesWith({mark})) left += "process " + process + ' ';
  return left;
}

bool Eventually(const std::function<bool()>& condition) {
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(30);
  while (!condition()) {
    if (std::chrono::steady_clock::now() > deadline) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  return true;
}

}  // namespace adapter::external
