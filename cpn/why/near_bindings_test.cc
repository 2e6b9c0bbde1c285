// The bindings that come nearest to being enabled, and what each of them lacks.
#include "cpn/why/near_bindings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "cpn/testing/testing.h"
#include "cpn/why/obstacle_text.h"

namespace cpn::why {
namespace {

using cpn::testing::Any;
using cpn::testing::Arguments;
using cpn::testing::Constant;
using cpn::testing::ModelBuilder;
using cpn::testing::ModuleBuilder;
using cpn::testing::RunningNet;
using cpn::testing::TransitionBuilder;
using cpn::testing::Tuple;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

/// A transition T of a net that the test builds; its variables are x and y.
class NearBindingsTest : public ::testing::Test {
 protected:
  Value Int(std::int64_t i) { return b_.values.Int(i); }

  std::vector<NearBinding> Find(const Question& question = {}, const NearLimits& limits = {}) {
    if (!run_) run_.emplace(b_);
    std::vector<NearBinding> found;
    ForEachNearBinding(run_->engine, run_->engine.InitialMarking(), question, limits,
                       [&](const NearBinding& near) {
                         found.push_back(near);
                         return true;
                       });
    return found;
  }
  /// "T (x = 1) 0", a line each: the bindings and their weights, in their order.
  std::vector<std::string> Lines(const Question& question = {}, const NearLimits& limits = {}) {
    std::vector<std::string> lines;
    for (const NearBinding& near : Find(question, limits)) {
      lines.push_back(ToString(run_->engine, near) + ' ' + std::to_string(near.weight));
    }
    return lines;
  }

  ModelBuilder b_;
  ColourSetId int_ = b_.Int();
  ColourSetId small_ = b_.Range("Small", 1, 3);
  ModuleBuilder top_ = b_.Top();
  TransitionBuilder t_ = top_.Transition("T");
  std::optional<RunningNet> run_;
};

TEST_F(NearBindingsTest, EnabledOnesComeFirstThenThoseThatLackLess) {
  const Pattern x = t_.Var("x", small_);
  const Pattern y = t_.Var("y", small_);
  t_.Input(top_.Place("P", small_, b_.Ints({2})), {x});
  t_.Input(top_.Place("Q", small_, b_.Ints({3})), {y});
  EXPECT_THAT(Lines(),
              ElementsAre("T (x = 2, y = 3) 0", "T (x = 2, y = 1) 1", "T (x = 2, y = 2) 1",
                          "T (x = 1, y = 3) 1", "T (x = 3, y = 3) 1", "T (x = 1, y = 1) 2",
                          "T (x = 1, y = 2) 2", "T (x = 3, y = 1) 2", "T (x = 3, y = 2) 2"));
}

TEST_F(NearBindingsTest, NothingFartherThanTheLimitIsLookedFor) {
  t_.Input(top_.Place("P", small_), {t_.Var("x", small_)});
  t_.Input(top_.Place("Q", small_), {Constant(Int(1))});
  NearLimits limits;
  limits.max_weight = 1;
  EXPECT_THAT(Find({}, limits), IsEmpty());
  limits.max_weight = 2;
  EXPECT_THAT(Find({}, limits), SizeIs(3));
}

TEST_F(NearBindingsTest, CallerEndsTheSearch) {
  t_.Input(top_.Place("P", small_), {t_.Var("x", small_)});
  run_.emplace(b_);
  std::size_t calls = 0;
  ForEachNearBinding(run_->engine, run_->engine.InitialMarking(), {}, {}, [&](const NearBinding&) {
    ++calls;
    return false;
  });
  EXPECT_EQ(calls, 1u);
}

TEST_F(NearBindingsTest, StepsAreBounded) {
  t_.Input(top_.Place("P", small_), {t_.Var("x", small_)});
  NearLimits limits;
  limits.max_steps = 4;
  EXPECT_THAT(Find({}, limits), IsEmpty());
}

TEST_F(NearBindingsTest, MissingTokenHasWhatIsNeededAndWhatThereIs) {
  const std::uint32_t p = top_.Place("P", int_, b_.Ints({4, 4}));
  t_.Input(p, {cpn::testing::Copies(2, t_.Var("x", int_))}).Test(p, {t_.Var("x", int_)});
  const std::vector<NearBinding> found = Find();
  ASSERT_THAT(found, SizeIs(1));
  ASSERT_THAT(found[0].obstacles, SizeIs(1));
  const Obstacle& obstacle = found[0].obstacles[0];
  EXPECT_EQ(obstacle.kind, Obstacle::Kind::kToken);
  EXPECT_EQ(obstacle.needed, Int(4));
  EXPECT_EQ(obstacle.count, 3u);
  EXPECT_EQ(obstacle.available, 2u);
}

TEST_F(NearBindingsTest, TokensThatOnePlaceLacksWeighOne) {
  t_.Input(top_.Place("P", int_), {Constant(Int(1))});
  t_.Input(top_.Place("Q", int_), {Constant(Int(1)), Constant(Int(2))});
  const std::vector<NearBinding> found = Find();
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_THAT(found[0].obstacles, SizeIs(3));
  EXPECT_EQ(found[0].weight, 2u);
}

TEST_F(NearBindingsTest, BoundVariablesKeepTheirValues) {
  t_.Input(top_.Place("P", small_, b_.Ints({1})), {t_.Var("x", small_)});
  EXPECT_THAT(Lines({.bound = {Int(3)}}), ElementsAre("T (x = 3) 1"));
}

TEST_F(NearBindingsTest, HintsGoFirstIfTheyAreColours) {
  t_.Input(top_.Place("P", small_), {t_.Var("x", small_)});
  EXPECT_THAT(Lines({.hints = {Int(7), Int(2)}}),
              ElementsAre("T (x = 2) 1", "T (x = 1) 1", "T (x = 3) 1"));
}

TEST_F(NearBindingsTest, VariableOfALargeColourSetHasWhatTheMarkingHolds) {
  const ColourSetId pair = b_.Product("Pair", {int_, int_});
  t_.Input(top_.Place("P", int_), {t_.Var("x", int_)});
  top_.Place("Elsewhere", pair, b_.Tokens({b_.values.Tuple(std::vector{Int(70), Int(80)})}));
  EXPECT_THAT(Lines(), ElementsAre("T (x = 70) 1", "T (x = 80) 1"));
}

TEST_F(NearBindingsTest, FalseGuardIsAnObstacle) {
  t_.Input(top_.Place("P", int_, b_.Ints({4})), {t_.Var("x", int_)});
  const FunctionId guard =
      b_.TestFunction({"x"}, [&](Arguments a) { return b_.values.AsInt(a[0]) > 5; });
  t_.Guard(guard);
  const std::vector<NearBinding> found = Find();
  ASSERT_THAT(found, SizeIs(1));
  ASSERT_THAT(found[0].obstacles, SizeIs(1));
  EXPECT_EQ(found[0].obstacles[0].kind, Obstacle::Kind::kGuard);
  EXPECT_EQ(found[0].obstacles[0].function, guard);
}

TEST_F(NearBindingsTest, LetThatGivesAnotherValueIsAnObstacle) {
  t_.Input(top_.Place("P", int_, b_.Ints({4})), {t_.Var("x", int_)});
  t_.Let("y", int_,
         b_.ComputeFunction({"x"}, [&](Arguments a) { return Int(b_.values.AsInt(a[0]) + 1); }));
  EXPECT_THAT(Lines(), ElementsAre("T (x = 4, y = 5) 0"));
  const std::vector<NearBinding> found = Find({.bound = {std::nullopt, Int(9)}});
  ASSERT_THAT(found, SizeIs(1));
  ASSERT_THAT(found[0].obstacles, SizeIs(1));
  EXPECT_EQ(found[0].obstacles[0].kind, Obstacle::Kind::kLet);
  EXPECT_EQ(found[0].obstacles[0].value, Int(5));
}

TEST_F(NearBindingsTest, LetThatFailsMakesNoBinding) {
  t_.Input(top_.Place("P", int_, b_.Ints({4})), {t_.Var("x", int_)});
  t_.Let("y", int_, b_.ComputeFunction({"x"}, [](Arguments) -> Value {
    throw ModelError({"model", 1, 0}, "no value");
  }));
  EXPECT_THAT(Find(), IsEmpty());
}

TEST_F(NearBindingsTest, InhibitorArcIsAnObstacle) {
  const std::uint32_t off = top_.Place("Off", int_, b_.Ints({4}));
  t_.Input(top_.Place("P", int_, b_.Ints({4, 5})), {t_.Var("x", int_)});
  t_.Inhibitor(off, {t_.Var("x", int_)});
  const std::vector<NearBinding> found = Find();
  ASSERT_THAT(found, SizeIs(2));
  EXPECT_THAT(found[0].obstacles, IsEmpty());
  EXPECT_EQ(found[0].binding[0], Int(5));
  ASSERT_THAT(found[1].obstacles, SizeIs(1));
  EXPECT_EQ(found[1].obstacles[0].kind, Obstacle::Kind::kInhibitor);
}

TEST_F(NearBindingsTest, HigherPriorityIsAnObstacleWhenNothingElseIs) {
  t_.Input(top_.Place("P", int_, b_.Ints({4})), {t_.Var("x", int_)});
  TransitionBuilder urgent = top_.Transition("Urgent");
  urgent.Priority(1).Input(top_.Place("Q", int_, b_.Ints({1})), {urgent.Var("z", int_)});
  std::vector<NearBinding> found = Find({.bound = {Int(4)}});
  ASSERT_THAT(found, SizeIs(1));
  ASSERT_THAT(found[0].obstacles, SizeIs(1));
  EXPECT_EQ(found[0].obstacles[0].kind, Obstacle::Kind::kPriority);
  EXPECT_EQ(run_->engine.FormatElement(found[0].obstacles[0].element), "Urgent (z = 1)");
  found = Find({.bound = {Int(9)}});
  ASSERT_THAT(found, SizeIs(1));
  ASSERT_THAT(found[0].obstacles, SizeIs(1));
  EXPECT_EQ(found[0].obstacles[0].kind, Obstacle::Kind::kToken);
}

TEST_F(NearBindingsTest, EqualOrLowerPriorityIsNone) {
  t_.Input(top_.Place("P", int_, b_.Ints({4})), {t_.Var("x", int_)});
  const std::uint32_t q = top_.Place("Q", int_, b_.Ints({1}));
  for (const int priority : {0, -1}) {
    TransitionBuilder other = top_.Transition("Other" + std::to_string(-priority));
    other.Priority(priority).Input(q, {other.Var("z", int_)});
  }
  const std::vector<NearBinding> found = Find({.bound = {Int(4)}});
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_THAT(found[0].obstacles, IsEmpty());
}

TEST_F(NearBindingsTest, WildcardNeedsAnyTokenThatNoOtherTermTakes) {
  const ColourSetId pair = b_.Product("Pair", {int_, int_});
  const auto tuple = [&](std::int64_t a, std::int64_t c) {
    return b_.values.Tuple(std::vector{Int(a), Int(c)});
  };
  const std::uint32_t p = top_.Place("P", pair, b_.Tokens({tuple(1, 2)}));
  t_.Input(p, {Tuple({t_.Var("x", int_), Constant(Int(2))}), Tuple({Any(), Constant(Int(2))})});
  const std::vector<NearBinding> found = Find();
  ASSERT_FALSE(found.empty());
  ASSERT_THAT(found[0].obstacles, SizeIs(1));
  EXPECT_EQ(found[0].obstacles[0].needed, std::nullopt);
  EXPECT_EQ(found[0].obstacles[0].pattern, "(_, 2)");
}

}  // namespace
}  // namespace cpn::why
