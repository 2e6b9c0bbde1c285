#include "adapter/systems/paxos/cluster/replica_process.h"

#include <fmt/format.h>
#include <sys/wait.h>

#include <cerrno>
#include <string>
#include <utility>

#include "adapter/process/process.h"
#include "adapter/systems/paxos/cluster/cluster.h"

namespace adapter {
namespace {

std::string EndText(bool by_signal, int code) {
  return by_signal ? fmt::format("its end by signal {}", code)
                   : fmt::format("its end with exit code {}", code);
}

// How a process ended, of its status as waitpid gives it.
std::string EndText(int status) {
  return WIFSIGNALED(status) ? EndText(true, WTERMSIG(status))
                             : EndText(false, WEXITSTATUS(status));
}

// Waits until the process has ended, which has to be waited for still, and says how.
std::string AwaitEnd(pid_t process) {
  siginfo_t info{};
  while (::waitid(P_PID, static_cast<id_t>(process), &info, WEXITED | WNOWAIT) < 0) {
    if (errno != EINTR) return "its end";
  }
  return EndText(info.si_code != CLD_EXITED, info.si_status);
}

}  // namespace

ReplicaProcess::ReplicaProcess(paxos::ReplicaId id, ForkedProcess forked, const ReplicaStart& start,
                               Monitor& monitor)
    : id_(id),
      monitor_(monitor),
      process_(forked.process),
      reports_(std::move(forked.reports)),
      commands_(std::move(forked.commands)) {
  commands_.Send(ToJson(start));
  thread_ = std::thread([this] { AnswerReports(); });
}

ReplicaProcess::~ReplicaProcess() {
  if (reaped_) return;
  Tell(EndProcess());
  WaitForEnd();
}

void ReplicaProcess::Ask(const ReplicaCommand& command) {
  {
    const std::lock_guard lock(mutex_);
    ++asked_;
  }
  Tell(command);
}

void ReplicaProcess::AskToBegin() {
  begins_ = true;
  Ask(BeginRoles());
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
  throw SystemFailure(fmt::format("the process of {}: expected to be killed, observed {}",
                                  monitor_.NameOf(id_), EndText(status)));
}

void ReplicaProcess::FailWithEnd() {
  throw SystemFailure(fmt::format("the process of {}: expected to serve, observed {}",
                                  monitor_.NameOf(id_), EndText(WaitForEnd())));
}

// Returns how it ended, as waitpid says it.
int ReplicaProcess::WaitForEnd() {
  const int status = WaitOrKill(process_);
  reaped_ = true;
  thread_.join();
  return status;
}

// Answers the reports of the process until it is gone.
void ReplicaProcess::AnswerReports() {
  while (const auto message = reports_.Receive()) {
    const ReplicaReport report = ReportFrom(*message);
    ReportAnswer answer{Answer(report)};
    if (!report.waits) continue;
    answer.crashes =
        begins_ && monitor_.Plan([this](FaultPlan& plan) { return plan.IsCrashed(id_); });
    reports_.Send(ToJson(answer));
  }
  {
    const std::lock_guard lock(mutex_);
    gone_ = true;
    changed_.notify_all();
  }
  monitor_.ProcessEnded(id_, AwaitEnd(process_));
}

nlohmann::json ReplicaProcess::Answer(const ReplicaReport& report) {
  const nlohmann::json& argument = report.argument;
  switch (report.kind) {
    case ReplicaReportKind::kObserve:
      monitor_.Observe(EventFrom(argument));
      break;
    case ReplicaReportKind::kDecide:
      return monitor_.Decide(EventFrom(argument)) == paxos::Action::kGo;
    case ReplicaReportKind::kChooseProposal: {
      const auto choice = monitor_.ChooseProposal(id_, argument);
      return choice ? nlohmann::json(*choice) : nlohmann::json();
    }
    case ReplicaReportKind::kLeads:
      return monitor_.Leads(id_, argument);
    case ReplicaReportKind::kRoute:
      return ToJson(monitor_.Route(HeaderFrom(argument)));
    case ReplicaReportKind::kArrived:
      monitor_.Arrived(HeaderFrom(argument));
      break;
    case ReplicaReportKind::kCallBegun:
      incarnation_ = monitor_.CallBegun(id_);
      break;
    case ReplicaReportKind::kCallOver:
      monitor_.CallOver(id_, incarnation_);
      break;
    case ReplicaReportKind::kWrite:
      return static_cast<int>(monitor_.Write(id_));
    case ReplicaReportKind::kSaved:
      monitor_.Saved(id_, SavedFrom(argument));
      break;
    case ReplicaReportKind::kPeriodBegan:
      monitor_.PeriodBegan(id_, paxos::Duration(argument.get<std::int64_t>()));
      break;
    case ReplicaReportKind::kDone:
      OnDone();
      break;
  }
  return nullptr;
}

}  // namespace adapter
