// Calls over gRPC's callback API, generic over generated stubs: to one node, or a quorum call.
//
// Invariants:
//  1. a call's result is delivered exactly once, on a gRPC thread, or inside CallNode when the
//     manager is shut down already;
//  2. context, request and reply live until the result is delivered, whatever became of the caller;
//  3. a quorum call that has ended leaves the calls to the other nodes running until they end by
//     themselves or by their deadline (the last learner gets its Commit, too).
// Thread-safe. Include this in few translation units: it brings gRPC's headers.
#pragma once

#include <grpcpp/channel.h>
#include <grpcpp/client_context.h>
#include <grpcpp/support/status.h>

#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <utility>

#include "quorum/manager.h"
#include "quorum/quorum_call.h"
#include "quorum/types.h"

namespace quorum {

/// How a call is made.
struct CallOptions {
  Duration timeout{1'000'000};  ///< from now to the deadline
};

/// The gRPC side of a call in flight. Its context holds the channel.
struct CallInFlight {
  virtual ~CallInFlight() = default;
  grpc::ClientContext context;
};

/// Owns the calls in flight of one Manager, so that they can be ended. Their contexts are gone
/// before Shutdown() returns: were the last reference to a channel dropped on one of gRPC's
/// threads, that thread would join itself.
class CallRegistry {
 public:
  /// Registers a call; false when shut down: then the call must not be started.
  bool Add(std::shared_ptr<CallInFlight> call);
  /// The call's result has been delivered; destroys it. Requires an earlier Add.
  void Remove(const CallInFlight* call);
  /// Cancels all calls, waits until the last one is removed, and admits no more.
  void Shutdown();

 private:
  std::mutex mutex_;
  std::condition_variable idle_;
  bool shut_down_ = false;
  int in_flight_ = 0;  // calls that are not destroyed yet
  std::map<const CallInFlight*, std::shared_ptr<CallInFlight>> calls_;
};

/// What a status that is not OK means for one node.
NodeError ErrorOf(NodeId node, const grpc::Status& status);
void SetTimeout(grpc::ClientContext& context, Duration timeout);

/// A method of a generated stub's callback interface, e.g.
/// `&Paxos::Stub::async::Prepare` (the overload that takes a std::function).
template <class Service, class Request, class Reply>
using Method = void (Service::StubInterface::async_interface::*)(grpc::ClientContext*,
                                                                 const Request*, Reply*,
                                                                 std::function<void(grpc::Status)>);

/// The generated stubs of one service for the nodes of a configuration.
template <class Service>
class Stubs {
 public:
  explicit Stubs(Configuration configuration) : configuration_(std::move(configuration)) {
    for (const Node* node : configuration_.nodes()) {
      stubs_.emplace(node->id(), Service::NewStub(node->channel()));
    }
  }

  const Configuration& configuration() const { return configuration_; }

  /// Calls `method` of one node of the configuration; `done` gets a NodeResult<Reply>.
  template <class Request, class Reply>
  void CallNode(NodeId node, Method<Service, Request, Reply> method, const Request& request,
                const CallOptions& options, std::function<void(NodeResult<Reply>)> done) const {
    struct Rpc : CallInFlight {
      Request request;
      Reply reply;
    };
    const std::shared_ptr<CallRegistry>& registry = configuration_.registry();
    auto owned = std::make_shared<Rpc>();
    Rpc* const rpc = owned.get();  // the registry's until Remove
    if (!registry->Add(std::move(owned))) {
      return done(NodeResult<Reply>::Failed({node, NodeErrorCode::kCancelled, "shut down"}));
    }
    rpc->request = request;
    SetTimeout(rpc->context, options.timeout);
    auto finish = [rpc, node, registry, done = std::move(done)](const grpc::Status& status) {
      done(status.ok() ? NodeResult<Reply>::Ok(std::move(rpc->reply))
                       : NodeResult<Reply>::Failed(ErrorOf(node, status)));
      registry->Remove(rpc);
    };
    auto* const async = stubs_.at(node)->async();
    (async->*method)(&rpc->context, &rpc->request, &rpc->reply, std::move(finish));
  }

  /// Calls `method` of all nodes; `done` gets the Outcome<Result>.
  template <class Request, class Reply, class Result>
  std::shared_ptr<QuorumCall<Request, Reply, Result>> Call(
      Method<Service, Request, Reply> method, Request request,
      QuorumFunction<Request, Reply, Result> quorum_function, const CallOptions& options,
      typename QuorumCall<Request, Reply, Result>::Done done) const {
    return StartQuorumCall<Request, Reply, Result>(
        std::move(request), configuration_.ids(), std::move(quorum_function),
        [this, method, &options](NodeId node, const std::shared_ptr<const Request>& node_request,
                                 std::function<void(NodeResult<Reply>)> on_result) {
          CallNode<Request, Reply>(node, method, *node_request, options, std::move(on_result));
        },
        std::move(done));
  }

 private:
  Configuration configuration_;
  std::map<NodeId, std::unique_ptr<typename Service::StubInterface>> stubs_;
};

}  // namespace quorum
