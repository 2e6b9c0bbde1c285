#include "systematic/search/harness_system.h"

#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "search/critical.h"
#include "search/search.h"
#include "systematic/errors.h"
#include "systematic/key_text.h"

namespace systematic {
namespace {

class Served : public Monitor {
 public:
  std::string_view name() const override { return "served"; }
  Heat heat() const override { return waiting > 0 ? Heat::kHot : Heat::kCold; }
  std::string owed() const override { return "the client waits"; }
  int waiting = 1;
};

/// A client waits for a server, which sleeps when there is nothing to do. The request is looked for
/// and then the server falls asleep, in two steps: a signal in between is lost. A clock ticks.
class Sleeper : public Harness {
 public:
  explicit Sleeper(bool describes, std::atomic<int>* restless = nullptr)
      : describes_(describes), noise_(restless == nullptr ? 0 : restless->fetch_add(1)) {}
  void Start(Scheduler& scheduler) override {
    scheduler_ = &scheduler;
    server_ = scheduler.AddMachine("server");
    scheduler.AddMonitor(&served_);
    Enable("look", 0, OptionKind::kInternal, [this] { Look(); });
    Enable("signal", 0, OptionKind::kClient, [this] { Signal(); });
    Tick();
  }
  bool Describe(StateDigest& digest) override {
    digest.Add(static_cast<std::uint64_t>(state_));
    digest.Add(has_signal_ ? 1 : 0);
    digest.Add(static_cast<std::uint64_t>(served_.waiting));
    digest.Add(static_cast<std::uint64_t>(noise_));
    return describes_;
  }

 private:
  enum class State { kAwake, kTired, kAsleep };

  void Enable(const char* kind, std::uint32_t ordinal, OptionKind sort, Scheduler::Step step) {
    scheduler_->Enable({.kind = scheduler_->Intern(kind), .ordinal = ordinal}, server_, sort,
                       std::move(step));
  }
  void Tick() {
    Enable("tick", 0, OptionKind::kTimer, [this] { Tick(); });
  }
  void Look() {
    if (has_signal_) {
      served_.waiting = 0;
      return;
    }
    state_ = State::kTired;
    Enable("sleep", 0, OptionKind::kInternal, [this] { state_ = State::kAsleep; });
  }
  void Signal() {
    has_signal_ = true;
    // Who has looked already does not look again; who sleeps wakes up.
    if (state_ == State::kAsleep) served_.waiting = 0;
  }

  const bool describes_;
  const int noise_;
  Scheduler* scheduler_ = nullptr;
  MachineId server_ = 0;
  State state_ = State::kAwake;
  bool has_signal_ = false;
  Served served_;
};

HarnessInfo InfoOf(bool describes, std::atomic<int>* restless = nullptr) {
  HarnessInfo info;
  info.name = "sleeper";
  info.bounds.heal_after = 0;
  info.make = [=] { return std::make_unique<Sleeper>(describes, restless); };
  info.search = SearchForm{.properties = {{"served", "the client is served"}}};
  return info;
}

search::Crew CrewOf(const HarnessInfo& info, std::size_t workers = 1) {
  std::vector<std::unique_ptr<search::System>> systems;
  for (std::size_t w = 0; w < workers; ++w) {
    systems.push_back(std::make_unique<HarnessSystem>(
        info, HarnessSystemOptions{.world = {}, .properties = {"served"}}));
  }
  return search::Crew(std::move(systems));
}

/// "signal #0".
std::string TextOf(HarnessSystem& system, search::Choice choice) {
  const std::optional<Option> option = system.OptionOf(choice);
  return option ? ToText(option->key, system.scheduler().names()) : "";
}

struct Answer {
  search::SearchResult result;
  search::Critical critical;
  std::string step;
};

Answer Find(const HarnessInfo& info, std::uint64_t seed, std::size_t workers = 1) {
  search::Crew crew = CrewOf(info, workers);
  Answer answer;
  search::SearchOptions options;
  options.seed = seed;
  options.liveness = 1;
  options.depth_step = 1;
  options.most_steps = 200;
  search::Search(crew, options, answer.result);
  if (answer.result.suspects.empty()) return answer;
  const search::Suspect& suspect = answer.result.suspects.front();
  answer.critical =
      search::FindCritical(crew, suspect, {.seed = seed, .walks = 20, .most_steps = 200});
  auto& system = static_cast<HarnessSystem&>(crew.first());
  system.Restart();
  for (std::size_t i = 0; i + 1 < answer.critical.step; ++i) system.Take(suspect.choices[i]);
  answer.step = TextOf(system, suspect.choices[answer.critical.step - 1]);
  return answer;
}

TEST(HarnessSystem, ASearchFindsTheStepThatPutsAPropertyOutOfReach) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    for (const bool describes : {true, false}) {
      const Answer answer = Find(InfoOf(describes), seed);
      ASSERT_EQ(answer.result.suspects.size(), 1u);
      EXPECT_EQ(answer.critical.condition, search::Condition::kC1);
      EXPECT_EQ(answer.step, "signal #0") << "seed " << seed;
    }
  }
}

TEST(HarnessSystem, TheSameIsFoundWithAnyNumberOfWorkers) {
  const Answer one = Find(InfoOf(true), 7), three = Find(InfoOf(true), 7, 3);
  EXPECT_EQ(one.result.suspects.front().choices, three.result.suspects.front().choices);
  EXPECT_EQ(one.critical.step, three.critical.step);
  EXPECT_EQ(one.critical.nearest_live, three.critical.nearest_live);
  EXPECT_EQ(one.critical.walks, three.critical.walks);
}

TEST(HarnessSystem, EqualStatesHaveEqualKeysWhereTheHarnessTellsThem) {
  HarnessSystem system(InfoOf(true), {.world = {}, .properties = {"served"}});
  const search::StateKey start = system.Key();
  ASSERT_EQ(TextOf(system, 2), "tick #0");
  system.Take(2);
  EXPECT_EQ(system.Key(), start);
  system.Take(0);
  EXPECT_NE(system.Key(), start);
}

TEST(HarnessSystem, StatesAreComparedWhenTheSameChoicesAreMadeAgain) {
  std::atomic<int> restless = 0;
  HarnessSystem system(InfoOf(true, &restless), {.world = {}, .properties = {"served"}});
  system.Take(0);
  system.Options();
  system.Restart();
  system.Take(0);
  try {
    system.Options();
    FAIL() << "nothing was thrown";
  } catch (const HarnessError& error) {
    EXPECT_STREQ(error.what(),
                 "the same 1 choices lead to different states: the execution does not go the same "
                 "way again");
  }
}

TEST(HarnessSystem, AMonitorThatIsNotThereIsAnErrorOfTheHarness) {
  EXPECT_THROW(HarnessSystem(InfoOf(true), {.world = {}, .properties = {"heard"}}), HarnessError);
}

/// One step a kind; what a walk takes is counted.
class Kinds : public Harness {
 public:
  void Start(Scheduler& scheduler) override {
    scheduler.AddMonitor(&served_);
    for (const OptionKind kind : {OptionKind::kClient, OptionKind::kMessage, OptionKind::kTimer,
                                  OptionKind::kRepair, OptionKind::kFault}) {
      scheduler.Enable({.ordinal = static_cast<std::uint32_t>(kind)}, 0, kind, [] {});
    }
  }

 private:
  Served served_;
};

std::vector<int> Picked(bool weighs, bool recovers) {
  HarnessInfo info = HarnessOf<Kinds>("kinds", "one of each");
  info.search = SearchForm{};
  HarnessSystem system(
      info, {.world = {}, .properties = {"served"}, .weighs = weighs, .recovers = recovers});
  base::Random random(1);
  std::vector<int> picked(5);
  for (int i = 0; i < 9200; ++i) ++picked[*system.Pick(random)];
  return picked;
}

TEST(HarnessSystem, StepsAreAsLikelyAsTheirKindSays) {
  // In the order of keys: message, timer, client, fault, repair.
  const double expected[] = {3000, 1000, 4000, 200, 1000};
  const std::vector<int> picked = Picked(true, false);
  for (std::size_t i = 0; i < 5; ++i) EXPECT_NEAR(picked[i], expected[i], 200) << i;
  EXPECT_NEAR(picked[3], 200, 60);
  for (const int times : Picked(false, false)) EXPECT_NEAR(times, 1840, 150);
  EXPECT_EQ(Picked(true, true)[3], 0);
}

TEST(HarnessSystem, EverySecondWalkThatIsToRecoverHasATasteOfItsOwn) {
  HarnessInfo info = HarnessOf<Kinds>("kinds", "one of each");
  info.search = SearchForm{};
  HarnessSystem system(info, {.world = {}, .properties = {"served"}, .recovers = true});
  std::set<std::vector<bool>> rare;
  int usual = 0;
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    base::Random random(seed);
    system.Restart();
    std::vector<int> picked(5);
    for (int i = 0; i < 900; ++i) ++picked[*system.Pick(random)];
    // Usually the client, of weight 4 of 9, is picked 400 times, a timer 100 times.
    const bool is_usual = picked[2] > 300 && picked[2] < 500 && picked[1] > 60 && picked[1] < 140;
    if (is_usual) ++usual;
    std::vector<bool> few;
    for (const int times : picked) few.push_back(times < 40);
    rare.insert(few);
  }
  EXPECT_GT(usual, 80);
  EXPECT_GT(rare.size(), 8u);
}

}  // namespace
}  // namespace systematic
