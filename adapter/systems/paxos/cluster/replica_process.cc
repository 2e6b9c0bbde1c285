#include "adapter/systems/paxos/cluster/replica_process.h"

#include <fmt/format.h>
#include <sys/wait.h>

#include <stdexcept>
#include <utility>

#include "adapter/process/process.h"

namespace adapter {

ReplicaProcess::ReplicaProcess(paxos::ReplicaId id, ForkedProcess forked,
                               const nlohmann::json &start, Monitor &monitor)
    : id_(id),
      monitor_(monitor),
      process_(forked.process),
      reports_(std::move(forked.reports)),
      commands_(std::move(forked.commands)) {
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
  const int status = WaitOrKill(process_);
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
    if (!report->at("waits").get<bool>()) continue;
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
    return ToJson(monitor_.Route(HeaderFrom(argument)));
  } else if (what == "arrived") {
    monitor_.Arrived(HeaderFrom(argument));
  } else if (what == "call begun") {
    incarnation_ = monitor_.CallBegun(id_);
  } else if (what == "call over") {
    monitor_.CallOver(id_, incarnation_);
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
