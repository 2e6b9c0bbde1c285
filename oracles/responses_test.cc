// Expected responses as sequence and as set.
#include "oracles/responses.h"

#include <gtest/gtest.h>

#include "suite/reader.h"

namespace oracles {
namespace {

constexpr const char* kSuite = R"(<Test TestName="commit">
  <TestCase CaseID="1">
    <TestValues><Vote><WorkerID>1</WorkerID></Vote></TestValues>
    <TestOracles{}>
      <Decision><WorkerID>1</WorkerID><Value>0</Value></Decision>
      <Done>yes</Done>
    </TestOracles>
  </TestCase>
</Test>
)";

suite::Suite SuiteWith(const std::string& attributes) {
  std::string text = kSuite;
  return suite::ParseSuite(text.replace(text.find("{}"), 2, attributes), "a.xml");
}

const ObservedEvent kDecision{"Decision", {{"WorkerID", "1"}, {"Value", "0"}}, "worker 1"};
const ObservedEvent kDone{"Done", {{"", "yes"}}, ""};

std::optional<Mismatch> CompareFirstStep(const suite::Suite& suite,
                                         const std::vector<ObservedEvent>& observed) {
  const auto steps = suite::StepsOf(suite, suite.cases().front());
  return CompareResponses("step 1", steps.at(0), observed);
}

TEST(ResponsesTest, EqualSequencesAgreeWhateverTheOrderOfFields) {
  const ObservedEvent turned{"Decision", {{"Value", "0"}, {"WorkerID", "1"}}, ""};
  EXPECT_EQ(CompareFirstStep(SuiteWith(""), {turned, kDone}), std::nullopt);
}

TEST(ResponsesTest, ASequenceInAnotherOrderIsAMismatch) {
  EXPECT_EQ(CompareFirstStep(SuiteWith(""), {kDone, kDecision}),
            (Mismatch{"step 1", "Decision (Value 0, WorkerID 1), Done (yes)",
                      "Done (yes), Decision (Value 0, WorkerID 1)"}));
}

TEST(ResponsesTest, ASetInAnotherOrderAgrees) {
  EXPECT_EQ(CompareFirstStep(SuiteWith(" Order=\"set\""), {kDone, kDecision}), std::nullopt);
}

TEST(ResponsesTest, ASetCountsHowOftenAnEventCame) {
  EXPECT_EQ(CompareFirstStep(SuiteWith(" Order=\"set\""), {kDone, kDecision, kDone}),
            (Mismatch{"step 1", "Decision (Value 0, WorkerID 1), Done (yes)",
                      "Decision (Value 0, WorkerID 1), Done (yes), Done (yes)"}));
}

TEST(ResponsesTest, NothingObservedIsNone) {
  EXPECT_EQ(CompareFirstStep(SuiteWith(""), {})->observed, "none");
}

TEST(ObservedEventTest, AnotherSourceIsTheSameEvent) {
  ObservedEvent other = kDecision;
  other.source = "worker 2";
  EXPECT_TRUE(SameEvent(kDecision, other));
  other.fields[1].second = "1";
  EXPECT_FALSE(SameEvent(kDecision, other));
}

TEST(ObservedEventTest, TextSaysSourceNameAndFields) {
  EXPECT_EQ(ToString(kDecision), "worker 1: Decision (WorkerID 1, Value 0)");
}

}  // namespace
}  // namespace oracles
