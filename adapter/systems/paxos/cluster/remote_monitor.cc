#include "adapter/systems/paxos/cluster/remote_monitor.h"

#include <signal.h>
#include <unistd.h>

#include <utility>

#include "adapter/systems/paxos/faults/faulty_transport.h"

#ifdef CPNGEN_COVERAGE
extern "C" void __gcov_dump();
#endif

namespace adapter {
namespace {

// The crash that the test asked for. Nothing of the program runs any more.
[[noreturn]] void Crash() {
#ifdef CPNGEN_COVERAGE
  __gcov_dump();
#endif
  ::kill(::getpid(), SIGKILL);
  while (true) ::pause();
}

}  // namespace

void RemoteMonitor::Send(const ReplicaReport& report) const {
  if (!reports_.Send(ToJson(report))) ::_exit(1);
}

void RemoteMonitor::Say(ReplicaReportKind kind, nlohmann::json argument) {
  const std::lock_guard lock(mutex_);
  Send({.kind = kind, .argument = std::move(argument), .waits = false});
}

nlohmann::json RemoteMonitor::Ask(ReplicaReportKind kind, nlohmann::json argument) {
  const std::lock_guard lock(mutex_);
  Send({.kind = kind, .argument = std::move(argument)});
  const auto message = reports_.Receive();
  if (!message) ::_exit(1);
  ReportAnswer answer = AnswerFrom(*message);
  if (answer.crashes) Crash();
  return std::move(answer.answer);
}

void RemoteMonitor::Observe(const paxos::Event& event) {
  Ask(ReplicaReportKind::kObserve, ToJson(event));
}

paxos::Action RemoteMonitor::Decide(const paxos::Event& event) {
  return Ask(ReplicaReportKind::kDecide, ToJson(event)).get<bool>() ? paxos::Action::kGo
                                                                    : paxos::Action::kFail;
}

std::optional<std::size_t> RemoteMonitor::ChooseProposal(paxos::ReplicaId,
                                                         const std::vector<std::string>& pending) {
  const auto answer = Ask(ReplicaReportKind::kChooseProposal, pending);
  return answer.is_null() ? std::nullopt : std::optional(answer.get<std::size_t>());
}

bool RemoteMonitor::Leads(paxos::ReplicaId, bool elected) {
  return Ask(ReplicaReportKind::kLeads, elected);
}

paxos::Transport& RemoteMonitor::Decorate(paxos::ReplicaId replica, paxos::Transport& network) {
  transport_ = std::make_unique<FaultyTransport>(replica, network, *this, mailbox_);
  return *transport_;
}

Routing RemoteMonitor::Route(const MessageHeader& header) {
  return RoutingFrom(Ask(ReplicaReportKind::kRoute, ToJson(header)));
}

void RemoteMonitor::Arrived(const MessageHeader& header) {
  Say(ReplicaReportKind::kArrived, ToJson(header));
}

int RemoteMonitor::CallBegun(paxos::ReplicaId) {
  Say(ReplicaReportKind::kCallBegun, nullptr);
  return 0;
}

void RemoteMonitor::CallOver(paxos::ReplicaId, int) { Say(ReplicaReportKind::kCallOver, nullptr); }

WriteFate RemoteMonitor::Write(paxos::ReplicaId) {
  return static_cast<WriteFate>(Ask(ReplicaReportKind::kWrite, nullptr).get<int>());
}

void RemoteMonitor::Saved(paxos::ReplicaId, const oracles::Saved& saved) {
  Ask(ReplicaReportKind::kSaved, ToJson(saved));
}

void RemoteMonitor::PeriodBegan(paxos::Duration period) {
  Ask(ReplicaReportKind::kPeriodBegan, period.count());
}

void RemoteMonitor::Done() { Ask(ReplicaReportKind::kDone, nullptr); }

}  // namespace adapter
