// One call to one node, from its start to its result: what interceptors and links handle, whatever
// the messages' types.
//
// Invariants:
//  1. the result is delivered exactly once: Finish() delivers the first result and ignores later
//     ones; a call that everybody has let go of fails with kCancelled;
//  2. request and reply live as long as the call; the reply is written by the link alone, before
//     Finish();
//  3. hooks run in the reverse order of their adding, before the result is delivered.
// Finish() is thread-safe; hooks are added before the call is passed on.
#pragma once

#include <google/protobuf/message_lite.h>

#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "quorum/method.h"
#include "quorum/sync.h"
#include "quorum/types.h"

namespace quorum {

class NodeCall {
 public:
  using Message = google::protobuf::MessageLite;
  /// Sees the result, and may replace it: an error makes the call fail, whatever the node replied.
  using Hook = std::function<void(const NodeCall&, std::optional<NodeError>&)>;

  virtual ~NodeCall() = default;
  NodeCall(const NodeCall&) = delete;
  NodeCall& operator=(const NodeCall&) = delete;

  NodeId node() const { return node_; }
  const Method& method() const { return method_; }
  const CallOptions& options() const { return options_; }
  virtual const Message& request() const = 0;
  virtual const Message& reply() const = 0;
  virtual Message& reply() = 0;

  /// Has `hook` see the result.
  void OnFinish(Hook hook) { hooks_.push_back(std::move(hook)); }

  /// The call's end: no error means that reply() is the node's reply.
  void Finish(std::optional<NodeError> error) {
    if (finished_.exchange(true)) return;
    for (auto hook = hooks_.rbegin(); hook != hooks_.rend(); ++hook) (*hook)(*this, error);
    if (error) error->node = node_;
    Deliver(std::move(error));
  }

 protected:
  NodeCall(NodeId node, const Method& method, CallOptions options)
      : node_(node), method_(method), options_(std::move(options)) {}

  virtual void Deliver(std::optional<NodeError> error) = 0;

 private:
  const NodeId node_;
  const Method method_;
  const CallOptions options_;
  std::vector<Hook> hooks_;
  sync::Atomic<bool> finished_ = false;
};

template <class Request, class Reply>
class TypedNodeCall final : public NodeCall {
 public:
  using Done = std::function<void(NodeResult<Reply>)>;

  TypedNodeCall(NodeId node, const Method& method, CallOptions options,
                std::shared_ptr<const Request> request, Done done)
      : NodeCall(node, method, std::move(options)),
        request_(std::move(request)),
        done_(std::move(done)) {}
  ~TypedNodeCall() override {
    Finish(NodeError{node(), NodeErrorCode::kCancelled, "nobody answers the call any more"});
  }

  const Request& request() const override { return *request_; }
  const Reply& reply() const override { return reply_; }
  Reply& reply() override { return reply_; }

 private:
  void Deliver(std::optional<NodeError> error) override {
    const Done done = std::exchange(done_, nullptr);
    done(error ? NodeResult<Reply>::Failed(std::move(*error))
               : NodeResult<Reply>::Ok(std::move(reply_)));
  }

  const std::shared_ptr<const Request> request_;
  Reply reply_;
  Done done_;
};

}  // namespace quorum
