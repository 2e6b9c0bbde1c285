#include "search/nets/fates.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "cpn/explore/strong_components.h"

namespace search::nets {
namespace {

constexpr std::uint32_t kNone = 0xffffffff;

/// For each node, those that have an arc to it.
class Backward {
 public:
  template <typename Keep>
  Backward(const Graph& graph, const Keep& keep) : first_(graph.nodes() + 1) {
    ForEach(graph, keep, [&](std::uint32_t, std::uint32_t target) { ++first_[target + 1]; });
    for (std::size_t i = 1; i < first_.size(); ++i) first_[i] += first_[i - 1];
    sources_.resize(first_.back());
    std::vector<std::uint64_t> next(first_.begin(), first_.end() - 1);
    ForEach(graph, keep,
            [&](std::uint32_t source, std::uint32_t target) { sources_[next[target]++] = source; });
  }

  /// All nodes from which one of the nodes can be reached.
  std::vector<bool> Reach(std::vector<bool> reached) const {
    std::vector<std::uint32_t> open;
    for (std::uint32_t node = 0; node < reached.size(); ++node) {
      if (reached[node]) open.push_back(node);
    }
    while (!open.empty()) {
      const std::uint32_t node = open.back();
      open.pop_back();
      for (std::uint64_t i = first_[node]; i < first_[node + 1]; ++i) {
        if (reached[sources_[i]]) continue;
        reached[sources_[i]] = true;
        open.push_back(sources_[i]);
      }
    }
    return reached;
  }

 private:
  template <typename Keep, typename Do>
  static void ForEach(const Graph& graph, const Keep& keep, const Do& act) {
    for (std::uint32_t node = 0; node < graph.nodes(); ++node) {
      for (const Graph::Arc& arc : graph.Out(node)) {
        if (keep(arc)) act(node, arc.target);
      }
    }
  }

  std::vector<std::uint64_t> first_;
  std::vector<std::uint32_t> sources_;
};

std::uint64_t Missing(const std::vector<bool>& reached) {
  return static_cast<std::uint64_t>(std::count(reached.begin(), reached.end(), false));
}

/// What the strong components say of the condition.
struct ByComponent {
  std::vector<bool> again;        ///< node: it has F, and can come back or stays
  std::vector<bool> last_with_f;  ///< node: in a component that is never left, which has F
};

ByComponent LookAtComponents(const Graph& graph, const std::vector<bool>& holds) {
  const cpn::Components components = cpn::FindComponents(graph);
  std::vector<bool> has_f(components.count), has_cycle(components.count);
  std::vector<bool> is_left(components.count);
  for (std::uint32_t node = 0; node < graph.nodes(); ++node) {
    const std::uint32_t own = components.of_node[node];
    if (holds[node]) has_f[own] = true;
    // The end of a run is repeated for ever.
    if (graph.Out(node).empty()) has_cycle[own] = true;
    for (const Graph::Arc& arc : graph.Out(node)) {
      (components.of_node[arc.target] == own ? has_cycle : is_left)[own] = true;
    }
  }
  ByComponent result;
  for (std::uint32_t node = 0; node < graph.nodes(); ++node) {
    const std::uint32_t own = components.of_node[node];
    result.again.push_back(holds[node] && has_cycle[own]);
    result.last_with_f.push_back(has_f[own] && !is_left[own]);
  }
  return result;
}

/// The arcs by which a breadth-first search comes from `from` to a node that `ends`.
template <typename Ends>
std::optional<Choices> ShortestFrom(const Graph& graph, std::uint32_t from, const Ends& ends) {
  std::vector<std::pair<std::uint32_t, Choice>> by(graph.nodes(), {kNone, 0});
  std::vector<std::uint32_t> queue{from};
  by[from].first = from;
  for (std::size_t i = 0; i < queue.size(); ++i) {
    const std::uint32_t node = queue[i];
    if (ends(node)) {
      Choices back;
      for (std::uint32_t at = node; at != from; at = by[at].first) back.push_back(by[at].second);
      return Choices(back.rbegin(), back.rend());
    }
    const std::span<const Graph::Arc> arcs = graph.Out(node);
    for (Choice choice = 0; choice < arcs.size(); ++choice) {
      auto& known = by[arcs[choice].target];
      if (known.first != kNone) continue;
      known = {node, choice};
      queue.push_back(arcs[choice].target);
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<Graph> Graph::Of(NetSystem& system, std::uint64_t states) {
  system.Restart();
  const std::vector<cpn::Transition>& transitions = system.engine().net().transitions();
  Graph graph;
  std::vector<std::uint32_t> number(system.states(), kNone);  // by the system's
  std::vector<NetSystem::NodeId> nodes{system.now()};
  number[system.now()] = 0;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    graph.first_.push_back(graph.arcs_.size());
    graph.live_.push_back(system.LiveAt(nodes[i]));
    const std::uint32_t count = system.OptionsAt(nodes[i]);
    for (Choice choice = 0; choice < count; ++choice) {
      const NetSystem::NodeId target = system.TargetOf(nodes[i], choice);
      if (target >= number.size()) number.resize(std::size_t{target} + 1, kNone);
      if (number[target] == kNone) {
        if (nodes.size() >= states || system.IsFull()) return std::nullopt;
        number[target] = static_cast<std::uint32_t>(nodes.size());
        nodes.push_back(target);
      }
      const cpn::TransitionId by = system.TransitionOf(nodes[i], choice);
      const bool is_fault = transitions[by].declaration->kind == cpn::StepKind::kFault;
      graph.arcs_.push_back({number[target], by, is_fault});
    }
  }
  graph.first_.push_back(graph.arcs_.size());
  return graph;
}

std::uint32_t Graph::At(std::span<const Choice> choices) const {
  std::uint32_t node = 0;
  for (const Choice choice : choices) node = Out(node)[choice].target;
  return node;
}

Fates FatesOf(const Graph& graph, std::size_t property) {
  const Properties bit = Properties{1} << property;
  std::vector<bool> holds;
  for (std::uint32_t node = 0; node < graph.nodes(); ++node) {
    holds.push_back((graph.Live(node) & bit) != 0);
  }
  const Backward all(graph, [](const Graph::Arc&) { return true; });
  const Backward without(graph, [](const Graph::Arc& arc) { return !arc.is_fault; });
  const ByComponent by_component = LookAtComponents(graph, holds);

  Fates fates;
  fates.is_dead = all.Reach(holds);
  fates.is_dead.flip();
  fates.dead = graph.nodes() - Missing(fates.is_dead);
  fates.doomed = Missing(all.Reach(by_component.again));
  fates.surely_doomed = Missing(all.Reach(by_component.last_with_f));
  fates.dead_without_faults = Missing(without.Reach(holds));
  for (std::uint32_t node = 0; node < graph.nodes(); ++node) {
    if (fates.is_dead[node]) continue;
    for (const Graph::Arc& arc : graph.Out(node)) {
      if (fates.is_dead[arc.target]) ++fates.critical[arc.transition];
    }
  }
  if (fates.dead > 0) {
    fates.shortest =
        ShortestFrom(graph, 0, [&](std::uint32_t node) { return fates.is_dead[node]; }).value();
  }
  return fates;
}

std::optional<Choices> RecoveryFrom(const Graph& graph, std::size_t property, std::uint32_t node) {
  const Properties bit = Properties{1} << property;
  return ShortestFrom(graph, node, [&](std::uint32_t at) { return (graph.Live(at) & bit) != 0; });
}

Comparison Compare(const Graph& graph, const Fates& fates, const Suspect& suspect,
                   const Critical& critical) {
  Comparison comparison;
  std::uint32_t node = 0;
  for (std::uint64_t step = 0; step <= suspect.choices.size(); ++step) {
    if (fates.is_dead[node]) {
      comparison.exact = step;
      break;
    }
    if (step < suspect.choices.size()) node = graph.Out(node)[suspect.choices[step]].target;
  }
  if (critical.condition == Condition::kC2) {
    if (comparison.exact) comparison.agreement = Agreement::kUndecided;
  } else if (!comparison.exact) {
    comparison.agreement = Agreement::kFalsePositive;
  } else if (critical.step < *comparison.exact) {
    comparison.agreement = Agreement::kEarly;
  } else if (critical.step > *comparison.exact) {
    comparison.agreement = Agreement::kLate;
  }
  return comparison;
}

std::string ToString(const Comparison& comparison, const Critical& critical) {
  switch (comparison.agreement) {
    case Agreement::kExact:
      return comparison.exact ? "exact" : "nothing is out of reach";
    case Agreement::kEarly:
      return fmt::format("early by {}", *comparison.exact - critical.step);
    case Agreement::kLate:
      return fmt::format("late by {}: an error of the search", critical.step - *comparison.exact);
    case Agreement::kFalsePositive:
      return "a false positive: the execution never enters a dead marking";
    case Agreement::kUndecided:
      return fmt::format(
          "undecided by walks, and dead from step {} on: {}", *comparison.exact,
          critical.step == 0 && *comparison.exact == 0
              ? "no walk can tell what is dead from the start"
              : "the execution is too short to leave walks room to recover (--steps)");
  }
  return "";
}

}  // namespace search::nets
