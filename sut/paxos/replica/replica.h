// The replica: hosts the roles and hands them their events one at a time. Free of gRPC, which is in
// replica_service.h (calls that come in) and grpc_transport.h (calls that go out).
//
// Invariants:
//  1. roles see one event at a time (SerialExecutor). No handler blocks: every reply goes through a
//     callback that runs once;
//  2. a client's request is parked until the learner has learned, and answered at once from then
//     on;
//  3. a replica that has missed the decided value gets it with the answer to its next ping;
//  4. a failed leader neither answers nor sends pings; its acceptor and learner go on;
//  5. a replica whose storage fails halts: the event that it failed in is answered with "no reply",
//     and from then on it answers and sends nothing, as if it had crashed;
//  6. after Stop() nothing of it runs, and all parked requests have been answered with "no reply".
// Handlers are thread-safe; clock, transport, storage and instrumentation must live until Stop().
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "sut/paxos/paxos.pb.h"
#include "sut/paxos/roles/clock.h"
#include "sut/paxos/roles/instrumentation.h"
#include "sut/paxos/roles/state_sink.h"
#include "sut/paxos/roles/storage.h"
#include "sut/paxos/roles/transport.h"
#include "sut/paxos/roles/types.h"

namespace paxos {

/// What a replica tells its host, for its log.
struct Notice {
  enum class Kind {
    kLeader,   ///< it takes `about` (nothing: nobody) for the leader now
    kSuspect,  ///< it suspects `about`
    kRestore,  ///< it suspects `about` no longer
    kLearned,  ///< it learned the decided value, which is `text`
    kHalted,   ///< its storage failed, it answers nothing any more; `text` is the reason
  };
  Kind kind = Kind::kLeader;
  std::optional<ReplicaId> about = std::nullopt;
  std::string text = "";
};

/// What a replica needs from outside.
struct Environment {
  Clock& clock;
  Transport& transport;
  Storage& storage;
  Instrumentation* instrumentation = nullptr;  ///< used by paxos_instrumented only; may be null
  /// Is called inside the replica's events, and must be short; may be empty.
  std::function<void(const Notice& notice)> on_notice = nullptr;
};

class Replica {
 public:
  /// Called once; no reply: the replica does not answer (failed, halted or stopped).
  template <class Reply>
  using Answer = std::function<void(std::optional<Reply>)>;

  /// Requires a valid configuration (config.h). Continues from what the storage has.
  Replica(const ReplicaConfig& config, const Environment& environment);
  /// Calls Stop().
  ~Replica();
  Replica(const Replica&) = delete;
  Replica& operator=(const Replica&) = delete;

  /// Begins the failure detector's first period: pings go out from here on.
  void Start();
  /// Stops the replica for good, and waits for the event that runs. Idempotent. Never call it
  /// inside an event.
  void Stop();

  void Prepare(const PrepareRequest& request, Answer<PrepareReply> answer);
  void Accept(const AcceptRequest& request, Answer<AcceptReply> answer);
  void Commit(const CommitRequest& request, Answer<CommitReply> answer);
  void Ping(const PingRequest& request, Answer<PingReply> answer);
  void ClientHandle(const ClientRequest& request, Answer<ClientReply> answer);
  void Wait(const WaitRequest& request, Answer<ClientReply> answer);
  void Status(const StatusRequest& request, Answer<StatusReply> answer);
#ifdef PAXOS_INSTRUMENTATION
  /// All that decides what it will do, but for calls and timers that are under way.
  void Describe(StateSink& sink);
#endif

 private:
  class Core;
  std::shared_ptr<Core> core_;
};

}  // namespace paxos
