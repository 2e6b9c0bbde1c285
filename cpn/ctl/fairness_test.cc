// EV, ALONG and FORALL_UNTIL under fairness, on graphs that are small enough to see the answer.
#include "cpn/ctl/fairness.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cpn/ctl/testing.h"

namespace cpn::ctl {
namespace {

using enum Operator;
using ::testing::ElementsAre;
using testing::GraphNet;
using ::testing::HasSubstr;
using testing::Make;
using testing::Milestones;
using testing::Not;

const Fairness kWeak = {Fairness::Kind::kWeak, {}};
const Fairness kStrong = {Fairness::Kind::kStrong, {}};

Verdict Under(FairnessMode mode, GraphNet& net, const Formula& formula) {
  CheckOptions options;
  options.fairness = mode;
  return net.Check(formula, options).verdict;
}

TEST(FairnessTest, WithoutItALoopCanGoOnForEver) {
  GraphNet net("0a0 0b1");
  EXPECT_EQ(net.EvidenceFor(Make(kEv, {net.At(1)})), "counterexample 0a0 loop 0");
}

TEST(FairnessTest, WhatIsEnabledAllAlongOccurs) {
  GraphNet net("0a0 0b1", {{'b', kWeak}});
  EXPECT_EQ(net.VerdictOf(Make(kEv, {net.At(1)})), Verdict::kHolds);
  EXPECT_EQ(net.VerdictOf(Make(kAlong, {net.At(0)})), Verdict::kViolated);
  EXPECT_EQ(net.VerdictOf(Make(kForallUntil, {net.At(0), net.At(1)})), Verdict::kHolds);
}

TEST(FairnessTest, WeakFairnessOwesNothingToWhatRestsInBetween) {
  GraphNet net("0a2 2a0 0b1", {{'b', kWeak}});
  const Result result = net.Check(Make(kEv, {net.At(1)}));
  EXPECT_EQ(net.Text(result), "counterexample 0a2 2a0 loop 0");
  EXPECT_THAT(Milestones(result), ElementsAre(HasSubstr("from here on"),
                                              "0: the loop is fair: weak fairness owes nothing to "
                                              "b, not enabled all along"));
}

TEST(FairnessTest, StrongFairnessDoes) {
  GraphNet net("0a2 2a0 0b1", {{'b', kStrong}});
  EXPECT_EQ(net.VerdictOf(Make(kEv, {net.At(1)})), Verdict::kHolds);
}

// The whole component is not fair: b is enabled in 0. What is left of it without 0 is.
TEST(FairnessTest, AStrongConstraintLeavesAPartWithoutIt) {
  GraphNet net("0a2 2a0 0b1 2c3 3c2", {{'b', kStrong}});
  EXPECT_EQ(net.EvidenceFor(Make(kEv, {net.At(1)})), "counterexample 0a2 2c3 3c2 loop 1");
}

// Taking 0 away for b leaves a component in which c is owed something, and so on.
TEST(FairnessTest, PartsArePartsOfParts) {
  GraphNet net("0a2 2a0 0b1 2a3 3a2 2c1 3a4 4a3 3d1 4a5 5a4",
               {{'b', kStrong}, {'c', kStrong}, {'d', kStrong}});
  EXPECT_EQ(net.EvidenceFor(Make(kEv, {net.At(1)})), "counterexample 0a2 2a3 3a4 4a5 5a4 loop 3");
}

TEST(FairnessTest, TheLoopServesAllWhoAreOwedSomething) {
  GraphNet net("0a0 0b2 2a0 0c3 3a0 0d1", {{'b', kStrong}, {'c', kStrong}});
  const Result result = net.Check(Make(kEv, {net.At(1)}));
  EXPECT_EQ(net.Text(result), "counterexample 0b2 2a0 0c3 3a0 loop 0");
  EXPECT_THAT(Milestones(result),
              ElementsAre(HasSubstr("from here on"), "0: the loop is fair: it takes b, c"));
}

TEST(FairnessTest, OccurrencesOutsideTheLoopDoNotServe) {
  // b occurs from 0 to 2, and in 2 it is enabled for ever, but leads to 1.
  GraphNet net("0b2 2a2 2b1", {{'b', kWeak}});
  EXPECT_EQ(net.VerdictOf(Make(kEv, {net.At(1)})), Verdict::kHolds);
}

TEST(FairnessTest, ValuesOfAVariableApart) {
  // b leads from 0 to 0 and to 1: together it is served by the loop, apart it is not.
  GraphNet together("0b0 0b1", {{'b', kWeak}});
  EXPECT_EQ(together.EvidenceFor(Make(kEv, {together.At(1)})), "counterexample 0b0 loop 0");
  GraphNet apart("0b0 0b1", {{'b', {Fairness::Kind::kWeak, {1}}}});
  EXPECT_EQ(apart.VerdictOf(Make(kEv, {apart.At(1)})), Verdict::kHolds);
  GraphNet by_source("0b0 0b1", {{'b', {Fairness::Kind::kWeak, {0}}}});
  EXPECT_EQ(by_source.VerdictOf(Make(kEv, {by_source.At(1)})), Verdict::kViolated);
}

TEST(FairnessTest, ADeadEndIsFair) {
  GraphNet net("0a0 0b1 0c2", {{'b', kStrong}, {'c', kStrong}});
  EXPECT_EQ(net.EvidenceFor(Make(kEv, {net.At(1)})), "counterexample 0c2 dead");
}

TEST(FairnessTest, PathsOverArcs) {
  GraphNet net("0a0 0b1 1a1", {{'b', kWeak}});
  EXPECT_EQ(net.VerdictOf(Make(kEv, {net.Arc('b')})), Verdict::kHolds);
  EXPECT_EQ(net.VerdictOf(Make(kAlong, {net.Arc('a')})), Verdict::kViolated);
  EXPECT_EQ(net.EvidenceFor(Make(kEv, {net.Arc('c')})), "counterexample 0b1 1a1 loop 1");
  EXPECT_EQ(net.VerdictOf(Make(kForallUntil, {net.Arc('a'), net.Arc('b')})), Verdict::kHolds);
  EXPECT_EQ(net.VerdictOf(Make(kForallUntil, {net.Arc('b'), net.Arc('b')})), Verdict::kViolated);
}

TEST(FairnessTest, AlwaysEventually) {
  const char arcs[] = "0a2 2b0 0c0 2c2";
  GraphNet unfair(arcs);
  const Formula again = Make(kInv, {Make(kEv, {unfair.At(2)})});
  EXPECT_EQ(unfair.VerdictOf(again), Verdict::kViolated);
  EXPECT_EQ(Under(FairnessMode::kWeak, unfair, again), Verdict::kHolds);
  GraphNet fair(arcs, {{'a', kWeak}, {'b', kWeak}});
  const Formula same = Make(kInv, {Make(kEv, {fair.At(2)})});
  EXPECT_EQ(fair.VerdictOf(same), Verdict::kHolds);
  EXPECT_EQ(Under(FairnessMode::kNone, fair, same), Verdict::kViolated);
}

TEST(FairnessTest, StrongModeKeepsWhatIsApart) {
  GraphNet net("0b2 2a0 0b1", {{'b', {Fairness::Kind::kWeak, {1}}}});
  const Formula reaches = Make(kEv, {net.At(1)});
  EXPECT_EQ(net.VerdictOf(reaches), Verdict::kViolated);  // in 2 it rests
  EXPECT_EQ(Under(FairnessMode::kStrong, net, reaches), Verdict::kHolds);
}

TEST(FairnessTest, WhatLooksAtBeginningsOnlyStaysAsItIs) {
  GraphNet net("0a0 0b1", {{'a', kStrong}, {'b', kStrong}});
  EXPECT_EQ(net.VerdictOf(Make(kPos, {net.At(1)})), Verdict::kHolds);
  EXPECT_EQ(net.VerdictOf(Make(kInv, {Not(net.At(1))})), Verdict::kViolated);
  EXPECT_EQ(net.VerdictOf(Make(kExistUntil, {net.At(0), net.At(1)})), Verdict::kHolds);
  EXPECT_EQ(net.VerdictOf(Make(kExistNext, {net.At(0)})), Verdict::kHolds);
}

TEST(FairnessTest, ConstraintsAreNamed) {
  GraphNet net("0b1 1b0 0a0", {{'b', {Fairness::Kind::kStrong, {0, 1}}}, {'a', kWeak}});
  const StateSpace space = Explore(net.net().engine);
  const FairnessConstraints fairness(net.net().engine, space, FairnessMode::kDeclared);
  ASSERT_EQ(fairness.size(), 3u);
  EXPECT_EQ(fairness.Text(0), "a");
  EXPECT_EQ(fairness.Text(1), "b (from = 0, to = 1)");
  EXPECT_EQ(fairness.Text(2), "b (from = 1, to = 0)");
  EXPECT_EQ(fairness.Of(kNoElement), kNoConstraint);
}

}  // namespace
}  // namespace cpn::ctl
