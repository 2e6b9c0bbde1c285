// What the typed reader refuses because parts of a suite do not agree. The whole error each.
#include <gtest/gtest.h>

#include "adapter/systems/paxos/cases/test_util.h"
#include "testing/text.h"

namespace cases {
namespace {

using test::Replace;
using testing::ErrorAfter;
using testing::Examples;
using testing::SuiteError;

const std::string& System() { return Examples().at("system"); }
const std::string& PrepareQf() { return Examples().at("qfprepare"); }
const std::string& AcceptQf() { return Examples().at("qfaccept"); }
const std::string& CommitQf() { return Examples().at("qfcommit"); }
const std::string& Acceptor() { return Examples().at("acceptortest"); }
const std::string& Timeout() { return Examples().at("timeouttest"); }
const std::string& LeaderChange() { return Examples().at("leaderchangetest"); }

// ---- Servers, counts and ids

TEST(ReaderConsistencyTest, TooFewServers) {
  EXPECT_EQ(ErrorAfter(System(), "      <ID>8082</ID>\n", ""),
            "a.xml:9:5: 2 server ids in a system of 3\n"
            "    <ServerIDs>\n"
            "    ^\n"
            "<ServerIDs> lists each server once");
}

TEST(ReaderConsistencyTest, RepeatedServer) {
  EXPECT_EQ(ErrorAfter(System(), "<ID>8082</ID>", "<ID>8080</ID>"),
            "a.xml:12:7: second server 8080\n"
            "      <ID>8080</ID>\n"
            "      ^\n"
            "the first one is in line 10");
}

TEST(ReaderConsistencyTest, UnknownServer) {
  for (const auto& [from, to, line, column] :
       {std::tuple{"<Leader>8081", "<Leader>9", "33", "15"},
        std::tuple{"<P1Failure>8080", "<P1Failure>9", "29", "18"}}) {
    const std::string error = ErrorAfter(System(), from, to);
    EXPECT_TRUE(
        error.starts_with(std::string("a.xml:") + line + ":" + column + ": unknown server 9\n"))
        << error;
    EXPECT_TRUE(error.ends_with("\nthe servers are 8080, 8081, 8082")) << error;
  }
}

TEST(ReaderConsistencyTest, UnknownServerOfALeaderProposal) {
  EXPECT_EQ(ErrorAfter(System(), "<ID>8081</ID>\n        <Value>", "<ID>1</ID>\n        <Value>"),
            "a.xml:26:13: unknown server 1\n"
            "        <ID>1</ID>\n"
            "            ^\n"
            "the servers are 8080, 8081, 8082");
}

TEST(ReaderConsistencyTest, ServerOfACaseThatTheConfigurationDoesNotHave) {
  const std::string text =
      Replace(Replace(LeaderChange(), " SystemSize=\"3\" QuorumSize=\"2\"", ""), "  <TestCase ",
              "<Configuration><SystemSize>3</SystemSize><QuorumSize>2</QuorumSize><ServerIDs>"
              "<ID>1</ID><ID>8081</ID><ID>8082</ID></ServerIDs><FailurePhaseOne>0"
              "</FailurePhaseOne><FailurePhaseTwo>0</FailurePhaseTwo></Configuration>\n"
              "  <TestCase ");
  EXPECT_EQ(SuiteError(text),
            "a.xml:6:13: unknown server 8080\n"
            "        <ID>8080</ID>\n"
            "            ^\n"
            "the servers are 1, 8081, 8082");
}

TEST(ReaderConsistencyTest, LeaderThatTheCaseDoesNotHave) {
  EXPECT_EQ(ErrorAfter(LeaderChange(), "<Leader>8081", "<Leader>8083"),
            "a.xml:13:17: unknown server 8083\n"
            "        <Leader>8083</Leader>\n"
            "                ^\n"
            "the servers are 8080, 8081, 8082");
}

TEST(ReaderConsistencyTest, NoLeaderExpected) {
  std::string text = Replace(LeaderChange(), "        <Leader>8080</Leader>\n", "");
  text = Replace(text, "        <Leader>8081</Leader>\n", "");
  EXPECT_EQ(SuiteError(text),
            "a.xml:11:7: missing <Leader> in <ExpectLeaders>\n"
            "      <ExpectLeaders>\n"
            "      ^\n"
            "<ExpectLeaders> holds at least one <Leader>");
}

TEST(ReaderConsistencyTest, MoreRepliesThanServers) {
  EXPECT_EQ(ErrorAfter(AcceptQf(), "    </TestValues>",
                       "      <LearnMsg>\n"
                       "        <Rnd>8080</Rnd>\n"
                       "        <Vval>M1</Vval>\n"
                       "      </LearnMsg>\n"
                       "    </TestValues>"),
            "a.xml:22:7: 3 replies in a system of 2\n"
            "      <LearnMsg>\n"
            "      ^\n"
            "each server replies at most once");
}

TEST(ReaderConsistencyTest, WrongNumberOfAlives) {
  EXPECT_EQ(ErrorAfter(Timeout(), "        <Alive>false</Alive>\n", ""),
            "a.xml:9:7: 2 <Alive> for 3 servers\n"
            "      <Alives>\n"
            "      ^\n"
            "<Alives> holds one for each <ID> of <ServerIDs>");
}

TEST(ReaderConsistencyTest, WrongNumberOfSuspects) {
  EXPECT_EQ(ErrorAfter(Timeout(), "        <Suspected>true</Suspected>\n", ""),
            "a.xml:14:7: 2 <Suspected> for 3 servers\n"
            "      <Suspects>\n"
            "      ^\n"
            "<Suspects> holds one for each <ID> of <ServerIDs>, or none when all are false");
}

TEST(ReaderConsistencyTest, MoreFailuresThanTheConfigurationAllows) {
  EXPECT_EQ(ErrorAfter(System(), "      <P1Failure>8080</P1Failure>\n",
                       "      <P1Failure>8080</P1Failure>\n"
                       "      <P1Failure>8081</P1Failure>\n"),
            "a.xml:30:7: 2 <P1Failure> in a case\n"
            "      <P1Failure>8081</P1Failure>\n"
            "      ^\n"
            "at most 1, as <FailurePhaseOne> says");
  EXPECT_EQ(ErrorAfter(System(), "      <P1Failure>8080</P1Failure>\n",
                       "      <P2Failure>8080</P2Failure>\n"),
            "a.xml:29:7: 1 <P2Failure> in a case\n"
            "      <P2Failure>8080</P2Failure>\n"
            "      ^\n"
            "at most 0, as <FailurePhaseTwo> says");
}

TEST(ReaderConsistencyTest, ServerThatFailsTwice) {
  const std::string text = Replace(System(), "<FailurePhaseTwo>0<", "<FailurePhaseTwo>1<");
  EXPECT_EQ(ErrorAfter(text, "      <P1Failure>8080</P1Failure>\n",
                       "      <P1Failure>8080</P1Failure>\n"
                       "      <P2Failure>8080</P2Failure>\n"),
            "a.xml:30:7: server 8080 fails twice\n"
            "      <P2Failure>8080</P2Failure>\n"
            "      ^\n"
            "a failed leader does not lead again");
}

TEST(ReaderConsistencyTest, SecondLeaderProposalOfAServer) {
  EXPECT_EQ(
      ErrorAfter(System(), "<ID>8081</ID>\n        <Value>", "<ID>8080</ID>\n        <Value>"),
      "a.xml:25:7: second <LeaderProposal> for server 8080\n"
      "      <LeaderProposal>\n"
      "      ^\n"
      "a leader takes one client's value for its own");
}

TEST(ReaderConsistencyTest, LeaderProposalOfNoClient) {
  EXPECT_EQ(ErrorAfter(System(), "<Value>M2", "<Value>M3"),
            "a.xml:27:16: no client proposes 'M3'\n"
            "        <Value>M3</Value>\n"
            "               ^\n"
            "<Value> is the value of one <ClientPropose>");
}

TEST(ReaderConsistencyTest, RepeatedCaseId) {
  EXPECT_EQ(ErrorAfter(PrepareQf(), "CaseID=\"2\"", "CaseID=\"1\""),
            "a.xml:35:13: second case '1'\n"
            "  <TestCase CaseID=\"1\">\n"
            "            ^\n"
            "the first one is in line 13");
}

TEST(ReaderConsistencyTest, CasesOfTwoKinds) {
  EXPECT_EQ(ErrorAfter(CommitQf(),
                       "      <EmptyMsg></EmptyMsg>\n    </TestValues>\n    "
                       "<TestOracles>\n      <Quorum>false",
                       "      <MsgType>prepare</MsgType>\n    </TestValues>\n    "
                       "<TestOracles>\n      <Quorum>false"),
            "a.xml:23:3: an acceptortest case in a qfcommit suite\n"
            "  <TestCase CaseID=\"2\">\n"
            "  ^\n"
            "all cases of a suite are of one kind, here that of line 13");
}

// ---- What must go together

TEST(ReaderConsistencyTest, CombinedReplyWithoutAQuorum) {
  EXPECT_EQ(ErrorAfter(AcceptQf(), "<Quorum>true", "<Quorum>false"),
            "a.xml:25:7: <LearnMsg> without a quorum\n"
            "      <LearnMsg>\n"
            "      ^\n"
            "there is a combined reply only when <Quorum> is true");
}

TEST(ReaderConsistencyTest, QuorumWithoutACombinedReply) {
  EXPECT_EQ(ErrorAfter(PrepareQf(), "<Quorum>false", "<Quorum>true"),
            "a.xml:48:5: missing <PromiseMsg> in <TestOracles>\n"
            "    <TestOracles>\n"
            "    ^\n"
            "<TestOracles> holds one <PromiseMsg>");
}

TEST(ReaderConsistencyTest, UnknownMessageType) {
  EXPECT_EQ(ErrorAfter(Acceptor(), "<MsgType>prepare", "<MsgType>promise"),
            "a.xml:4:16: 'promise' is not a message type\n"
            "      <MsgType>promise</MsgType>\n"
            "               ^\n"
            "<MsgType> is prepare, accept or restart");
}

TEST(ReaderConsistencyTest, MessageInARestart) {
  EXPECT_EQ(ErrorAfter(Acceptor(), "<MsgType>prepare", "<MsgType>restart"),
            "a.xml:5:7: unknown element <PrepareMsg> in <TestValue> of an acceptortest case\n"
            "      <PrepareMsg>\n"
            "      ^\n"
            "expected <MsgType>");
}

TEST(ReaderConsistencyTest, MessageOfAnotherType) {
  EXPECT_EQ(ErrorAfter(Acceptor(), "<MsgType>prepare", "<MsgType>accept"),
            "a.xml:5:7: <PrepareMsg> in a step of type 'accept'\n"
            "      <PrepareMsg>\n"
            "      ^\n"
            "expected <AcceptMsg>");
}

TEST(ReaderConsistencyTest, ExpectedReplyOfARefusal) {
  EXPECT_EQ(ErrorAfter(Acceptor(), "<ExpectOutput>true</ExpectOutput>\n      <ExpectLearn>",
                       "<ExpectOutput>false</ExpectOutput>\n      <ExpectLearn>"),
            "a.xml:30:7: <ExpectLearn> where no reply is expected\n"
            "      <ExpectLearn>\n"
            "      ^\n"
            "there is one only when <ExpectOutput> is true");
}

TEST(ReaderConsistencyTest, NoExpectedReply) {
  EXPECT_EQ(ErrorAfter(Acceptor(), "<ExpectOutput>false", "<ExpectOutput>true"),
            "a.xml:15:5: missing <ExpectLearn> in <TestValue>\n"
            "    <TestValue>\n"
            "    ^\n"
            "<TestValue> holds one <ExpectLearn>");
}

TEST(ReaderConsistencyTest, ExpectedReplyToAnotherMessage) {
  EXPECT_EQ(ErrorAfter(Replace(Acceptor(), "<ExpectPromise>", "<ExpectLearn>"), "</ExpectPromise>",
                       "</ExpectLearn>"),
            "a.xml:9:7: <ExpectLearn> for the wrong message\n"
            "      <ExpectLearn>\n"
            "      ^\n"
            "expected <ExpectPromise>");
}

TEST(ReaderConsistencyTest, OraclesBesideAcceptorSteps) {
  EXPECT_EQ(ErrorAfter(Acceptor(), "  </TestCase>", "    <TestOracles/>\n  </TestCase>"),
            "a.xml:35:5: unknown element <TestOracles> in <TestCase> of an acceptortest case\n"
            "    <TestOracles/>\n"
            "    ^\n"
            "expected <TestValue>");
}

// ---- Provenance

TEST(ReaderConsistencyTest, UnknownMethod) {
  EXPECT_EQ(SuiteError("<Test TestName='x'>\n<Generated Model='m' Specification='s' "
                       "Method='guess'/><TestCase><TestValues><EmptyMsg/></TestValues></TestCase>"
                       "</Test>"),
            "a.xml:2:40: 'guess' is not a method\n"
            "<Generated Model='m' Specification='s' Method='guess'/><TestCase><TestValues>"
            "<EmptyMsg/></TestValues></TestCase></Test>\n"
            "                                       ^\n"
            "'Method' is simulation, state-space or online");
}

TEST(ReaderConsistencyTest, SimulationWithoutASeed) {
  EXPECT_EQ(ErrorAfter(System(), " Seed=\"7\"", ""),
            "a.xml:2:3: missing attribute 'Seed' of <Generated>\n"
            "  <Generated Generator=\"cpngen 0.1.0\" Model=\"models/paxos\" "
            "Specification=\"system\" Method=\"simulation\" Runs=\"10\">\n"
            "  ^\n"
            "<Generated> has an attribute 'Seed'");
}

TEST(ReaderConsistencyTest, RunsOfAStateSpace) {
  EXPECT_EQ(ErrorAfter(System(),
                       "  <Generated Generator=\"cpngen 0.1.0\" Model=\"models/paxos\" "
                       "Specification=\"system\" Method=\"simulation\" Seed=\"7\"",
                       "  <Generated Model=\"m\" Specification=\"s\" Method=\"state-space\""),
            "a.xml:2:63: 'Runs' of a suite that was not simulated\n"
            "  <Generated Model=\"m\" Specification=\"s\" Method=\"state-space\" Runs=\"10\">\n"
            "                                                              ^\n"
            "only a suite of method simulation has a number of runs");
}

TEST(ReaderConsistencyTest, SeedThatIsNoNumber) {
  const std::string error = ErrorAfter(System(), "Seed=\"7\"", "Seed=\"-7\"");
  EXPECT_TRUE(error.starts_with("a.xml:2:103: '-7' is out of range\n")) << error;
  EXPECT_TRUE(error.ends_with("\n'Seed' is a number from 0 to 18446744073709551615")) << error;
}

TEST(ReaderConsistencyTest, RepeatedParameter) {
  EXPECT_EQ(ErrorAfter(System(), "Name=\"clients\"", "Name=\"replicas\""),
            "a.xml:4:5: second value of parameter 'replicas'\n"
            "    <Parameter Name=\"replicas\" Value=\"2\"></Parameter>\n"
            "    ^\n"
            "a parameter has one value");
}

TEST(ReaderConsistencyTest, ParameterWithoutAValue) {
  EXPECT_EQ(ErrorAfter(System(), " Value=\"2\"", ""),
            "a.xml:4:5: missing attribute 'Value' of <Parameter>\n"
            "    <Parameter Name=\"clients\"></Parameter>\n"
            "    ^\n"
            "<Parameter> has an attribute 'Value'");
}

}  // namespace
}  // namespace cases
