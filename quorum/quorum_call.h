// The counting and ending of one quorum call, without any network: results of nodes go in, one
// outcome comes out.
//
// Invariants:
//  1. `done` runs exactly once, outside of the lock, on the thread that ended the call;
//  2. a node counts once: only its first result, reply or error, is seen; an error never counts as
//  a
//     reply, and results of nodes that were not called are ignored;
//  3. the call ends as soon as the quorum function says so, all nodes have answered or failed, or
//  it
//     is cancelled; later results change nothing.
// Thread-safe. Owned by shared_ptr, which every pending node keeps: a late result finds it alive.
// The deadline is the transport's: it fails the nodes that are left with kDeadlineExceeded.
// Source: Gorums' quorum calls.
#pragma once

#include <algorithm>
#include <memory>
#include <mutex>
#include <set>
#include <utility>
#include <vector>

#include "quorum/types.h"

namespace quorum {

template <class Request, class Reply, class Result = Reply>
class QuorumCall {
 public:
  using Done = std::function<void(Outcome<Result>)>;

  /// A call to `nodes` (at least one, distinct). `done` is called once, from any thread, possibly
  /// before the function that delivers the last result returns.
  QuorumCall(Request request, const std::vector<NodeId>& nodes,
             QuorumFunction<Request, Reply, Result> quorum_function, Done done)
      : request_(std::move(request)),
        quorum_function_(std::move(quorum_function)),
        done_(std::move(done)),
        pending_(nodes.begin(), nodes.end()) {
    assert(!nodes.empty() && pending_.size() == nodes.size());
  }

  QuorumCall(const QuorumCall&) = delete;
  QuorumCall& operator=(const QuorumCall&) = delete;

  const Request& request() const { return request_; }

  /// What `node` made of the call.
  void OnResult(NodeId node, NodeResult<Reply> result) {
    std::unique_lock lock(mutex_);
    if (ended_ || pending_.erase(node) == 0) return;
    bool is_quorum = false;
    if (result.reply) {
      replies_.emplace(node, std::move(*result.reply));
      Combined<Result> combined = quorum_function_(request_, replies_);
      partial_ = std::move(combined.reply);
      is_quorum = combined.quorum;
    } else {
      result.error.node = node;
      errors_.push_back(std::move(result.error));
    }
    if (is_quorum) return End(std::move(lock), Outcome<Result>::Quorum(std::move(*partial_)));
    if (pending_.empty()) End(std::move(lock), Failed(CauseOfErrors()));
  }

  /// Ends the call with Cause::kCancelled if it has not ended yet.
  void Cancel() {
    std::unique_lock lock(mutex_);
    if (!ended_) End(std::move(lock), Failed(Cause::kCancelled));
  }

 private:
  Outcome<Result> Failed(Cause cause) {
    std::sort(errors_.begin(), errors_.end(),
              [](const NodeError& a, const NodeError& b) { return a.node < b.node; });
    QuorumCallError error{cause, static_cast<int>(replies_.size()), std::move(errors_)};
    return Outcome<Result>::Failed(std::move(error), std::move(partial_));
  }

  Cause CauseOfErrors() const {
    const bool late = std::any_of(errors_.begin(), errors_.end(), [](const NodeError& error) {
      return error.code == NodeErrorCode::kDeadlineExceeded;
    });
    return late ? Cause::kDeadlineExceeded : Cause::kIncomplete;
  }

  void End(std::unique_lock<std::mutex> lock, Outcome<Result> outcome) {
    ended_ = true;
    Done done = std::exchange(done_, nullptr);
    lock.unlock();
    done(std::move(outcome));
  }

  const Request request_;
  const QuorumFunction<Request, Reply, Result> quorum_function_;

  std::mutex mutex_;
  Done done_;
  bool ended_ = false;
  std::set<NodeId> pending_;  // nodes without a result
  Replies<Reply> replies_;
  std::optional<Result> partial_;  // the last combined reply
  std::vector<NodeError> errors_;
};

/// Starts a call: `send(node, request, on_result)` begins the call to one node and has `on_result`
/// (a std::function<void(NodeResult<Reply>)>) called at most once, from any thread, maybe at once.
/// Returns the call, so that it can be cancelled; it may be dropped.
template <class Request, class Reply, class Result, class Send>
std::shared_ptr<QuorumCall<Request, Reply, Result>> StartQuorumCall(
    Request request, const std::vector<NodeId>& nodes,
    QuorumFunction<Request, Reply, Result> quorum_function, const Send& send,
    typename QuorumCall<Request, Reply, Result>::Done done) {
  auto call = std::make_shared<QuorumCall<Request, Reply, Result>>(
      std::move(request), nodes, std::move(quorum_function), std::move(done));
  for (const NodeId node : nodes) {
    send(node, call->request(),
         [call, node](NodeResult<Reply> result) { call->OnResult(node, std::move(result)); });
  }
  return call;
}

}  // namespace quorum
