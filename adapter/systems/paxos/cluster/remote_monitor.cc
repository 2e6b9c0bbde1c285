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

void RemoteMonitor::Send(const char* what, nlohmann::json argument, bool waits) const {
  if (reports_.Send({{"what", what}, {"argument", std::move(argument)}, {"waits", waits}})) return;
  ::_exit(1);
}

void RemoteMonitor::Say(const char* what, nlohmann::json argument) {
  const std::lock_guard lock(mutex_);
  Send(what, std::move(argument), false);
}

nlohmann::json RemoteMonitor::Ask(const char* what, nlohmann::json argument) {
  const std::lock_guard lock(mutex_);
  Send(what, std::move(argument), true);
  auto answer = reports_.Receive();
  if (!answer) ::_exit(1);
  if (answer->contains("crash")) Crash();
  return answer->at("answer");
}

void RemoteMonitor::Observe(const paxos::Event& event) { Ask("observe", ToJson(event)); }

paxos::Action RemoteMonitor::Decide(const paxos::Event& event) {
  return Ask("decide", ToJson(event)).get<bool>() ? paxos::Action::kGo : paxos::Action::kFail;
}

std::optional<std::size_t> RemoteMonitor::ChooseProposal(paxos::ReplicaId,
                                                         const std::vector<std::string>& pending) {
  const auto answer = Ask("choose", pending);
  return answer.is_null() ? std::nullopt : std::optional(answer.get<std::size_t>());
}

bool RemoteMonitor::Leads(paxos::ReplicaId, bool elected) { return Ask("leads", elected); }

paxos::Transport& RemoteMonitor::Decorate(paxos::ReplicaId replica, paxos::Transport& network) {
  transport_ = std::make_unique<FaultyTransport>(replica, network, *this, mailbox_);
  return *transport_;
}

Routing RemoteMonitor::Route(const MessageHeader& header) {
  return RoutingFrom(Ask("route", ToJson(header)));
}

void RemoteMonitor::Arrived(const MessageHeader& header) { Say("arrived", ToJson(header)); }

int RemoteMonitor::CallBegun(paxos::ReplicaId) {
  Say("call begun", nullptr);
  return 0;
}

void RemoteMonitor::CallOver(paxos::ReplicaId, int) { Say("call over", nullptr); }

WriteFate RemoteMonitor::Write(paxos::ReplicaId) {
  return static_cast<WriteFate>(Ask("write", nullptr).get<int>());
}

void RemoteMonitor::Saved(paxos::ReplicaId, const oracles::Saved& saved) {
  Ask("saved", ToJson(saved));
}

void RemoteMonitor::PeriodBegan(paxos::Duration period) { Ask("period", period.count()); }

void RemoteMonitor::Done() { Ask("done", nullptr); }

}  // namespace adapter
