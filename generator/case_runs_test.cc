#include "generator/case_runs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <random>
#include <set>
#include <vector>

#include "generator/path_cases.h"
#include "generator/prefix_cases.h"
#include "generator/testing.h"

namespace generator {
namespace {

using testing::Build;
using testing::Case;
using ::testing::ElementsAre;
using testing::Extended;
using testing::List;
using testing::RandomGraph;

constexpr ObservationId ask = 0, tell = 2, done = 3;
const std::vector<bool> kStimuli{true, true, false, false, false};

/// The arcs on runs that show the case.
std::set<std::uint64_t> ArcsOf(const CaseRuns& runs, const ObservedGraph& graph) {
  std::set<std::uint64_t> arcs;
  for (const CaseRuns::Step& step : runs.steps) arcs.insert(step.arc);
  for (const CaseRuns::State& state : runs.states) {
    for (const std::uint32_t node : state.component) {
      for (std::uint64_t arc = graph.first_arc[node]; arc < graph.first_arc[node + 1]; ++arc) {
        arcs.insert(arc);
      }
    }
  }
  return arcs;
}

std::set<std::uint64_t> ArcsOf(const ObservedGraph& graph, CaseOrder order, const Case& observed,
                               std::uint64_t least = 0) {
  const CaseRunFinder finder(graph, order, least, kStimuli);
  return ArcsOf(finder.Find(observed), graph);
}

bool IsAcyclic(const ObservedGraph& graph) {
  return FindComponents(graph, ArcSelection::kAll).count == graph.nodes() &&
         std::all_of(graph.arcs.begin(), graph.arcs.end(), [&](const ObservedArc& arc) {
           const auto index = static_cast<std::uint64_t>(&arc - graph.arcs.data());
           const std::span<const ObservedArc> own = graph.Out(arc.target);
           return own.empty() || &arc < own.data() || index >= graph.first_arc[arc.target + 1];
         });
}

/// By case, the arcs of all paths that show it: each path of an acyclic graph, one after the other.
std::map<Case, std::set<std::uint64_t>> AllPaths(const ObservedGraph& graph, CaseOrder order,
                                                 std::uint64_t least) {
  std::map<Case, std::set<std::uint64_t>> found;
  std::vector<std::uint64_t> path;
  const std::function<void(std::uint32_t, const Case&, std::uint64_t)> walk =
      [&](std::uint32_t node, const Case& observed, std::uint64_t made) {
        const bool enough = least > 0 && made >= least;
        bool goes_on = false;
        for (std::uint64_t arc = graph.first_arc[node]; arc < graph.first_arc[node + 1]; ++arc) {
          const Case& more = graph.labels[graph.arcs[arc].label];
          const bool feeds =
              std::any_of(more.begin(), more.end(), [](ObservationId id) { return kStimuli[id]; });
          if (enough && feeds) continue;
          goes_on = true;
          path.push_back(arc);
          walk(graph.arcs[arc].target, Extended(observed, more, order), made + more.size());
          path.pop_back();
        }
        if (!goes_on) found[observed].insert(path.begin(), path.end());
      };
  walk(0, {}, 0);
  return found;
}

TEST(CaseRunsTest, InterleavingsOfASetAreAllItsRuns) {
  const ObservedGraph graph =
      Build(4, {{0, 1, {ask}}, {0, 2, {tell}}, {1, 3, {tell}}, {2, 3, {ask}}});
  EXPECT_THAT(ArcsOf(graph, CaseOrder::kSet, {ask, tell}), ElementsAre(0, 1, 2, 3));
  EXPECT_THAT(ArcsOf(graph, CaseOrder::kSequence, {ask, tell}), ElementsAre(0, 2));
}

TEST(CaseRunsTest, ARunThatShowsMoreDoesNotShowTheCase) {
  const ObservedGraph graph = Build(3, {{0, 1, {ask}}, {1, 2, {tell}}, {0, 2, {ask}}});
  EXPECT_THAT(ArcsOf(graph, CaseOrder::kSet, {ask}), ElementsAre(1));
}

TEST(CaseRunsTest, NoRunShowsWhatIsNoCase) {
  const ObservedGraph graph = Build(2, {{0, 1, {ask}}});
  EXPECT_TRUE(CaseRunFinder(graph, CaseOrder::kSet, 0, kStimuli).Find({tell}).states.empty());
}

TEST(CaseRunsTest, ATerminalComponentIsTakenWhole) {
  const ObservedGraph graph = Build(3, {{0, 1, {ask}}, {1, 2, {tell}}, {2, 1, {}}});
  EXPECT_THAT(ArcsOf(graph, CaseOrder::kSet, {ask, tell}), ElementsAre(0, 1, 2));
  EXPECT_TRUE(ArcsOf(graph, CaseOrder::kSet, {ask}).empty());
}

TEST(CaseRunsTest, ACaseOfNObservationsGoesOnUntilTheSystemHasAnswered) {
  const ObservedGraph graph = Build(3, {{0, 1, {ask}}, {1, 2, {tell}}, {2, 0, {done}}});
  EXPECT_THAT(ArcsOf(graph, CaseOrder::kSequence, {ask, tell, done}, 1), ElementsAre(0, 1, 2));
  EXPECT_TRUE(ArcsOf(graph, CaseOrder::kSequence, {ask}, 1).empty());
}

TEST(CaseRunsTest, SetsOfMoreThan64ObservationsAreShownToo) {
  std::vector<testing::Edge> edges;
  Case all;
  for (std::uint32_t i = 0; i < 130; ++i) {
    edges.push_back({i, i + 1, {i}});
    all.push_back(i);
  }
  const ObservedGraph graph = Build(131, edges);
  const CaseRunFinder finder(graph, CaseOrder::kSet, 0, std::vector<bool>(130, false));
  EXPECT_EQ(finder.Find(all).steps.size(), 130u);
  all.pop_back();
  EXPECT_TRUE(finder.Find(all).states.empty());
}

/// Each path of random acyclic graphs, in both orders, whole or up to N observations.
TEST(CaseRunsTest, AgreesWithAllPathsOfAcyclicGraphs) {
  std::mt19937 random(7);
  int compared = 0;
  for (int i = 0; i < 3000; ++i) {
    const ObservedGraph graph = RandomGraph(random);
    if (!IsAcyclic(graph)) continue;
    for (const CaseOrder order : {CaseOrder::kSet, CaseOrder::kSequence}) {
      for (const std::uint64_t least : {0, 1, 3}) {
        for (const auto& [observed, arcs] : AllPaths(graph, order, least)) {
          EXPECT_EQ(ArcsOf(graph, order, observed, least), arcs) << "graph " << i;
          ++compared;
        }
      }
    }
  }
  EXPECT_GT(compared, 5000);
}

/// Every arc is on some maximal path, and every case is shown: also where there are cycles.
TEST(CaseRunsTest, TheCasesOfAGraphCoverAllOfItsArcs) {
  std::mt19937 random(11);
  for (int i = 0; i < 2000; ++i) {
    const ObservedGraph graph = RandomGraph(random);
    const CaseRunFinder finder(graph, CaseOrder::kSet, 0, kStimuli);
    std::set<std::uint64_t> covered;
    for (const Case& observed : List(PathCases(graph, CaseOrder::kSet).cases())) {
      const CaseRuns runs = finder.Find(observed);
      EXPECT_FALSE(runs.states.empty()) << "graph " << i;
      covered.merge(ArcsOf(runs, graph));
    }
    EXPECT_EQ(covered.size(), graph.arcs.size()) << "graph " << i;
  }
}

TEST(CaseRunsTest, EveryPrefixCaseIsShown) {
  std::mt19937 random(13);
  for (int i = 0; i < 2000; ++i) {
    const ObservedGraph graph = RandomGraph(random);
    for (const CaseOrder order : {CaseOrder::kSet, CaseOrder::kSequence}) {
      const CaseRunFinder finder(graph, order, 2, kStimuli);
      for (const Case& observed : List(FindPrefixCases(graph, order, 2, kStimuli))) {
        EXPECT_FALSE(finder.Find(observed).states.empty()) << "graph " << i;
      }
    }
  }
}

}  // namespace
}  // namespace generator
