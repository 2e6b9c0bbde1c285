// The monitor as a replica's own process sees it. What the replica reports or asks goes to the
// adapter, and the replica goes on when the adapter has answered. The arrival of a message, and the
// begin and end of a call, need no answer: the adapter has them before the next question.
//
// Invariants: one report at a time, and the adapter takes them in that order; when the adapter says
// that this replica has crashed, the process kills itself with SIGKILL on the spot (a coverage
// build writes its counters before), and when the adapter is gone, it ends. Thread-safe.
#pragma once

#include <memory>
#include <mutex>

#include "adapter/faults/mailbox.h"
#include "adapter/systems/paxos/cluster/control.h"
#include "adapter/systems/paxos/cluster/replica_messages.h"
#include "adapter/systems/paxos/faults/message_fates.h"
#include "sut/paxos/roles/instrumentation.h"
#include "sut/paxos/roles/transport.h"

namespace adapter {

class RemoteMonitor : public paxos::Instrumentation, public MessageFates {
 public:
  RemoteMonitor(ControlSocket reports, Mailbox& mailbox)
      : reports_(std::move(reports)), mailbox_(mailbox) {}

  void Observe(const paxos::Event& event) override;
  paxos::Action Decide(const paxos::Event& event) override;
  std::optional<std::size_t> ChooseProposal(paxos::ReplicaId replica,
                                            const std::vector<std::string>& pending) override;
  bool Leads(paxos::ReplicaId replica, bool elected) override;
  paxos::Transport& Decorate(paxos::ReplicaId replica, paxos::Transport& network) override;

  Routing Route(const MessageHeader& header) override;
  void Arrived(const MessageHeader& header) override;
  /// Returns 0: a process is one incarnation, and the adapter knows which.
  int CallBegun(paxos::ReplicaId replica) override;
  void CallOver(paxos::ReplicaId replica, int incarnation) override;
  WriteFate Write(paxos::ReplicaId replica) override;
  void Saved(paxos::ReplicaId replica, const oracles::Saved& saved) override;

  void PeriodBegan(paxos::Duration period);
  /// This process has done what it was told to.
  void Done();

 private:
  // Under the lock. Ends the process when the adapter is gone.
  void Send(const ReplicaReport& report) const;
  void Say(ReplicaReportKind kind, nlohmann::json argument);
  nlohmann::json Ask(ReplicaReportKind kind, nlohmann::json argument);

  std::mutex mutex_;
  const ControlSocket reports_;
  Mailbox& mailbox_;
  std::unique_ptr<paxos::Transport> transport_;
};

}  // namespace adapter
