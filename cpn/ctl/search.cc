#include "cpn/ctl/search.h"

#include <algorithm>
#include <limits>

namespace cpn::ctl {
namespace {

constexpr NodeId kNone = std::numeric_limits<NodeId>::max();

/// Breadth-first search that remembers how each node was reached.
class BreadthFirst {
 public:
  BreadthFirst(const Graph& graph, NodeId from)
      : graph_(graph), parent_(graph.nodes(), kNone), position_(graph.nodes()), order_{from} {
    parent_[from] = from;
  }

  /// Calls visit(node) in breadth-first order until it says true; that node, or kNone.
  template <typename Visit>
  NodeId Run(const ArcPredicate& follow, const Visit& visit) {
    for (std::size_t i = 0; i < order_.size(); ++i) {
      const NodeId node = order_[i];
      if (visit(node)) return node;
      ArcId id = graph_.FirstArc(node);
      std::uint32_t position = 0;
      for (const StateArc& arc : graph_.Out(node)) {
        if (parent_[arc.target] == kNone && follow(id, arc)) {
          parent_[arc.target] = node;
          position_[arc.target] = position;
          order_.push_back(arc.target);
        }
        ++id;
        ++position;
      }
    }
    return kNone;
  }

  Route RouteTo(NodeId node) const {
    Route route;
    for (; parent_[node] != node; node = parent_[node]) {
      route.push_back(graph_.Out(parent_[node])[position_[node]]);
    }
    std::ranges::reverse(route);
    return route;
  }

  const std::vector<NodeId>& order() const { return order_; }

 private:
  const Graph& graph_;
  std::vector<NodeId> parent_;
  std::vector<std::uint32_t> position_;
  std::vector<NodeId> order_;
};

/// The nodes that lie on a cycle.
class Cycles {
 public:
  Cycles(const Graph& graph, const ArcPredicate& follow)
      : graph_(graph), follow_(follow), number_(graph.nodes(), kNone), low_(graph.nodes()) {}

  /// Of what can be reached from `from`.
  std::vector<bool> Find(NodeId from) {
    on_cycle_.assign(graph_.nodes(), false);
    Enter(from);
    while (!calls_.empty()) {
      Call& call = calls_.back();
      const std::span<const StateArc> out = graph_.Out(call.node);
      if (call.position == out.size()) {
        Leave();
        continue;
      }
      const StateArc& arc = out[call.position];
      const ArcId id = graph_.FirstArc(call.node) + call.position++;
      if (!follow_(id, arc)) continue;
      if (arc.target == call.node) on_cycle_[call.node] = true;
      if (number_[arc.target] == kNone) {
        Enter(arc.target);
      } else {
        low_[call.node] = std::min(low_[call.node], low_[arc.target]);
      }
    }
    return std::move(on_cycle_);
  }

 private:
  struct Call {
    NodeId node;
    std::size_t position;
  };

  void Enter(NodeId node) {
    number_[node] = low_[node] = next_++;
    calls_.push_back({node, 0});
    component_.push_back(node);
  }

  void Leave() {
    const NodeId node = calls_.back().node;
    calls_.pop_back();
    if (!calls_.empty()) {
      NodeId& low = low_[calls_.back().node];
      low = std::min(low, low_[node]);
    }
    if (low_[node] != number_[node]) return;
    const bool several = component_.back() != node;
    for (NodeId member = kNone; member != node;) {
      member = component_.back();
      component_.pop_back();
      low_[member] = kNone;  // done: no longer a way back
      if (several) on_cycle_[member] = true;
    }
  }

  const Graph& graph_;
  const ArcPredicate& follow_;
  std::vector<NodeId> number_;
  std::vector<NodeId> low_;
  std::vector<bool> on_cycle_;
  std::vector<NodeId> component_;
  std::vector<Call> calls_;
  NodeId next_ = 0;
};

/// The shortest way from `node`, which lies on a cycle, back to it.
Route CycleThrough(const Graph& graph, NodeId node, const ArcPredicate& follow) {
  const auto returns = [&](ArcId id, const StateArc& arc) {
    return arc.target == node && follow(id, arc);
  };
  return RouteToArc(graph, node, follow, returns)->route;
}

/// The path to the nearest dead marking, or to the nearest marking where `can_stay` and round
/// cycle(it): the shorter of the two.
template <typename CanStay, typename CycleFrom>
std::optional<MaximalPath> ShortestOf(const Graph& graph, NodeId from, const ArcPredicate& follow,
                                      const CanStay& can_stay, const CycleFrom& cycle) {
  BreadthFirst search(graph, from);
  search.Run(follow, [](NodeId) { return false; });
  const std::vector<NodeId>& order = search.order();
  const auto dead = std::ranges::find_if(order, [&](NodeId node) { return graph.IsDead(node); });
  const auto cyclic = std::ranges::find_if(order, can_stay);

  std::optional<MaximalPath> path;
  if (dead != order.end()) path = MaximalPath{search.RouteTo(*dead), std::nullopt};
  if (cyclic == order.end()) return path;
  Route lasso = search.RouteTo(*cyclic);
  const std::size_t loop = lasso.size();
  const Route round = cycle(*cyclic);
  lasso.insert(lasso.end(), round.begin(), round.end());
  if (path && path->route.size() <= lasso.size()) return path;
  return MaximalPath{std::move(lasso), loop};
}

/// A fair circle through a marking of a part. First the shortest one; then, as long as that leaves
/// constraints unserved, the shortest way past what serves all that was found unserved so far.
class FairCycle {
 public:
  FairCycle(const Graph& graph, NodeId from, const Bits& arcs, const FairParts& parts,
            const FairnessConstraints& fairness)
      : graph_(graph),
        from_(from),
        fairness_(fairness),
        follow_([&graph, &arcs, &parts, part = parts.of_node[from]](ArcId id, const StateArc& arc) {
          return arcs.Test(id) && parts.of_node[arc.target] == part;
        }) {}

  Route Run() {
    for (;;) {
      Go();
      const std::vector<ConstraintId> unserved = Unserved(graph_, fairness_, nodes_, steps_);
      if (unserved.empty()) return std::move(route_);
      wanted_.insert(wanted_.end(), unserved.begin(), unserved.end());
      std::ranges::sort(wanted_);
    }
  }

 private:
  /// Once round, past all that is wanted.
  void Go() {
    route_.clear();
    steps_.clear();
    nodes_.clear();
    at_ = from_;
    for (const ConstraintId constraint : wanted_) Serve(constraint);
    // An empty way serves nothing, so a circle has at least one step.
    if (route_.empty()) return Append(CycleThrough(graph_, from_, follow_));
    Append(*RouteToNode(graph_, at_, follow_, [this](NodeId node) { return node == from_; }));
  }

  /// Goes to an arc that takes the constraint; a weak one is served by a marking, too, in which it
  /// is not enabled.
  void Serve(ConstraintId constraint) {
    if (std::ranges::any_of(
            steps_, [&](BindingElementId step) { return fairness_.Of(step) == constraint; })) {
      return;
    }
    const auto takes = [&](ArcId id, const StateArc& arc) {
      return follow_(id, arc) && fairness_.Of(arc.element) == constraint;
    };
    const auto rests = [&](NodeId node) {
      return std::ranges::none_of(graph_.Out(node), [&](const StateArc& arc) {
        return fairness_.Of(arc.element) == constraint;
      });
    };
    const std::optional<RouteToArcResult> taken = RouteToArc(graph_, at_, follow_, takes);
    std::optional<Route> rested;
    if (!fairness_.IsStrong(constraint)) rested = RouteToNode(graph_, at_, follow_, rests);
    const bool rests_first = rested && (!taken || rested->size() < taken->route.size());
    if (rests_first) {
      Append(*rested);
    } else {
      Append(taken->route);
    }
  }

  void Append(const Route& route) {
    for (const StateArc& arc : route) {
      nodes_.push_back(at_);
      steps_.push_back(arc.element);
      at_ = arc.target;
    }
    route_.insert(route_.end(), route.begin(), route.end());
  }

  const Graph& graph_;
  NodeId from_;
  const FairnessConstraints& fairness_;
  ArcPredicate follow_;
  std::vector<ConstraintId> wanted_;
  Route route_;
  std::vector<BindingElementId> steps_;  // those of the route
  std::vector<NodeId> nodes_;            // the markings before them
  NodeId at_ = 0;
};

}  // namespace

std::optional<Route> RouteToNode(const Graph& graph, NodeId from, const ArcPredicate& follow,
                                 const NodePredicate& is_goal) {
  BreadthFirst search(graph, from);
  const NodeId goal = search.Run(follow, is_goal);
  if (goal == kNone) return std::nullopt;
  return search.RouteTo(goal);
}

std::optional<RouteToArcResult> RouteToArc(const Graph& graph, NodeId from,
                                           const ArcPredicate& follow,
                                           const ArcPredicate& is_goal) {
  BreadthFirst search(graph, from);
  ArcId last = 0;
  const NodeId source = search.Run(follow, [&](NodeId node) {
    last = graph.FirstArc(node);
    for (const StateArc& arc : graph.Out(node)) {
      if (is_goal(last, arc)) return true;
      ++last;
    }
    return false;
  });
  if (source == kNone) return std::nullopt;
  Route route = search.RouteTo(source);
  route.push_back(graph.Out(source)[last - graph.FirstArc(source)]);
  return RouteToArcResult{std::move(route), last};
}

std::optional<MaximalPath> FindMaximalPath(const Graph& graph, NodeId from,
                                           const ArcPredicate& follow) {
  const std::vector<bool> on_cycle = Cycles(graph, follow).Find(from);
  return ShortestOf(
      graph, from, follow, [&](NodeId node) { return on_cycle[node]; },
      [&](NodeId node) { return CycleThrough(graph, node, follow); });
}

std::optional<MaximalPath> FindFairMaximalPath(const Graph& graph, NodeId from,
                                               const ArcPredicate& follow,
                                               const FairnessConstraints& fairness) {
  Bits arcs(graph.arcs());
  for (NodeId node = 0; node < graph.expanded(); ++node) {
    ArcId id = graph.FirstArc(node);
    for (const StateArc& arc : graph.Out(node)) {
      if (follow(id, arc)) arcs.Set(id);
      ++id;
    }
  }
  const FairParts parts = FindFairParts(graph, fairness, arcs);
  return ShortestOf(
      graph, from, follow, [&](NodeId node) { return parts.of_node[node] != FairParts::kNone; },
      [&](NodeId node) { return FairCycle(graph, node, arcs, parts, fairness).Run(); });
}

}  // namespace cpn::ctl
