// The run that comes with a verdict.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cpn/ctl/testing.h"

namespace cpn::ctl {
namespace {

using enum Operator;
using ::testing::ElementsAre;
using testing::GraphNet;
using testing::Implies;
using testing::Make;
using testing::Milestones;
using testing::Not;

std::vector<std::string> FlattenedNotes(const Result& result) {
  std::vector<std::string> texts;
  for (const Note& note : result.notes) {
    if (note.kind == Note::Kind::kFlattened) texts.push_back(note.text);
  }
  return texts;
}

TEST(EvidenceTest, PosHasAShortestWitness) {
  GraphNet net("0a1 1a2 2a3 0b4 4b3");
  EXPECT_EQ(net.EvidenceFor(Make(kPos, {net.At(3)})), "witness 0b4 4b3");
}

TEST(EvidenceTest, InvHasAShortestCounterexample) {
  GraphNet net("0a1 1a2 2a3 0b4 4b3");
  EXPECT_EQ(net.EvidenceFor(Make(kInv, {Not(net.At(3))})), "counterexample 0b4 4b3");
}

TEST(EvidenceTest, NoStepsWhenTheInitialMarkingShowsIt) {
  GraphNet net("0a1");
  EXPECT_EQ(net.EvidenceFor(Make(kPos, {net.At(0)})), "witness");
  EXPECT_EQ(net.EvidenceFor(Make(kInv, {net.At(1)})), "counterexample");
  EXPECT_EQ(net.EvidenceFor(net.At(1)), "counterexample");
}

TEST(EvidenceTest, NoneForWhatOnlyAllRunsShow) {
  GraphNet net("0a1 1a0");
  EXPECT_EQ(net.EvidenceFor(Make(kInv, {Not(net.At(2))})), "none");
  EXPECT_EQ(net.EvidenceFor(Make(kPos, {net.At(2)})), "none");
  EXPECT_EQ(net.EvidenceFor(Make(kEv, {net.At(1)})), "none");
  EXPECT_EQ(net.EvidenceFor(Make(kAlong, {net.At(0)})), "none");
  EXPECT_EQ(net.EvidenceFor(Make(kForallUntil, {net.At(0), net.At(1)})), "none");
  EXPECT_EQ(net.EvidenceFor(Make(kExistUntil, {net.At(1), net.At(2)})), "none");
  EXPECT_EQ(net.EvidenceFor(Make(kForallNext, {net.At(1)})), "none");
  EXPECT_EQ(net.EvidenceFor(Make(kExistNext, {net.At(0)})), "none");
  EXPECT_EQ(net.EvidenceFor(Make(kModal, {net.Arc('b')})), "none");
}

TEST(EvidenceTest, EvHasALasso) {
  GraphNet net("0a1 1a2 2a1 1b3");
  EXPECT_EQ(net.EvidenceFor(Make(kEv, {net.At(3)})), "counterexample 0a1 1a2 2a1 loop 1");
}

TEST(EvidenceTest, EvHasAPathThatEndsDead) {
  GraphNet net("0a1 1a2 1b3");
  EXPECT_EQ(net.EvidenceFor(Make(kEv, {net.At(3)})), "counterexample 0a1 1a2 dead");
}

TEST(EvidenceTest, EvTakesTheShorterOfLassoAndDeadEnd) {
  GraphNet loop_is_shorter("0a0 0b1 1b2");
  EXPECT_EQ(loop_is_shorter.EvidenceFor(Make(kEv, {loop_is_shorter.At(3)})),
            "counterexample 0a0 loop 0");
  GraphNet dead_end_is_shorter("0a1 1a2 2a0 0b3");
  EXPECT_EQ(dead_end_is_shorter.EvidenceFor(Make(kEv, {dead_end_is_shorter.At(4)})),
            "counterexample 0b3 dead");
}

TEST(EvidenceTest, LassoGoesToTheNearestCycleAndRoundItTheShortWay) {
  GraphNet net("0a1 1a2 2a3 3a2 1b4 4b5 5b6 6b4 4c4");
  EXPECT_EQ(net.EvidenceFor(Make(kEv, {net.At(9)})), "counterexample 0a1 1a2 2a3 3a2 loop 2");
  GraphNet round("0a1 1a2 2a0 1b0");
  EXPECT_EQ(round.EvidenceFor(Make(kEv, {round.At(9)})), "counterexample 0a1 1b0 loop 0");
}

TEST(EvidenceTest, AlongHasALassoOrDeadEnd) {
  GraphNet net("0a1 1a1 0b2");
  EXPECT_EQ(net.EvidenceFor(Make(kAlong, {Not(net.At(2))})), "witness 0a1 1a1 loop 1");
  EXPECT_EQ(net.EvidenceFor(Make(kAlong, {Not(net.At(1))})), "witness 0b2 dead");
}

TEST(EvidenceTest, ExistUntilHasAShortestWitness) {
  GraphNet net("0a1 1a2 0b3 3b4 4b2");
  EXPECT_EQ(net.EvidenceFor(Make(kExistUntil, {Not(net.At(1)), net.At(2)})), "witness 0b3 3b4 4b2");
}

TEST(EvidenceTest, ForallUntilFailsWhereTheFirstDoes) {
  GraphNet net("0a1 1a2 2a4 0b3 3b4");
  EXPECT_EQ(net.EvidenceFor(Make(kForallUntil, {Not(net.At(2)), net.At(4)})),
            "counterexample 0a1 1a2");
}

TEST(EvidenceTest, ForallUntilFailsWhereTheSecondNeverComes) {
  GraphNet net("0a1 1a0 1b2");
  EXPECT_EQ(net.EvidenceFor(Make(kForallUntil, {Make(kTrue), net.At(2)})),
            "counterexample 0a1 1a0 loop 0");
}

TEST(EvidenceTest, NextHasOneStep) {
  GraphNet net("0a1 0b2");
  EXPECT_EQ(net.EvidenceFor(Make(kExistNext, {net.At(2)})), "witness 0b2");
  EXPECT_EQ(net.EvidenceFor(Make(kForallNext, {net.At(1)})), "counterexample 0b2");
}

TEST(EvidenceTest, ModalHasOneStep) {
  GraphNet net("0a1 0a2 0b2");
  EXPECT_EQ(net.EvidenceFor(Make(kModal, {net.Arc('b')})), "witness 0b2");
  EXPECT_EQ(net.EvidenceFor(Make(kExistModal, {net.Arc('a'), net.At(2)})), "witness 0a2");
  EXPECT_EQ(net.EvidenceFor(Make(kForallModal, {net.Arc('a'), net.At(1)})), "counterexample 0a2");
}

TEST(EvidenceTest, DeadMarkingShowsThatThereIsNoStep) {
  GraphNet net("0a1");
  const Formula can_go_on = Make(kExistNext, {Make(kTrue)});
  const Result result = net.Check(Make(kInv, {can_go_on}));
  EXPECT_EQ(net.Text(result), "counterexample 0a1 dead");
  EXPECT_THAT(FlattenedNotes(result), ElementsAre());
}

TEST(EvidenceTest, OverArcsTheLastStepIsTheArcMeant) {
  GraphNet net("0a1 1b2 2c0");
  EXPECT_EQ(net.EvidenceFor(Make(kPos, {net.Arc('c')})), "witness 0a1 1b2 2c0");
  EXPECT_EQ(net.EvidenceFor(Make(kInv, {Not(net.Arc('b'))})), "counterexample 0a1 1b2");
  EXPECT_EQ(net.EvidenceFor(Make(kExistUntil, {net.Arc('a'), net.Arc('b')})), "witness 0a1 1b2");
  EXPECT_EQ(net.EvidenceFor(Make(kForallUntil, {net.Arc('a'), net.Arc('c')})),
            "counterexample 0a1 1b2");
  EXPECT_EQ(net.EvidenceFor(Make(kEv, {net.Arc('d')})), "counterexample 0a1 1b2 2c0 loop 0");
}

TEST(EvidenceTest, OfAnArcTheRunGoesOnAfterIt) {
  GraphNet net("0a1 1b2 2c2 1a3");
  const Formula then = Make(kAnd, {net.Arc('a', 1), Make(kAlong, {Not(net.Arc('a', 3))})});
  EXPECT_EQ(net.EvidenceFor(Make(kModal, {then})), "witness 0a1 1b2 2c2 loop 2");
  const Formula leads = Make(kAnd, {net.Arc('a', 1), Make(kExistNext, {net.Arc('b')})});
  EXPECT_EQ(net.EvidenceFor(Make(kModal, {leads})), "witness 0a1 1b2");
}

TEST(EvidenceTest, LeadsToHasThePathToTheTriggerThenTheLasso) {
  GraphNet net("0a1 1a2 2a3 3a2 2b4 4b5");
  const Result result = net.Check(Make(kInv, {Implies(net.At(2), Make(kEv, {net.At(5)}))}));
  EXPECT_EQ(net.Text(result), "counterexample 0a1 1a2 2a3 3a2 loop 2");
  EXPECT_THAT(FlattenedNotes(result), ElementsAre());
  EXPECT_THAT(Milestones(result), ElementsAre("2: OR of \"p\" does not hold",
                                              "2: from here on NF of \"p\" does not hold"));
}

TEST(EvidenceTest, MilestonesCallAFormulaByItsName) {
  GraphNet net("0a1 1b2");
  Formula served = net.At(0);
  served.name = "Served";
  const Result result = net.Check(Make(kInv, {served}));
  EXPECT_THAT(Milestones(result), ElementsAre("1: Served does not hold"));
}

TEST(EvidenceTest, NestedPathsFollowOneAnother) {
  GraphNet net("0a1 1a2 2a3");
  EXPECT_EQ(net.EvidenceFor(Make(kPos, {Make(kAnd, {net.At(1), Make(kPos, {net.At(3)})})})),
            "witness 0a1 1a2 2a3");
}

TEST(EvidenceTest, WhereNoSingleRunShowsTheRestANoteSaysSo) {
  GraphNet net("0a1 1a2 2a2 0b3 3b3");
  const Result result = net.Check(Make(kPos, {Make(kInv, {net.At(2)})}));
  EXPECT_EQ(net.Text(result), "witness 0a1 1a2");
  EXPECT_THAT(FlattenedNotes(result),
              ElementsAre("INV of \"p\" holds after 2 steps; to show this takes other runs"));
}

TEST(EvidenceTest, OfSeveralOperandsTheFirstIsShown) {
  GraphNet net("0a1 0b2");
  const Result result =
      net.Check(Make(kAnd, {net.At(0), Make(kPos, {net.At(1)}), Make(kPos, {net.At(2)})}));
  EXPECT_EQ(net.Text(result), "witness 0a1");
  EXPECT_THAT(
      FlattenedNotes(result),
      ElementsAre("POS of \"p\" holds where the run begins; to show this takes other runs"));
}

TEST(EvidenceTest, OfSeveralOperandsOneThatARunShows) {
  GraphNet net("0a1 1a1");
  EXPECT_EQ(net.EvidenceFor(Make(kAnd, {Make(kEv, {net.At(1)}), Make(kPos, {net.At(1)})})),
            "witness 0a1");
  EXPECT_EQ(net.EvidenceFor(Make(kOr, {Make(kEv, {net.At(1)}), Make(kPos, {net.At(1)})})),
            "witness 0a1");
}

TEST(EvidenceTest, WhatHoldsAllAlongIsOnlyNoted) {
  GraphNet net("0a1 1a0 0b2 1b2 2b2");
  const Result result = net.Check(Make(kEv, {Not(Make(kPos, {net.At(2)}))}));
  EXPECT_EQ(net.Text(result), "counterexample 0a1 1a0 loop 0");
  EXPECT_THAT(
      FlattenedNotes(result),
      ElementsAre("NOT of \"p\" does not hold all along the run; to show this takes other runs"));
}

TEST(EvidenceTest, MilestonesSayWhatHoldsWhere) {
  GraphNet net("0a1 1b2");
  const Result result = net.Check(Make(kPos, {Make(kModal, {net.Arc('b')})}));
  EXPECT_THAT(Milestones(result), ElementsAre("1: MODAL of \"p\" holds", "2: AF of \"p\" holds"));
}

}  // namespace
}  // namespace cpn::ctl
