#include "cpn/ctl/run_monitor.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "cpn/ctl/testing.h"

namespace cpn::ctl {
namespace {

using testing::GraphNet;
using testing::Make;
using testing::MakeProperty;
using testing::Not;

/// A run 0a1, 1b2 of a graph in which 2 is dead.
class RunMonitorTest : public ::testing::Test {
 protected:
  /// Where the run violates the formula: "0a1 1b2: NF 0 ...", or "not violated".
  std::string After(const Formula& formula) {
    const Property property = MakeProperty("p", formula);
    if (const auto why = WhyNoRunViolates(property)) return *why;
    Engine& engine = graph_.net().engine;
    StateFunctionMemo memo(&graph_.functions(), &engine.net(), &engine.multisets(), 1 << 20);
    RunMonitor monitor(engine, memo, property);
    Marking marking = engine.InitialMarking();
    std::vector<BindingElementId> steps;
    monitor.Begin(marking);
    while (!engine.Enabled(marking).empty()) {
      steps.push_back(engine.Enabled(marking).front());
      engine.Occur(marking, steps.back());
      monitor.Step(steps.back(), marking);
    }
    if (ends_dead_) monitor.EndDead();
    if (!monitor.violated()) return "not violated";
    const Evidence evidence = monitor.Counterexample(steps);
    std::string text = evidence.ends_dead ? "dead" : "";
    for (const Milestone& milestone : evidence.milestones) {
      text += fmt::format("{}{}: {}", text.empty() ? "" : " ", milestone.steps, milestone.text);
    }
    EXPECT_LE(evidence.steps.size(), steps.size());
    return fmt::format("{} of {}; {}", evidence.steps.size(), steps.size(), text);
  }

  GraphNet graph_{"0a1 1b2"};
  bool ends_dead_ = true;
};

TEST_F(RunMonitorTest, InvIsViolatedWhereItsOperandFails) {
  EXPECT_EQ(After(Make(Operator::kInv, {Not(graph_.At(1))})),
            "1 of 2; 1: NOT does not hold: \"p\" is violated");
}

TEST_F(RunMonitorTest, InvIsViolatedInTheInitialMarking) {
  EXPECT_EQ(After(Make(Operator::kInv, {graph_.At(1)})),
            "0 of 2; 0: NF does not hold: \"p\" is violated");
}

TEST_F(RunMonitorTest, InvOfWhatHoldsThroughoutIsNotViolated) {
  EXPECT_EQ(After(Make(Operator::kInv, {Not(graph_.At(3))})), "not violated");
}

TEST_F(RunMonitorTest, NegatedPosIsViolatedWhereItsOperandHolds) {
  EXPECT_EQ(After(Not(Make(Operator::kPos, {graph_.At(1)}))),
            "1 of 2; 1: NF holds: \"p\" is violated");
}

TEST_F(RunMonitorTest, InvOverStepsIsViolatedByTheStep) {
  EXPECT_EQ(After(Make(Operator::kInv, {Not(graph_.Arc('b'))})),
            "2 of 2; dead 2: NOT does not hold: \"p\" is violated");
}

TEST_F(RunMonitorTest, EvIsViolatedByADeadEndWithoutIt) {
  EXPECT_EQ(After(Make(Operator::kEv, {graph_.At(3)})),
            "2 of 2; dead 2: NF never holds: \"p\" is violated");
}

TEST_F(RunMonitorTest, EvIsNotViolatedByARunThatMayGoOn) {
  ends_dead_ = false;
  EXPECT_EQ(After(Make(Operator::kEv, {graph_.At(3)})), "not violated");
}

TEST_F(RunMonitorTest, EvIsMetInAnyMarkingOfTheRun) {
  EXPECT_EQ(After(Make(Operator::kEv, {graph_.At(0)})), "not violated");
  EXPECT_EQ(After(Make(Operator::kEv, {graph_.Arc('a')})), "not violated");
}

TEST_F(RunMonitorTest, AndIsViolatedWithItsFirstOperand) {
  EXPECT_EQ(After(Make(Operator::kAnd, {Make(Operator::kInv, {Not(graph_.At(2))}),
                                        Make(Operator::kInv, {Not(graph_.At(1))})})),
            "1 of 2; 1: NOT does not hold: \"p\" is violated");
}

TEST_F(RunMonitorTest, OrIsViolatedWithItsLastOperand) {
  const Formula first = Make(Operator::kInv, {Not(graph_.At(1))});
  EXPECT_EQ(After(Make(Operator::kOr, {first, Make(Operator::kInv, {Not(graph_.At(2))})})),
            "2 of 2; dead 1: NOT does not hold: \"p\" is violated 2: NOT does not hold: \"p\" is "
            "violated");
  EXPECT_EQ(After(Make(Operator::kOr, {first, Make(Operator::kInv, {Not(graph_.At(3))})})),
            "not violated");
}

TEST_F(RunMonitorTest, PlainFormulaIsAboutTheInitialMarking) {
  EXPECT_EQ(After(graph_.At(0)), "not violated");
  EXPECT_EQ(After(graph_.At(1)), "0 of 2; 0: NF does not hold: \"p\" is violated");
}

TEST_F(RunMonitorTest, ClaimsThatSomeRunExistsAreRefused) {
  const std::string why = "claims that there is a run, and another one than those simulated may be";
  EXPECT_THAT(After(Make(Operator::kPos, {graph_.At(1)})), ::testing::StartsWith("POS " + why));
  EXPECT_THAT(After(Not(Make(Operator::kInv, {graph_.At(1)}))),
              ::testing::StartsWith("NOT of INV " + why));
}

TEST_F(RunMonitorTest, NestedPathOperatorsAreRefused) {
  EXPECT_THAT(After(Make(Operator::kInv, {Make(Operator::kEv, {graph_.At(1)})})),
              ::testing::StartsWith("what INV is about goes beyond single markings and steps"));
}

TEST_F(RunMonitorTest, OtherOperatorsAreRefused) {
  EXPECT_THAT(After(Make(Operator::kForallUntil, {graph_.At(0), graph_.At(1)})),
              ::testing::StartsWith("runs are not watched for FORALL_UNTIL"));
}

}  // namespace
}  // namespace cpn::ctl
