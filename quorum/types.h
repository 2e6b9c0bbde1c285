// The values that quorum calls are made of: node ids, what one node answered, what a quorum
// function says, and what a whole call ended with.
//
// Invariants:
//  1. an Outcome is ok exactly if its quorum function said "quorum"; then it has no error;
//  2. replies are kept by node id in an ordered map, so that a node counts once and a quorum
//     function sees the same order for the same replies.
// All types are plain values without gRPC; distinct objects may be used from different threads.
// Source: Lea, Jehl, Meling, "Towards New Abstractions for Implementing Quorum-based Systems"
// (ICDCS 2017), the Gorums framework.
#pragma once

#include <cassert>
#include <chrono>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace quorum {

/// Names a node of a configuration. An id, never a port.
using NodeId = std::int32_t;

/// Time spans of this library.
using Duration = std::chrono::microseconds;

/// Why one node gave no reply.
enum class NodeErrorCode {
  kDeadlineExceeded,  ///< no reply before the call's deadline
  kUnavailable,       ///< the node could not be reached, or went away
  kCancelled,         ///< the call was given up on this side
  kRemote,            ///< the node answered with an error
  kSkipped,           ///< the call was not meant for the node, which never saw it
};

/// One node's error in a call.
struct NodeError {
  NodeId node = 0;
  NodeErrorCode code = NodeErrorCode::kUnavailable;
  std::string message;
  bool operator==(const NodeError&) const = default;
};

/// What one node made of one call: a reply, or an error.
template <class Reply>
struct NodeResult {
  std::optional<Reply> reply;
  NodeError error;  ///< meaningful without a reply only

  static NodeResult Ok(Reply value) { return {std::move(value), {}}; }
  static NodeResult Failed(NodeError node_error) { return {std::nullopt, std::move(node_error)}; }
};

/// The replies of a call so far, by node.
template <class Reply>
using Replies = std::map<NodeId, Reply>;

/// What a quorum function says about the replies so far. Without a quorum the combined reply is
/// what is known so far.
template <class Result>
struct Combined {
  Result reply;
  bool quorum = false;
  /// Without a quorum: how many more nodes must reply at the least before there can be one. The
  /// call ends when fewer are outstanding. A reply that does not help (a refusal) leaves it as it
  /// was.
  int missing = 1;
  int level = 0;  ///< how good the combined reply is; for correctables
};

/// In Combined::missing: whatever else is replied, there will be no quorum.
inline constexpr int kNever = std::numeric_limits<int>::max();

/// A pure function of (request, replies by node id); it must not throw. It is called once with no
/// replies before the call begins (what does a quorum take?), then after every reply, and never at
/// the same time for one call.
template <class Request, class Reply, class Result = Reply>
using QuorumFunction = std::function<Combined<Result>(const Request&, const Replies<Reply>&)>;

/// Why a call ended without a quorum.
enum class Cause {
  kIncomplete,        ///< too few nodes are left for a quorum: the others failed or did not help
  kDeadlineExceeded,  ///< the deadline passed before there was a quorum
  kCancelled,         ///< the caller gave it up
};

/// How a call without a quorum ended.
struct QuorumCallError {
  Cause cause = Cause::kIncomplete;
  int replies = 0;                       ///< how many nodes replied
  std::vector<NodeError> errors;         ///< of the nodes that failed, in the order of their ids
  std::vector<NodeId> outstanding = {};  ///< nodes without a result when the call ended
};

/// "incomplete", "deadline exceeded" or "cancelled".
const char* CauseName(Cause cause);
/// "deadline exceeded", "unavailable", "cancelled", "remote error" or "skipped".
const char* NodeErrorCodeName(NodeErrorCode code);
/// One line for people: cause, number of replies, each node's error, nodes outstanding.
std::string ToString(const QuorumCallError& error);

/// The end of a quorum call: the combined reply of a quorum, or a QuorumCallError (and then what
/// the quorum function made of the replies that did come, if any came).
template <class T>
class Outcome {
 public:
  static Outcome Quorum(T reply) { return Outcome(std::move(reply)); }
  static Outcome Failed(QuorumCallError error, std::optional<T> partial) {
    return Outcome(std::move(error), std::move(partial));
  }

  /// Was there a quorum?
  bool ok() const { return !error_.has_value(); }
  /// The quorum's combined reply. Requires ok().
  const T& value() const {
    assert(ok());
    return *reply_;
  }
  /// Requires !ok().
  const QuorumCallError& error() const {
    assert(!ok());
    return *error_;
  }
  /// The last combined reply, with or without a quorum; nothing when no node replied.
  const std::optional<T>& reply() const { return reply_; }

 private:
  explicit Outcome(T reply) : reply_(std::move(reply)) {}
  Outcome(QuorumCallError error, std::optional<T> partial)
      : reply_(std::move(partial)), error_(std::move(error)) {}

  std::optional<T> reply_;
  std::optional<QuorumCallError> error_;
};

}  // namespace quorum
