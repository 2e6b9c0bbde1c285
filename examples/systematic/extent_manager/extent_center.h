// Which extent is on which extent nodes, as far as somebody has been told: the manager by the sync
// reports of the nodes, a node by what it stores itself.
//
// Not thread-safe.
#pragma once

#include <map>
#include <set>
#include <vector>

namespace extent_manager {

using NodeId = int;
using ExtentId = int;

class ExtentCenter {
 public:
  void Add(NodeId node, ExtentId extent) { nodes_[extent].insert(node); }

  /// `node` has these extents and no others.
  void SetExtentsOf(NodeId node, const std::vector<ExtentId>& extents) {
    RemoveNode(node);
    for (const ExtentId extent : extents) Add(node, extent);
  }

  /// Extents that nobody has any more stay known: they must be missed.
  void RemoveNode(NodeId node) {
    for (auto& [extent, nodes] : nodes_) nodes.erase(node);
  }

  std::set<NodeId> NodesOf(ExtentId extent) const {
    const auto found = nodes_.find(extent);
    return found == nodes_.end() ? std::set<NodeId>() : found->second;
  }

  std::vector<ExtentId> ExtentsOf(NodeId node) const {
    std::vector<ExtentId> extents;
    for (const auto& [extent, nodes] : nodes_) {
      if (nodes.contains(node)) extents.push_back(extent);
    }
    return extents;
  }

  const std::map<ExtentId, std::set<NodeId>>& extents() const { return nodes_; }

 private:
  std::map<ExtentId, std::set<NodeId>> nodes_;
};

}  // namespace extent_manager
