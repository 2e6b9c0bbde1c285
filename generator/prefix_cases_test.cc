#include "generator/prefix_cases.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <random>
#include <set>
#include <tuple>
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

// Two stimuli and two responses.
constexpr ObservationId ask = 0, put = 1, tell = 2, done = 3;
const std::vector<bool> kStimuli{true, true, false, false, false};

std::vector<Case> Cases(const ObservedGraph& graph, std::uint64_t least,
                        CaseOrder order = CaseOrder::kSequence) {
  return List(FindPrefixCases(graph, order, least, kStimuli));
}

TEST(PrefixCasesTest, ACycleGivesCasesOfThatManyObservations) {
  const ObservedGraph graph = Build(2, {{0, 1, {ask}}, {1, 0, {tell}}});
  EXPECT_THAT(Cases(graph, 2), ElementsAre(Case{ask, tell}));
  EXPECT_THAT(Cases(graph, 4), ElementsAre(Case{ask, tell, ask, tell}));
}

TEST(PrefixCasesTest, TheSystemAnswersWhatItWasAsked) {
  const ObservedGraph graph = Build(3, {{0, 1, {ask}}, {1, 2, {tell}}, {2, 0, {done}}});
  EXPECT_THAT(Cases(graph, 1), ElementsAre(Case{ask, tell, done}));
  EXPECT_THAT(Cases(graph, 4), ElementsAre(Case{ask, tell, done, ask, tell, done}));
}

TEST(PrefixCasesTest, TheTesterFeedsNothingInAfterThat) {
  // An answer is on its way and something else could be fed in.
  const ObservedGraph graph =
      Build(4, {{0, 1, {ask}}, {1, 2, {put}}, {1, 3, {tell}}, {2, 3, {done}}, {3, 0, {}}});
  EXPECT_THAT(Cases(graph, 1), ElementsAre(Case{ask, tell}));
  EXPECT_THAT(Cases(graph, 2), UnorderedElementsAre(Case{ask, tell}, Case{ask, put, done}));
}

TEST(PrefixCasesTest, PathsThatEndBeforeAreCasesToo) {
  const ObservedGraph graph = Build(2, {{0, 0, {ask}}, {0, 1, {put}}});
  EXPECT_THAT(Cases(graph, 2), UnorderedElementsAre(Case{put}, Case{ask, put}, Case{ask, ask}));
}

TEST(PrefixCasesTest, ObservationsOfOneArcStayTogether) {
  const ObservedGraph graph = Build(1, {{0, 0, {ask, tell, done}}});
  EXPECT_THAT(Cases(graph, 1), ElementsAre(Case{ask, tell, done}));
  EXPECT_THAT(Cases(graph, 4), ElementsAre(Case{ask, tell, done, ask, tell, done}));
}

TEST(PrefixCasesTest, ResponsesForEverEndWithTheLastThatCounts) {
  const ObservedGraph graph = Build(2, {{0, 1, {ask}}, {1, 1, {tell}}});
  EXPECT_THAT(Cases(graph, 3), ElementsAre(Case{ask, tell, tell}));
}

TEST(PrefixCasesTest, ASetCountsRepeatedObservations) {
  const ObservedGraph graph = Build(2, {{0, 1, {ask}}, {1, 0, {tell}}});
  EXPECT_THAT(Cases(graph, 4, CaseOrder::kSet), ElementsAre(Case{ask, tell}));
}

TEST(PrefixCasesTest, SilentCyclesAreLeft) {
  const ObservedGraph graph = Build(3, {{0, 1, {}}, {1, 0, {}}, {1, 2, {ask}}, {2, 2, {}}});
  EXPECT_THAT(Cases(graph, 5), ElementsAre(Case{ask}));
}

TEST(PrefixCasesTest, ManyObservationsOfManyPathsAreCountedWithoutBeingListed) {
  const ObservedGraph graph = Build(1, {{0, 0, {ask}}, {0, 0, {put}}});
  EXPECT_EQ(FindPrefixCases(graph, CaseOrder::kSequence, 60, kStimuli).Count(),
            std::uint64_t{1} << 60);
}

// The reference: explores by the definition, forwards.

/// The graph without the arcs that feed something in.
ObservedGraph WithoutStimuli(const ObservedGraph& graph) {
  std::vector<Edge> edges;
  for (std::uint32_t node = 0; node < graph.nodes(); ++node) {
    for (const ObservedArc& arc : graph.Out(node)) {
      const Case& label = graph.labels[arc.label];
      if (std::any_of(label.begin(), label.end(), [](ObservationId id) { return kStimuli[id]; }))
        continue;
      edges.push_back({node, arc.target, label});
    }
  }
  return Build(graph.nodes(), edges);
}

bool CanObserveForEver(const ObservedGraph& graph, std::uint32_t from) {
  for (const std::uint32_t node : Reach(graph, from)) {
    for (const ObservedArc& arc : graph.Out(node)) {
      if (arc.label != kSilent && Reach(graph, arc.target).contains(node)) return true;
    }
  }
  return false;
}

/// Does a path that comes here end, or stay without observing anything?
bool EndsIn(const ObservedGraph& graph, std::uint32_t node) {
  const auto rest = TerminalObservations(graph, node);
  return rest && rest->empty();
}

std::set<Case> ReferenceCases(const ObservedGraph& graph, std::size_t least, CaseOrder order) {
  const ObservedGraph answers = WithoutStimuli(graph);
  std::set<Case> cases;
  using State = std::tuple<std::uint32_t, Case, std::size_t>;  // node, observed, how many
  std::set<State> seen{{0, {}, 0}};
  std::deque<State> waiting(seen.begin(), seen.end());
  for (; !waiting.empty(); waiting.pop_front()) {
    const auto [node, observed, made] = waiting.front();
    const bool enough = made >= least;
    const ObservedGraph& now = enough ? answers : graph;
    if (EndsIn(now, node) || (enough && CanObserveForEver(answers, node))) {
      cases.insert(observed);
      continue;
    }
    for (const ObservedArc& arc : now.Out(node)) {
      const Case& label = now.labels[arc.label];
      const State next{arc.target, Extended(observed, label, order),
                       std::min(least, made + label.size())};
      if (seen.insert(next).second) waiting.push_back(next);
    }
  }
  return cases;
}

void CompareWithReference(CaseOrder order) {
  std::mt19937 random(3);
  std::size_t several = 0;
  for (int i = 0; i < 3'000; ++i) {
    const ObservedGraph graph = RandomGraph(random);
    for (const std::size_t least : {1, 2, 3}) {
      const CaseSet cases = FindPrefixCases(graph, order, least, kStimuli);
      const std::vector<Case> listed = List(cases);
      const std::set<Case> expected = ReferenceCases(graph, least, order);
      ASSERT_EQ(std::set<Case>(listed.begin(), listed.end()), expected)
          << "graph " << i << ", " << least;
      ASSERT_EQ(cases.Count(), expected.size()) << "graph " << i << ", " << least;
      several += expected.size() > 3;
    }
  }
  EXPECT_GT(several, 1'000u);
}

TEST(PrefixCasesTest, SequencesAgreeWithBruteForceOnRandomGraphs) {
  CompareWithReference(CaseOrder::kSequence);
}

TEST(PrefixCasesTest, SetsAgreeWithBruteForceOnRandomGraphs) {
  CompareWithReference(CaseOrder::kSet);
}

}  // namespace
}  // namespace generator
