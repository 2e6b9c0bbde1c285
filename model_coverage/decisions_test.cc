#include "model_coverage/decisions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "cpn/lua/testing.h"

namespace model_coverage {
namespace {

using cpn::lua::LuaModel;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

/// The evaluations of the guard of `transition` in the initial marking: "TF- false".
std::set<std::string> EvaluationsIn(LuaModel& model, const char* transition) {
  Decisions decisions(model);
  std::set<std::string> texts;
  const cpn::TransitionId id = *model.net().FindTransition(transition);
  for (const auto& [of, number] : decisions.In(model.engine().InitialMarking())) {
    if (of != id) continue;
    const Evaluation& evaluation = decisions.EvaluationsOf(id)[number];
    texts.insert(evaluation.values + (evaluation.outcome ? " true" : " false"));
  }
  return texts;
}

std::set<std::string> EvaluationsOf(const std::string& transitions) {
  const auto model = cpn::lua::testing::LoadText(
      "N = range(0, 2)\n L = list(N)\n var { x = N, y = N, l = L, h = N }\n"
      "P, Q = place(N, { 1, 2 }), place(L, { {}, { 2 } })\n" +
      transitions);
  return EvaluationsIn(*model, "T");
}

TEST(DecisionsTest, RefusedBindingsAreEvaluatedToo) {
  EXPECT_THAT(EvaluationsOf("T = transition { input = { P(x) }, guard = \"x == 1\" }"),
              ElementsAre("F false", "T true"));
}

TEST(DecisionsTest, ConditionsBehindTheDecidingOneHaveNoValue) {
  EXPECT_THAT(EvaluationsOf("T = transition { input = { P(x) }, guard = \"x == 1 and x < 2\" }"),
              ElementsAre("F- false", "TT true"));
  EXPECT_THAT(EvaluationsOf("T = transition { input = { P(x) }, guard = \"x == 1 or x < 2\" }"),
              ElementsAre("FF false", "T- true"));
}

TEST(DecisionsTest, AListIsOneDecision) {
  EXPECT_THAT(
      EvaluationsOf("T = transition { input = { P(x) }, guard = { \"x > 0\", \"x == 2\" } }"),
      ElementsAre("TF false", "TT true"));
}

TEST(DecisionsTest, VariablesThatNoArcBindsRangeOverTheirColours) {
  EXPECT_THAT(EvaluationsOf("T = transition { input = { P(x) }, guard = \"y > x\" }"),
              ElementsAre("F false", "T true"));
}

TEST(DecisionsTest, ALetThatTheGuardProtectsIsNotComputed) {
  // Of the empty list there is no first element: what reads it comes later, and has no value.
  EXPECT_THAT(EvaluationsOf("T = transition { input = { Q(l) }, let = { h = expr \"l[1] + 0\" },"
                            " guard = { \"h == 2\", \"#l > 0\" } }"),
              ElementsAre("-F false", "TT true"));
}

TEST(DecisionsTest, WithoutTokensThereIsNothingToEvaluate) {
  EXPECT_THAT(EvaluationsOf("E = place(N)\n"
                            "T = transition { input = { E(x) }, guard = \"x == 1\" }"),
              IsEmpty());
}

TEST(DecisionsTest, WhereAHigherPriorityIsEnabledTheLowerIsNotLookedAt) {
  const std::string low = "T = transition { input = { P(x) }, guard = \"x == 1\" }\n";
  EXPECT_THAT(EvaluationsOf(low + "H = transition { priority = P_HIGH, input = { P(x) } }"),
              IsEmpty());
  EXPECT_THAT(EvaluationsOf(low + "H = transition { priority = P_HIGH, input = { P(0) } }").size(),
              2u);
}

TEST(DecisionsTest, InhibitedBindingsAreNoCandidates) {
  EXPECT_THAT(EvaluationsOf("I = place(N, { 2 })\n"
                            "T = transition { input = { P(x) }, inhibitor = { I(x) },"
                            " guard = \"x == 1\" }"),
              ElementsAre("T true"));
}

/// The evaluations of conditions of arcs by all that is enabled initially: "F true", with its name.
std::set<std::string> OfArcs(const std::string& transitions) {
  const auto model = cpn::lua::testing::LoadText(
      "N = range(0, 3)\n var { x = N }\nP, Q, R = place(N, { 1, 2, 3 }), place(N), place(N)\n" +
      transitions);
  Decisions decisions(*model);
  const auto enabled = model->engine().Enabled(model->engine().InitialMarking());
  std::set<std::string> texts;
  for (const cpn::BindingElementId id :
       std::vector<cpn::BindingElementId>(enabled.begin(), enabled.end())) {
    for (const auto& [decision, number] : decisions.Of(id)) {
      const Evaluation& evaluation = decisions.EvaluationsOf(decision)[number];
      texts.insert(decisions.NameOf(decision) + ": " + evaluation.values +
                   (evaluation.outcome ? " true" : " false"));
    }
  }
  return texts;
}

TEST(DecisionsTest, TheConditionOfAnArcIsEvaluatedByEachOccurrence) {
  EXPECT_THAT(OfArcs("T = transition { input = { P(x) },"
                     " output = { Q(when(\"x == 1 or x == 2\", x, 0)), R(x) } }"),
              ElementsAre("T: the condition of the arc with Q: FF false",
                          "T: the condition of the arc with Q: FT true",
                          "T: the condition of the arc with Q: T- true"));
}

TEST(DecisionsTest, AConditionInsideAnotherIsAskedWhenThatHolds) {
  EXPECT_THAT(OfArcs("T = transition { input = { P(x) },"
                     " output = { Q(when(\"x > 1\", when(\"x == 2\", x, 0))) } }"),
              ElementsAre("T: the condition of the arc with Q: F false",
                          "T: the condition of the arc with Q: T true"));
  EXPECT_THAT(OfArcs("T = transition { input = { P(x) },"
                     " output = { Q(when(\"x == 0\", when(\"x == 2\", x, 0))) } }"),
              ElementsAre("T: the condition of the arc with Q: F false"));
}

TEST(ShowsToDecideTest, OnlyTheConditionChanges) {
  EXPECT_TRUE(ShowsToDecide({"TT", true}, {"TF", false}, 1));
  EXPECT_TRUE(ShowsToDecide({"TF", false}, {"TT", true}, 1));
  EXPECT_FALSE(ShowsToDecide({"TT", true}, {"FF", false}, 1));
  EXPECT_FALSE(ShowsToDecide({"TT", true}, {"TF", true}, 1));
}

TEST(ShowsToDecideTest, AConditionWithoutValueIsMasked) {
  EXPECT_TRUE(ShowsToDecide({"TT", true}, {"F-", false}, 0));
  EXPECT_FALSE(ShowsToDecide({"TT", true}, {"F-", false}, 1));
}

}  // namespace
}  // namespace model_coverage
