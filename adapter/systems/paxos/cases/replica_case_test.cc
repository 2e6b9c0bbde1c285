// The kind replicatest: what is read, and the whole error of what is refused.
#include "adapter/systems/paxos/cases/replica_case.h"

#include <gtest/gtest.h>

#include "adapter/systems/paxos/cases/test_util.h"
#include "adapter/systems/testing/typed_suite.h"

namespace cases {
namespace {

using testing::ErrorAfter;
using testing::Examples;

const std::string& Example() { return Examples().at("replicatest"); }

TEST(ReplicaCaseTest, ReadsEventsAndWhatComesOfThem) {
  const Suite suite = ParseSuite(Example(), "a.xml");
  EXPECT_EQ(suite.kind, "replicatest");
  const auto& steps = suite.cases[0].content.As<ReplicaCase>().steps;
  ASSERT_EQ(steps.size(), 10u);
  EXPECT_EQ(steps[0], (ReplicaStep{.event = ReplicaStart{8081}}));
  EXPECT_EQ(steps[1], (ReplicaStep{.event = ReplicaRequest{"M1"}}));
  EXPECT_EQ(steps[3], (ReplicaStep{.event = ReplicaPeriod{{{8080, 1}, {8082, 2, 0}}},
                                   .detectors = ExpectedDetectors{{8080}, {}, 1, 8081},
                                   .call = ExpectedCall{ExpectedCall::Phase::kPrepare, 1}}));
  using Kind = CallReply::Kind;
  EXPECT_EQ(steps[4].event,
            ReplicaEvent(ReplicaReplies{
                {{Kind::kAgree, 8081}, {Kind::kRefuse, 8082, 8}, {Kind::kFail, 8080}}}));
  EXPECT_EQ(steps[6],
            (ReplicaStep{.event = ReplicaReplies{{{Kind::kAgree, 8081},
                                                  {Kind::kAgree, 8082, 0, Commit{0, "M2"}}}},
                         .call = ExpectedCall{ExpectedCall::Phase::kAccept, 10, "M2"}}));
  EXPECT_EQ(steps[7], (ReplicaStep{.event = ReplicaDecision{{10, "M2"}}, .answers = {"M2"}}));
  EXPECT_EQ(steps[8].event,
            ReplicaEvent(ReplicaPeriod{{{8080, 3, std::nullopt, Commit{10, "M2"}}}}));
}

TEST(ReplicaCaseTest, StepOfTwoEvents) {
  EXPECT_EQ(ErrorAfter(Example(), "<ClientRequest>M1</ClientRequest>",
                       "<ClientRequest>M1</ClientRequest><Period></Period>"),
            "a.xml:18:40: 2 events in a step\n"
            "      <ClientRequest>M1</ClientRequest><Period></Period>\n"
            "                                       ^\n"
            "a step has one <Start>, <ClientRequest>, <Decision>, <Period> or <Replies>");
}

TEST(ReplicaCaseTest, StepWithoutAnEvent) {
  EXPECT_EQ(ErrorAfter(Example(), "      <ClientRequest>M1</ClientRequest>\n", ""),
            "a.xml:17:5: 0 events in a step\n"
            "    <TestValue>\n"
            "    ^\n"
            "a step has one <Start>, <ClientRequest>, <Decision>, <Period> or <Replies>");
}

TEST(ReplicaCaseTest, EventBeforeTheStart) {
  EXPECT_EQ(ErrorAfter(Example(),
                       "    <TestValue>\n      <Start>8081</Start>\n    </TestValue>\n    "
                       "<TestValue>\n      <ClientRequest>",
                       "    <TestValue>\n      <ClientRequest>"),
            "a.xml:15:7: <ClientRequest> before the replica starts\n"
            "      <ClientRequest>M1</ClientRequest>\n"
            "      ^\n"
            "a case begins with its <Start>");
}

TEST(ReplicaCaseTest, StartOfAnotherReplica) {
  EXPECT_EQ(ErrorAfter(Example(), "<Start>8081</Start>\n    </TestValue>\n  </TestCase>",
                       "<Start>8080</Start>\n    </TestValue>\n  </TestCase>"),
            "a.xml:122:14: start of another replica, 8080\n"
            "      <Start>8080</Start>\n"
            "             ^\n"
            "the case is about 8081");
}

TEST(ReplicaCaseTest, AnswerOfTheReplicaItself) {
  EXPECT_EQ(ErrorAfter(Example(), "<ID>8082</ID>\n          <Of>1</Of>",
                       "<ID>8081</ID>\n          <Of>1</Of>"),
            "a.xml:22:9: an answer of the replica itself\n"
            "        <Answer>\n"
            "        ^\n"
            "a replica pings the others");
}

TEST(ReplicaCaseTest, ServerThatRepliesTwice) {
  EXPECT_EQ(
      ErrorAfter(Example(), "<Fail>\n          <ID>8080</ID>", "<Fail>\n          <ID>8082</ID>"),
      "a.xml:63:9: second reply of server 8082\n"
      "        <Fail>\n"
      "        ^\n"
      "each replies once");
}

TEST(ReplicaCaseTest, DetectorsWhereNoPeriodEnds) {
  EXPECT_EQ(ErrorAfter(Example(), "<ClientRequest>M1</ClientRequest>",
                       "<ClientRequest>M1</ClientRequest>"
                       "<ExpectDetectors><Growths>0</Growths></ExpectDetectors>"),
            "a.xml:18:40: <ExpectDetectors> where no period ends\n"
            "      <ClientRequest>M1</ClientRequest><ExpectDetectors><Growths>0</Growths>"
            "</ExpectDetectors>\n"
            "                                       ^\n"
            "it stands with a <Period>");
}

TEST(ReplicaCaseTest, PrepareWithAValue) {
  EXPECT_EQ(ErrorAfter(Example(), "<Rnd>1</Rnd>", "<Rnd>1</Rnd><Val>M1</Val>"),
            "a.xml:51:21: <Val> of a prepare\n"
            "        <Rnd>1</Rnd><Val>M1</Val>\n"
            "                    ^\n"
            "phase one has no value");
}

}  // namespace
}  // namespace cases
