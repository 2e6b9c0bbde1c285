#include "cpn/report/state_space_report.h"

#include <utility>

#include "cpn/explore/strong_components.h"
#include "cpn/report/labelled_graph.h"

namespace cpn::report {
namespace {

/// What the report needs to know of the components, found in one pass over the arcs.
struct ComponentFacts {
  explicit ComponentFacts(const LabelledGraph& graph) : components(FindComponents(graph)) {
    terminal.assign(components.count, true);
    for (NodeId node = 0; node < graph.nodes(); ++node) {
      arcs += graph.Out(node).size();
      for (const StateArc& arc : graph.Out(node)) {
        if (Of(arc.target) == Of(node)) {
          has_cycle = true;
        } else {
          ++crossing_arcs;
          terminal[Of(node)] = false;
        }
      }
    }
  }

  std::uint32_t Of(NodeId node) const { return components.of_node[node]; }
  bool IsTerminal(NodeId node) const { return terminal[Of(node)]; }
  std::size_t Terminals() const {
    return static_cast<std::size_t>(std::count(terminal.begin(), terminal.end(), true));
  }

  Components components;
  std::vector<bool> terminal;  ///< by component: no arc leaves it
  std::uint64_t arcs = 0;
  std::uint64_t crossing_arcs = 0;
  bool has_cycle = false;
};

HomeMarkings FindHome(const LabelledGraph& graph, const ComponentFacts& facts) {
  HomeMarkings home;
  if (facts.Terminals() != 1) return home;
  if (facts.components.count == 1) return {HomeKind::kAll, graph.nodes(), {}};
  home.kind = HomeKind::kSome;
  for (NodeId node = 0; node < graph.nodes(); ++node) {
    if (facts.IsTerminal(node)) home.nodes.push_back(node);
  }
  home.count = home.nodes.size();
  return home;
}

/// A transition is live when it occurs in every terminal component.
std::vector<TransitionId> FindLive(const LabelledGraph& graph, const ComponentFacts& facts) {
  const std::size_t transitions = graph.transitions();
  std::vector<std::uint64_t> occurs_in(transitions);  // number of terminal components
  std::vector<std::uint32_t> rank(facts.components.count);
  std::uint32_t terminals = 0;
  for (std::size_t c = 0; c < rank.size(); ++c) {
    if (facts.terminal[c]) rank[c] = terminals++;
  }
  std::vector<bool> seen(transitions * terminals);
  for (NodeId node = 0; node < graph.nodes(); ++node) {
    if (!facts.IsTerminal(node)) continue;
    for (const StateArc& arc : graph.Out(node)) {
      const TransitionId t = graph.TransitionOf(arc);
      const std::size_t entry = rank[facts.Of(node)] * transitions + t;
      if (!seen[entry]) ++occurs_in[t];
      seen[entry] = true;
    }
  }
  std::vector<TransitionId> live;
  for (TransitionId t = 0; t < transitions; ++t) {
    if (occurs_in[t] == terminals) live.push_back(t);
  }
  return live;
}

std::vector<NodeId> FindDeadMarkings(const LabelledGraph& graph, std::uint64_t expanded) {
  std::vector<NodeId> dead;
  for (NodeId node = 0; node < expanded; ++node) {
    if (graph.Out(node).empty()) dead.push_back(node);
  }
  return dead;
}

std::vector<TransitionId> FindDeadTransitions(const LabelledGraph& graph) {
  std::vector<bool> occurs(graph.transitions());
  for (NodeId node = 0; node < graph.nodes(); ++node) {
    for (const StateArc& arc : graph.Out(node)) occurs[graph.TransitionOf(arc)] = true;
  }
  std::vector<TransitionId> dead;
  for (TransitionId t = 0; t < occurs.size(); ++t) {
    if (!occurs[t]) dead.push_back(t);
  }
  return dead;
}

}  // namespace

StateSpaceReport MakeReport(const Engine& engine, const StateSpace& space) {
  StateSpaceReport known;
  known.expanded = space.expanded();
  known.depth = space.levels().size() - 2;
  known.end = space.end();
  known.growth = space.growth();
  known.bounds =
      FindBounds(engine, static_cast<NodeId>(space.nodes()),
                 [&](NodeId node, PlaceId place) { return space.MarkingOf(node, place); });
  StateSpaceReport report = MakeReport(LabelledGraph(engine, space), std::move(known));
  if (!report.dead_markings.empty()) {
    report.first_dead = space.MarkingOf(report.dead_markings.front());
  }
  return report;
}

StateSpaceReport MakeReport(const LabelledGraph& graph, StateSpaceReport known) {
  const ComponentFacts facts(graph);
  StateSpaceReport report = std::move(known);
  report.nodes = graph.nodes();
  report.arcs = facts.arcs;
  report.scc = {facts.components.count, facts.crossing_arcs};
  report.dead_markings = FindDeadMarkings(graph, report.expanded);
  report.dead_transitions = FindDeadTransitions(graph);
  if (!report.complete()) return report;
  report.home = FindHome(graph, facts);
  // In a dead marking nothing is live; then there may be millions of terminal components.
  report.live_transitions.emplace();
  if (report.dead_markings.empty()) report.live_transitions = FindLive(graph, facts);
  report.infinite_sequences = facts.has_cycle;
  if (facts.has_cycle) report.fairness = FindFairness(graph);
  return report;
}

}  // namespace cpn::report
