#include "cpngen/commands/explore/tried_steps.h"

#include <utility>

namespace cpngen::explore {

TriedSteps::TriedSteps(debugger::NetSession& session) : session_(session), nodes_(1) {}

TriedNode TriedSteps::Take(TriedNode from, cpn::BindingElementId element) {
  for (const TriedNode child : nodes_.at(from).children) {
    if (nodes_[child].element == element) return child;
  }
  session_.GoTo(nodes_[from].position);
  session_.Fire(element);
  const auto made = static_cast<TriedNode>(nodes_.size());
  nodes_.push_back({.parent = from,
                    .element = element,
                    .depth = nodes_[from].depth + 1,
                    .position = session_.position()});
  nodes_[from].children.push_back(made);
  if (!nodes_[from].next) nodes_[from].next = made;
  return made;
}

const cpn::Marking& TriedSteps::MarkingOf(TriedNode node) {
  return session_.MarkingOf(nodes_.at(node).position);
}

void TriedSteps::Prefer(TriedNode node) {
  session_.GoTo(nodes_.at(node).position);
  for (; node != 0; node = nodes_[node].parent) nodes_[nodes_[node].parent].next = node;
}

}  // namespace cpngen::explore
