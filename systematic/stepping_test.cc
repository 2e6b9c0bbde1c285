#include "systematic/stepping.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "systematic/errors.h"
#include "systematic/testing/toys.h"

namespace systematic {
namespace {

using ::testing::ElementsAre;

/// Two machines, each with one step that asks for a value below 3; what they did, in order.
class Two : public Harness {
 public:
  explicit Two(std::vector<std::string>& told) : told_(told) {}
  void Start(Scheduler& scheduler) override {
    told_.clear();
    for (std::uint32_t i = 0; i < 2; ++i) {
      scheduler.Enable({.ordinal = i}, 0, OptionKind::kMessage, [this, &scheduler, i] {
        const std::uint64_t first = scheduler.Choose({.ordinal = 10 + i}, 3);
        const std::uint64_t second = scheduler.Choose({.ordinal = 20 + i}, 2);
        told_.push_back(std::to_string(i) + std::to_string(first) + std::to_string(second));
      });
    }
  }
  void Heal() override { told_.push_back("heal"); }

 private:
  std::vector<std::string>& told_;
};

TEST(Stepping, AStepIsTakenAndItsValuesAreTheNextChoices) {
  std::vector<std::string> told;
  Stepping stepping([&told] { return std::make_unique<Two>(told); }, {});
  EXPECT_EQ(stepping.options(), 2u);
  stepping.Take(1);
  EXPECT_EQ(stepping.options(), 3u);
  EXPECT_TRUE(stepping.wants_value());
  stepping.Take(2);
  EXPECT_EQ(stepping.options(), 2u);
  stepping.Take(0);
  EXPECT_EQ(stepping.options(), 1u);
  EXPECT_FALSE(stepping.wants_value());
  EXPECT_THAT(told, ElementsAre("120"));
  stepping.Take(0);
  stepping.Take(0);
  stepping.Take(1);
  EXPECT_EQ(stepping.options(), 0u);
  EXPECT_THAT(told, ElementsAre("120", "001", "heal"));
}

TEST(Stepping, TheSameChoicesGiveTheSameExecution) {
  std::vector<std::string> told;
  Stepping stepping([&told] { return std::make_unique<Two>(told); }, {});
  for (const std::uint32_t choice : {0, 1, 1, 0, 2, 0}) stepping.Take(choice);
  EXPECT_EQ(stepping.options(), 0u);
  const std::vector<std::string> once = told;
  stepping.Restart();
  EXPECT_EQ(stepping.options(), 2u);
  for (const std::uint32_t choice : {0, 1, 1, 0, 2, 0}) {
    stepping.Take(choice);
    stepping.options();
  }
  EXPECT_EQ(told, once);
  EXPECT_THAT(told, ElementsAre("011", "120", "heal"));
}

TEST(Stepping, HealsAfterAsManyChoicesAsTheBoundsSay) {
  std::vector<std::string> told;
  Stepping stepping([&told] { return std::make_unique<Two>(told); }, {.heal_after = 0});
  EXPECT_EQ(stepping.options(), 2u);
  EXPECT_THAT(told, ElementsAre("heal"));
  EXPECT_TRUE(stepping.scheduler().healed());
}

TEST(Stepping, ARefusedChoiceIsAnErrorOfTheHarness) {
  std::vector<std::string> told;
  Stepping stepping([&told] { return std::make_unique<Two>(told); }, {});
  stepping.Take(2);
  try {
    stepping.options();
    FAIL() << "nothing was thrown";
  } catch (const HarnessError& error) {
    EXPECT_STREQ(error.what(),
                 "choice 1 is to be number 3 of 2: the execution does not go the same way again");
  }
}

TEST(Stepping, AnExceptionOfTheHarnessEndsTheExecution) {
  const HarnessInfo toy = ToyOf("throws", [](Scheduler& scheduler) {
    scheduler.Enable({.ordinal = 0}, 0, OptionKind::kMessage,
                     [] { throw std::runtime_error("it broke"); });
    scheduler.Enable({.ordinal = 1}, 0, OptionKind::kMessage, [] {});
  });
  Stepping stepping(toy.make, {});
  stepping.Take(0);
  EXPECT_EQ(stepping.options(), 0u);
  EXPECT_EQ(stepping.scheduler().violation()->message, "it broke");
}

}  // namespace
}  // namespace systematic
