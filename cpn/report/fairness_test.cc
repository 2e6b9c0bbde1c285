#include "cpn/report/fairness.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <set>

#include "base/random.h"
#include "cpn/report/testing.h"

namespace cpn::report {
namespace {

using ::testing::ElementsAre;

std::vector<Fairness> FairnessOf(const std::vector<GraphArc>& arcs,
                                 const std::vector<std::string>& dead = {}) {
  const ExploredGraph graph(arcs, dead);
  return FindFairness(LabelledGraph(graph.run.engine, graph.space));
}

constexpr Fairness kImpartial = Fairness::kImpartial;
constexpr Fairness kFair = Fairness::kFair;
constexpr Fairness kJust = Fairness::kJust;
constexpr Fairness kNone = Fairness::kNone;

TEST(FairnessTest, TransitionsThatAreOnEveryCycleAreImpartial) {
  EXPECT_THAT(FairnessOf({{"a", 1, 2}, {"b", 2, 1}}), ElementsAre(kImpartial, kImpartial));
  EXPECT_THAT(FairnessOf({{"a", 1, 2}, {"b", 2, 1}, {"a", 2, 3}, {"b", 3, 2}}),
              ElementsAre(kImpartial, kImpartial));
}

TEST(FairnessTest, TransitionThatIsNotEnabledOnCyclesWithoutItIsFair) {
  // Looping at 1 avoids c, but never enables it.
  EXPECT_THAT(FairnessOf({{"a", 1, 1}, {"b", 1, 2}, {"c", 2, 1}}),
              ElementsAre(kJust, kNone, kFair));
}

TEST(FairnessTest, TransitionThatIsDisabledNowAndThenOnEveryCycleWithoutItIsJust) {
  // 1 2 1 2 ... enables c infinitely often, but disables it each time.
  EXPECT_THAT(FairnessOf({{"a", 1, 2}, {"b", 2, 1}, {"c", 2, 3}}),
              ElementsAre(kImpartial, kImpartial, kJust));
}

TEST(FairnessTest, TransitionThatCanBeEnabledForeverAndNotOccurHasNoFairness) {
  EXPECT_THAT(FairnessOf({{"a", 1, 2}, {"a", 2, 1}, {"b", 1, 3}, {"b", 2, 3}}),
              ElementsAre(kImpartial, kNone));
}

TEST(FairnessTest, LoopsAreCycles) {
  EXPECT_THAT(FairnessOf({{"a", 1, 1}, {"b", 1, 1}}), ElementsAre(kNone, kNone));
}

TEST(FairnessTest, TransitionThatNeverOccursIsFairBecauseItIsNeverEnabled) {
  EXPECT_THAT(FairnessOf({{"a", 1, 1}}, {"dead"}), ElementsAre(kImpartial, kFair));
}

TEST(FairnessTest, OccurrencesBeforeTheCycleDoNotCount) {
  EXPECT_THAT(FairnessOf({{"a", 1, 2}, {"b", 2, 3}, {"b", 3, 2}}), ElementsAre(kFair, kImpartial));
}

/// By the definitions, node by node: whether `keep` arcs lead from each node back to it.
std::vector<bool> OnCyclesOf(const std::vector<GraphArc>& arcs, std::int64_t nodes,
                             const std::function<bool(const GraphArc&)>& keep) {
  std::vector<bool> cyclic;
  for (std::int64_t start = 0; start <= nodes; ++start) {
    std::set<std::int64_t> reached;
    for (std::size_t before = reached.size() + 1; before != reached.size();) {
      before = reached.size();
      for (const GraphArc& arc : arcs) {
        if (keep(arc) && (arc.from == start || reached.contains(arc.from))) reached.insert(arc.to);
      }
    }
    cyclic.push_back(reached.contains(start));
  }
  return cyclic;
}

Fairness ByDefinition(const std::vector<GraphArc>& arcs, std::int64_t nodes,
                      const std::string& transition) {
  std::vector<bool> enabled(static_cast<std::size_t>(nodes) + 1);
  for (const GraphArc& arc : arcs) {
    if (arc.transition == transition) enabled[static_cast<std::size_t>(arc.from)] = true;
  }
  const auto is_enabled = [&](std::int64_t node) {
    return enabled[static_cast<std::size_t>(node)];
  };
  const auto is_other = [&](const GraphArc& arc) { return arc.transition != transition; };
  const std::vector<bool> cyclic = OnCyclesOf(arcs, nodes, is_other);
  const std::vector<bool> stays = OnCyclesOf(arcs, nodes, [&](const GraphArc& arc) {
    return is_other(arc) && is_enabled(arc.from) && is_enabled(arc.to);
  });
  if (std::ranges::find(cyclic, true) == cyclic.end()) return kImpartial;
  if (std::ranges::find(stays, true) != stays.end()) return kNone;
  for (std::int64_t node = 1; node <= nodes; ++node) {
    if (is_enabled(node) && cyclic[static_cast<std::size_t>(node)]) return kJust;
  }
  return kFair;
}

TEST(FairnessTest, RandomGraphsAgreeWithTheDefinitions) {
  base::Random random(7);
  std::map<Fairness, int> seen, seen_of_few;
  for (int round = 0; round < 400; ++round) {
    const bool is_large = round % 2 == 1;  // then few nodes enable many a transition
    const auto nodes = static_cast<std::int64_t>(1 + random.Below(is_large ? 30 : 6));
    std::vector<GraphArc> arcs;
    std::vector<std::string> transitions;
    const auto add = [&](std::int64_t from, std::int64_t to) {
      const std::string name(1, static_cast<char>('a' + random.Below(is_large ? 20 : 4)));
      const auto is_same = [&](const GraphArc& arc) {
        return arc.transition == name && arc.from == from && arc.to == to;
      };
      if (std::ranges::any_of(arcs, is_same)) return;
      arcs.push_back({name, from, to});
      if (std::ranges::find(transitions, name) == transitions.end()) transitions.push_back(name);
    };
    const auto any = [&](std::int64_t most) {
      return static_cast<std::int64_t>(1 + random.Below(static_cast<std::uint64_t>(most)));
    };
    for (std::int64_t node = 2; node <= nodes; ++node) add(any(node - 1), node);  // all are reached
    for (std::uint64_t more = random.Below(is_large ? 30 : 9); more > 0; --more) {
      const std::int64_t from = any(nodes);
      add(from, random.Below(4) == 0 ? from : any(nodes));
    }
    if (arcs.empty()) continue;
    const std::vector<Fairness> found = FairnessOf(arcs);
    for (std::size_t t = 0; t < transitions.size(); ++t) {
      EXPECT_EQ(found[t], ByDefinition(arcs, nodes, transitions[t]))
          << "round " << round << ", " << transitions[t];
      ++seen[found[t]];
      const auto is_its_own = [&](const GraphArc& arc) { return arc.transition == transitions[t]; };
      if (std::ranges::count_if(arcs, is_its_own) * 8 < nodes) ++seen_of_few[found[t]];
    }
  }
  for (const Fairness fairness : {kImpartial, kFair, kJust, kNone}) {
    EXPECT_GT(seen[fairness], 20);
    EXPECT_GT(seen_of_few[fairness], 10);
  }
}

}  // namespace
}  // namespace cpn::report
