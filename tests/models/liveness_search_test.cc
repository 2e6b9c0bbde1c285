// The search over models/liveness, against what their state spaces say: suspects within so many
// executions, and the critical transition never later than it is.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "search/lasso.h"
#include "search/nets/net_system.h"
#include "search/search.h"
#include "search/testing.h"
#include "testing/paths.h"
#include "tests/differential/environment.h"

namespace models {
namespace {

using cpn::lua::LuaModel;
using search::Choices;
using search::Condition;
using search::Crew;
using search::Critical;
using search::Suspect;
using search::nets::NetSystem;
using search::testing::SearchWith;

struct Net {
  const char* file;
  std::set<std::string> critical;  ///< transitions
};

/// All but chord_ring, which is dead from the start, and duelling_proposers, which never is.
const std::vector<Net>& Nets() {
  static const std::vector<Net> nets = {{"stale_syn", {"ReceiveAck", "ReceiveSyn"}},
                                        {"tree_join", {"JoinReplyInInit"}},
                                        {"two_trees", {"TimerFiresInVain", "LoseProbe"}},
                                        {"bootstrap", {"GiveUp"}},
                                        {"rejoin", {"Restart"}},
                                        {"closing", {"LoseAck"}},
                                        {"ring_election", {"Lose"}},
                                        {"blocked_commit", {"Crash", "VoteYes"}},
                                        {"lost_wakeup", {"WakeNobody"}},
                                        {"left_handed", {"TakeFirst"}}};
  return nets;
}

std::unique_ptr<LuaModel> Load(const std::string& file, bool repaired) {
  cpn::lua::LoadOptions options;
  options.parameters = {{"repaired", repaired ? "true" : "false"}};
  return LuaModel::Load(
      std::filesystem::path(test::SourcePath()) / "models" / "liveness" / (file + ".lua"), options);
}

Crew CrewOf(const std::string& file, bool repaired, bool weighs = true, std::size_t property = 0) {
  std::vector<std::unique_ptr<search::System>> systems;
  systems.push_back(std::make_unique<NetSystem>(Load(file, repaired),
                                                std::vector<std::size_t>{property},
                                                search::nets::NetOptions{.weighs = weighs}));
  return Crew(std::move(systems));
}

NetSystem& NetOf(Crew& crew) { return static_cast<NetSystem&>(crew.first()); }

/// The first state of the suspect from which nothing is live, by looking at all that follows.
std::uint64_t ExactStep(Crew& crew, const Suspect& suspect) {
  for (std::uint64_t step = 0;; ++step) {
    Choices begin(suspect.choices.begin(),
                  suspect.choices.begin() + static_cast<std::ptrdiff_t>(step));
    search::Replay(crew.first(), begin);
    if (crew.first().FateOf(0, 1'000'000, begin) == search::Fate::kDead) return step;
    if (step == suspect.choices.size()) return step + 1;
  }
}

std::string TransitionAt(Crew& crew, const Suspect& suspect, std::uint64_t step) {
  NetSystem& net = NetOf(crew);
  search::Replay(net, Choices(suspect.choices.begin(),
                              suspect.choices.begin() + static_cast<std::ptrdiff_t>(step - 1)));
  const cpn::Engine& engine = net.model().engine();
  const cpn::BindingElement element = engine.Element(net.ElementOf(suspect.choices[step - 1]));
  return engine.net().transitions()[element.transition].name;
}

class LivenessSearchTest : public ::testing::TestWithParam<Net> {};

TEST_P(LivenessSearchTest, TheCriticalTransitionIsNeverLateAndOneOfTheBug) {
  const std::uint64_t seeds = differential::FromEnvironment("CPNGEN_SEARCH_SEEDS", 20);
  std::uint64_t most = 0, early = 0;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    Crew crew = CrewOf(GetParam().file, false);
    search::SearchOptions options{.seed = seed, .liveness = 1, .executions = 100};
    options.depth_step = 1;
    options.most_steps = 10'000;
    const search::SearchResult result = SearchWith(crew, options);
    ASSERT_EQ(result.suspects.size(), 1u) << "seed " << seed << ": nothing found";
    most = std::max(most, result.found_at.front());
    const Suspect& suspect = result.suspects.front();
    const std::uint64_t exact = ExactStep(crew, suspect);
    for (const std::uint64_t states : {0, 100'000}) {
      const Critical critical = FindCritical(
          crew, suspect, {.seed = seed, .walks = 60, .most_steps = 10'000, .exact_states = states});
      EXPECT_EQ(critical.condition, Condition::kC1) << "seed " << seed;
      EXPECT_LE(critical.step, exact) << "seed " << seed << ": later than the step that kills";
      early += critical.step < exact ? 1 : 0;
      EXPECT_TRUE(critical.certain || states == 0) << "seed " << seed;
      if (critical.step != exact) continue;
      EXPECT_TRUE(GetParam().critical.contains(TransitionAt(crew, suspect, exact)))
          << "seed " << seed << ": " << TransitionAt(crew, suspect, exact);
    }
  }
  EXPECT_EQ(early, 0u);
  std::cout << GetParam().file << ": suspected within " << most << " executions" << std::endl;
}

TEST_P(LivenessSearchTest, FewWalksMayBeEarlyAndNeverLate) {
  const std::uint64_t seeds = differential::FromEnvironment("CPNGEN_SEARCH_SEEDS", 5);
  for (const bool weighs : {true, false}) {
    for (const std::uint64_t walks : {1, 5, 20, 60}) {
      std::uint64_t early = 0, undecided = 0;
      for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
        Crew crew = CrewOf(GetParam().file, false, weighs);
        search::SearchOptions options{.seed = seed, .liveness = 1, .executions = 100};
        options.depth_step = 1;
        options.most_steps = 400;
        const search::SearchResult result = SearchWith(crew, options);
        ASSERT_EQ(result.suspects.size(), 1u) << "seed " << seed << ": nothing found";
        const Suspect& suspect = result.suspects.front();
        const std::uint64_t exact = ExactStep(crew, suspect);
        const Critical critical =
            FindCritical(crew, suspect, {.seed = seed, .walks = walks, .most_steps = 400});
        if (critical.condition == Condition::kC2) {
          ++undecided;
          continue;
        }
        EXPECT_LE(critical.step, exact) << "seed " << seed << ": later than the step that kills";
        early += critical.step < exact ? 1 : 0;
      }
      std::cout << GetParam().file << ", " << walks << " walks" << (weighs ? "" : ", uniform")
                << ": " << early << " early, " << undecided << " undecided of " << seeds
                << std::endl;
    }
  }
}

TEST_P(LivenessSearchTest, TheRepairedOneIsNotSuspected) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Crew crew = CrewOf(GetParam().file, true);
    const search::SearchResult result =
        SearchWith(crew, {.seed = seed, .liveness = 1, .executions = 100});
    for (const Suspect& suspect : result.suspects) {
      const Critical critical =
          FindCritical(crew, suspect, {.seed = seed, .most_steps = result.most_steps});
      EXPECT_EQ(critical.condition, Condition::kC2) << "seed " << seed;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Nets, LivenessSearchTest, ::testing::ValuesIn(Nets()),
                         [](const auto& net) { return std::string(net.param.file); });

TEST(LivenessSearch, DeadFromTheStartIsUndecidedWithoutLooking) {
  Crew crew = CrewOf("chord_ring", false);
  const search::SearchResult result =
      SearchWith(crew, {.liveness = 1, .executions = 100, .most_steps = 1'000});
  ASSERT_EQ(result.suspects.size(), 1u);
  const Suspect& suspect = result.suspects.front();
  const Critical walked = FindCritical(crew, suspect, {.most_steps = 1'000});
  EXPECT_EQ(walked.condition, Condition::kC2);
  EXPECT_EQ(walked.step, 0u);
  const Critical looked =
      FindCritical(crew, suspect, {.most_steps = 1'000, .exact_states = 100'000});
  EXPECT_EQ(looked.condition, Condition::kC1);
  EXPECT_TRUE(looked.certain);
}

/// The lasso that walks find of "always becomes live".
std::optional<search::Lasso> LassoOf(const std::string& file, bool repaired,
                                     search::FairnessMode fairness, std::uint64_t seed) {
  Crew crew = CrewOf(file, repaired, true, 1);
  const auto lasso =
      FindLasso(crew, {.seed = seed, .fairness = fairness, .walks = 2'000, .most_steps = 300});
  if (!lasso) return lasso;
  // It is one: the same marking twice, and never the condition in between.
  const auto from = lasso->choices.begin();
  search::Replay(crew.first(), Choices(from, from + static_cast<std::ptrdiff_t>(lasso->loop)));
  const search::StateKey key = crew.first().Key();
  for (std::uint64_t i = lasso->loop; i < lasso->choices.size(); ++i) {
    EXPECT_EQ(crew.first().Live(), 0u);
    crew.first().Take(lasso->choices[i]);
  }
  EXPECT_EQ(crew.first().Key(), key);
  return lasso;
}

TEST(LivenessSearch, DuelThatGoesOnForEverIsALasso) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    for (const search::FairnessMode fairness :
         {search::FairnessMode::kNone, search::FairnessMode::kWeak}) {
      EXPECT_TRUE(LassoOf("duelling_proposers", false, fairness, seed)) << "seed " << seed;
      EXPECT_FALSE(LassoOf("duelling_proposers", true, fairness, seed)) << "seed " << seed;
    }
  }
}

TEST(LivenessSearch, ResendingForEverIsALassoOfUnfairRunsOnly) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    EXPECT_TRUE(LassoOf("stale_syn", true, search::FairnessMode::kNone, seed)) << "seed " << seed;
    EXPECT_FALSE(LassoOf("stale_syn", true, search::FairnessMode::kWeak, seed)) << "seed " << seed;
    EXPECT_FALSE(LassoOf("stale_syn", true, search::FairnessMode::kStrong, seed))
        << "seed " << seed;
  }
}

TEST(LivenessSearch, ALivelockIsNoDeath) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Crew crew = CrewOf("duelling_proposers", false);
    const search::SearchResult result =
        SearchWith(crew, {.seed = seed, .liveness = 1, .executions = 200});
    EXPECT_TRUE(result.suspects.empty()) << "seed " << seed;
  }
}

}  // namespace
}  // namespace models
