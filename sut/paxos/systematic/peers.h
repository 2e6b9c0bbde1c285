// Modelled peers of a real replica, which say anything that is well-formed: promises of other
// rounds, learns of other values, commits that contradict each other. What the replica does about
// it is in its contract all the same.
//
// Invariants: what they say passes wire_check.h; rounds and values are few, so that they meet those
// of the replica. Not thread-safe: belongs to one execution.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "sut/paxos/paxos.pb.h"
#include "sut/paxos/roles/types.h"
#include "sut/paxos/systematic/contract/deeds.h"
#include "systematic/environment/network.h"
#include "systematic/environment/processes.h"
#include "systematic/scheduler.h"

namespace paxos {

class Peers : public systematic::Network::Caller {
 public:
  /// All replicas but `real` are modelled.
  Peers(systematic::Scheduler& scheduler, const systematic::Processes& processes,
        systematic::Network& network, ReplicaId real);

  bool IsPeer(systematic::Node node) const { return node != real_; }
  /// From now on each may send requests.
  void Start();
  /// They begin nothing any more.
  void Heal();
  void OnRequest(systematic::Network::Exchange exchange, systematic::Node peer, Method method,
                 std::string_view bytes);
  void OnCallEnd(std::uint32_t, systematic::CallEnd, std::string_view) override {}

 private:
  std::uint64_t Choose(systematic::Node peer, std::uint64_t n);
  Round AnyRound(systematic::Node peer);
  std::string AnyValue(systematic::Node peer);
  template <class RoundAndValue>
  void Fill(systematic::Node peer, RoundAndValue& message);
  systematic::Key SendKey(systematic::Node peer) const;
  void Offer(systematic::Node peer);
  void Send(systematic::Node peer);
  template <class Message>
  void Call(systematic::Node peer, Method method, const Message& message);

  PrepareReply AnswerTo(systematic::Node peer, const PrepareRequest& request);
  AcceptReply AnswerTo(systematic::Node peer, const AcceptRequest& request);
  PingReply AnswerTo(systematic::Node peer);

  systematic::Scheduler& scheduler_;
  const systematic::Processes& processes_;
  systematic::Network& network_;
  const systematic::Node real_;
  bool healed_ = false;
  std::string buffer_;
  systematic::Word send_word_, say_word_;
};

}  // namespace paxos
