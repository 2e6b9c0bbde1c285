#include "generator/case_tree.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <map>
#include <random>
#include <set>
#include <vector>

namespace generator {
namespace {

using ::testing::ElementsAre;
using Traces = std::vector<Trace>;

/// All that the steps of a case can become, added to what came before.
void CollectPaths(const std::vector<MergedStep>& steps, Trace before, std::vector<Trace>& paths) {
  for (const MergedStep& step : steps) {
    ASSERT_FALSE(step.alternatives.empty());
    if (step.alternatives.size() == 1) {
      ASSERT_TRUE(step.alternatives[0].rest.empty());
      before.push_back({step.stimuli, step.alternatives[0].responses});
      continue;
    }
    ASSERT_EQ(&step, &steps.back()) << "alternatives are not in the last step";
    for (const MergedAlternative& alternative : step.alternatives) {
      Trace longer = before;
      longer.push_back({step.stimuli, alternative.responses});
      CollectPaths(alternative.rest, longer, paths);
    }
    return;
  }
  paths.push_back(before);
}

std::vector<Trace> Paths(const MergedCase& merged) {
  std::vector<Trace> paths;
  CollectPaths(merged.steps, {}, paths);
  return paths;
}

std::vector<std::vector<Trace>> PathsOfAll(const Traces& traces) {
  const CaseTree tree(traces);
  std::vector<std::vector<Trace>> all;
  for (std::uint64_t i = 0; i < tree.Count(); ++i) all.push_back(Paths(tree.Case(i)));
  return all;
}

TEST(CaseTreeTest, DifferentResponsesAreAlternativesOfOneCase) {
  const Trace one{{1, 1}, {2, 1}};
  const Trace two{{1, 2}, {3, 1}};
  EXPECT_THAT(PathsOfAll({one, two}), ElementsAre(ElementsAre(one, two)));
}

TEST(CaseTreeTest, DifferentStimuliAreDifferentCases) {
  const Trace one{{1, 1}};
  const Trace two{{2, 1}};
  EXPECT_THAT(PathsOfAll({one, two}), ElementsAre(ElementsAre(one), ElementsAre(two)));
}

TEST(CaseTreeTest, AShorterAlternativeIsUsedAgain) {
  const Trace one{{1, 1}, {5, 1}};
  const Trace two{{1, 2}, {6, 1}};
  const Trace three{{1, 2}, {7, 1}};
  EXPECT_THAT(PathsOfAll({one, two, three}),
              ElementsAre(ElementsAre(one, two), ElementsAre(one, three)));
}

TEST(CaseTreeTest, ATraceThatIsTheBeginningOfAnotherIsACaseThatEnds) {
  const Trace shorter{{1, 1}};
  const Trace longer{{1, 1}, {2, 1}};
  EXPECT_THAT(PathsOfAll({longer, shorter}),
              ElementsAre(ElementsAre(shorter), ElementsAre(longer)));
}

TEST(CaseTreeTest, NoResponseIsAnAlternativeToSome) {
  const Trace silent{{1, 0}};
  const Trace answered{{1, 4}};
  EXPECT_THAT(PathsOfAll({silent, answered}), ElementsAre(ElementsAre(silent, answered)));
}

TEST(CaseTreeTest, TracesThatAreThereTwiceCountOnce) {
  EXPECT_THAT(PathsOfAll({{{1, 1}}, {{1, 1}}}), ElementsAre(ElementsAre(Trace{{1, 1}})));
}

TEST(CaseTreeTest, ACaseNamesTheFirstTraceThatBeginsLikeIt) {
  const CaseTree tree({{{2, 1}}, {{1, 1}}, {{2, 2}, {3, 1}}, {{2, 2}, {4, 1}}});
  ASSERT_EQ(tree.Count(), 3u);
  EXPECT_EQ(tree.Case(0).first_trace, 0u);
  EXPECT_EQ(tree.Case(1).first_trace, 0u);
  EXPECT_EQ(tree.Case(2).first_trace, 1u);
}

TEST(CaseTreeTest, ChoicesAreThoseInsideEachOther) {
  EXPECT_EQ(CaseTree({{{1, 1}, {2, 1}}}).Choices(), 0u);
  EXPECT_EQ(CaseTree({{{1, 1}, {2, 1}}, {{1, 1}, {2, 2}}, {{2, 1}}, {{2, 2}}}).Choices(), 1u);
  EXPECT_EQ(CaseTree({{{1, 1}, {2, 1}}, {{1, 1}, {2, 2}}, {{1, 2}}}).Choices(), 2u);
}

TEST(CaseTreeTest, ContradictionsAreCountedAndTheFirstPairIsNamed) {
  const CaseTree tree({{{1, 1}}, {{2, 1}, {3, 1}}, {{4, 4}}, {{2, 1}, {3, 2}}, {{2, 2}}, {{4, 5}}});
  const auto found = tree.FindContradictions();
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ(found->traces, 5u);
  EXPECT_EQ(found->first, 1u);
  EXPECT_EQ(found->second, 3u);
}

TEST(CaseTreeTest, ResponsesThatFollowFromTheStimuliContradictNothing) {
  EXPECT_FALSE(CaseTree({{{1, 1}}, {{1, 1}, {2, 2}}, {{3, 1}}}).FindContradictions().has_value());
}

TEST(CaseTreeTest, LongTracesNeedNoCallStack) {
  const Trace trace(200'000, TraceStep{1, 1});
  const CaseTree tree({trace});
  EXPECT_EQ(tree.Case(0).steps.size(), trace.size());
}

TEST(CaseTreeTest, StepsThatNobodyCouldListAreCounted) {
  // Behind one alternative only the system chooses, behind the other only the tester.
  Traces traces;
  for (std::uint32_t i = 0; i < 2'000; ++i) {
    traces.push_back({{1, 1}, {1, i}});
    traces.push_back({{1, 2}, {i, 1}});
  }
  const CaseTree tree(traces);
  EXPECT_EQ(tree.Count(), 2'000u);
  EXPECT_EQ(tree.Steps(), 2'000u * (1 + 1 + 1));
  EXPECT_EQ(Paths(tree.Case(77)).size(), 2'001u);
}

// The reference: all strategies by definition, and by trial how many of them cover all traces.

using Strategy = std::set<Trace>;  ///< its paths

/// All strategies for traces that agree in their first `depth` steps.
std::vector<Strategy> AllStrategies(const std::set<Trace>& traces, std::size_t depth) {
  std::vector<Strategy> strategies;
  std::map<std::uint32_t, std::map<std::uint32_t, std::set<Trace>>> branches;
  for (const Trace& trace : traces) {
    if (trace.size() == depth) {
      strategies.push_back({trace});
    } else {
      branches[trace[depth].stimuli][trace[depth].responses].insert(trace);
    }
  }
  for (const auto& [stimuli, alternatives] : branches) {
    std::vector<Strategy> combined{{}};
    for (const auto& [responses, below] : alternatives) {
      std::vector<Strategy> longer;
      for (const Strategy& so_far : combined) {
        for (const Strategy& more : AllStrategies(below, depth + 1)) {
          longer.push_back(so_far);
          longer.back().insert(more.begin(), more.end());
        }
      }
      combined = longer;
    }
    strategies.insert(strategies.end(), combined.begin(), combined.end());
  }
  return strategies;
}

bool CanCover(const std::set<Trace>& open, const std::vector<Strategy>& strategies,
              std::size_t most) {
  if (open.empty()) return true;
  if (most == 0) return false;
  // Some strategy must have the first open trace.
  for (const Strategy& strategy : strategies) {
    if (!strategy.contains(*open.begin())) continue;
    std::set<Trace> rest;
    std::set_difference(open.begin(), open.end(), strategy.begin(), strategy.end(),
                        std::inserter(rest, rest.end()));
    if (CanCover(rest, strategies, most - 1)) return true;
  }
  return false;
}

std::set<Trace> RandomTraces(std::mt19937& random) {
  std::set<Trace> traces;
  for (std::uint32_t count = 1 + random() % 8; count > 0; --count) {
    Trace trace;
    for (std::uint32_t steps = 1 + random() % 3; steps > 0; --steps) {
      trace.push_back(
          {static_cast<std::uint32_t>(random() % 2), static_cast<std::uint32_t>(random() % 3)});
    }
    traces.insert(trace);
  }
  return traces;
}

TEST(CaseTreeTest, AgreesWithAllStrategiesOnRandomSets) {
  std::mt19937 random(11);
  std::size_t merged_sets = 0;
  for (int i = 0; i < 3'000; ++i) {
    const std::set<Trace> traces = RandomTraces(random);
    Traces shuffled(traces.begin(), traces.end());
    std::shuffle(shuffled.begin(), shuffled.end(), random);
    const std::vector<Strategy> strategies = AllStrategies(traces, 0);
    std::set<Trace> covered;
    const std::vector<std::vector<Trace>> cases = PathsOfAll(shuffled);
    std::uint64_t steps = 0;
    const CaseTree tree(shuffled);
    for (const std::vector<Trace>& paths : cases) {
      const Strategy strategy(paths.begin(), paths.end());
      ASSERT_EQ(std::count(strategies.begin(), strategies.end(), strategy), 1)
          << "a merged case is no strategy of the tester";
      covered.insert(paths.begin(), paths.end());
      std::set<Trace> beginnings;
      for (const Trace& path : paths) {
        // Steps that several paths share are one: they agree in all responses before them.
        for (std::size_t n = 1; n <= path.size(); ++n) {
          Trace beginning(path.begin(), path.begin() + static_cast<std::ptrdiff_t>(n));
          beginning.back().responses = 0;
          beginnings.insert(beginning);
        }
      }
      steps += beginnings.size();
    }
    ASSERT_EQ(covered, traces);
    ASSERT_EQ(tree.Steps(), steps);
    ASSERT_FALSE(CanCover(traces, strategies, cases.size() - 1)) << "fewer cases would do";
    merged_sets += cases.size() < traces.size() ? 1 : 0;
  }
  EXPECT_GT(merged_sets, 1'000u);
}

}  // namespace
}  // namespace generator
