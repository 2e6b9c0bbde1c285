// A server that keeps data for one client on three storage nodes. It asks them to store what the
// client sent, hears from each now and then how far its log goes, asks again those that are behind,
// and acknowledges the client's request when all three have it.
//
// Invariant: there is at most one request at a time. Not thread-safe: the caller serialises.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace replicating_server {

using NodeId = int;

struct Entry {
  std::uint64_t number = 0;  ///< of the request, from 1
  std::string data;
  bool operator==(const Entry&) const = default;
};

/// What the server sends.
class Network {
 public:
  virtual ~Network() = default;
  /// Asks `node` to store `entry`. May be lost, overtaken or doubled on its way.
  virtual void SendReplicate(NodeId node, const Entry& entry) = 0;
  /// Tells the client that its request of this number is stored by all nodes.
  virtual void SendAck(std::uint64_t number) = 0;
};

/// Mistakes that can be switched on.
enum class Bug {
  kNone,
  kCountsNodesTwice,  ///< a node that reports its log three times counts as three replicas
  kCountNotReset,     ///< the replicas of the last request count for the next one, too
};

class Server {
 public:
  /// `network` outlives the server.
  Server(std::vector<NodeId> nodes, Network& network, Bug bug = Bug::kNone);

  /// The client's request: what is to be stored. The client waits for its acknowledgement before
  /// it sends the next one; what comes earlier is ignored.
  void OnClientRequest(const std::string& data);

  /// `node` reports all entries that it has stored. What it says twice counts once.
  void OnSync(NodeId node, const std::vector<Entry>& log);

  bool busy() const { return busy_; }

 private:
  bool HasLatest(const std::vector<Entry>& log) const;
  void Count(NodeId node);
  void Acknowledge();

  const std::vector<NodeId> nodes_;
  Network& network_;
  const Bug bug_;
  Entry latest_;
  bool busy_ = false;
  std::set<NodeId> stored_by_;
  std::size_t replicas_ = 0;  ///< nodes that have the latest entry
};

}  // namespace replicating_server
