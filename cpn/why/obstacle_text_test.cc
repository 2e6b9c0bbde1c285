// What keeps a binding from being enabled, in words.
#include "cpn/why/obstacle_text.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "cpn/testing/testing.h"

namespace cpn::why {
namespace {

using cpn::testing::Arguments;
using cpn::testing::Constant;
using cpn::testing::ModelBuilder;
using cpn::testing::ModuleBuilder;
using cpn::testing::RunningNet;
using cpn::testing::TransitionBuilder;
using cpn::testing::Tuple;

/// A transition T of a net that the test builds.
class ObstacleTextTest : public ::testing::Test {
 protected:
  Value Int(std::int64_t i) { return b_.values.Int(i); }
  Value Vote(std::int64_t replica, std::int64_t round, const std::string& value) {
    return b_.values.Tuple(std::vector{Int(replica), Int(round), b_.values.String(value)});
  }

  NearBinding Nearest(const Question& question = {}) {
    if (!run_) run_.emplace(b_);
    NearBinding first;
    ForEachNearBinding(run_->engine, run_->engine.InitialMarking(), question, {},
                       [&](const NearBinding& near) {
                         first = near;
                         return false;
                       });
    return first;
  }
  /// What the nearest binding lacks: all of it in one line.
  std::string Text(const Question& question = {}, const History& history = {}) {
    const NearBinding near = Nearest(question);
    std::string text;
    for (const Obstacle& obstacle : near.obstacles) {
      if (!text.empty()) text += " | ";
      text += ToString(run_->engine, run_->engine.InitialMarking(), near, obstacle, history);
    }
    return text;
  }

  ModelBuilder b_;
  ColourSetId int_ = b_.Int();
  ColourSetId vote_ = b_.Product("Vote", {int_, int_, b_.String()});
  ModuleBuilder top_ = b_.Top();
  TransitionBuilder t_ = top_.Transition("T");
  std::optional<RunningNet> run_;
};

TEST_F(ObstacleTextTest, MissingTokenIsNamedWithTheNearestFirst) {
  t_.Input(top_.Place("Accepted", vote_,
                      b_.Tokens({Vote(1, 8082, "M3"), Vote(2, 8081, "M1"), Vote(3, 8080, "M2")})),
           {Constant(Vote(2, 8080, "M1"))});
  EXPECT_EQ(Text(),
            "needs 1`(2, 8080, \"M1\") on Accepted; there is 1`(2, 8081, \"M1\"), "
            "1`(3, 8080, \"M2\"), 1`(1, 8082, \"M3\")");
}

TEST_F(ObstacleTextTest, EmptyPlaceIsNamedAsSuch) {
  t_.Input(top_.Place("Free", int_), {Constant(Int(1))});
  EXPECT_EQ(Text(), "needs 1`1 on Free, which is empty");
}

TEST_F(ObstacleTextTest, ThreeKindsOfTokensAreShownAndTheOthersCounted) {
  t_.Input(top_.Place("P", int_, b_.Ints({1, 2, 3, 4, 4, 5})), {Constant(Int(9))});
  EXPECT_EQ(Text(), "needs 1`9 on P; there is 1`1, 1`2, 1`3 and 2 more kinds of tokens");
}

TEST_F(ObstacleTextTest, TokensThatAreTooFewAreCounted) {
  t_.Input(top_.Place("P", int_, b_.Ints({7})), {cpn::testing::Copies(2, Constant(Int(7)))});
  EXPECT_EQ(Text(), "needs 2`7 on P; there is 1`7");
}

TEST_F(ObstacleTextTest, HistorySaysSinceWhenAndWhoTookIt) {
  t_.Input(top_.Place("P", int_, b_.Ints({1, 2})), {Constant(Int(9))});
  History history;
  history.put = [&](PlaceId, Value value) {
    return value == Int(2) ? std::optional<std::size_t>(14) : std::nullopt;
  };
  history.took = [&](PlaceId, Value value) {
    return value == Int(9) ? std::optional<std::size_t>(3) : std::nullopt;
  };
  EXPECT_EQ(Text({}, history),
            "needs 1`9 on P; there is 1`1 from the start, 1`2 since step 14; step 3 took it");
}

TEST_F(ObstacleTextTest, FalseGuardIsNamedWithItsValues) {
  t_.Input(top_.Place("P", int_, b_.Ints({4})), {t_.Var("x", int_)});
  t_.Input(top_.Place("Q", int_, b_.Ints({8})), {t_.Var("y", int_)});
  t_.Input(top_.Place("R", int_, b_.Ints({6})), {t_.Var("z", int_)});
  const FunctionId guard = b_.TestFunction({"z", "x"}, [](Arguments) { return false; });
  b_.model.functions[guard].text = "x > z";
  b_.model.functions[guard].where = {"m.lua", 12, 5};
  t_.Guard(guard);
  EXPECT_EQ(Text(), "needs its guard x > z to hold, which is false (m.lua:12) for z = 6, x = 4");
}

TEST_F(ObstacleTextTest, GuardThatIsTooLongToReadIsLeftOut) {
  t_.Input(top_.Place("P", int_, b_.Ints({4})), {t_.Var("x", int_)});
  const FunctionId guard = b_.TestFunction({"x"}, [](Arguments) { return false; });
  b_.model.functions[guard].text = std::string(61, 'x');
  b_.model.functions[guard].where = {"m.lua", 12, 5};
  t_.Guard(guard);
  EXPECT_EQ(Text(), "needs its guard to hold, which is false (m.lua:12) for x = 4");
}

// The net language has no time stamps: models keep the time as a token, and when something is due
// as a part of others.
TEST_F(ObstacleTextTest, WhatIsNotYetDueIsNamedWithTheTime) {
  const ColourSetId timed = b_.Product("Timed", {int_, int_});
  const std::uint32_t lease =
      top_.Place("Lease", timed, b_.Tokens({b_.values.Tuple(std::vector{Int(1), Int(30)})}));
  t_.Input(lease, {Tuple({t_.Var("client", int_), t_.Var("due", int_)})});
  t_.Test(top_.Place("Clock", int_, b_.Ints({12})), {t_.Var("now", int_)});
  const FunctionId guard = b_.TestFunction(
      {"now", "due"}, [&](Arguments a) { return b_.values.AsInt(a[0]) >= b_.values.AsInt(a[1]); });
  b_.model.functions[guard].text = "now >= due";
  b_.model.functions[guard].where = {"lease.lua", 7, 1};
  t_.Guard(guard);
  EXPECT_EQ(Text(),
            "needs its guard now >= due to hold, which is false (lease.lua:7) for now = 12, "
            "due = 30");
}

TEST_F(ObstacleTextTest, LetIsNamedWithBothValues) {
  t_.Input(top_.Place("P", int_, b_.Ints({4})), {t_.Var("x", int_)});
  const FunctionId next =
      b_.ComputeFunction({"x"}, [&](Arguments a) { return Int(b_.values.AsInt(a[0]) + 1); });
  b_.model.functions[next].where = {"m.lua", 9, 1};
  t_.Let("y", int_, next);
  EXPECT_EQ(Text({.bound = {std::nullopt, Int(9)}}),
            "needs y = 9, but it is 5 (m.lua:9) for x = 4");
}

TEST_F(ObstacleTextTest, InhibitorArcIsNamedWithWhatThePlaceHolds) {
  t_.Inhibitor(top_.Place("Off", int_, b_.Ints({3, 3})));
  EXPECT_EQ(Text(), "is disabled by an inhibitor arc: Off holds 2`3");
}

TEST_F(ObstacleTextTest, HigherPriorityIsNamedWithTheElementThatGoesFirst) {
  t_.Input(top_.Place("P", int_, b_.Ints({4})), {t_.Var("x", int_)});
  TransitionBuilder urgent = top_.Transition("Urgent");
  urgent.Priority(1).Input(top_.Place("Q", int_, b_.Ints({1})), {urgent.Var("z", int_)});
  EXPECT_EQ(Text(), "has to wait for Urgent (z = 1), which has a higher priority");
}

TEST_F(ObstacleTextTest, DistanceCountsThePartsInWhichTokensDiffer) {
  const std::uint32_t p = top_.Place("P", vote_, b_.Tokens({Vote(1, 8080, "M1")}));
  t_.Input(p, {Tuple({t_.Var("r", int_), t_.Var("n", int_), Constant(b_.values.String("M1"))})});
  const auto distance = [&](std::int64_t r, std::int64_t n) {
    const NearBinding near = Nearest({.bound = {Int(r), Int(n)}});
    return Distance(run_->engine, run_->engine.InitialMarking(), near);
  };
  EXPECT_EQ(distance(1, 8080), 0u);
  EXPECT_EQ(distance(2, 8080), 1u);
  EXPECT_EQ(distance(2, 8081), 2u);
}

TEST_F(ObstacleTextTest, DistanceToAnEmptyPlaceIsTheLargest) {
  t_.Input(top_.Place("P", vote_), {Constant(Vote(1, 2, "a"))});
  const NearBinding near = Nearest();
  EXPECT_EQ(Distance(run_->engine, run_->engine.InitialMarking(), near), 8u);
}

}  // namespace
}  // namespace cpn::why
