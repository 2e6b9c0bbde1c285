#include "sut/paxos/rpc/replica_handlers.h"

#include "sut/paxos/paxos.quorum.h"

namespace paxos {
namespace {

template <class Request, class Reply>
void Add(quorum::Dispatcher& calls, const quorum::Method& name,
         const std::shared_ptr<const ReplicaHandlers>& handlers,
         ReplicaHandlers::Method<Request, Reply> method) {
  calls.Add<Request, Reply>(
      name, [handlers, method](const Request& request, const quorum::Respond<Reply>& respond) {
        handlers->Handle(method, request, respond);
      });
}

}  // namespace

void ReplicaHandlers::Serve(std::shared_ptr<Replica> replica) {
  std::lock_guard lock(mutex_);
  replica_.swap(replica);
}

std::shared_ptr<Replica> ReplicaHandlers::Served() const {
  std::lock_guard lock(mutex_);
  return replica_;
}

std::shared_ptr<const quorum::Dispatcher> PeersCalls(
    const std::shared_ptr<const ReplicaHandlers>& handlers) {
  auto calls = std::make_shared<quorum::Dispatcher>();
  Add(*calls, PaxosNodes::kPrepare, handlers, &Replica::Prepare);
  Add(*calls, PaxosNodes::kAccept, handlers, &Replica::Accept);
  Add(*calls, PaxosNodes::kCommit, handlers, &Replica::Commit);
  Add(*calls, PaxosNodes::kPing, handlers, &Replica::Ping);
  return calls;
}

}  // namespace paxos
