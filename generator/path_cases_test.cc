#include "generator/path_cases.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <optional>
#include <random>
#include <set>
#include <utility>
#include <vector>

namespace generator {
namespace {

using ::testing::ElementsAre;
using ::testing::UnorderedElementsAre;
using Case = std::vector<ObservationId>;

struct Edge {
  std::uint32_t source;
  std::uint32_t target;
  Case observations;
};

ObservedGraph Build(std::uint32_t nodes, std::vector<Edge> edges) {
  std::stable_sort(edges.begin(), edges.end(),
                   [](const Edge& a, const Edge& b) { return a.source < b.source; });
  ObservedGraph graph;
  graph.first_arc.assign(nodes + 1, 0);
  for (const Edge& edge : edges) {
    LabelId label = kSilent;
    if (!edge.observations.empty()) {
      label = static_cast<LabelId>(graph.labels.size());
      graph.labels.push_back(edge.observations);
    }
    graph.arcs.push_back({edge.target, label});
    ++graph.first_arc[edge.source + 1];
  }
  for (std::uint32_t n = 0; n < nodes; ++n) graph.first_arc[n + 1] += graph.first_arc[n];
  return graph;
}

std::vector<Case> List(const PathCases& cases) {
  std::vector<Case> list;
  cases.ForEach([&](std::span<const ObservationId> observed) {
    list.emplace_back(observed.begin(), observed.end());
  });
  return list;
}

std::vector<Case> Cases(const ObservedGraph& graph, CaseOrder order = CaseOrder::kSet) {
  return List(PathCases(graph, order));
}

constexpr ObservationId a = 0, b = 1, c = 2, d = 3;

TEST(PathCasesTest, NodeReachedAgainByALongerPathKeepsItsCases) {
  // 1 -a-> 2 -c-> 4 and 1 -b-> 3 -> 5 -> 2 -c-> 4: the published algorithm loses {b, c}.
  const ObservedGraph graph =
      Build(5, {{0, 1, {a}}, {1, 3, {c}}, {0, 2, {b}}, {2, 4, {}}, {4, 1, {}}});
  EXPECT_THAT(Cases(graph), UnorderedElementsAre(Case{a, c}, Case{b, c}));
}

TEST(PathCasesTest, InitialDeadMarkingObservesNothing) {
  EXPECT_THAT(Cases(Build(1, {})), ElementsAre(Case{}));
}

TEST(PathCasesTest, InterleavingsOfOneSetAreOneCase) {
  const ObservedGraph graph = Build(4, {{0, 1, {a}}, {0, 2, {b}}, {1, 3, {b}}, {2, 3, {a}}});
  EXPECT_THAT(Cases(graph), ElementsAre(Case{a, b}));
  EXPECT_THAT(Cases(graph, CaseOrder::kSequence), UnorderedElementsAre(Case{a, b}, Case{b, a}));
}

TEST(PathCasesTest, ArcWithSeveralObservationsKeepsTheirOrderInSequences) {
  const ObservedGraph graph = Build(2, {{0, 1, {c, a, b}}});
  EXPECT_THAT(Cases(graph, CaseOrder::kSequence), ElementsAre(Case{c, a, b}));
  EXPECT_THAT(Cases(graph), ElementsAre(Case{a, b, c}));
}

TEST(PathCasesTest, CycleGivesTheCasesWithAndWithoutIt) {
  // A retransmission: 0 -a-> 1, 1 -b-> 0, 1 -c-> 2.
  const ObservedGraph graph = Build(3, {{0, 1, {a}}, {1, 0, {b}}, {1, 2, {c}}});
  EXPECT_THAT(Cases(graph), UnorderedElementsAre(Case{a, c}, Case{a, b, c}));
}

TEST(PathCasesTest, SelfLoopIsACycle) {
  const ObservedGraph graph = Build(2, {{0, 0, {b}}, {0, 1, {a}}});
  EXPECT_THAT(Cases(graph), UnorderedElementsAre(Case{a}, Case{a, b}));
}

TEST(PathCasesTest, PathThatNeverLeavesACycleIsNoCase) {
  const ObservedGraph graph = Build(2, {{0, 0, {}}, {0, 1, {a}}});
  EXPECT_THAT(Cases(graph), ElementsAre(Case{a}));
  EXPECT_EQ(PathCases(graph, CaseOrder::kSet).endless_components(), 0u);
}

TEST(PathCasesTest, TerminalComponentGivesAllThatItObserves) {
  // 0 -a-> 1 <-> 2 for ever, and 0 -d-> 3.
  const ObservedGraph graph =
      Build(4, {{0, 1, {a}}, {1, 2, {b}}, {2, 1, {c}}, {1, 1, {}}, {0, 3, {d}}});
  EXPECT_THAT(Cases(graph), UnorderedElementsAre(Case{a, b, c}, Case{d}));
  EXPECT_EQ(PathCases(graph, CaseOrder::kSet).endless_components(), 1u);
}

TEST(PathCasesTest, SilentTerminalCycleEndsTheCase) {
  const ObservedGraph graph = Build(3, {{0, 1, {a}}, {1, 2, {}}, {2, 1, {}}});
  EXPECT_THAT(Cases(graph), ElementsAre(Case{a}));
  EXPECT_THAT(Cases(graph, CaseOrder::kSequence), ElementsAre(Case{a}));
  EXPECT_EQ(PathCases(graph, CaseOrder::kSet).endless_components(), 1u);
}

TEST(PathCasesTest, SequencesWithAnObservingCycleAreInfinitelyMany) {
  const ObservedGraph graph = Build(3, {{0, 1, {a}}, {1, 0, {b}}, {1, 2, {c}}});
  const PathCases cases(graph, CaseOrder::kSequence);
  ASSERT_TRUE(cases.repeated_label().has_value());
  EXPECT_THAT(graph.labels[*cases.repeated_label()], ::testing::AnyOf(Case{a}, Case{b}));
}

TEST(PathCasesTest, SequencesWithASilentCycleAreFine) {
  const ObservedGraph graph = Build(3, {{0, 1, {}}, {1, 0, {}}, {1, 2, {c}}, {0, 2, {a}}});
  EXPECT_THAT(Cases(graph, CaseOrder::kSequence), UnorderedElementsAre(Case{a}, Case{c}));
}

TEST(PathCasesTest, LongChainNeedsNoCallStack) {
  std::vector<Edge> edges;
  const std::uint32_t nodes = 300'000;
  for (std::uint32_t n = 0; n + 1 < nodes; ++n) edges.push_back({n, n + 1, {n % 3}});
  EXPECT_THAT(Cases(Build(nodes, edges)), ElementsAre(Case{0, 1, 2}));
  EXPECT_EQ(Cases(Build(nodes, edges), CaseOrder::kSequence).front().size(), nodes - 1);
}

TEST(PathCasesTest, FreeChoicesAreCountedWithoutBeingListed) {
  std::vector<Edge> edges;
  for (std::uint32_t n = 0; n < 62; ++n) {
    edges.push_back({n, n + 1, {2 * n}});
    edges.push_back({n, n + 1, {2 * n + 1}});
  }
  EXPECT_EQ(PathCases(Build(63, edges), CaseOrder::kSet).Count(), std::uint64_t{1} << 62);
}

// The reference: explores all pairs (node, what was observed so far), forwards, by the definition.

std::set<std::uint32_t> Reach(const ObservedGraph& graph, std::uint32_t from) {
  std::set<std::uint32_t> seen{from};
  std::deque<std::uint32_t> waiting{from};
  for (; !waiting.empty(); waiting.pop_front()) {
    for (const ObservedArc& arc : graph.Out(waiting.front())) {
      if (seen.insert(arc.target).second) waiting.push_back(arc.target);
    }
  }
  return seen;
}

bool HasObservingCycle(const ObservedGraph& graph) {
  for (std::uint32_t node = 0; node < graph.nodes(); ++node) {
    for (const ObservedArc& arc : graph.Out(node)) {
      if (arc.label != kSilent && Reach(graph, arc.target).contains(node)) return true;
    }
  }
  return false;
}

/// What follows a node for ever: nothing (dead), or the observations of its terminal component.
std::optional<std::set<ObservationId>> TerminalObservations(const ObservedGraph& graph,
                                                            std::uint32_t start) {
  std::set<ObservationId> observed;
  for (const std::uint32_t node : Reach(graph, start)) {
    if (!Reach(graph, node).contains(start)) return std::nullopt;
    for (const ObservedArc& arc : graph.Out(node)) {
      observed.insert(graph.labels[arc.label].begin(), graph.labels[arc.label].end());
    }
  }
  return observed;
}

/// Sequences: requires that there is no observing cycle.
std::set<Case> ReferenceCases(const ObservedGraph& graph, CaseOrder order) {
  std::set<Case> cases;
  std::set<std::pair<std::uint32_t, Case>> seen{{0, {}}};
  std::deque<std::pair<std::uint32_t, Case>> waiting{{0, {}}};
  const auto add = [&](Case observed, const auto& more) {
    observed.insert(observed.end(), more.begin(), more.end());
    if (order == CaseOrder::kSet) {
      const std::set<ObservationId> sorted(observed.begin(), observed.end());
      observed.assign(sorted.begin(), sorted.end());
    }
    return observed;
  };
  for (; !waiting.empty(); waiting.pop_front()) {
    const auto [node, observed] = waiting.front();
    if (const auto rest = TerminalObservations(graph, node)) cases.insert(add(observed, *rest));
    for (const ObservedArc& arc : graph.Out(node)) {
      std::pair<std::uint32_t, Case> next{arc.target, add(observed, graph.labels[arc.label])};
      if (seen.insert(next).second) waiting.push_back(next);
    }
  }
  return cases;
}

/// The nodes that can be reached from node 0, renumbered.
ObservedGraph Reachable(const std::vector<Edge>& edges) {
  std::vector<std::uint32_t> nodes{0};
  const auto number = [&](std::uint32_t node) {
    return static_cast<std::uint32_t>(std::find(nodes.begin(), nodes.end(), node) - nodes.begin());
  };
  std::vector<Edge> kept;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    for (const Edge& edge : edges) {
      if (edge.source != nodes[i]) continue;
      if (number(edge.target) == nodes.size()) nodes.push_back(edge.target);
      kept.push_back({number(edge.source), number(edge.target), edge.observations});
    }
  }
  return Build(static_cast<std::uint32_t>(nodes.size()), kept);
}

ObservedGraph RandomGraph(std::mt19937& random) {
  const std::uint32_t nodes = 1 + random() % 8;
  const std::uint32_t edges = random() % (3 * nodes + 1);
  const bool acyclic = random() % 3 == 0;
  std::vector<Edge> list;
  for (std::uint32_t i = 0; i < edges; ++i) {
    std::uint32_t source = random() % nodes;
    std::uint32_t target = random() % nodes;
    if (acyclic && source == target) continue;
    if (acyclic && source > target) std::swap(source, target);
    Case observations;
    for (std::uint32_t k = random() % 3; k-- > 0;) observations.push_back(random() % 5);
    list.push_back({source, target, observations});
  }
  return Reachable(list);
}

TEST(PathCasesTest, SetsAgreeWithBruteForceOnRandomGraphs) {
  std::mt19937 random(1);
  std::size_t endless = 0;
  std::size_t several = 0;
  for (int i = 0; i < 5'000; ++i) {
    const ObservedGraph graph = RandomGraph(random);
    const PathCases cases(graph, CaseOrder::kSet);
    const std::vector<Case> listed = List(cases);
    const std::set<Case> expected = ReferenceCases(graph, CaseOrder::kSet);
    ASSERT_EQ(std::set<Case>(listed.begin(), listed.end()), expected) << "graph " << i;
    ASSERT_EQ(listed.size(), expected.size()) << "graph " << i << ": a case is listed twice";
    ASSERT_EQ(cases.Count(), expected.size());
    endless += cases.endless_components() > 0;
    several += expected.size() > 3;
  }
  EXPECT_GT(endless, 500u);
  EXPECT_GT(several, 500u);
}

TEST(PathCasesTest, SequencesAgreeWithBruteForceOnRandomGraphs) {
  std::mt19937 random(2);
  std::size_t finite = 0;
  std::size_t infinite = 0;
  for (int i = 0; i < 5'000; ++i) {
    const ObservedGraph graph = RandomGraph(random);
    const PathCases cases(graph, CaseOrder::kSequence);
    ASSERT_EQ(cases.repeated_label().has_value(), HasObservingCycle(graph)) << "graph " << i;
    if (cases.repeated_label()) {
      ++infinite;
      continue;
    }
    ++finite;
    const std::vector<Case> listed = List(cases);
    const std::set<Case> expected = ReferenceCases(graph, CaseOrder::kSequence);
    ASSERT_EQ(std::set<Case>(listed.begin(), listed.end()), expected) << "graph " << i;
    ASSERT_EQ(listed.size(), expected.size()) << "graph " << i << ": a case is listed twice";
  }
  EXPECT_GT(finite, 500u);
  EXPECT_GT(infinite, 500u);
}

}  // namespace
}  // namespace generator
