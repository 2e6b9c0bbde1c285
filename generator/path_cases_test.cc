#include "generator/path_cases.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <random>
#include <set>
#include <utility>
#include <vector>

#include "generator/testing.h"

namespace generator {
namespace {

using testing::Build;
using testing::Case;
using testing::Edge;
using ::testing::ElementsAre;
using testing::Extended;
using testing::List;
using testing::RandomGraph;
using testing::Reach;
using testing::TerminalObservations;
using ::testing::UnorderedElementsAre;
std::vector<Case> Cases(const ObservedGraph& graph, CaseOrder order = CaseOrder::kSet) {
  return List(PathCases(graph, order).cases());
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
  EXPECT_EQ(PathCases(Build(63, edges), CaseOrder::kSet).cases().Count(), std::uint64_t{1} << 62);
}

// The reference: explores all pairs (node, what was observed so far), forwards, by the definition.

bool HasObservingCycle(const ObservedGraph& graph) {
  for (std::uint32_t node = 0; node < graph.nodes(); ++node) {
    for (const ObservedArc& arc : graph.Out(node)) {
      if (arc.label != kSilent && Reach(graph, arc.target).contains(node)) return true;
    }
  }
  return false;
}

/// Sequences: requires that there is no observing cycle.
std::set<Case> ReferenceCases(const ObservedGraph& graph, CaseOrder order) {
  std::set<Case> cases;
  std::set<std::pair<std::uint32_t, Case>> seen{{0, {}}};
  std::deque<std::pair<std::uint32_t, Case>> waiting{{0, {}}};
  const auto add = [&](const Case& observed, const auto& more) {
    return Extended(observed, more, order);
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

TEST(PathCasesTest, SetsAgreeWithBruteForceOnRandomGraphs) {
  std::mt19937 random(1);
  std::size_t endless = 0;
  std::size_t several = 0;
  for (int i = 0; i < 5'000; ++i) {
    const ObservedGraph graph = RandomGraph(random);
    const PathCases cases(graph, CaseOrder::kSet);
    const std::vector<Case> listed = List(cases.cases());
    const std::set<Case> expected = ReferenceCases(graph, CaseOrder::kSet);
    ASSERT_EQ(std::set<Case>(listed.begin(), listed.end()), expected) << "graph " << i;
    ASSERT_EQ(listed.size(), expected.size()) << "graph " << i << ": a case is listed twice";
    ASSERT_EQ(cases.cases().Count(), expected.size());
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
    const std::vector<Case> listed = List(cases.cases());
    const std::set<Case> expected = ReferenceCases(graph, CaseOrder::kSequence);
    ASSERT_EQ(std::set<Case>(listed.begin(), listed.end()), expected) << "graph " << i;
    ASSERT_EQ(listed.size(), expected.size()) << "graph " << i << ": a case is listed twice";
  }
  EXPECT_GT(finite, 500u);
  EXPECT_GT(infinite, 500u);
}

}  // namespace
}  // namespace generator
