// The search where nothing can be exhausted: models/liveness with 40 switches beside each net that
// flip now and then, so that 2^40 times as many markings follow. What is dead does not depend on
// the switches; so the answer is known from the net alone.
//
// CPNGEN_SEARCH_SEEDS sets the seeds of each net (1 without it).
#include <gtest/gtest.h>

#include <iostream>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/temporary_folder.h"
#include "search/nets/fates.h"
#include "search/search.h"
#include "search/testing.h"
#include "testing/files.h"
#include "testing/paths.h"
#include "tests/differential/environment.h"

namespace models {
namespace {

using cpn::lua::LuaModel;
using search::Choices;
using search::Crew;
using search::nets::NetSystem;

constexpr const char* kSwitches = R"(
do
  local numbers = range_list(1, 40)
  var { switch_number = INT, is_on = BOOL }
  Switches = place(product(INT, BOOL), map(numbers, function(i) return { i, false } end))
  Flip = transition {
    input = { Switches { switch_number, is_on } },
    output = { Switches { switch_number, expr "not is_on" } },
    weight = 0.02,
  }
end
)";

class LivenessTogglesTest : public ::testing::TestWithParam<const char*> {
 protected:
  std::string PathOf() const { return test::SourcePath("/models/liveness/") + GetParam() + ".lua"; }
  static std::unique_ptr<NetSystem> Load(const std::string& path, bool repaired) {
    cpn::lua::LoadOptions options;
    options.parameters = {{"repaired", repaired ? "true" : "false"}};
    search::nets::NetOptions net;
    net.memory_bytes = std::size_t{256} << 20;
    return std::make_unique<NetSystem>(LuaModel::Load(path, options), std::vector<std::size_t>{0},
                                       net);
  }
  Crew CrewWithSwitches(bool repaired) {
    const std::string path =
        folder_.Write("with_switches.lua", test::ReadFile(PathOf()) + kSwitches);
    std::vector<std::unique_ptr<search::System>> systems;
    systems.push_back(Load(path, repaired));
    return Crew(std::move(systems));
  }

  /// Of the execution with switches: the step that enters a dead marking of the net alone; nothing:
  /// none does.
  std::optional<std::uint64_t> ExactStep(NetSystem& with, const Choices& choices) {
    const std::unique_ptr<NetSystem> alone = Load(PathOf(), false);
    const auto graph = search::nets::Graph::Of(*alone, 100'000);
    const search::nets::Fates fates = search::nets::FatesOf(graph.value(), 0);
    alone->Restart();
    with.Restart();
    std::uint32_t node = 0;
    if (fates.is_dead[node]) return 0;
    for (std::uint64_t step = 0; step < choices.size(); ++step) {
      const std::string element = with.engine().FormatElement(with.ElementOf(choices[step]));
      with.Take(choices[step]);
      if (element.rfind("Flip ", 0) == 0) continue;
      search::Choice choice = 0;
      while (alone->engine().FormatElement(alone->ElementOf(choice)) != element) ++choice;
      alone->Take(choice);
      node = graph->Out(node)[choice].target;
      if (fates.is_dead[node]) return step + 1;
    }
    return std::nullopt;
  }

  base::TemporaryFolder folder_;
};

TEST_P(LivenessTogglesTest, TheCriticalTransitionIsFoundByWalksAlone) {
  const std::uint64_t seeds = differential::FromEnvironment("CPNGEN_SEARCH_SEEDS", 1);
  std::uint64_t most = 0, early = 0;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    Crew crew = CrewWithSwitches(false);
    search::SearchOptions options;
    options.seed = seed;
    options.liveness = 1;
    options.executions = 5'000;
    options.most_steps = 1'000;
    const search::SearchResult result = search::testing::SearchWith(crew, options);
    ASSERT_EQ(result.suspects.size(), 1u) << "seed " << seed << ": nothing found";
    most = std::max(most, result.found_at.front());
    search::CriticalOptions how;
    how.seed = seed;
    how.walks = 20;
    how.most_steps = options.most_steps;
    const search::Critical critical = FindCritical(crew, result.suspects.front(), how);
    ASSERT_EQ(critical.condition, search::Condition::kC1) << "seed " << seed;
    const auto exact =
        ExactStep(static_cast<NetSystem&>(crew.first()), result.suspects.front().choices);
    ASSERT_TRUE(exact) << "seed " << seed;
    EXPECT_LE(critical.step, *exact) << "seed " << seed << ": late";
    early += critical.step < *exact ? 1 : 0;
  }
  EXPECT_LE(10 * early, seeds);
  std::cout << GetParam() << ": suspected within " << most << " executions, " << early << " of "
            << seeds << " early" << std::endl;
}

TEST_P(LivenessTogglesTest, TheRepairedNetIsNotSaidToBeDead) {
  Crew crew = CrewWithSwitches(true);
  search::SearchOptions options;
  options.liveness = 1;
  options.executions = 200;
  const search::SearchResult result = search::testing::SearchWith(crew, options);
  for (const search::Suspect& suspect : result.suspects) {
    search::CriticalOptions how;
    how.most_steps = result.most_steps;
    EXPECT_EQ(FindCritical(crew, suspect, how).condition, search::Condition::kC2);
  }
}

INSTANTIATE_TEST_SUITE_P(Nets, LivenessTogglesTest,
                         ::testing::Values("stale_syn", "tree_join", "two_trees", "bootstrap",
                                           "rejoin", "closing", "ring_election", "blocked_commit",
                                           "lost_wakeup", "left_handed"),
                         [](const auto& net) { return std::string(net.param); });

}  // namespace
}  // namespace models
