// What may be said of a part of the state space, and when a part is enough.
#include <gtest/gtest.h>

#include <set>

#include "cpn/ctl/testing.h"
#include "cpn/testing/testing_nets.h"

namespace cpn::ctl {
namespace {

using enum Operator;
using testing::GraphNet;
using testing::LambdaFunctions;
using testing::Make;
using testing::Not;
using testing::Reader;

/// Levels 0 | 1 4 | 2 5 | 3 6.
constexpr char kLevels[] = "0a1 1a2 2a3 0b4 4b5 5b6 4c4 6c6";

CheckOptions AtMost(std::uint64_t states) {
  CheckOptions options;
  options.exploration.max_states = states;
  options.on_the_fly = false;
  return options;
}

class LimitsTest : public ::testing::Test {
 protected:
  Verdict Limited(const Formula& formula) {
    const Result result = net_.Check(formula, AtMost(5));
    EXPECT_EQ(result.end, ExplorationEnd::kMaxStates);
    EXPECT_EQ(result.states, 5u);
    if (result.verdict == Verdict::kUnknown) {
      EXPECT_EQ(net_.Text(result), "none");
    } else {
      EXPECT_EQ(result.verdict, net_.VerdictOf(formula));
    }
    return result.verdict;
  }

  GraphNet net_{kLevels};
};

TEST_F(LimitsTest, WhatWasFoundIsSure) {
  EXPECT_EQ(Limited(Make(kPos, {net_.At(5)})), Verdict::kHolds);
  EXPECT_EQ(Limited(Make(kInv, {Not(net_.At(2))})), Verdict::kViolated);
  EXPECT_EQ(Limited(Make(kPos, {net_.Arc('c')})), Verdict::kHolds);
}

TEST_F(LimitsTest, WhatWasNotFoundIsUnknown) {
  EXPECT_EQ(Limited(Make(kPos, {net_.At(3)})), Verdict::kUnknown);
  EXPECT_EQ(Limited(Make(kPos, {net_.At(9)})), Verdict::kUnknown);
  EXPECT_EQ(Limited(Make(kInv, {Not(net_.At(9))})), Verdict::kUnknown);
  EXPECT_EQ(Limited(Make(kInv, {Not(net_.Arc('d'))})), Verdict::kUnknown);
}

TEST_F(LimitsTest, ALassoInsideIsSure) {
  EXPECT_EQ(Limited(Make(kEv, {net_.At(2)})), Verdict::kViolated);
  EXPECT_EQ(Limited(Make(kAlong, {Not(net_.At(2))})), Verdict::kHolds);
}

TEST_F(LimitsTest, WhatAllPathsMeetInsideIsSure) {
  EXPECT_EQ(Limited(Make(kEv, {Make(kOr, {net_.At(1), net_.At(4)})})), Verdict::kHolds);
  EXPECT_EQ(Limited(Make(kForallUntil, {net_.At(0), Not(net_.At(0))})), Verdict::kHolds);
}

TEST_F(LimitsTest, WhatDependsOnTheRestIsUnknown) {
  const Formula on_one_side = Make(kOr, {net_.At(4), net_.At(3)});
  EXPECT_EQ(Limited(Make(kEv, {on_one_side})), Verdict::kUnknown);
  EXPECT_EQ(Limited(Make(kExistUntil, {Not(net_.At(4)), net_.At(3)})), Verdict::kUnknown);
  EXPECT_EQ(Limited(Make(kInv, {Make(kPos, {net_.At(3)})})), Verdict::kUnknown);
}

TEST_F(LimitsTest, NextInsideIsSure) {
  EXPECT_EQ(Limited(Make(kExistNext, {Make(kExistNext, {net_.At(5)})})), Verdict::kHolds);
  EXPECT_EQ(Limited(Make(kExistNext, {Make(kExistNext, {Make(kExistNext, {net_.At(6)})})})),
            Verdict::kUnknown);
}

TEST_F(LimitsTest, ArcsThatAreMeantForSureAndArcsThatMayBe) {
  // The arc to 1 is meant only if 3 can be reached from there, which lies behind the limit.
  const Formula may_be_meant = Make(kModal, {Make(kPos, {net_.At(3)})});
  EXPECT_EQ(Limited(Make(kForallModal, {may_be_meant, net_.At(4)})), Verdict::kUnknown);
  EXPECT_EQ(Limited(Make(kExistModal, {may_be_meant, net_.At(1)})), Verdict::kUnknown);
  EXPECT_EQ(Limited(Make(kForallModal, {may_be_meant, Not(net_.At(0))})), Verdict::kHolds);
  EXPECT_EQ(Limited(Make(kExistModal, {may_be_meant, net_.At(0)})), Verdict::kViolated);
}

TEST_F(LimitsTest, NoNotesAboutWhatNeverHappensInAPart) {
  const Result result = net_.Check(Make(kPos, {net_.Arc('d')}), AtMost(5));
  EXPECT_TRUE(result.notes.empty());
}

TEST(OnTheFlyTest, StopsAtTheFirstLevelWithAnAnswer) {
  GraphNet net(kLevels);
  const Result result = net.Check(Make(kInv, {Not(net.At(2))}));
  EXPECT_EQ(result.verdict, Verdict::kViolated);
  EXPECT_EQ(result.end, ExplorationEnd::kStopped);
  EXPECT_TRUE(result.on_the_fly);
  EXPECT_EQ(result.states, 5u);
  EXPECT_EQ(net.Text(result), "counterexample 0a1 1a2");
}

TEST(OnTheFlyTest, GoesToTheEndWithoutAnAnswer) {
  GraphNet net(kLevels);
  const Result result = net.Check(Make(kInv, {Not(net.At(9))}));
  EXPECT_EQ(result.verdict, Verdict::kHolds);
  EXPECT_EQ(result.end, ExplorationEnd::kComplete);
  EXPECT_TRUE(result.on_the_fly);
  EXPECT_EQ(result.states, 7u);
}

TEST(OnTheFlyTest, BooleanCombinationsStopWhenTheyAreDecided) {
  GraphNet net(kLevels);
  const Formula found = Make(kPos, {net.At(4)});
  const Formula not_found = Make(kPos, {net.At(9)});
  EXPECT_EQ(net.Check(Make(kOr, {not_found, found})).states, 3u);
  EXPECT_EQ(net.Check(Make(kAnd, {not_found, Not(found)})).states, 3u);
  EXPECT_EQ(net.Check(Make(kAnd, {found, not_found})).states, 7u);
  EXPECT_EQ(net.Check(Make(kAnd, {found, net.At(1)})).states, 1u);
}

TEST(OnTheFlyTest, GoesOnUntilAllPropertiesAreAnswered) {
  GraphNet net(kLevels);
  const Property near = testing::MakeProperty("near", Make(kPos, {net.At(4)}));
  const Property far = testing::MakeProperty("far", Make(kInv, {Not(net.At(5))}));
  const Property* const both[] = {&near, &far};
  const std::vector<Result> results = Check(net.net().engine, net.functions(), both);
  EXPECT_EQ(results[0].verdict, Verdict::kHolds);
  EXPECT_EQ(results[1].verdict, Verdict::kViolated);
  EXPECT_EQ(results[0].states, 5u);
  EXPECT_EQ(results[1].states, 5u);
}

TEST(OnTheFlyTest, OnePropertyThatNeedsTheWholeSpaceIsEnough) {
  GraphNet net(kLevels);
  const Property near = testing::MakeProperty("near", Make(kPos, {net.At(4)}));
  const Property all = testing::MakeProperty("all", Make(kEv, {net.At(3)}));
  const Property* const both[] = {&near, &all};
  const std::vector<Result> results = Check(net.net().engine, net.functions(), both);
  EXPECT_EQ(results[0].states, 7u);
  EXPECT_FALSE(results[0].on_the_fly);
}

TEST(OnTheFlyTest, StopsForALimitToo) {
  GraphNet net(kLevels);
  CheckOptions options;
  options.exploration.max_states = 5;
  EXPECT_EQ(net.Check(Make(kInv, {Not(net.At(3))}), options).verdict, Verdict::kUnknown);
}

TEST(OnTheFlyTest, ResultsDoNotDependOnTheNumberOfWorkers) {
  std::vector<std::string> runs;
  for (const unsigned workers : {1u, 4u}) {
    cpn::testing::ModelBuilder b;
    cpn::testing::BuildPhilosophers(b, 8);
    cpn::testing::RunningNet net(b);
    LambdaFunctions functions;
    const StateSpace space = Explore(net.engine);
    std::set<std::vector<std::uint32_t>> level;
    for (NodeId node = space.levels()[6]; node < space.levels()[7]; ++node) {
      std::vector<std::uint32_t> ids;
      for (const MultiSet place : space.MarkingOf(node)) ids.push_back(place.id);
      level.insert(ids);
    }
    const auto places = static_cast<PlaceId>(net.net.places().size());
    const Formula six_steps_away = functions.Nf([places, level](const Reader& at) {
      std::vector<std::uint32_t> ids;
      for (PlaceId place = 0; place < places; ++place) ids.push_back(at(place).id);
      return level.contains(ids);
    });
    const Property property = testing::MakeProperty("p", Make(kPos, {six_steps_away}));
    const Property* const pointer = &property;
    CheckOptions options;
    options.exploration.workers = workers;
    const Result result = Check(net.engine, functions, {&pointer, 1}, options).front();
    ASSERT_TRUE(result.evidence.has_value());
    std::string run = std::to_string(result.states) + ":";
    for (const BindingElementId step : result.evidence->steps) {
      run += " " + net.engine.FormatElement(step);
    }
    EXPECT_EQ(result.evidence->steps.size(), 6u);
    runs.push_back(run);
  }
  EXPECT_EQ(runs[0], runs[1]);
}

TEST(OnTheFlyTest, AFailingFunctionFailsForTheFirstMarkingInOrder) {
  GraphNet net(kLevels);
  const MultiSetStore& multisets = net.net().engine.multisets();
  const Formula fails = net.functions().Nf([&](const Reader& at) -> bool {
    const std::string marking = multisets.Format(at(0));
    if (marking == "1`2" || marking == "1`5") throw ModelError({"m", 1, 0}, "fails for " + marking);
    return true;
  });
  try {
    net.Check(Make(kInv, {fails}));
    FAIL() << "it does not fail";
  } catch (const ModelError& error) {
    EXPECT_EQ(error.message(), "fails for 1`2");
  }
}

}  // namespace
}  // namespace cpn::ctl
