// The unmodified replicas under the search: nothing is out of reach, whatever the timers do.
#include "sut/paxos/systematic/searched/world.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/random.h"
#include "search/critical.h"
#include "search/search.h"
#include "systematic/key_text.h"
#include "systematic/search/harness_system.h"

namespace paxos::searched {
namespace {

using systematic::HarnessSystem;

constexpr int kSeeds = 20;

systematic::HarnessSystemOptions OptionsFor(bool ordered, std::vector<std::string> faults) {
  return {.world = {ordered, std::move(faults)},
          .properties = {"every-request-answered", "names-lowest"}};
}

std::vector<std::string> AllFaults() {
  std::vector<std::string> names;
  const systematic::HarnessInfo info = InfoOf(3);
  for (const auto& [name, about] : info.search->faults) names.push_back(name);
  return names;
}

search::Crew CrewOf(const systematic::HarnessSystemOptions& options) {
  std::vector<std::unique_ptr<search::System>> systems;
  systems.push_back(std::make_unique<HarnessSystem>(InfoOf(3), options));
  return search::Crew(std::move(systems));
}

class SearchedWorld : public testing::TestWithParam<bool> {};

TEST_P(SearchedWorld, NothingIsOutOfReachOfTheUnmodifiedReplicas) {
  search::Crew crew = CrewOf(OptionsFor(GetParam(), AllFaults()));
  std::uint64_t live = 0;
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
    search::SearchOptions options;
    options.seed = seed;
    options.liveness = 3;
    options.safety = 4;
    options.depth_step = 1;
    options.executions = 20;
    options.most_steps = 2'000;
    search::SearchResult result;
    search::Search(crew, options, result);
    EXPECT_TRUE(result.violations.empty()) << seed;
    live += result.progress.live;
    for (const search::Suspect& suspect : result.suspects) {
      const search::Critical critical =
          search::FindCritical(crew, suspect, {.seed = seed, .most_steps = 2'000});
      EXPECT_EQ(critical.condition, search::Condition::kC2)
          << "seed " << seed << ", property " << suspect.property << ", step " << critical.step;
    }
  }
  EXPECT_GT(live, kSeeds * 19);
}

INSTANTIATE_TEST_SUITE_P(Timers, SearchedWorld, testing::Bool(), [](const auto& instance) {
  return instance.param ? std::string("Ordered") : std::string("Free");
});

/// What walks of an execution took, by kind of step.
std::map<std::string, int> Taken(bool ordered, std::vector<std::string> faults) {
  HarnessSystem system(InfoOf(3), OptionsFor(ordered, std::move(faults)));
  std::map<std::string, int> taken;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    base::Random random(seed);
    system.Restart();
    for (int step = 0; step < 200; ++step) {
      const auto choice = system.Pick(random);
      const auto option = system.OptionOf(*choice);
      if (option) ++taken[std::string(system.scheduler().NameOf(option->key.kind))];
      system.Take(*choice);
    }
  }
  return taken;
}

TEST(SearchedWorldTest, EachKindOfFaultHappensWhereItIsWanted) {
  const std::map<std::string, std::vector<std::string>> steps = {
      {"loss", {"lose request", "lose reply", "deadline"}},
      {"duplicate", {"duplicate request", "request again"}},
      {"late", {"deadline before the answer"}},
      {"crash", {"crash", "restart"}},
      {"death", {"crash for good"}}};
  for (const auto& [fault, kinds] : steps) {
    const auto with = Taken(false, {fault}), without = Taken(false, {});
    for (const std::string& kind : kinds) {
      EXPECT_GT(with.count(kind), 0u) << kind;
      EXPECT_EQ(without.count(kind), 0u) << kind;
    }
  }
}

TEST(SearchedWorldTest, OrderedTimersWaitForMessages) {
  HarnessSystem system(InfoOf(3), OptionsFor(true, {}));
  base::Random random(1);
  int timers = 0;
  for (int step = 0; step < 500; ++step) {
    const auto enabled = system.scheduler().enabled();
    const auto is = [&](systematic::OptionKind kind) {
      return std::any_of(enabled.begin(), enabled.end(),
                         [kind](const systematic::Option& option) { return option.kind == kind; });
    };
    EXPECT_FALSE(is(systematic::OptionKind::kTimer) && is(systematic::OptionKind::kMessage));
    timers += is(systematic::OptionKind::kTimer) ? 1 : 0;
    system.Take(*system.Pick(random));
  }
  EXPECT_GT(timers, 0);
}

TEST(SearchedWorldTest, TellsThePrivateStateOfEachReplica) {
  HarnessSystem system(InfoOf(3), OptionsFor(false, {"crash"}));
  const auto value_of = [&system](std::size_t replica, const std::string& name) {
    const std::vector<systematic::MachineState> states = system.States();
    EXPECT_EQ(states.size(), 3u);
    EXPECT_EQ(states[replica].machine, "replica " + std::to_string(replica));
    for (const auto& [known, value] : states[replica].parts) {
      if (known == name) return value;
    }
    return std::string("nothing");
  };
  const auto take = [&system](const std::string& step) {
    search::Choice choice = 0;
    const auto text = [&] {
      return systematic::ToText(system.OptionOf(choice)->key, system.scheduler().names());
    };
    while (!text().starts_with(step)) ++choice;
    system.Take(choice);
  };
  EXPECT_EQ(value_of(0, "leader_detector.leader"), "0");
  EXPECT_EQ(value_of(0, "replica.parked"), "0");
  EXPECT_EQ(value_of(0, "proposer.pending"), "");
  take("ask client 1>replica 0");
  EXPECT_EQ(value_of(0, "replica.parked"), "1");
  EXPECT_EQ(value_of(0, "proposer.pending"), "v1");
  EXPECT_EQ(value_of(1, "acceptor.promised"), "");
  take("request replica 0>replica 1 Prepare");
  EXPECT_EQ(value_of(1, "acceptor.promised"), "0");
  take("crash replica 0");
  EXPECT_EQ(value_of(0, "replica.parked"), "nothing");
}

TEST(SearchedWorldTest, MessagesInAnyOrderLeadToTheSameState) {
  HarnessSystem system(InfoOf(3), OptionsFor(false, {}));
  const auto after = [&system](std::vector<std::string> steps) {
    system.Restart();
    for (const std::string& step : steps) {
      for (search::Choice choice = 0;; ++choice) {
        if (choice == system.Options()) {
          ADD_FAILURE() << step << " is not enabled";
          break;
        }
        const auto option = system.OptionOf(choice);
        if (!option || ToText(option->key, system.scheduler().names()) != step) continue;
        system.Take(choice);
        break;
      }
    }
    return system.Key();
  };
  const std::string one = "request replica 0>replica 1 Ping ~1 #0";
  const std::string other = "request replica 1>replica 2 Ping ~1 #0";
  EXPECT_EQ(after({one, other}), after({other, one}));
  EXPECT_NE(after({one}), after({other}));
  // Periods of a detector are counted by nobody: the third is as the fourth.
  std::vector<std::string> periods;
  const auto period = [&periods](int number) {
    const std::string ordinal = " ~1 #" + std::to_string(number);
    periods.push_back("timer replica 2 ~1 #0");
    for (const std::string peer : {"0", "1"}) {
      periods.push_back("request replica 2>replica " + peer + " Ping" + ordinal);
      periods.push_back("reply replica 2>replica " + peer + " Ping" + ordinal);
    }
  };
  for (int number = 1; number <= 3; ++number) period(number);
  const search::StateKey third = after(periods);
  period(4);
  EXPECT_EQ(after(periods), third);
}

}  // namespace
}  // namespace paxos::searched
