// The state space report: what CPN Tools' report says of a state space, as values.
//
// Invariants:
//  1. All is in the order of nodes, places or transitions: same space, same report.
//  2. Of a partial exploration, `nodes`, `arcs`, the upper bounds and the dead markings can only
//     grow, the lower bounds and `dead_transitions` only shrink; the SCC graph is that of the
//     explored part; home markings, live transitions and fairness are unknown.
// Plain values. Sources: Jensen & Kristensen (2009), ch. 7 and 9; CPN Tools State Space Manual
// (2006).
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "cpn/engine/engine.h"
#include "cpn/explore/state_space.h"
#include "cpn/report/bounds.h"
#include "cpn/report/fairness.h"
#include "cpn/report/labelled_graph.h"

namespace cpn::report {

enum class HomeKind : std::uint8_t { kAll, kSome, kNone };

/// Markings that can be reached from every reachable marking: those of the one terminal component.
struct HomeMarkings {
  HomeKind kind = HomeKind::kNone;
  std::uint64_t count = 0;
  std::vector<NodeId> nodes;  ///< of kSome
};

struct SccGraph {
  std::uint64_t nodes = 0;
  std::uint64_t arcs = 0;  ///< the space's arcs between different components, parallel ones counted
};

struct StateSpaceReport {
  std::uint64_t nodes = 0;
  std::uint64_t arcs = 0;
  std::uint64_t expanded = 0;  ///< nodes whose arcs are known
  std::uint64_t depth = 0;     ///< steps from the initial marking to the farthest node
  ExplorationEnd end = ExplorationEnd::kComplete;
  Growth growth;  ///< no places unless a limit ended the exploration
  SccGraph scc;
  std::vector<PlaceBounds> bounds;  ///< by place
  std::vector<NodeId> dead_markings;
  std::optional<Marking> first_dead;           ///< the first of them, if there is one
  std::vector<TransitionId> dead_transitions;  ///< that occur on no arc
  /// That can always become enabled again.
  std::optional<std::vector<TransitionId>> live_transitions;
  std::optional<HomeMarkings> home;
  std::optional<bool> infinite_sequences;  ///< is there a cycle?
  /// By transition; nothing when there is no infinite occurrence sequence, or when it is unknown.
  std::optional<std::vector<Fairness>> fairness;

  bool complete() const { return end == ExplorationEnd::kComplete; }
};

/// `space` is one that Explore() made with `engine`, to whatever end.
StateSpaceReport MakeReport(const Engine& engine, const StateSpace& space);

/// The same of a space that is not in one process. `known` has what the graph does not say:
/// `expanded`, `depth`, `end`, `growth`, `bounds`; `first_dead` is left to the caller.
StateSpaceReport MakeReport(const LabelledGraph& graph, StateSpaceReport known);

}  // namespace cpn::report
