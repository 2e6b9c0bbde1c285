// The kinds of unit test that are extensions, quorum calls and the learner, and what the kind
// timeouttest has beyond the published one: what is read, and the whole error of what is refused.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "adapter/systems/paxos/cases/test_util.h"
#include "adapter/systems/testing/typed_suite.h"
#include "testing/text.h"

namespace cases {
namespace {

using test::Replace;
using ::testing::ElementsAre;
using testing::ErrorAfter;
using testing::Examples;

const std::string& Call() { return Examples().at("quorumcalltest"); }
const std::string& Timeout() { return Examples().at("timeouttest-late"); }
const std::string& Learner() { return Examples().at("learnertest"); }

TEST(UnitCaseTest, ReadsAQuorumCallWithItsEventsInOrder) {
  using Type = QuorumCallEvent::Type;
  const Suite suite = ParseSuite(Call(), "a.xml");
  EXPECT_EQ(suite.cases[0].content.As<QuorumCallCase>(),
            (QuorumCallCase{{8081},
                            {{Type::kReply, 8082}, {Type::kReply, 8082}, {Type::kReply, 8080}},
                            {8080, 8082},
                            {{3, true, 2}}}));
  EXPECT_EQ(suite.cases[1].content.As<QuorumCallCase>(),
            (QuorumCallCase{{},
                            {{Type::kReply, 8080},
                             {Type::kReply, 8081},
                             {Type::kNextCall, 0},
                             {Type::kError, 8080},
                             {Type::kLateReply, 8082},
                             {Type::kError, 8082}},
                            {8080, 8081, 8082},
                            {{2, true, 2}, {6, false, 0}}}));
}

TEST(UnitCaseTest, ReadsWhatALearnerMustHaveLearned) {
  const Suite suite = ParseSuite(Learner(), "a.xml");
  EXPECT_EQ(suite.cases[0].content.As<LearnerCase>(),
            (LearnerCase{{{{8080, "M1"}, {8080, "M1"}}, {{8081, "M2"}, {8080, "M1"}}}}));
}

TEST(UnitCaseTest, ReadsLateAnswersAndReports) {
  const Suite plain = ParseSuite(Examples().at("timeouttest"), "a.xml");
  const auto& published = plain.cases[0].content.As<FailureDetectorCase>();
  EXPECT_EQ(published.late, std::nullopt);
  EXPECT_EQ(published.expect_longer, std::nullopt);
  EXPECT_EQ(published.expect_newly_suspected, std::nullopt);
  EXPECT_EQ(published.expect_restored, std::nullopt);
  const Suite suite = ParseSuite(Timeout(), "a.xml");
  const auto& extended = suite.cases[0].content.As<FailureDetectorCase>();
  EXPECT_THAT(extended.late.value(), ElementsAre(false, true, false));
  EXPECT_EQ(extended.expect_longer, true);
  EXPECT_THAT(extended.expect_newly_suspected.value(), ElementsAre(8082));
  EXPECT_THAT(extended.expect_restored.value(), ElementsAre());
}

TEST(UnitCaseTest, ResultOfASkippedServer) {
  EXPECT_EQ(ErrorAfter(Call(), "<Skip>8081<", "<Skip>8080<"),
            "a.xml:18:14: a result of server 8080, which is skipped\n"
            "      <Reply>8080</Reply>\n"
            "             ^\n"
            "a skipped server gets no request");
}

TEST(UnitCaseTest, ServerThatIsSkippedTwice) {
  EXPECT_EQ(ErrorAfter(Call(), "<Skip>8081</Skip>", "<Skip>8081</Skip><Skip>8081</Skip>"),
            "a.xml:15:30: second <Skip> 8081\n"
            "      <Skip>8081</Skip><Skip>8081</Skip>\n"
            "                             ^\n"
            "each server stands there once");
}

TEST(UnitCaseTest, ResultOfAnUnknownServer) {
  EXPECT_EQ(ErrorAfter(Call(), "<LateReply>8082<", "<LateReply>8083<"),
            "a.xml:36:18: unknown server 8083\n"
            "      <LateReply>8083</LateReply>\n"
            "                 ^\n"
            "the servers are 8080, 8081, 8082");
}

TEST(UnitCaseTest, LateResultWithoutAnEarlierCall) {
  EXPECT_EQ(ErrorAfter(Call(), "<NextCall></NextCall>", "<LateError>8080</LateError>"),
            "a.xml:34:7: <LateError> before <NextCall>\n"
            "      <LateError>8080</LateError>\n"
            "      ^\n"
            "late is what comes when the next call has begun");
}

TEST(UnitCaseTest, ThirdCall) {
  EXPECT_EQ(ErrorAfter(Call(), "<NextCall></NextCall>", "<NextCall/><NextCall/>"),
            "a.xml:34:18: second <NextCall>\n"
            "      <NextCall/><NextCall/>\n"
            "                 ^\n"
            "a case has at most two calls");
}

TEST(UnitCaseTest, CallWithoutAnEnd) {
  EXPECT_EQ(ErrorAfter(Call(), "<Reply>8082</Reply>\n      <Reply>8080</Reply>",
                       "<Reply>8082</Reply>\n      <NextCall/>"),
            "a.xml:20:5: 1 <ExpectEnd> for 2 calls\n"
            "    <TestOracles>\n"
            "    ^\n"
            "there is one for each call; <NextCall> begins a second one");
}

TEST(UnitCaseTest, EndAfterMoreEventsThanThereAre) {
  EXPECT_EQ(ErrorAfter(Call(), "<After>3<", "<After>4<"),
            "a.xml:24:16: '4' is out of range\n"
            "        <After>4</After>\n"
            "               ^\n"
            "<After> is a number from 0 to 3");
}

TEST(UnitCaseTest, MoreRepliesThanRequests) {
  EXPECT_EQ(ErrorAfter(Call(), "<Replies>0<", "<Replies>4<"),
            "a.xml:51:18: '4' is out of range\n"
            "        <Replies>4</Replies>\n"
            "                 ^\n"
            "<Replies> is a number from 0 to 3");
}

TEST(UnitCaseTest, UnknownOutcome) {
  EXPECT_EQ(ErrorAfter(Call(), "<Outcome>incomplete<", "<Outcome>none<"),
            "a.xml:50:18: 'none' is not an outcome\n"
            "        <Outcome>none</Outcome>\n"
            "                 ^\n"
            "<Outcome> is quorum, incomplete, deadline or cancelled");
}

TEST(UnitCaseTest, ReadsACallThatIsGivenUp) {
  using Type = QuorumCallEvent::Type;
  std::string text = Call();
  const std::string results =
      "<Error>8080</Error>\n      <LateReply>8082</LateReply>\n"
      "      <Error>8082</Error>";
  text.replace(text.find(results), results.size(), "<Cancel/>");
  text.replace(text.find("<After>6<"), 9, "<After>4<");
  text.replace(text.find("<Outcome>incomplete<"), 20, "<Outcome>cancelled<");
  const auto suite = ParseSuite(text, "a.xml");
  const auto& content = suite.cases[1].content.As<QuorumCallCase>();
  EXPECT_EQ(content.events.back(), (QuorumCallEvent{Type::kCancel, 0}));
  EXPECT_EQ(content.ends.back(), (QuorumCallEnd{4, false, 0, QuorumCallEnd::Cause::kCancelled}));
}

TEST(UnitCaseTest, ReadsCallsThatAreGivenUpBeforeAndAgain) {
  using Type = QuorumCallEvent::Type;
  std::string text = Call();
  const std::string results =
      "<Error>8080</Error>\n      <LateReply>8082</LateReply>\n"
      "      <Error>8082</Error>";
  text.replace(text.find(results), results.size(), "<Cancelled/><Deadline/><Close/><Close/>");
  const auto suite = ParseSuite(text, "a.xml");
  const auto& events = suite.cases[1].content.As<QuorumCallCase>().events;
  EXPECT_EQ((std::vector<QuorumCallEvent>(events.end() - 4, events.end())),
            (std::vector<QuorumCallEvent>{
                {Type::kCancelled}, {Type::kDeadline}, {Type::kClose}, {Type::kClose}}));
}

TEST(UnitCaseTest, CallThatHasBegunWasNotGivenUpBefore) {
  EXPECT_EQ(ErrorAfter(Call(), "<Reply>8082</Reply>\n      <Reply>8080</Reply>",
                       "<Deadline/>\n      <Cancelled/>"),
            "a.xml:18:7: <Cancelled> of a call that has begun\n"
            "      <Cancelled/>\n"
            "      ^\n"
            "it is the first event of its call");
}

TEST(UnitCaseTest, CallInWhichNothingHappens) {
  EXPECT_EQ(ErrorAfter(Call(),
                       "      <Skip>8081</Skip>\n      <Reply>8082</Reply>\n"
                       "      <Reply>8082</Reply>\n      <Reply>8080</Reply>\n",
                       ""),
            "a.xml:14:5: missing <Reply> in <TestValues>\n"
            "    <TestValues>\n"
            "    ^\n"
            "<TestValues> holds at least one <Reply>");
}

TEST(UnitCaseTest, CommitWithoutAValue) {
  EXPECT_EQ(ErrorAfter(Learner(), "<Val>M2</Val>", "<Val></Val>"),
            "a.xml:16:9: missing value\n"
            "        <Val></Val>\n"
            "        ^\n"
            "<Val> is not empty");
}

TEST(UnitCaseTest, StepOfALearnerWithoutAnOracle) {
  EXPECT_EQ(ErrorAfter(Learner(),
                       "      <ExpectLearned>\n        <Rnd>8080</Rnd>\n        <Val>M1</Val>\n"
                       "      </ExpectLearned>\n    </TestValue>\n  </TestCase>",
                       "    </TestValue>\n  </TestCase>"),
            "a.xml:13:5: missing <ExpectLearned> in <TestValue>\n"
            "    <TestValue>\n"
            "    ^\n"
            "<TestValue> holds one <ExpectLearned>");
}

TEST(UnitCaseTest, OneLateForEachServer) {
  EXPECT_EQ(ErrorAfter(Timeout(), "        <Late>true</Late>\n", ""),
            "a.xml:19:7: 2 <Late> for 3 servers\n"
            "      <Lates>\n"
            "      ^\n"
            "<Lates> holds one for each <ID> of <ServerIDs>, or none when all are false");
}

TEST(UnitCaseTest, ServerThatIsReportedTwice) {
  EXPECT_EQ(ErrorAfter(Timeout(), "<ExpectRestored></ExpectRestored>",
                       "<ExpectRestored><ID>8080</ID><ID>8080</ID></ExpectRestored>"),
            "a.xml:35:40: second <ID> 8080\n"
            "      <ExpectRestored><ID>8080</ID><ID>8080</ID></ExpectRestored>\n"
            "                                       ^\n"
            "each server stands there once");
}

}  // namespace
}  // namespace cases
