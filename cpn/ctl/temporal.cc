#include "cpn/ctl/temporal.h"

#include <vector>

namespace cpn::ctl {
namespace {

/// Markings that are known to be in the set, and those whose sources are still to be looked at.
class Growing {
 public:
  explicit Growing(NodeId nodes) : set_(nodes) {}

  bool Contains(NodeId node) const { return set_.Test(node); }
  void Add(NodeId node) {
    set_.Set(node);
    waiting_.push_back(node);
  }
  bool IsDone() const { return waiting_.empty(); }
  NodeId Take() {
    const NodeId node = waiting_.back();
    waiting_.pop_back();
    return node;
  }
  Bits TakeSet() { return std::move(set_); }

 private:
  Bits set_;
  std::vector<NodeId> waiting_;
};

/// Where an until over markings begins: until() holds, or it may hold behind the limit.
Growing BeginUntil(const Graph& graph, const Bits& hold, const Bits& until, bool open) {
  Growing set(graph.nodes());
  for (NodeId node = 0; node < graph.nodes(); ++node) {
    const bool behind = open && !graph.IsExpanded(node) && hold.Test(node);
    if (until.Test(node) || behind) set.Add(node);
  }
  return set;
}

}  // namespace

Bits ArcsTo(const Graph& graph, const Bits& nodes) {
  Bits arcs(graph.arcs());
  for (NodeId node = 0; node < graph.expanded(); ++node) {
    ArcId id = graph.FirstArc(node);
    for (const StateArc& arc : graph.Out(node)) {
      if (nodes.Test(arc.target)) arcs.Set(id);
      ++id;
    }
  }
  return arcs;
}

Bits WithSomeArc(const Graph& graph, const Bits& arcs, bool open) {
  Bits nodes(graph.nodes());
  for (NodeId node = 0; node < graph.nodes(); ++node) {
    if (!graph.IsExpanded(node)) {
      if (open) nodes.Set(node);
      continue;
    }
    for (ArcId arc = graph.FirstArc(node); arc < graph.FirstArc(node + 1); ++arc) {
      if (!arcs.Test(arc)) continue;
      nodes.Set(node);
      break;
    }
  }
  return nodes;
}

Bits WithAllArcs(const Graph& graph, const Bits& arcs, bool open) {
  return Complement(WithSomeArc(graph, Complement(arcs), !open));
}

Bits ExistUntil(const Graph& graph, const Bits& hold, const Bits& until, bool open) {
  Growing set = BeginUntil(graph, hold, until, open);
  while (!set.IsDone()) {
    for (const NodeId source : graph.Sources(set.Take())) {
      if (hold.Test(source) && !set.Contains(source)) set.Add(source);
    }
  }
  return set.TakeSet();
}

Bits ForallUntil(const Graph& graph, const Bits& hold, const Bits& until, bool open) {
  Growing set = BeginUntil(graph, hold, until, open);
  // Arcs that are not yet known to lead into the set. A dead marking has none and is never counted
  // down, so it is in the set only if until() holds there.
  std::vector<std::uint32_t> missing(graph.nodes());
  for (NodeId node = 0; node < graph.expanded(); ++node) {
    missing[node] = static_cast<std::uint32_t>(graph.Out(node).size());
  }
  while (!set.IsDone()) {
    for (const NodeId source : graph.Sources(set.Take())) {
      if (--missing[source] == 0 && hold.Test(source) && !set.Contains(source)) set.Add(source);
    }
  }
  return set.TakeSet();
}

Bits ExistUntilArcs(const Graph& graph, const Bits& hold, const Bits& until, bool open) {
  graph.NumberSources();
  const Bits begin = WithSomeArc(graph, until, open);
  Growing set(graph.nodes());
  for (NodeId node = 0; node < graph.nodes(); ++node) {
    if (begin.Test(node)) set.Add(node);
  }
  while (!set.IsDone()) {
    const NodeId node = set.Take();
    const std::span<const NodeId> sources = graph.Sources(node);
    for (std::size_t i = 0; i < sources.size(); ++i) {
      if (!set.Contains(sources[i]) && hold.Test(graph.ArcFrom(node, i))) set.Add(sources[i]);
    }
  }
  return set.TakeSet();
}

Bits ForallUntilArcs(const Graph& graph, const Bits& hold, const Bits& until, bool open) {
  graph.NumberSources();
  Growing set(graph.nodes());
  // Arcs where the until is not yet known to hold.
  std::vector<std::uint32_t> missing(graph.nodes());
  for (NodeId node = 0; node < graph.nodes(); ++node) {
    for (ArcId arc = graph.FirstArc(node); arc < graph.FirstArc(node + 1); ++arc) {
      if (!until.Test(arc)) ++missing[node];
    }
    const bool satisfied = missing[node] == 0 && !graph.IsDead(node);
    if (graph.IsExpanded(node) ? satisfied : open) set.Add(node);
  }
  while (!set.IsDone()) {
    const NodeId node = set.Take();
    const std::span<const NodeId> sources = graph.Sources(node);
    for (std::size_t i = 0; i < sources.size(); ++i) {
      const ArcId arc = graph.ArcFrom(node, i);
      if (hold.Test(arc) && !until.Test(arc) && --missing[sources[i]] == 0) set.Add(sources[i]);
    }
  }
  return set.TakeSet();
}

Bits ArcsWithin(const Graph& graph, const Bits& nodes) {
  Bits arcs(graph.arcs());
  for (NodeId node = 0; node < graph.expanded(); ++node) {
    if (!nodes.Test(node)) continue;
    ArcId id = graph.FirstArc(node);
    for (const StateArc& arc : graph.Out(node)) {
      if (nodes.Test(arc.target)) arcs.Set(id);
      ++id;
    }
  }
  return arcs;
}

Bits FairForallUntil(const Graph& graph, const FairnessConstraints& fairness, const Bits& hold,
                     const Bits& until, bool open) {
  const Bits denied = Complement(until);
  const FairParts parts = FindFairParts(graph, fairness, ArcsWithin(graph, denied));
  Bits fatal(graph.nodes());
  for (NodeId node = 0; node < graph.nodes(); ++node) {
    if (!denied.Test(node)) continue;
    const bool ends = graph.IsDead(node) || parts.of_node[node] != FairParts::kNone;
    if (ends || !hold.Test(node)) fatal.Set(node);
  }
  return Complement(ExistUntil(graph, denied, fatal, !open));
}

Bits FairForallUntilArcs(const Graph& graph, const FairnessConstraints& fairness, const Bits& hold,
                         const Bits& until, bool open) {
  graph.NumberSources();
  const Bits denied = Complement(until);
  const FairParts parts = FindFairParts(graph, fairness, denied);
  Growing set(graph.nodes());  // where it fails
  for (NodeId node = 0; node < graph.nodes(); ++node) {
    bool fails = graph.IsExpanded(node)
                     ? graph.IsDead(node) || parts.of_node[node] != FairParts::kNone
                     : !open;
    for (ArcId arc = graph.FirstArc(node); !fails && arc < graph.FirstArc(node + 1); ++arc) {
      fails = denied.Test(arc) && !hold.Test(arc);
    }
    if (fails) set.Add(node);
  }
  while (!set.IsDone()) {
    const NodeId node = set.Take();
    const std::span<const NodeId> sources = graph.Sources(node);
    for (std::size_t i = 0; i < sources.size(); ++i) {
      if (!set.Contains(sources[i]) && denied.Test(graph.ArcFrom(node, i))) set.Add(sources[i]);
    }
  }
  return Complement(set.TakeSet());
}

}  // namespace cpn::ctl
