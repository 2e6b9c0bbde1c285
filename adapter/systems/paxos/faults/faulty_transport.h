// A replica's transport with the case's faults between it and the network: asks what becomes of
// each request that leaves and of each reply that comes, and does it.
//
// Invariants:
//  1. without faults every call is that of the network, once;
//  2. a message that is lost ends its call at once, as if its deadline had passed: in a case time
//     stands still, so that no deadline passes by itself;
//  3. requests to one replica arrive in the order in which they were sent, but for what a fault
//     holds back;
//  4. the call of a message that is held back has not ended.
// Thread-safe. The network and `fates` must outlive all calls, the mailbox all messages held.
#pragma once

#include <map>
#include <memory>
#include <mutex>

#include "adapter/faults/lane.h"
#include "adapter/faults/mailbox.h"
#include "adapter/systems/paxos/faults/message_fates.h"
#include "sut/paxos/roles/transport.h"

namespace adapter {

class FaultyTransport : public paxos::Transport {
 public:
  FaultyTransport(paxos::ReplicaId self, paxos::Transport& network, MessageFates& fates,
                  Mailbox& mailbox);

  void Prepare(paxos::ReplicaId to, const paxos::PrepareRequest& request, paxos::Duration timeout,
               Done<paxos::PrepareReply> done) override;
  void Accept(paxos::ReplicaId to, const paxos::AcceptRequest& request, paxos::Duration timeout,
              Done<paxos::AcceptReply> done) override;
  void Commit(paxos::ReplicaId to, const paxos::CommitRequest& request, paxos::Duration timeout,
              Done<paxos::CommitReply> done) override;
  void Ping(paxos::ReplicaId to, const paxos::PingRequest& request, paxos::Duration timeout,
            Done<paxos::PingReply> done) override;

 private:
  template <class Request, class Reply>
  struct Call;
  template <class Request, class Reply>
  using Method = void (paxos::Transport::*)(paxos::ReplicaId, const Request&, paxos::Duration,
                                            Done<Reply>);

  std::shared_ptr<Lane> LaneTo(paxos::ReplicaId receiver);

  const paxos::ReplicaId self_;
  paxos::Transport& network_;
  MessageFates& fates_;
  Mailbox& mailbox_;
  std::mutex mutex_;
  std::map<paxos::ReplicaId, std::shared_ptr<Lane>> lanes_;  // by receiver
};

}  // namespace adapter
