// The Link that makes each call an RPC of its own: no order between calls, one deadline each.
//
// Invariants:
//  1. a call's result is delivered exactly once, on a gRPC thread, or inside Start when the link is
//     shut down already;
//  2. context, request and reply live until the result is delivered, whatever became of the caller;
//  3. a quorum call that has ended leaves its calls to other nodes running until they end by
//     themselves, by their deadline, or by the caller's cancellation token;
//  4. after Shutdown() no call is in flight and the channel is released: were its last reference
//     dropped on one of gRPC's threads, that thread would join itself.
// Thread-safe. Shutdown() blocks: never call it on a gRPC thread.
#pragma once

#include <grpcpp/channel.h>
#include <grpcpp/client_context.h>
#include <grpcpp/generic/generic_stub.h>
#include <grpcpp/support/byte_buffer.h>
#include <grpcpp/support/status.h>

#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>

#include "quorum/link.h"

namespace quorum {

/// What a status that is not OK means for one node.
NodeError ErrorOf(NodeId node, const grpc::Status& status);
void SetTimeout(grpc::ClientContext& context, Duration timeout);

class UnaryLink : public Link {
 public:
  explicit UnaryLink(std::shared_ptr<grpc::ChannelInterface> channel);
  ~UnaryLink() override;

  void Start(std::shared_ptr<NodeCall> call) override;
  void Shutdown() override;

 private:
  // The reply as bytes: gRPC calls one that is malformed an empty one.
  using Stub = grpc::TemplatedGenericStub<NodeCall::Message, grpc::ByteBuffer>;
  struct Rpc;

  // Registers a call that is about to be started; false when shut down.
  bool Enter(std::shared_ptr<Rpc> rpc);
  void Leave(const std::unique_lock<std::mutex>& lock);
  void OnDone(Rpc* rpc, const grpc::Status& status);

  std::unique_ptr<Stub> stub_;
  std::mutex mutex_;
  std::condition_variable idle_;
  bool shut_down_ = false;
  int inside_ = 0;  // calls of Start that have not returned, and RPCs that are not destroyed
  std::map<const Rpc*, std::shared_ptr<Rpc>> rpcs_;
};

}  // namespace quorum
