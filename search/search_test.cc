// The search on graphs whose dead states are known: what is found, where it dies, and that nothing
// depends on the workers.
#include "search/search.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "search/prefixes.h"
#include "search/testing.h"
#include "search/walk.h"

namespace search {
namespace {

using search::testing::CrewOf;
using search::testing::DeadStates;
using search::testing::Graph;
using search::testing::GraphSystem;
using search::testing::RandomGraph;
using search::testing::SearchWith;
using search::testing::StatesOf;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

/// States within `depth` steps, the dumb way.
std::set<std::uint32_t> Within(const Graph& graph, std::uint32_t depth) {
  std::set<std::uint32_t> found{0};
  for (std::uint32_t d = 0; d < depth; ++d) {
    std::set<std::uint32_t> more = found;
    for (const std::uint32_t state : found) {
      more.insert(graph.next[state].begin(), graph.next[state].end());
    }
    found = more;
  }
  return found;
}

TEST(Prefixes, MeetsEveryStateWithinTheDepth) {
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    const Graph graph = RandomGraph(seed);
    GraphSystem system(&graph, false);
    const auto depth = static_cast<std::uint32_t>(seed % 8);
    Prefixes prefixes(&system, depth);
    std::set<std::uint32_t> met{0}, ends;
    Choices last;
    while (const std::optional<Prefix> prefix = prefixes.Next()) {
      const std::vector<std::uint32_t> states = StatesOf(graph, prefix->choices);
      met.insert(states.begin(), states.end());
      EXPECT_TRUE(ends.insert(states.back()).second) << "seed " << seed;
      EXPECT_EQ(prefix->at_end, graph.next[states.back()].empty());
      EXPECT_TRUE(last < prefix->choices || last.empty()) << "seed " << seed;
      last = prefix->choices;
    }
    // A state may be met by the way to a prefix that another one made needless.
    for (const std::uint32_t state : Within(graph, depth)) {
      const std::vector<std::uint32_t>& next = graph.next[state];
      EXPECT_TRUE(!next.empty() || met.contains(state)) << "seed " << seed << ", state " << state;
    }
    EXPECT_EQ(prefixes.states(), Within(graph, depth).size()) << "seed " << seed;
  }
}

TEST(Prefixes, EachStateAtTheLastDepthComesOnce) {
  Graph diamond(4);
  diamond.next = {{1, 2}, {3}, {3}, {0}};
  GraphSystem system(&diamond, false);
  Prefixes prefixes(&system, 2);
  EXPECT_THAT(prefixes.Next()->choices, ElementsAre(0, 0));
  EXPECT_EQ(prefixes.Next(), std::nullopt);
}

TEST(Prefixes, AStateThatComesAgainEarlierIsGoneOnWith) {
  // From 1 the state 2 is three steps away, from 0 one: met first with no depth left.
  Graph graph(6);
  graph.next = {{1, 2}, {3}, {4}, {2}, {5}, {}};
  GraphSystem system(&graph, false);
  Prefixes prefixes(&system, 3);
  EXPECT_THAT(prefixes.Next()->choices, ElementsAre(0, 0, 0));
  const std::optional<Prefix> deeper = prefixes.Next();
  ASSERT_TRUE(deeper);
  EXPECT_THAT(deeper->choices, ElementsAre(1, 0, 0));
  EXPECT_TRUE(deeper->at_end);
}

TEST(Walk, EndsWhereAllHasHeld) {
  Graph line(4);
  line.next = {{1}, {2}, {3}, {3}};
  line.live = {0, 1, 2, 0};
  GraphSystem system(&line, false);
  system.Restart();
  Choices choices;
  const Walk walk = WalkOn(system, base::Random(1), {.unmet = 3}, 100, &choices);
  EXPECT_EQ(walk.end, WalkEnd::kLive);
  EXPECT_THAT(choices, ElementsAre(0, 0));
  system.Restart();
  EXPECT_EQ(WalkOn(system, base::Random(1), {.unmet = 4}, 100).steps, 100);
}

TEST(Walk, WeightZeroIsNeverTaken) {
  Graph graph(3);
  graph.next = {{1, 2}, {1}, {2}};
  graph.weights = {{0, 1}, {1}, {0}};
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    GraphSystem system(&graph, false);
    system.Restart();
    EXPECT_EQ(WalkOn(system, base::Random(seed), {.unmet = 1}, 9).end, WalkEnd::kStuck);
    EXPECT_EQ(system.state(), 2u);
  }
}

/// Searches and checks what is found against what is true; the number of early answers.
int CheckAgainstTruth(std::uint64_t seed, std::uint64_t walks, bool looks) {
  const Graph graph = RandomGraph(seed);
  const std::vector<bool> dead = DeadStates(graph, 0);
  Crew crew = CrewOf(graph, 1, looks);
  SearchOptions options;
  options.seed = seed;
  options.liveness = 1;
  options.executions = 200;
  options.most_steps = 2'000;
  const SearchResult result = SearchWith(crew, options);
  if (result.suspects.empty()) {
    if (result.end != SearchEnd::kExhausted) return 0;
    for (const std::uint32_t state : Within(graph, 30)) {
      EXPECT_FALSE(dead[state]) << "seed " << seed << ": nothing found, yet a state is dead";
    }
    return 0;
  }
  const Suspect& suspect = result.suspects.front();
  const std::vector<std::uint32_t> states = StatesOf(graph, suspect.choices);
  const auto exact = static_cast<std::uint64_t>(
      std::find_if(states.begin(), states.end(), [&](std::uint32_t s) { return dead[s]; }) -
      states.begin());
  const Critical critical = FindCritical(
      crew, suspect,
      {.seed = seed, .walks = walks, .most_steps = 2'000, .exact_states = looks ? 1'000u : 0u});
  EXPECT_LE(critical.step, exact) << "seed " << seed << ": later than the step that kills";
  if (looks) {
    EXPECT_EQ(critical.step, exact) << "seed " << seed;
    EXPECT_EQ(critical.condition, Condition::kC1);
    EXPECT_TRUE(critical.certain);
    EXPECT_EQ(critical.walks, 0);
  }
  if (critical.nearest_live) {
    const std::vector<std::uint32_t> live = StatesOf(graph, *critical.nearest_live);
    EXPECT_EQ(graph.live[live.back()] & 1, 1u) << "seed " << seed;
  }
  return critical.step < exact ? 1 : 0;
}

TEST(Critical, IsNeverLaterThanTheStepThatKills) {
  int early = 0;
  for (std::uint64_t seed = 1; seed <= 1'000; ++seed) early += CheckAgainstTruth(seed, 60, false);
  EXPECT_LE(early, 10) << "of 1,000 with 60 walks and ten times as many at the answer";
}

TEST(Critical, WithoutWalksIsExact) {
  for (std::uint64_t seed = 1; seed <= 1'000; ++seed) CheckAgainstTruth(seed, 60, true);
}

TEST(Critical, DeadFromTheStartIsUndecidedByWalks) {
  Graph loop(2);
  loop.next = {{1}, {0}};
  Crew crew = CrewOf(loop);
  const Suspect suspect{.choices = Choices(100, 0)};
  const Critical walked = FindCritical(crew, suspect, {.most_steps = 100});
  EXPECT_EQ(walked.condition, Condition::kC2);
  EXPECT_EQ(walked.step, 0);
  EXPECT_EQ(walked.walks, 60);
  Crew looking = CrewOf(loop, 1, true);
  const Critical looked = FindCritical(looking, suspect, {.most_steps = 100, .exact_states = 10});
  EXPECT_EQ(looked.condition, Condition::kC1);
  EXPECT_TRUE(looked.certain);
}

TEST(Critical, ALivelockIsUndecided) {
  // State 1 can always be left, but the suspect stayed there: transient, not dead.
  Graph graph(3);
  graph.next = {{1}, {1, 2}, {2}};
  graph.live = {0, 0, 1};
  Crew crew = CrewOf(graph);
  const Critical critical = FindCritical(crew, {.choices = Choices(100, 0)}, {.most_steps = 100});
  EXPECT_EQ(critical.condition, Condition::kC2);
  EXPECT_GT(critical.step, 50u);
}

TEST(Critical, TheNearestLiveExecutionPartsAtTheCriticalStep) {
  // 0 -> 1 -> 2 -> 3 (dead); each of 0, 1, 2 can go to 4, which is live.
  Graph graph(5);
  graph.next = {{4, 1}, {4, 2}, {4, 3}, {3}, {4}};
  graph.live = {0, 0, 0, 0, 1};
  Crew crew = CrewOf(graph);
  Choices choices(3, 1);
  choices.resize(60, 0);
  const Critical critical = FindCritical(crew, {.choices = choices}, {.most_steps = 60});
  EXPECT_EQ(critical.condition, Condition::kC1);
  EXPECT_EQ(critical.step, 3);
  EXPECT_THAT(critical.nearest_live, ::testing::Optional(ElementsAre(1, 1, 0)));
}

TEST(Critical, BeginsAtTheLastLiveState) {
  Graph graph(4);
  graph.next = {{1}, {0, 2}, {3}, {2}};
  graph.live = {1, 0, 0, 0};
  Crew crew = CrewOf(graph);
  Choices choices{0, 0, 0, 1};
  choices.resize(40, 0);
  const Critical critical = FindCritical(crew, {.choices = choices, .live = 2}, {.most_steps = 40});
  EXPECT_EQ(critical.condition, Condition::kC1);
  EXPECT_EQ(critical.step, 4);
}

TEST(Search, NothingDependsOnTheWorkers) {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    const Graph graph = RandomGraph(seed);
    std::vector<std::uint64_t> first;
    for (const std::size_t workers : {1, 3}) {
      Crew crew = CrewOf(graph, workers);
      SearchOptions options{.seed = seed, .liveness = 3, .executions = 300};
      const SearchResult result = SearchWith(crew, options);
      std::vector<std::uint64_t> all{result.most_steps, result.progress.executions,
                                     result.progress.live, result.progress.latest_life};
      for (std::size_t i = 0; i < result.suspects.size(); ++i) {
        all.push_back(result.found_at[i]);
        all.insert(all.end(), result.suspects[i].choices.begin(), result.suspects[i].choices.end());
        const Critical critical =
            FindCritical(crew, result.suspects[i], {.seed = seed, .most_steps = result.most_steps});
        all.insert(all.end(), {critical.step, critical.walks});
        if (!critical.nearest_live) continue;
        all.insert(all.end(), critical.nearest_live->begin(), critical.nearest_live->end());
      }
      if (first.empty()) first = all;
      EXPECT_EQ(all, first) << "seed " << seed;
    }
  }
}

TEST(Search, SafetyCountsInBeginningsAndInWalks) {
  Graph graph(8);
  graph.next = {{1}, {2}, {3}, {4}, {5}, {6}, {7}, {7}};
  graph.violated = {0, 0, 4, 0, 0, 0, 8, 0};
  Crew crew = CrewOf(graph);
  const SearchResult result =
      SearchWith(crew, {.safety = 4 | 8, .executions = 10, .first_depth = 3, .most_steps = 20});
  EXPECT_EQ(result.end, SearchEnd::kAllFound);
  ASSERT_EQ(result.violations.size(), 2u);
  EXPECT_EQ(result.violations[0].property, 2u);
  EXPECT_EQ(result.violations[0].choices.size(), 2u) << "in the beginning";
  EXPECT_EQ(result.violations[1].property, 3u);
  EXPECT_EQ(result.violations[1].choices.size(), 6u) << "at a greater depth, by a walk";
}

TEST(Search, WhatWasFoundHidesNothingElse) {
  // The step that kills violates a safety property, too.
  Graph graph(3);
  graph.next = {{0, 1}, {2}, {2}};
  graph.live = {1, 0, 0};
  graph.violated = {0, 2, 0};
  Crew crew = CrewOf(graph);
  const SearchResult result = SearchWith(crew, {.liveness = 1, .safety = 2, .most_steps = 50});
  EXPECT_EQ(result.end, SearchEnd::kAllFound);
  EXPECT_EQ(result.violations.size(), 1u);
  ASSERT_EQ(result.suspects.size(), 1u);
  EXPECT_EQ(result.suspects.front().live.has_value(), true);
}

TEST(Search, ALiveStateInsideTheBeginningHidesNoDeath) {
  // 0 (live) -> 1 (live) -> 2 (dead).
  Graph graph(3);
  graph.next = {{1}, {2}, {2}};
  graph.live = {1, 1, 0};
  Crew crew = CrewOf(graph);
  const SearchResult result =
      SearchWith(crew, {.liveness = 1, .depth_step = 1, .last_depth = 5, .most_steps = 50});
  ASSERT_EQ(result.suspects.size(), 1u);
  EXPECT_EQ(result.suspects.front().live, 1u);
  EXPECT_EQ(result.found_at.front(), 3u) << "with depth 2";
}

TEST(Search, LengthIsEightTimesTheLongestTimeToLife) {
  Graph line(101);
  for (std::uint32_t i = 0; i < 100; ++i) line.next[i] = {i + 1};
  line.live[100] = 1;
  Crew crew = CrewOf(line);
  EXPECT_EQ(Calibrate(crew, {.liveness = 1}), 800u);
  line.live[100] = 0;
  EXPECT_EQ(Calibrate(crew, {.liveness = 1}), 10'000u) << "none came to life";
}

TEST(Search, WhereOnlySafetyIsLookedForExecutionsAreLong) {
  Graph line(1'001);
  for (std::uint32_t i = 0; i < 1'000; ++i) line.next[i] = {i + 1};
  line.violated[1'000] = 1;
  Crew crew = CrewOf(line);
  const SearchResult result = SearchWith(crew, {.safety = 1});
  ASSERT_EQ(result.violations.size(), 1u);
  EXPECT_EQ(result.violations.front().choices.size(), 1'000u);
  EXPECT_EQ(result.progress.steps, 1'000u) << "of one walk, begun with nothing";
}

TEST(Critical, AnExecutionThatEndsLateLeavesWalksRoomToRecover) {
  // A long way on which every state can recover, but only by 40 more steps; its end is dead.
  constexpr std::uint32_t kWay = 95, kCure = 40;
  Graph graph(kWay + 2 + kCure);
  for (std::uint32_t i = 0; i < kWay; ++i) graph.next[i] = {i + 1, kWay + 1};
  for (std::uint32_t i = 0; i < kCure; ++i) graph.next[kWay + 1 + i] = {kWay + 2 + i};
  graph.next[kWay + kCure] = {kWay + 1 + kCure};
  graph.live.back() = 1;
  Crew crew = CrewOf(graph);
  const Critical critical =
      FindCritical(crew, {.choices = Choices(kWay, 0), .at_end = true}, {.most_steps = 100});
  EXPECT_EQ(critical.condition, Condition::kC1);
  EXPECT_EQ(critical.step, kWay) << "not 60, from where on 100 steps in all are too few";
}

/// What shards find, each property's by the lowest number; and what they did in all.
SearchResult Merged(const Graph& graph, SearchOptions options, std::uint32_t shards) {
  SearchResult merged;
  std::map<std::size_t, std::pair<std::uint64_t, Suspect>> first;
  for (std::uint32_t shard = 0; shard < shards; ++shard) {
    Crew crew = CrewOf(graph);
    options.shard = shard;
    options.shards = shards;
    const SearchResult result = SearchWith(crew, options);
    merged.number = std::max(merged.number, result.number);
    merged.progress.executions += result.progress.executions;
    merged.progress.live += result.progress.live;
    merged.progress.steps += result.progress.steps;
    for (std::size_t i = 0; i < result.suspects.size(); ++i) {
      const std::pair found(result.found_at[i], result.suspects[i]);
      const auto [known, is_new] = first.emplace(found.second.property, found);
      if (!is_new && found.first < known->second.first) known->second = found;
    }
  }
  for (const auto& [property, found] : first) {
    merged.found_at.push_back(found.first);
    merged.suspects.push_back(found.second);
  }
  return merged;
}

TEST(Search, ShardsTogetherAreTheWhole) {
  int found_some = 0, found_none = 0;
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    const Graph graph = RandomGraph(seed);
    const SearchOptions options{.seed = seed,
                                .liveness = 3,
                                .executions = 300,
                                .depth_step = 1,
                                .last_depth = 8,
                                .most_steps = 100};
    Crew crew = CrewOf(graph);
    SearchResult whole = SearchWith(crew, options);
    const auto by_property = [&whole] {
      std::map<std::size_t, std::pair<std::uint64_t, Choices>> sorted;
      for (std::size_t i = 0; i < whole.suspects.size(); ++i) {
        sorted[whole.suspects[i].property] = {whole.found_at[i], whole.suspects[i].choices};
      }
      return sorted;
    };
    for (const std::uint32_t shards : {2u, 3u, 7u}) {
      const SearchResult merged = Merged(graph, options, shards);
      std::map<std::size_t, std::pair<std::uint64_t, Choices>> found;
      for (std::size_t i = 0; i < merged.suspects.size(); ++i) {
        found[merged.suspects[i].property] = {merged.found_at[i], merged.suspects[i].choices};
      }
      EXPECT_EQ(found, by_property()) << "seed " << seed << ", " << shards << " shards";
      // Who has found something looks for less from then on, and may end before the others.
      if (!whole.suspects.empty()) continue;
      EXPECT_EQ(merged.number, whole.number);
      EXPECT_EQ(merged.progress.executions, whole.progress.executions) << "seed " << seed;
      EXPECT_EQ(merged.progress.live, whole.progress.live) << "seed " << seed;
      EXPECT_EQ(merged.progress.steps, whole.progress.steps) << "seed " << seed;
    }
    found_some += whole.suspects.empty() ? 0 : 1;
    found_none += whole.suspects.empty() ? 1 : 0;
  }
  EXPECT_GT(found_some, 50);
  EXPECT_GT(found_none, 5);
}

TEST(Search, AShardWithoutBeginningsOfADepthGoesDeeper) {
  // Of depth 0 there is one beginning, which is the first shard's.
  Graph fan(9);
  fan.next[0] = {1, 2, 3, 4, 5, 6, 7, 8};
  for (std::uint32_t i = 1; i < 9; ++i) fan.live[i] = 1;
  fan.live[6] = 0;
  std::uint64_t executions = 0;
  for (std::uint32_t shard = 0; shard < 3; ++shard) {
    Crew crew = CrewOf(fan);
    const SearchResult result = SearchWith(crew, {.liveness = 1,
                                                  .depth_step = 1,
                                                  .last_depth = 1,
                                                  .most_steps = 9,
                                                  .shard = shard,
                                                  .shards = 3});
    executions += result.progress.executions;
    // The sixth of depth 1 is the seventh in all.
    const std::vector<std::uint64_t> found =
        shard == 0 ? std::vector<std::uint64_t>{7} : std::vector<std::uint64_t>{};
    EXPECT_EQ(result.found_at, found);
  }
  EXPECT_EQ(executions, 9u);
}

}  // namespace
}  // namespace search
