// What single markings mean to formulas, and that nothing is guessed when a limit is met. Against
// the contest's answers: tests/mcc.
#include "mcc/examination.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "mcc/testing.h"

namespace mcc {
namespace {

using testing::AtLeast;
using testing::CanFire;
using ::testing::ElementsAre;
using testing::Make;
using testing::TwoTokens;

std::string Answer(Formula formula, const cpn::ExplorationOptions& limits = {}) {
  LoadedNet net = TwoTokens();
  Property property;
  property.id = "f";
  property.formula = std::move(formula);
  const Answers answers = Examine(net, Examination::kCtlCardinality, {property}, limits);
  return answers.lines.at(0);
}

constexpr const char* kTrue = "FORMULA f TRUE TECHNIQUES EXPLICIT";
constexpr const char* kFalse = "FORMULA f FALSE TECHNIQUES EXPLICIT";

TEST(ExaminationTest, StateSpace) {
  LoadedNet net = TwoTokens();
  EXPECT_THAT(Examine(net, Examination::kStateSpace, {}, {}).lines,
              ElementsAre("STATE_SPACE STATES 3 TECHNIQUES EXPLICIT",
                          "STATE_SPACE TRANSITIONS 2 TECHNIQUES EXPLICIT",
                          "STATE_SPACE MAX_TOKEN_IN_PLACE 2 TECHNIQUES EXPLICIT",
                          "STATE_SPACE MAX_TOKEN_PER_MARKING 2 TECHNIQUES EXPLICIT"));
}

TEST(ExaminationTest, GlobalExaminations) {
  LoadedNet net = TwoTokens();
  const auto answer = [&](Examination examination) {
    return Examine(net, examination, {}, {}).lines.at(0);
  };
  EXPECT_EQ(answer(Examination::kReachabilityDeadlock),
            "FORMULA ReachabilityDeadlock TRUE TECHNIQUES EXPLICIT");
  EXPECT_EQ(answer(Examination::kQuasiLiveness), "FORMULA QuasiLiveness TRUE TECHNIQUES EXPLICIT");
  EXPECT_EQ(answer(Examination::kLiveness), "FORMULA Liveness FALSE TECHNIQUES EXPLICIT");
}

TEST(ExaminationTest, UpperBound) {
  LoadedNet net = TwoTokens();
  Property property;
  property.id = "f";
  property.is_bound = true;
  property.places = {0, 1};
  EXPECT_THAT(Examine(net, Examination::kUpperBounds, {property}, {}).lines,
              ElementsAre("FORMULA f 2 TECHNIQUES EXPLICIT"));
}

TEST(ExaminationTest, Reachability) {
  EXPECT_EQ(Answer(Make(FormulaKind::kExistsFinally, {AtLeast(2)})), kTrue);
  EXPECT_EQ(Answer(Make(FormulaKind::kExistsFinally, {AtLeast(3)})), kFalse);
  EXPECT_EQ(Answer(Make(FormulaKind::kForallGlobally, {CanFire()})), kFalse);
}

// After two steps the net is dead.
TEST(ExaminationTest, ADeadMarkingEndsItsPaths) {
  const auto after_two_steps = [](Formula formula) {
    return Make(FormulaKind::kForallNext, {Make(FormulaKind::kForallNext, {std::move(formula)})});
  };
  EXPECT_EQ(Answer(after_two_steps(Make(FormulaKind::kExistsNext, {AtLeast(2)}))), kFalse);
  EXPECT_EQ(Answer(after_two_steps(Make(FormulaKind::kForallNext, {AtLeast(3)}))), kTrue);
  EXPECT_EQ(Answer(after_two_steps(Make(FormulaKind::kExistsGlobally, {AtLeast(2)}))), kTrue);
  EXPECT_EQ(Answer(after_two_steps(Make(FormulaKind::kForallFinally, {AtLeast(3)}))), kFalse);
}

TEST(ExaminationTest, NothingIsGuessedWhenALimitIsMet) {
  cpn::ExplorationOptions limits;
  limits.max_states = 2;
  EXPECT_EQ(Answer(Make(FormulaKind::kExistsFinally, {AtLeast(2)}), limits),
            "FORMULA f CANNOT_COMPUTE");
  EXPECT_EQ(Answer(Make(FormulaKind::kExistsFinally, {AtLeast(1)}), limits), kTrue);
  LoadedNet net = TwoTokens();
  const Answers answers = Examine(net, Examination::kStateSpace, {}, limits);
  EXPECT_THAT(answers.lines, ElementsAre("CANNOT_COMPUTE"));
  EXPECT_FALSE(answers.complete);
}

}  // namespace
}  // namespace mcc
