// What was tried of a net as a tree whose nodes have numbers: a view of a debugger's session, in
// which places of the tree are positions in branches.
//
// Invariants: node 0 is the initial marking; a node has a larger number than its parent; two steps
// by the same binding element from one node are one node. Thread safety: as the session.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "debugger/net_session.h"

namespace cpngen::explore {

using TriedNode = std::uint32_t;

class TriedSteps {
 public:
  struct Node {
    TriedNode parent = 0;
    cpn::BindingElementId element = 0;  ///< from the parent to here
    std::uint32_t depth = 0;
    debugger::Position position = {};
    std::vector<TriedNode> children = {};
    std::optional<TriedNode> next = {};  ///< the child that was looked at last
  };

  /// `session` must outlive this, and must have no steps yet; only this changes it from now on.
  explicit TriedSteps(debugger::NetSession& session);

  const std::vector<Node>& nodes() const { return nodes_; }
  const Node& at(TriedNode node) const { return nodes_.at(node); }
  /// Where the element leads from there, which is enabled there; a node that is there or a new one.
  TriedNode Take(TriedNode from, cpn::BindingElementId element);
  /// Valid until the next call of anything.
  const cpn::Marking& MarkingOf(TriedNode node);
  /// Makes the way to this node the one that Node::next follows, and the session be there.
  void Prefer(TriedNode node);
  debugger::NetSession& session() { return session_; }

 private:
  debugger::NetSession& session_;
  std::vector<Node> nodes_;
};

}  // namespace cpngen::explore
