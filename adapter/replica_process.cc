#include "adapter/replica_process.h"

#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstring>
#include <filesystem>
#include <stdexcept>
#include <utility>

extern char **environ;

namespace adapter {
namespace {

// It lies beside the program that runs.
std::string ProgramPath() {
  const auto self = std::filesystem::read_symlink("/proc/self/exe");
  return (self.parent_path() / "paxos_server_instrumented").string();
}

pid_t Spawn(const ControlSocket &reports, const ControlSocket &commands) {
  const std::string program = ProgramPath();
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, reports.descriptor(), kReports);
  posix_spawn_file_actions_adddup2(&actions, commands.descriptor(), kCommands);
  std::array<char *, 2> argv = {const_cast<char *>(program.c_str()), nullptr};
  pid_t process = -1;
  const int error =
      ::posix_spawn(&process, program.c_str(), &actions, nullptr, argv.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0) {
    throw std::runtime_error(fmt::format("{}: {}", program, std::strerror(error)));
  }
  return process;
}

}  // namespace

ReplicaProcess::ReplicaProcess(paxos::NodeId id, const nlohmann::json &start, Monitor &monitor)
    : id_(id), monitor_(monitor) {
  auto reports = ConnectedSockets();
  auto commands = ConnectedSockets();
  reports_ = std::move(reports.first);
  commands_ = std::move(commands.first);
  process_ = Spawn(reports.second, commands.second);
  commands_.Send(start);
  thread_ = std::thread([this] { AnswerReports(); });
}

ReplicaProcess::~ReplicaProcess() {
  if (reaped_) return;
  Tell({{"do", "end"}});
  WaitForEnd();
}

void ReplicaProcess::Ask(const nlohmann::json &command) {
  {
    const std::lock_guard lock(mutex_);
    ++asked_;
  }
  Tell(command);
}

void ReplicaProcess::AskToBegin() {
  begins_ = true;
  Ask({{"do", "begin"}});
}

bool ReplicaProcess::WaitUntilDone() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return gone_ || done_ == asked_; });
  return done_ == asked_;
}

void ReplicaProcess::OnDone() {
  const std::lock_guard lock(mutex_);
  ++done_;
  changed_.notify_all();
}

void ReplicaProcess::WaitForCrash() {
  const int status = WaitForEnd();
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL) return;
  throw std::runtime_error(
      fmt::format("the process of replica {} ended by itself before it was killed", id_));
}

// Returns how it ended, as waitpid says it.
int ReplicaProcess::WaitForEnd() {
  constexpr int kPatience = 2'000;  // milliseconds; a process that hangs must not hang the adapter
  pollfd end = {static_cast<int>(::syscall(SYS_pidfd_open, process_, 0)), POLLIN, 0};
  if (::poll(&end, 1, kPatience) == 0) ::kill(process_, SIGKILL);
  ::close(end.fd);
  int status = 0;
  ::waitpid(process_, &status, 0);
  reaped_ = true;
  thread_.join();
  return status;
}

// Until the process is gone.
void ReplicaProcess::AnswerReports() {
  while (const auto report = reports_.Receive()) {
    const std::string what = report->at("what");
    if (what == "done") OnDone();
    nlohmann::json answer = {{"answer", Answer(what, report->at("argument"))}};
    const bool crashed =
        begins_ && monitor_.Plan([this](FaultPlan &plan) { return plan.IsCrashed(id_); });
    if (crashed) answer["crash"] = true;
    reports_.Send(answer);
  }
  const std::lock_guard lock(mutex_);
  gone_ = true;
  changed_.notify_all();
}

nlohmann::json ReplicaProcess::Answer(const std::string &what, const nlohmann::json &argument) {
  if (what == "observe") {
    monitor_.Observe(EventFrom(argument));
  } else if (what == "decide") {
    return monitor_.Decide(EventFrom(argument)) == paxos::Action::kGo;
  } else if (what == "choose") {
    const auto choice = monitor_.ChooseProposal(id_, argument);
    return choice ? nlohmann::json(*choice) : nlohmann::json();
  } else if (what == "leads") {
    return monitor_.Leads(id_, argument);
  } else if (what == "route") {
    return ToJson(monitor_.Route(LetterFrom(argument)));
  } else if (what == "arrived") {
    monitor_.Arrived(LetterFrom(argument));
  } else if (what == "call begun") {
    monitor_.CallBegun(id_);
  } else if (what == "call over") {
    monitor_.CallOver(id_);
  } else if (what == "write") {
    return static_cast<int>(monitor_.Write(id_));
  } else if (what == "saved") {
    monitor_.Saved(id_, SavedFrom(argument));
  } else if (what == "period") {
    monitor_.PeriodBegan(id_, paxos::Duration(argument.get<std::int64_t>()));
  }
  return nullptr;
}

}  // namespace adapter
