// Hands a server's calls to its replica, if there is one, after the wire checks. The calls are RPCs
// of their own (replica_service.h), frames of a peer's stream, or calls of the replica to itself.
//
// Invariants: every request is answered once: with the reply; with kUnavailable when the replica
// does not answer (failed, stopped, not connected yet); with kRemote for a message that makes no
// sense (wire_check.h). Thread-safe; nothing blocks.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <utility>

#include "quorum/dispatcher.h"
#include "sut/paxos/replica/replica.h"
#include "sut/paxos/roles/wire_check.h"

namespace paxos {

class ReplicaHandlers {
 public:
  template <class Request, class Reply>
  using Method = void (Replica::*)(const Request&, Replica::Answer<Reply>);

  /// Of a system of `replicas`.
  explicit ReplicaHandlers(int replicas) : replicas_(replicas) {}

  /// Calls go to `replica` from now on; null: to none.
  void Serve(std::shared_ptr<Replica> replica);

  /// Has the replica handle a request.
  template <class Request, class Reply>
  void Handle(Method<Request, Reply> method, const Request& request,
              const quorum::Respond<Reply>& respond) const {
    const auto fail = [respond](quorum::NodeErrorCode code, const char* reason) {
      respond(quorum::NodeResult<Reply>::Failed({0, code, reason}));
    };
    if (const char* const flaw = Flaw(request, replicas_)) {
      return fail(quorum::NodeErrorCode::kRemote, flaw);
    }
    const auto answer = [respond, fail](std::optional<Reply> reply) {
      if (!reply) return fail(quorum::NodeErrorCode::kUnavailable, "the replica does not answer");
      respond(quorum::NodeResult<Reply>::Ok(std::move(*reply)));
    };
    const std::shared_ptr<Replica> replica = Served();
    if (replica == nullptr) return answer(std::nullopt);
    ((*replica).*method)(request, answer);
  }

 private:
  std::shared_ptr<Replica> Served() const;

  const int replicas_;
  mutable std::mutex mutex_;
  std::shared_ptr<Replica> replica_;
};

/// What replicas ask each other, for their streams and for a replica's calls to itself; clients'
/// calls are not among it.
std::shared_ptr<const quorum::Dispatcher> PeersCalls(
    const std::shared_ptr<const ReplicaHandlers>& handlers);

}  // namespace paxos
