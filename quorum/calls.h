// What the classes that protoc-gen-quorum generates have in common: typed calls to one node and to
// all nodes of a configuration.
//
// `Send` below is (node, request, what to call with the node's result), a SendTo<Request, Reply> of
// quorum_call.h. Invariants: those of QuorumCall; a multicast is sent to every node that has an
// argument. Thread-safe.
// Source: Gorums' call types.
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "quorum/configuration.h"
#include "quorum/correctable.h"
#include "quorum/future.h"
#include "quorum/node_call.h"
#include "quorum/quorum_call.h"
#include "quorum/sync.h"

namespace quorum {

/// `options` for a call that is sent on its own, not in the order of the other messages.
inline CallOptions Unordered(CallOptions options) {
  options.unordered = true;
  return options;
}

/// For one-way messages: drops the reply. `done` may be null.
template <class Reply>
std::function<void(NodeResult<Reply>)> ErrorOnly(
    std::function<void(std::optional<NodeError>)> done) {
  return [done = std::move(done)](const NodeResult<Reply>& result) {
    if (done) done(result.reply ? std::nullopt : std::optional(result.error));
  };
}

/// Calls `method` of one node of `configuration`.
template <class Request, class Reply>
void CallNode(const Configuration& configuration, NodeId node, const Method& method,
              std::shared_ptr<const Request> request, const CallOptions& options,
              std::function<void(NodeResult<Reply>)> done) {
  configuration.node(node).Start(std::make_shared<TypedNodeCall<Request, Reply>>(
      node, method, options, std::move(request), std::move(done)));
}

/// Sends `call` to `nodes`: to each its argument, or the request to all when `per_node` is null.
template <class Request, class Reply, class Result, class Send>
void SendCall(const std::shared_ptr<QuorumCall<Request, Reply, Result>>& call,
              const std::vector<NodeId>& nodes, const PerNode<Request>& per_node,
              const sync::StopToken& cancellation, const Send& send) {
  call->CancelWith(cancellation);
  if (per_node) {
    SendToEach(call, nodes, per_node, send);
  } else {
    SendToAll(call, nodes, send);
  }
}

/// A quorum call as a value: what to ask whom, and what a quorum is. A generated class fills it in.
template <class Request, class Reply, class Result, class Send>
struct Question {
  Request request;
  const std::vector<NodeId>& nodes;
  QuorumFunction<Request, Reply, Result> quorum_function;
  PerNode<Request> per_node;  ///< may be null
  Send send;                  ///< gets the CallOptions, too: send(options, node, request, done)

  /// `done` runs once.
  void Ask(const CallOptions& options, std::function<void(Outcome<Result>)> done) {
    Start(options, std::move(done), nullptr);
  }

  Future<Result> AskAsync(CallOptions options) {
    const Promise<Result> promise;
    const StopBoth stop_both = Join(options, promise.cancellation());
    Start(
        options, [promise, stop_both](Outcome<Result> end) { promise.Set(std::move(end)); },
        nullptr);
    return promise.future();
  }

  Correctable<Result> Watch(CallOptions options) {
    const typename Correctable<Result>::Source source;
    const StopBoth stop_both = Join(options, source.cancellation());
    Start(
        options, [source, stop_both](Outcome<Result> end) { source.Set(std::move(end)); },
        [source](const Combined<Result>& combined) { source.Update(combined); });
    return source.correctable();
  }

 private:
  // Cancels by either of two tokens.
  struct Joined {
    explicit Joined(const sync::StopToken& first, const sync::StopToken& second)
        : on_first(first, [this] { Stop(); }), on_second(second, [this] { Stop(); }) {}
    // The calls that it ends may be the last to hold *this, and its source.
    void Stop() { sync::StopSource(source).request_stop(); }
    sync::StopSource source;
    sync::StopCallback<std::function<void()>> on_first, on_second;
  };
  using StopBoth = std::shared_ptr<const Joined>;

  static StopBoth Join(CallOptions& options, const sync::StopToken& handle) {
    if (!options.cancellation.stop_possible()) {
      options.cancellation = handle;
      return nullptr;
    }
    auto joined = std::make_shared<const Joined>(options.cancellation, handle);
    options.cancellation = joined->source.get_token();
    return joined;
  }

  void Start(const CallOptions& options, std::function<void(Outcome<Result>)> done,
             typename QuorumCall<Request, Reply, Result>::Progress progress) {
    const auto call = std::make_shared<QuorumCall<Request, Reply, Result>>(
        std::move(request), nodes, std::move(quorum_function), std::move(done),
        std::move(progress));
    SendCall(call, nodes, per_node, options.cancellation,
             [&](NodeId node, const std::shared_ptr<const Request>& argument,
                 std::function<void(NodeResult<Reply>)> on_result) {
               send(options, node, argument, std::move(on_result));
             });
  }
};

/// What became of a one-way message: the errors of the nodes that it did not reach for certain, in
/// the order of their ids; those that were skipped are among them. Empty: it is on its way to all.
using SendErrors = std::vector<NodeError>;

/// Sends the same to all nodes, or to each its argument, and asks for no reply. `done` (may be
/// null) runs once, when the messages are on their way.
template <class Request, class Reply, class Send>
void Multicast(Request request, const std::vector<NodeId>& nodes, const PerNode<Request>& per_node,
               const Send& send, std::function<void(SendErrors)> done) {
  const int all = static_cast<int>(nodes.size());
  auto count = [all](const Request&, const Replies<Reply>& replies) {
    const int missing = all - static_cast<int>(replies.size());
    // Never "impossible": the call lasts until every node has a result.
    return Combined<int>{0, missing == 0, std::min(missing, 1)};
  };
  const auto call = std::make_shared<QuorumCall<Request, Reply, int>>(
      std::move(request), nodes, std::move(count), [done = std::move(done)](Outcome<int> outcome) {
        if (done) done(outcome.ok() ? SendErrors{} : outcome.error().errors);
      });
  SendCall(call, nodes, per_node, {}, send);
}

}  // namespace quorum
