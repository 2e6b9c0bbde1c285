// The counting and ending of one quorum call, without any network: results of nodes go in, one
// outcome comes out.
//
// Invariants:
//  1. `done` runs exactly once, outside of the lock, on the thread that ended the call;
//  2. a node counts once: only its first result, reply or error, is seen. An error (refused,
//     failed, skipped) never counts as a reply; results of nodes that were not called are ignored;
//  3. the call ends as soon as there is a quorum, or too few nodes are outstanding for one (by
//     Combined::missing), or it is cancelled; later results change nothing;
//  4. the end of a call takes nothing back: every node that is not skipped is sent its request.
// Thread-safe. Owned by shared_ptr, which every pending node keeps: a late result finds it alive.
// The deadline is the transport's: it fails the nodes that are left with kDeadlineExceeded.
// Source: Gorums' quorum calls.
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <set>
#include <utility>
#include <vector>

#include "quorum/sync.h"
#include "quorum/types.h"

namespace quorum {

template <class Request, class Reply, class Result = Reply>
class QuorumCall {
 public:
  using Done = std::function<void(Outcome<Result>)>;
  /// Is called with what the quorum function made of each reply, on the thread that delivered the
  /// reply and outside of the lock: an older one may arrive after a newer one, or after `done`.
  using Progress = std::function<void(const Combined<Result>&)>;

  /// A call to `nodes` (at least one, distinct). `done` is called once, from any thread, possibly
  /// before the function that delivers the last result returns.
  QuorumCall(Request request, const std::vector<NodeId>& nodes,
             QuorumFunction<Request, Reply, Result> quorum_function, Done done,
             Progress progress = nullptr)
      : request_(std::make_shared<const Request>(std::move(request))),
        quorum_function_(std::move(quorum_function)),
        progress_(std::move(progress)),
        done_(std::move(done)),
        outstanding_(nodes.begin(), nodes.end()),
        missing_(quorum_function_(*request_, replies_).missing) {
    assert(!nodes.empty() && outstanding_.size() == nodes.size());
  }

  QuorumCall(const QuorumCall&) = delete;
  QuorumCall& operator=(const QuorumCall&) = delete;

  const std::shared_ptr<const Request>& request() const { return request_; }

  /// What `node` made of the call.
  void OnResult(NodeId node, NodeResult<Reply> result) {
    std::unique_lock lock(mutex_);
    if (ended_ || outstanding_.erase(node) == 0) return;
    bool is_quorum = false;
    std::optional<Combined<Result>> news;
    if (result.reply) {
      replies_.emplace(node, std::move(*result.reply));
      Combined<Result> combined = quorum_function_(*request_, replies_);
      is_quorum = combined.quorum;
      missing_ = combined.missing;
      if (progress_) news = combined;
      partial_ = std::move(combined.reply);
    } else {
      result.error.node = node;
      errors_.push_back(std::move(result.error));
    }
    std::optional<Outcome<Result>> end = Decide(is_quorum);
    lock.unlock();
    if (news) progress_(*news);
    if (end) End(std::move(*end));
  }

  /// Ends the call if there can be no quorum, whatever is replied.
  void EndIfImpossible() {
    std::unique_lock lock(mutex_);
    if (ended_) return;
    std::optional<Outcome<Result>> end = Decide(false);
    lock.unlock();
    if (end) End(std::move(*end));
  }

  /// Ends the call with Cause::kCancelled if it has not ended yet.
  void Cancel() {
    std::unique_lock lock(mutex_);
    if (ended_) return;
    Outcome<Result> end = Failed(Cause::kCancelled);
    lock.unlock();
    End(std::move(end));
  }

  /// Has `token` cancel the call. Once.
  void CancelWith(const sync::StopToken& token) {
    if (!token.stop_possible()) return;
    std::unique_lock lock(mutex_);
    token_ = token;
    lock.unlock();
    on_stop_.emplace(token, [this] { Cancel(); });
  }

 private:
  // How the call ends now, if it does.
  std::optional<Outcome<Result>> Decide(bool is_quorum) {
    if (is_quorum) {
      ended_ = true;
      return Outcome<Result>::Quorum(std::move(*partial_));
    }
    // At least one: a quorum function that wants nothing more and is not content will not be later.
    if (std::max(missing_, 1) <= static_cast<int>(outstanding_.size())) return std::nullopt;
    return Failed(CauseOfErrors());
  }

  Outcome<Result> Failed(Cause cause) {
    ended_ = true;
    std::sort(errors_.begin(), errors_.end(),
              [](const NodeError& a, const NodeError& b) { return a.node < b.node; });
    return Outcome<Result>::Failed({cause,
                                    static_cast<int>(replies_.size()),
                                    std::move(errors_),
                                    {outstanding_.begin(), outstanding_.end()}},
                                   std::move(partial_));
  }

  Cause CauseOfErrors() const {
    if (token_.stop_requested()) return Cause::kCancelled;  // the links heard of it first
    const bool late = std::any_of(errors_.begin(), errors_.end(), [](const NodeError& error) {
      return error.code == NodeErrorCode::kDeadlineExceeded;
    });
    return late ? Cause::kDeadlineExceeded : Cause::kIncomplete;
  }

  // By the one thread that set ended_.
  void End(Outcome<Result> outcome) {
    Done done = std::exchange(done_, nullptr);
    done(std::move(outcome));  // may destroy *this
  }

  const std::shared_ptr<const Request> request_;
  const QuorumFunction<Request, Reply, Result> quorum_function_;
  const Progress progress_;
  Done done_;

  sync::Mutex mutex_;
  bool ended_ = false;
  std::set<NodeId> outstanding_;  // nodes without a result
  Replies<Reply> replies_;
  int missing_;                    // by the last Combined
  std::optional<Result> partial_;  // the last combined reply
  std::vector<NodeError> errors_;

  sync::StopToken token_;
  std::optional<sync::StopCallback<std::function<void()>>> on_stop_;  // last: it goes first
};

/// What to send to each node; nothing: the node is skipped. Called once per node, in the order of
/// their ids, before anything is sent.
template <class Request>
using PerNode = std::function<std::optional<Request>(const Request&, NodeId)>;

/// Begins the call to one node: (node, what to send it, what to call with its NodeResult<Reply>: at
/// most once, from any thread, maybe at once).
template <class Request, class Reply>
using SendTo = std::function<void(NodeId, const std::shared_ptr<const Request>&,
                                  std::function<void(NodeResult<Reply>)>)>;

/// Sends `call` to `nodes`, those of the call, with `send` (a SendTo<Request, Reply>).
template <class Request, class Reply, class Result, class Send>
void SendToAll(const std::shared_ptr<QuorumCall<Request, Reply, Result>>& call,
               const std::vector<NodeId>& nodes, const Send& send) {
  for (const NodeId node : nodes) {
    send(node, call->request(),
         [call, node](NodeResult<Reply> result) { call->OnResult(node, std::move(result)); });
  }
  call->EndIfImpossible();
}

/// Sends `call` to `nodes`, to each its own argument; a node that has none is skipped.
template <class Request, class Reply, class Result, class Send>
void SendToEach(const std::shared_ptr<QuorumCall<Request, Reply, Result>>& call,
                const std::vector<NodeId>& nodes, const PerNode<Request>& per_node,
                const Send& send) {
  std::vector<std::shared_ptr<const Request>> arguments;
  for (const NodeId node : nodes) {
    std::optional<Request> argument = per_node(*call->request(), node);
    arguments.push_back(argument ? std::make_shared<const Request>(std::move(*argument)) : nullptr);
  }
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const NodeId node = nodes[i];
    auto on_result = [call, node](NodeResult<Reply> result) {
      call->OnResult(node, std::move(result));
    };
    if (arguments[i] != nullptr) {
      send(node, arguments[i], std::move(on_result));
    } else {
      on_result(NodeResult<Reply>::Failed({node, NodeErrorCode::kSkipped, ""}));
    }
  }
  call->EndIfImpossible();
}

/// Starts a quorum call that sends the same to all nodes. Returns the call, so that it can be
/// cancelled; it may be dropped.
template <class Request, class Reply, class Result, class Send>
std::shared_ptr<QuorumCall<Request, Reply, Result>> StartQuorumCall(
    Request request, const std::vector<NodeId>& nodes,
    QuorumFunction<Request, Reply, Result> quorum_function, const Send& send,
    typename QuorumCall<Request, Reply, Result>::Done done) {
  auto call = std::make_shared<QuorumCall<Request, Reply, Result>>(
      std::move(request), nodes, std::move(quorum_function), std::move(done));
  SendToAll(call, nodes, send);
  return call;
}

}  // namespace quorum
