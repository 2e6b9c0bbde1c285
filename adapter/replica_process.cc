#include "adapter/replica_process.h"

#include <fmt/format.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>

#include <array>
#include <chrono>
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
  Tell({{"do", "end"}});
  WaitForEnd();
}

std::string ReplicaProcess::WaitForAddress() { return address_.get_future().get(); }

void ReplicaProcess::Connect(const std::vector<std::string> &addresses) {
  connects_ = true;
  Tell({{"do", "connect"}, {"replicas", addresses}});
}

bool ReplicaProcess::WaitForConnected() { return connected_.get_future().get(); }

void ReplicaProcess::WaitForEnd() {
  if (process_ < 0) return;
  constexpr int kPatience = 2'000;  // milliseconds; a process that hangs must not hang the adapter
  for (int waited = 0; ::waitpid(process_, nullptr, WNOHANG) == 0; ++waited) {
    if (waited == kPatience) ::kill(process_, SIGKILL);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  process_ = -1;
  thread_.join();
}

// Until the process is gone.
void ReplicaProcess::AnswerReports() {
  bool listens = false;
  bool is_connected = false;
  while (const auto report = reports_.Receive()) {
    const std::string what = report->at("what");
    const nlohmann::json &argument = report->at("argument");
    if (what == "listening") {
      address_.set_value(argument);
      listens = true;
    } else if (what == "connected") {
      connected_.set_value(true);
      is_connected = true;
    }
    nlohmann::json answer = {{"answer", Answer(what, argument)}};
    const bool crashed =
        connects_ && monitor_.Plan([this](FaultPlan &plan) { return plan.IsCrashed(id_); });
    if (crashed) {
      answer["crash"] = true;
    }
    reports_.Send(answer);
  }
  if (!is_connected) connected_.set_value(false);
  if (listens) return;
  address_.set_exception(std::make_exception_ptr(
      std::runtime_error(fmt::format("the process of replica {} does not come up", id_))));
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
