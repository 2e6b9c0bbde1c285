// A node as this process sees it: id, address, how its calls went.
//
// Invariants: every call goes through the interceptors in their order, then to the link. Last error
// and latency are those of finished calls. A call that an interceptor passes on after the node is
// gone fails with kCancelled. Thread-safe. Owned by shared_ptr. Source: Gorums' Node.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "quorum/link.h"
#include "quorum/sync.h"
#include "quorum/timer.h"
#include "quorum/types.h"

namespace quorum {

class Node : public std::enable_shared_from_this<Node> {
 public:
  /// `clock` measures how long replies take.
  Node(NodeId id, std::string address, std::unique_ptr<Link> link,
       std::shared_ptr<const Timer> clock,
       std::vector<std::shared_ptr<Interceptor>> interceptors = {});
  ~Node();
  Node(const Node&) = delete;
  Node& operator=(const Node&) = delete;

  NodeId id() const { return id_; }
  const std::string& address() const { return address_; }
  /// The error of the last call that failed, if one did.
  std::optional<NodeError> last_error() const;
  /// How long replies take: an average in which the last one counts a fifth; nothing before the
  /// first reply.
  std::optional<Duration> latency() const;

  /// Starts a call to this node.
  void Start(std::shared_ptr<NodeCall> call);
  /// Begins what Shutdown() does, so that several nodes can end at the same time. Idempotent.
  void Close();
  /// Cancels the calls under way, waits until they are finished, and fails those that are started
  /// later. Idempotent. Blocks.
  void Shutdown();

 private:
  // How calls went; they may end after the node.
  struct Health {
    explicit Health(std::shared_ptr<const Timer> timer) : clock(std::move(timer)) {}
    void Note(const std::optional<NodeError>& error, Duration elapsed);

    const std::shared_ptr<const Timer> clock;
    sync::Mutex mutex;
    std::optional<NodeError> last_error;
    std::optional<Duration> latency;
  };
  void Pass(std::size_t interceptor, std::shared_ptr<NodeCall> call);

  const NodeId id_;
  const std::string address_;
  const std::unique_ptr<Link> link_;
  const std::vector<std::shared_ptr<Interceptor>> interceptors_;
  const std::shared_ptr<Health> health_;
};

}  // namespace quorum
