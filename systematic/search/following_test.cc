// What is said of all states that follow, on systems small enough to know it.
#include "systematic/search/following.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <string_view>
#include <utility>

#include "systematic/search/harness_system.h"

namespace systematic {
namespace {

class Light : public Monitor {
 public:
  std::string_view name() const override { return "light"; }
  Heat heat() const override { return on ? Heat::kCold : Heat::kHot; }
  bool on = false;
};

/// Counts to a limit, and starts again at 0; at the limit the light is on. A fault puts the counter
/// on a circle of its own from which it does not come back; another fault brings it back.
class Counter : public Harness {
 public:
  static constexpr std::uint64_t kLimit = 5;

  explicit Counter(bool describes) : describes_(describes) {}
  void Start(Scheduler& scheduler) override {
    scheduler_ = &scheduler;
    machine_ = scheduler.AddMachine("counter");
    scheduler.AddMonitor(&light_);
    Offer();
  }
  bool Describe(StateDigest& digest) override {
    digest.Add(at_);
    digest.Add(is_lost_ ? 1 : 0);
    return describes_;
  }

 private:
  void Enable(const char* kind, OptionKind sort, Scheduler::Step step) {
    scheduler_->Enable({.kind = scheduler_->Intern(kind), .ordinal = 0}, machine_, sort,
                       std::move(step));
  }
  // In the order of keys: count, then lose or find.
  void Offer() {
    Enable("count", OptionKind::kInternal, [this] {
      at_ = (at_ + 1) % (kLimit + 1);
      light_.on = at_ == kLimit && !is_lost_;
      Again();
    });
    Enable(is_lost_ ? "find" : "lose", OptionKind::kFault, [this] {
      is_lost_ = !is_lost_;
      light_.on = false;
      Again();
    });
  }
  void Again() {
    for (const char* kind : {"count", "lose", "find"}) {
      scheduler_->Disable({.kind = scheduler_->Intern(kind), .ordinal = 0});
    }
    Offer();
  }

  const bool describes_;
  Scheduler* scheduler_ = nullptr;
  MachineId machine_ = 0;
  std::uint64_t at_ = 0;
  bool is_lost_ = false;
  Light light_;
};

HarnessInfo CounterInfo(bool describes, std::uint64_t heal_after = 0) {
  HarnessInfo info = HarnessOf<Counter>("counter", "counts", {}, describes);
  info.bounds.heal_after = heal_after;
  info.search = SearchForm{.properties = {{"light", "the light is on"}}};
  return info;
}

search::Fate FateAfter(HarnessSystem& system, const search::Choices& begin, std::uint64_t states,
                       search::Choices& recovery) {
  Replay(system, begin);
  return system.FateOf(0, states, recovery);
}

class FollowingTest : public testing::Test {
 protected:
  HarnessSystem system_{CounterInfo(true),
                        {.world = {}, .properties = {"light"}, .recovers = true}};
  search::Choices recovery_;
};

TEST_F(FollowingTest, TheShortestWayBackIsFound) {
  recovery_ = {7};
  EXPECT_EQ(FateAfter(system_, {0, 0}, 100, recovery_), search::Fate::kRecovers);
  EXPECT_EQ(recovery_, (search::Choices{7, 0, 0, 0})) << "added to what was there";
  EXPECT_EQ(system_.scheduler().choices(), 2u) << "the system is where it was";
}

TEST_F(FollowingTest, ADeadCircleIsDeadThoughAFurtherFaultWouldCureIt) {
  EXPECT_EQ(FateAfter(system_, {0, 1}, 100, recovery_), search::Fate::kDead);
  EXPECT_TRUE(recovery_.empty());
  EXPECT_EQ(system_.scheduler().choices(), 2u);
  Replay(system_, {0, 1, 1});
  EXPECT_EQ(FateAfter(system_, {0, 1, 1}, 100, recovery_), search::Fate::kRecovers);
}

TEST_F(FollowingTest, NothingIsSaidOfMoreStatesThanMayBeLookedAt) {
  // The circle has six.
  EXPECT_EQ(FateAfter(system_, {1}, 6, recovery_), search::Fate::kDead);
  EXPECT_EQ(FateAfter(system_, {1}, 5, recovery_), search::Fate::kOpen);
}

TEST_F(FollowingTest, StatesThatNobodyDescribesAreAllNew) {
  HarnessSystem system(CounterInfo(false),
                       {.world = {}, .properties = {"light"}, .recovers = true});
  EXPECT_EQ(FateAfter(system, {1}, 500, recovery_), search::Fate::kOpen);
  EXPECT_EQ(FateAfter(system, {}, 500, recovery_), search::Fate::kRecovers);
}

TEST_F(FollowingTest, UntilFaultsHaveEndedACircleIsGoneRoundUntilTheyDo) {
  // The light counts from the 12th choice on only: twice round, and it is on again after 17.
  HarnessSystem system(CounterInfo(true, 12),
                       {.world = {}, .properties = {"light"}, .recovers = true});
  EXPECT_EQ(FateAfter(system, {}, 100, recovery_), search::Fate::kRecovers);
  EXPECT_EQ(recovery_.size(), 17u);
  recovery_.clear();
  EXPECT_EQ(FateAfter(system, {1}, 100, recovery_), search::Fate::kDead);
  EXPECT_EQ(FateAfter(system, {1}, 15, recovery_), search::Fate::kOpen);
}

}  // namespace
}  // namespace systematic
