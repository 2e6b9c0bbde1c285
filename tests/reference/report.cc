#include "tests/reference/report.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <set>

namespace reference {
namespace {

using Arc = StateSpace::Arc;
using ArcTest = std::function<bool(const Arc&)>;
using Relation = std::vector<std::vector<bool>>;

/// From which node to which one one or more arcs of those for which keep(arc) holds lead.
Relation Paths(const StateSpace& space, const ArcTest& keep) {
  const std::size_t n = space.markings.size();
  Relation paths(n, std::vector<bool>(n));
  for (const Arc& arc : space.arcs) {
    if (keep(arc)) paths[arc.source][arc.target] = true;
  }
  for (std::size_t via = 0; via < n; ++via) {  // Warshall (1962)
    for (std::size_t from = 0; from < n; ++from) {
      if (!paths[from][via]) continue;
      for (std::size_t to = 0; to < n; ++to) {
        if (paths[via][to]) paths[from][to] = true;
      }
    }
  }
  return paths;
}

bool All(const Arc&) { return true; }

struct Facts {
  Facts(const StateSpace& s, std::size_t transitions)
      : space(s), n(s.markings.size()), paths(Paths(s, All)), enables(transitions) {
    for (const Arc& arc : s.arcs) enables[arc.element.transition].insert(arc.source);
  }

  bool Reaches(std::size_t from, std::size_t to) const { return from == to || paths[from][to]; }

  const StateSpace& space;
  std::size_t n;
  Relation paths;
  std::vector<std::set<std::size_t>> enables;  ///< by transition: the nodes with an arc of it
};

void FindComponents(const Facts& facts, Report& report) {
  const auto together = [&](std::size_t a, std::size_t b) {
    return facts.Reaches(a, b) && facts.Reaches(b, a);
  };
  for (std::size_t node = 0; node < facts.n; ++node) {
    bool first = true;  // of its component
    for (std::size_t other = 0; other < node; ++other) first = first && !together(node, other);
    if (first) ++report.scc_nodes;
  }
  for (const Arc& arc : facts.space.arcs) {
    if (!together(arc.source, arc.target)) ++report.scc_arcs;
  }
}

PlaceBounds BoundsOf(const StateSpace& space, std::size_t place) {
  std::set<Colour> colours;
  for (const Marking& marking : space.markings) {
    for (const auto& [colour, count] : marking[place]) colours.insert(colour);
  }
  const auto extremes = [&](const std::function<std::uint64_t(const Bag&)>& measure) {
    std::uint64_t low = measure(space.markings.front()[place]);
    std::uint64_t high = low;
    for (const Marking& marking : space.markings) {
      low = std::min(low, measure(marking[place]));
      high = std::max(high, measure(marking[place]));
    }
    return std::pair(low, high);
  };
  PlaceBounds bounds;
  std::tie(bounds.lower, bounds.upper) = extremes([](const Bag& bag) {
    std::uint64_t size = 0;
    for (const auto& [colour, count] : bag) size += count;
    return size;
  });
  for (const Colour& colour : colours) {
    const auto [low, high] = extremes([&](const Bag& bag) {
      const auto entry = bag.find(colour);
      return entry == bag.end() ? 0 : entry->second;
    });
    if (high > 0) bounds.upper_bag[colour] = high;
    if (low > 0) bounds.lower_bag[colour] = low;
  }
  return bounds;
}

/// From every node, a node that enables t can be reached.
bool IsLive(const Facts& facts, std::size_t t) {
  for (std::size_t node = 0; node < facts.n; ++node) {
    const auto& nodes = facts.enables[t];
    if (std::none_of(nodes.begin(), nodes.end(),
                     [&](std::size_t to) { return facts.Reaches(node, to); })) {
      return false;
    }
  }
  return true;
}

bool IsHome(const Facts& facts, std::size_t node) {
  for (std::size_t from = 0; from < facts.n; ++from) {
    if (!facts.Reaches(from, node)) return false;
  }
  return true;
}

/// Is there a cycle of arcs that `keep` holds for, through a node of `nodes`?
bool HasCycle(const Facts& facts, const std::set<std::size_t>& nodes, const ArcTest& keep) {
  const Relation paths = Paths(facts.space, keep);
  return std::any_of(nodes.begin(), nodes.end(),
                     [&](std::size_t node) { return paths[node][node]; });
}

std::string FairnessOf(const Facts& facts, std::size_t t) {
  const std::set<std::size_t>& enabling = facts.enables[t];
  std::set<std::size_t> all;
  for (std::size_t node = 0; node < facts.n; ++node) all.insert(node);
  const ArcTest without = [&](const Arc& arc) { return arc.element.transition != t; };
  if (!HasCycle(facts, all, without)) return "impartial";
  if (!HasCycle(facts, enabling, without)) return "fair";
  const ArcTest enabled_throughout = [&](const Arc& arc) {
    return without(arc) && enabling.contains(arc.source) && enabling.contains(arc.target);
  };
  return HasCycle(facts, enabling, enabled_throughout) ? "none" : "just";
}

}  // namespace

Report MakeReport(const StateSpace& space, std::size_t transitions) {
  const Facts facts(space, transitions);
  Report report;
  FindComponents(facts, report);
  for (std::size_t place = 0; place < space.markings.front().size(); ++place) {
    report.bounds.push_back(BoundsOf(space, place));
  }
  for (std::size_t node = 0; node < facts.n; ++node) {
    if (IsHome(facts, node)) report.home.push_back(node);
    if (std::none_of(space.arcs.begin(), space.arcs.end(),
                     [&](const Arc& arc) { return arc.source == node; })) {
      report.dead.push_back(node);
    }
    if (facts.paths[node][node]) report.infinite_sequences = true;
  }
  for (std::size_t t = 0; t < transitions; ++t) {
    if (facts.enables[t].empty()) report.dead_transitions.push_back(t);
    if (IsLive(facts, t)) report.live_transitions.push_back(t);
    report.fairness.push_back(FairnessOf(facts, t));
  }
  return report;
}

}  // namespace reference
