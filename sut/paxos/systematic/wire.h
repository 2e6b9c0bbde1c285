// What a modelled replica sends goes over the modelled network as bytes: a Transport over
// systematic::Network, for one life of a replica.
//
// Invariants: as of Transport; a reply that is not well-formed (wire_check.h) is the replica's
// error, as over gRPC. Not thread-safe.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "sut/paxos/roles/transport.h"
#include "sut/paxos/systematic/contract/call_contract.h"
#include "sut/paxos/systematic/contract/replica_contract.h"
#include "systematic/environment/network.h"

namespace paxos {

/// What came of a call, for the contract.
Happening WhatCameOf(ReplicaId node, std::uint32_t number,
                     const std::optional<PrepareReply>& reply);
Happening WhatCameOf(ReplicaId node, std::uint32_t number, const std::optional<AcceptReply>& reply);
Happening WhatCameOf(ReplicaId node, std::uint32_t number, const std::optional<CommitReply>& reply);
Happening WhatCameOf(ReplicaId node, std::uint32_t number, const std::optional<PingReply>& reply);

class Wire : public Transport, public systematic::Network::Caller {
 public:
  /// The other ends of the wire.
  class Ends {
   public:
    virtual ~Ends() = default;
    /// The contract of the life that calls.
    virtual ReplicaContract& contract(ReplicaId id) = 0;
    /// Calls that replica `id` makes to itself go through at once.
    virtual bool at_once() const = 0;
    virtual void CallItself(ReplicaId id, const PrepareRequest&, Done<PrepareReply>) = 0;
    virtual void CallItself(ReplicaId id, const AcceptRequest&, Done<AcceptReply>) = 0;
    virtual void CallItself(ReplicaId id, const CommitRequest&, Done<CommitReply>) = 0;
  };

  /// With `hears_twice` a call may end twice.
  Wire(ReplicaId id, systematic::Network& network, Ends& ends, bool hears_twice)
      : id_(id), network_(network), ends_(ends), hears_twice_(hears_twice) {}

  void Prepare(ReplicaId to, const PrepareRequest& request, Duration timeout,
               Done<PrepareReply> done) override;
  void Accept(ReplicaId to, const AcceptRequest& request, Duration timeout,
              Done<AcceptReply> done) override;
  void Commit(ReplicaId to, const CommitRequest& request, Duration timeout,
              Done<CommitReply> done) override;
  void Ping(ReplicaId to, const PingRequest& request, Duration timeout,
            Done<PingReply> done) override;

  void OnCallEnd(std::uint32_t token, systematic::CallEnd end, std::string_view reply) override;

 private:
  struct Call {
    ReplicaId to = 0;
    std::uint32_t number = 0;
    std::variant<std::monostate, Done<PrepareReply>, Done<AcceptReply>, Done<CommitReply>,
                 Done<PingReply>>
        done;
  };

  template <class Request, class Reply>
  void QuorumCall(Method method, ReplicaId to, const Request& request, const std::string* value,
                  Duration timeout, Done<Reply> done);
  template <class Request, class Reply>
  void Send(Method method, ReplicaId to, const Request& request, std::uint32_t number,
            Duration timeout, Done<Reply> done);
  template <class Reply>
  void End(const Call& call, const Done<Reply>& done, systematic::CallEnd end,
           std::string_view bytes);

  const ReplicaId id_;
  systematic::Network& network_;
  Ends& ends_;
  const bool hears_twice_;
  std::string buffer_;
  std::vector<Call> calls_;
  std::vector<std::uint32_t> free_;
};

}  // namespace paxos
