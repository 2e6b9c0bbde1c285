// A set of nodes, the target of quorum calls, as a value: made from others by set operations.
//
// Invariants: never empty; the nodes are in the order of their ids, no id is there twice;
// immutable. Cheap to copy. Thread-safe. A call to a node whose Manager was shut down fails with
// kCancelled. Source: Gorums' Configuration.
#pragma once

#include <memory>
#include <stdexcept>
#include <vector>

#include "quorum/node.h"
#include "quorum/types.h"

namespace quorum {

/// Nodes that cannot be: a double id or address, an id that is not there, or no node at all.
class ConfigurationError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class Configuration {
 public:
  using Nodes = std::vector<std::shared_ptr<Node>>;

  /// Throws ConfigurationError when there is no node, or an id is there twice.
  explicit Configuration(Nodes nodes);

  /// In the order of their ids.
  const Nodes& nodes() const { return content_->nodes; }
  const std::vector<NodeId>& ids() const { return content_->ids; }
  int size() const { return static_cast<int>(ids().size()); }
  bool Contains(NodeId id) const;
  /// Throws ConfigurationError when it is not there.
  Node& node(NodeId id) const;

  /// With one more node. Throws ConfigurationError when its id is there already.
  Configuration Add(std::shared_ptr<Node> node) const;
  /// Without one node. Throws ConfigurationError when it is not there, or is the only one.
  Configuration Remove(NodeId id) const;
  /// The nodes of both. Throws ConfigurationError when an id stands for different nodes.
  Configuration Union(const Configuration& other) const;
  /// The nodes that are not in `other`. Throws ConfigurationError when there is none.
  Configuration Difference(const Configuration& other) const;

  /// Whether both have the same nodes.
  bool operator==(const Configuration& other) const { return nodes() == other.nodes(); }

 private:
  struct Content {
    Nodes nodes;
    std::vector<NodeId> ids;
  };
  std::shared_ptr<const Content> content_;
};

}  // namespace quorum
