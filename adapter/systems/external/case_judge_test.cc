#include "adapter/systems/external/case_judge.h"

#include <gtest/gtest.h>

#include "suite/reader.h"

namespace adapter::external {
namespace {

using State = CaseJudge::State;

/// The steps of a case that is written in short: its suite keeps them.
class CaseJudgeTest : public ::testing::Test {
 protected:
  CaseJudge& Begin(const std::string& steps) {
    suite_.emplace(suite::ParseSuite(
        "<Test TestName=\"t\"><TestCase CaseID=\"1\">" + steps + "</TestCase></Test>", "t.xml"));
    steps_ = StepsOf(*suite_, suite_->cases().front());
    return judge_.emplace(steps_);
  }
  static oracles::ObservedEvent Event(const std::string& name, const std::string& text = "") {
    oracles::ObservedEvent event;
    event.name = name;
    if (!text.empty()) event.fields.emplace_back("", text);
    return event;
  }

  std::optional<suite::Suite> suite_;
  std::vector<suite::Step> steps_;
  std::optional<CaseJudge> judge_;
};

constexpr char kTwoSteps[] =
    "<TestValues><S/></TestValues><TestOracles><A/><B/></TestOracles>"
    "<TestValues><T/></TestValues><TestOracles Order=\"set\"><C/><C/><D/></TestOracles>";

TEST_F(CaseJudgeTest, ASequenceComesInItsOrder) {
  CaseJudge& judge = Begin(kTwoSteps);
  EXPECT_EQ(judge.state(), State::kWaiting);
  EXPECT_EQ(judge.Missing(), "A, B");
  judge.Observe(Event("A"));
  EXPECT_EQ(judge.state(), State::kWaiting);
  judge.Observe(Event("B"));
  EXPECT_EQ(judge.state(), State::kComplete);
  EXPECT_TRUE(judge.Next());
  EXPECT_EQ(judge.number(), 2);
  EXPECT_EQ(judge.step().stimuli[0].name, "T");
}

TEST_F(CaseJudgeTest, ASequenceInAnotherOrderFails) {
  CaseJudge& judge = Begin(kTwoSteps);
  judge.Observe(Event("B"));
  EXPECT_EQ(judge.state(), State::kFailed);
  EXPECT_EQ(judge.Problem(), (oracles::Mismatch{"step 1", "A, B", "B"}));
}

TEST_F(CaseJudgeTest, ASetComesInAnyOrderAndAsOftenAsItSays) {
  CaseJudge& judge = Begin(kTwoSteps);
  judge.Observe(Event("A"));
  judge.Observe(Event("B"));
  judge.Next();
  judge.Observe(Event("D"));
  judge.Observe(Event("C"));
  EXPECT_EQ(judge.state(), State::kWaiting);
  EXPECT_EQ(judge.Missing(), "C");
  judge.Observe(Event("C"));
  EXPECT_EQ(judge.state(), State::kComplete);
  judge.Observe(Event("C"));
  EXPECT_EQ(judge.state(), State::kFailed);
  EXPECT_EQ(judge.Problem(), (oracles::Mismatch{"step 2", "nothing more", "C"}));
  EXPECT_EQ(judge.Nearest()[0].came, 1u);
  EXPECT_EQ(judge.Nearest()[2].came, 0u);
}

TEST_F(CaseJudgeTest, WhatASetHasOnceComesOnce) {
  CaseJudge& judge = Begin(kTwoSteps);
  judge.Observe(Event("A"));
  judge.Observe(Event("B"));
  judge.Next();
  judge.Observe(Event("D"));  // behind two that are missing
  judge.Observe(Event("D"));
  EXPECT_EQ(judge.state(), State::kFailed);
  EXPECT_EQ(judge.Problem(), (oracles::Mismatch{"step 2", "C, C", "D"}));
}

TEST_F(CaseJudgeTest, FieldsCount) {
  CaseJudge& judge = Begin("<TestValues><S/></TestValues><TestOracles><A>1</A></TestOracles>");
  judge.Observe(Event("A", "2"));
  EXPECT_EQ(judge.Problem(), (oracles::Mismatch{"step 1", "A (1)", "A (2)"}));
}

TEST_F(CaseJudgeTest, NothingIsExpectedOfAStepWithoutOracles) {
  CaseJudge& judge = Begin("<TestValues><S/></TestValues><TestValues><T/></TestValues>");
  EXPECT_EQ(judge.state(), State::kComplete);
  EXPECT_TRUE(judge.Next());
  judge.Observe(Event("A"));
  EXPECT_EQ(judge.Problem(), (oracles::Mismatch{"step 2", "nothing more", "A"}));
}

constexpr char kAlternatives[] =
    "<TestValues><S/></TestValues><OneOf>"
    "<Alternative><TestOracles><A/></TestOracles><TestValues><T/></TestValues>"
    "<TestOracles><C/></TestOracles></Alternative>"
    "<Alternative><TestOracles><A/><B/></TestOracles></Alternative>"
    "<Alternative><TestOracles><D/></TestOracles></Alternative></OneOf>";

TEST_F(CaseJudgeTest, WhatTheSystemChoosesDecidesHowTheCaseGoesOn) {
  CaseJudge& judge = Begin(kAlternatives);
  EXPECT_EQ(judge.Missing(), "A or A, B or D");
  judge.Observe(Event("A"));
  EXPECT_EQ(judge.state(), State::kUndecided);
  EXPECT_EQ(judge.NearestAlternative(), 1);
  EXPECT_TRUE(judge.Next());
  EXPECT_EQ(judge.step().stimuli[0].name, "T");
  judge.Observe(Event("C"));
  EXPECT_EQ(judge.state(), State::kComplete);
  EXPECT_FALSE(judge.Next());
}

TEST_F(CaseJudgeTest, AnAlternativeThatIsLongerIsTakenWhenMoreComes) {
  CaseJudge& judge = Begin(kAlternatives);
  judge.Observe(Event("A"));
  judge.Observe(Event("B"));
  EXPECT_EQ(judge.state(), State::kComplete);
  EXPECT_FALSE(judge.Next());
}

TEST_F(CaseJudgeTest, AnEventOfAnotherAlternativeIsUnexpected) {
  CaseJudge& judge = Begin(kAlternatives);
  judge.Observe(Event("A"));
  judge.Observe(Event("D"));
  EXPECT_EQ(judge.Problem(), (oracles::Mismatch{"step 1", "B", "D"}));
}

TEST_F(CaseJudgeTest, SilenceIsAnAlternative) {
  CaseJudge& judge = Begin(
      "<TestValues><S/></TestValues><OneOf><Alternative></Alternative>"
      "<Alternative><TestOracles><A/></TestOracles></Alternative></OneOf>");
  EXPECT_EQ(judge.state(), State::kUndecided);
  EXPECT_FALSE(judge.Next());
}

}  // namespace
}  // namespace adapter::external
