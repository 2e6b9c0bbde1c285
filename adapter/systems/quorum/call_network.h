// Servers of the quorum library and a manager of theirs, for cases of quorum calls: real messages
// over Unix sockets. Networks are made once and used by one case after the other, so that a case
// costs no start of servers.
//
// Invariants: a network is used by one case at a time; one that a case left with calls under way is
// not used again. CallNetworks is thread-safe, a CallNetwork is not.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "adapter/systems/grpc/certificates.h"
#include "adapter/systems/quorum/call_board.h"
#include "base/temporary_folder.h"
#include "quorum/manager.h"
#include "quorum/server.h"

namespace adapter {

/// How nodes are reached.
struct NetworkKind {
  enum class Protection { kNone, kTls, kMutualTls };

  int servers = 0;
  quorum::Order order = quorum::Order::kNone;
  bool first_is_local = false;  ///< node 0 is this very process
  Protection protection = Protection::kNone;
  auto operator<=>(const NetworkKind&) const = default;
};

class CallNetwork {
 public:
  /// `certificates` must outlive it.
  CallNetwork(const NetworkKind& kind, const Certificates& certificates);
  ~CallNetwork();
  CallNetwork(const CallNetwork&) = delete;
  CallNetwork& operator=(const CallNetwork&) = delete;

  const NetworkKind& kind() const { return kind_; }
  CallBoard& board() const { return *board_; }
  bool IsLocal(quorum::NodeId node) const { return kind_.first_is_local && node == 0; }

  /// The manager of nodes 0, 1, ..., and of one more that is no server: calls to that one fail.
  quorum::Manager& manager() const { return *manager_; }

  /// No further case may use this network: a node was closed, and cannot be opened again.
  void ForbidReuse() { is_reusable_ = false; }
  bool is_reusable() const { return is_reusable_; }

  /// Ends the server of `node`.
  void StopServer(quorum::NodeId node);
  /// Begins the server of `node` again at the same address. False: no call of the manager reaches
  /// it, though one is made again and again for CallBoard::kPatience.
  bool StartServer(quorum::NodeId node);

 private:
  std::string Address(quorum::NodeId node) const;
  void Listen(quorum::NodeId node);

  const NetworkKind kind_;
  const Certificates& certificates_;
  bool is_reusable_ = true;
  const base::TemporaryFolder folder_;
  const std::shared_ptr<CallBoard> board_ = std::make_shared<CallBoard>();
  std::vector<std::shared_ptr<const quorum::Dispatcher>> handlers_;
  std::vector<std::unique_ptr<quorum::Server>> servers_;
  std::unique_ptr<quorum::Manager> manager_;
};

/// The networks that no case uses now.
class CallNetworks {
 public:
  /// One of that kind, for the caller alone.
  std::unique_ptr<CallNetwork> Take(const NetworkKind& kind);
  /// Without calls under way. One that must not be used again is dropped.
  void GiveBack(std::unique_ptr<CallNetwork> network);

 private:
  std::mutex mutex_;
  std::unique_ptr<const Certificates> certificates_;
  std::multimap<NetworkKind, std::unique_ptr<CallNetwork>> unused_;
};

}  // namespace adapter
