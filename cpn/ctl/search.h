// Shortest routes and lassos in the part of a graph whose arcs `follow` lets through. A route is
// the arcs that it takes, in order. Arcs are tried in their order, so results depend on the graph
// alone.
//
// Thread safety: none; linear time, and memory of a few words per node for the time of a call.
// Source for the components: Tarjan (1972), without recursion.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "cpn/ctl/fairness.h"
#include "cpn/ctl/graph.h"

namespace cpn::ctl {

using Route = std::vector<StateArc>;
using ArcPredicate = std::function<bool(ArcId, const StateArc&)>;
using NodePredicate = std::function<bool(NodeId)>;

/// The way to the nearest marking that is a goal; empty when `from` is one. Nothing when there is
/// none.
std::optional<Route> RouteToNode(const Graph& graph, NodeId from, const ArcPredicate& follow,
                                 const NodePredicate& is_goal);
/// The way to an arc, which is the route's last and need not be one to follow.
struct RouteToArcResult {
  Route route;
  ArcId last = 0;
};
std::optional<RouteToArcResult> RouteToArc(const Graph& graph, NodeId from,
                                           const ArcPredicate& follow, const ArcPredicate& is_goal);

/// A maximal path: it ends dead, or goes on at route[*loop] for ever.
struct MaximalPath {
  Route route;
  std::optional<std::size_t> loop;
};
/// A short one: to the nearest dead marking, or to the nearest marking on a cycle and round the
/// shortest cycle there. Nothing when every path leaves what `follow` lets through.
std::optional<MaximalPath> FindMaximalPath(const Graph& graph, NodeId from,
                                           const ArcPredicate& follow);
/// A fair one: to the nearest dead marking, or to the nearest marking of a part where fair paths
/// can stay (FairParts), and there round a circle that serves every constraint that it owes
/// something. The circle is short, if not the shortest: its beginning is fixed, and what it has to
/// serve is served one after the other, each by the shortest way.
std::optional<MaximalPath> FindFairMaximalPath(const Graph& graph, NodeId from,
                                               const ArcPredicate& follow,
                                               const FairnessConstraints& fairness);

}  // namespace cpn::ctl
