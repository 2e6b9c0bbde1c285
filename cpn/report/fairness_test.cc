#include "cpn/report/fairness.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

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

}  // namespace
}  // namespace cpn::report
