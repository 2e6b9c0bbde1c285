// What the typed reader accepts beyond the published suites, and the whole error for everything
// that it refuses.
#include "suite/reader.h"

#include <gtest/gtest.h>

#include "suite/test_util.h"

namespace suite {
namespace {

using testing::Examples;
using testing::Replace;
using testing::SuiteError;

const std::string& System() { return Examples().at("system"); }
const std::string& PrepareQf() { return Examples().at("qfprepare"); }
const std::string& AcceptQf() { return Examples().at("qfaccept"); }
const std::string& CommitQf() { return Examples().at("qfcommit"); }
const std::string& Acceptor() { return Examples().at("acceptortest"); }
const std::string& Timeout() { return Examples().at("timeouttest"); }
const std::string& LeaderChange() { return Examples().at("leaderchangetest"); }

/// The error of an example with one place changed.
std::string ErrorAfter(const std::string& text, const std::string& from, const std::string& to) {
  return SuiteError(Replace(text, from, to));
}

Suite ParseText(const std::string& text) { return ParseSuite(text, "a.xml"); }

// ---- What is accepted

TEST(ReaderTest, ReadsTheExtensionLeaderProposal) {
  const Suite suite = ParseText(System());
  EXPECT_EQ(
      std::get<SystemCase>(suite.cases.at(0).content),
      (SystemCase{{"M1", "M2"}, {{8080, "M1"}, {8081, "M2"}}, {{1, 8080}}, {8080, 8081}, {"M2"}}));
}

TEST(ReaderTest, ReadsProvenance) {
  const Suite suite = ParseText(System());
  EXPECT_EQ(suite.provenance, (Provenance{"cpngen 0.1.0",
                                          "models/paxos",
                                          "system",
                                          Method::kSimulation,
                                          7,
                                          10,
                                          {{"replicas", "3"}, {"clients", "2"}}}));
}

TEST(ReaderTest, AcceptsTheOtherSpellings) {
  std::string text = Replace(AcceptQf(), "<Test TestName=", "<Test Name=");
  text = Replace(text, "<TestCase CaseID=", "<TestCase ID=");
  for (std::size_t at; (at = text.find("Vval")) != std::string::npos;) text.replace(at, 4, "Val");
  EXPECT_EQ(ParseText(text), ParseText(AcceptQf()));
}

TEST(ReaderTest, AcceptsVvalInAcceptorSuites) {
  EXPECT_EQ(ParseText(Replace(Acceptor(), "<Val>M1</Val>", "<Vval>M1</Vval>")),
            ParseText(Acceptor()));
}

TEST(ReaderTest, AcceptsTestValueForTestValues) {
  std::string text = Replace(Timeout(), "<TestValues>", "<TestValue>");
  text = Replace(text, "</TestValues>", "</TestValue>");
  EXPECT_EQ(ParseText(text), ParseText(Timeout()));
}

TEST(ReaderTest, AcceptsEmptySuspects) {
  const std::string text = Replace(Timeout(),
                                   "        <Suspected>true</Suspected>\n"
                                   "        <Suspected>false</Suspected>\n"
                                   "        <Suspected>false</Suspected>\n",
                                   "");
  EXPECT_EQ(std::get<FailureDetectorCase>(ParseText(text).cases.at(0).content).suspected,
            (std::vector<bool>{false, false, false}));
}

TEST(ReaderTest, AcceptsWhiteSpaceAroundNumbersAndTruthValues) {
  EXPECT_EQ(ParseText(Replace(System(), "<SystemSize>3<", "<SystemSize>\n 3 <")),
            ParseText(System()));
  EXPECT_EQ(ParseText(Replace(PrepareQf(), ">false<", "> false\n<")), ParseText(PrepareQf()));
}

TEST(ReaderTest, KeepsTheOrderOfFailures) {
  std::string text = Replace(System(), "<FailurePhaseTwo>0", "<FailurePhaseTwo>1");
  text = Replace(text, "<P1Failure>8080", "<P2Failure>8081</P2Failure><P1Failure>8080");
  EXPECT_EQ(std::get<SystemCase>(ParseText(text).cases.at(0).content).failures,
            (std::vector<LeaderFailure>{{2, 8081}, {1, 8080}}));
}

TEST(ReaderTest, LeavesSchemaAttributesToXmlTools) {
  EXPECT_EQ(ParseText(Replace(System(), "<Test ",
                              "<Test xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" "
                              "xsi:noNamespaceSchemaLocation=\"suite.xsd\" ")),
            ParseText(System()));
}

TEST(ReaderTest, DoesNotJudgeOracles) {
  EXPECT_EQ(ErrorAfter(System(), "<Response>M2", "<Response>never proposed"), "");
  EXPECT_EQ(ErrorAfter(AcceptQf(), "<QuorumSize>2", "<QuorumSize>1"), "");
}

TEST(ReaderTest, ReadsAFile) {
  const testing::TemporaryFolder folder;
  const std::string path = folder.Put("s.xml", System());
  const Suite suite = ReadSuite(path);
  EXPECT_EQ(suite, ParseText(System()));
  EXPECT_EQ(suite.file, path);
}

// ---- Names

TEST(ReaderErrorTest, MisspeltElement) {
  EXPECT_EQ(ErrorAfter(System(), "      <Leader>8081</Leader>", "      <Leadr>8081</Leadr>"),
            "a.xml:33:7: unknown element <Leadr> in <TestOracles> of a system case\n"
            "      <Leadr>8081</Leadr>\n"
            "      ^\n"
            "did you mean <Leader>?");
}

TEST(ReaderErrorTest, ElementInTheWrongPlace) {
  EXPECT_EQ(ErrorAfter(System(), "<Response>M2</Response>", "<P1Failure>8081</P1Failure>"),
            "a.xml:34:7: unknown element <P1Failure> in <TestOracles> of a system case\n"
            "      <P1Failure>8081</P1Failure>\n"
            "      ^\n"
            "expected <Leader> or <Response>");
}

TEST(ReaderErrorTest, ElementOfAnotherSuite) {
  EXPECT_EQ(SuiteError("<Test TestName='x'>\n<TestCase CaseID='1'>\n<TestValues>\n<Vote>1</Vote>"
                       "</TestValues></TestCase></Test>"),
            "a.xml:4:1: no kind of suite has <Vote> here\n"
            "<Vote>1</Vote></TestValues></TestCase></Test>\n"
            "^\n"
            "a system case has <ClientPropose>, a quorum function's <PromiseMsg>, <LearnMsg> or "
            "<EmptyMsg>; docs/suite_format.md says what the other kinds have");
}

TEST(ReaderErrorTest, MisspeltElementThatHidesTheKind) {
  EXPECT_EQ(ErrorAfter(Replace(LeaderChange(), "<ExpectLeaders>", "<ExpectLeader>"),
                       "</ExpectLeaders>", "</ExpectLeader>"),
            "a.xml:11:7: no kind of suite has <ExpectLeader> here\n"
            "      <ExpectLeader>\n"
            "      ^\n"
            "did you mean <ExpectLeaders>?");
}

TEST(ReaderErrorTest, NothingTellsTheKind) {
  EXPECT_EQ(
      SuiteError("<Test TestName='x'>\n <TestCase CaseID='1'><TestValues/></TestCase></Test>"),
      "a.xml:2:2: nothing in this case tells its kind\n"
      " <TestCase CaseID='1'><TestValues/></TestCase></Test>\n"
      " ^\n"
      "a system case has <ClientPropose>, a quorum function's <PromiseMsg>, <LearnMsg> or "
      "<EmptyMsg>; docs/suite_format.md says what the other kinds have");
}

TEST(ReaderErrorTest, MisspeltPartOfACase) {
  EXPECT_EQ(ErrorAfter(Replace(System(), "<TestOracles>", "<TestOracle>"), "</TestOracles>",
                       "</TestOracle>"),
            "a.xml:31:5: unknown element <TestOracle> in <TestCase> of a system case\n"
            "    <TestOracle>\n"
            "    ^\n"
            "did you mean <TestOracles>?");
}

TEST(ReaderErrorTest, UnknownElementInTest) {
  EXPECT_EQ(ErrorAfter(System(), "  <Configuration>\n", "  <Comment/>\n  <Configuration>\n"),
            "a.xml:6:3: unknown element <Comment> in <Test>\n"
            "  <Comment/>\n"
            "  ^\n"
            "expected <Generated>, <Configuration> or <TestCase>");
}

TEST(ReaderErrorTest, UnknownElementInALeaf) {
  EXPECT_EQ(ErrorAfter(System(), "<Leader>8081<", "<Leader><ID>8081</ID><"),
            "a.xml:33:15: unknown element <ID> in <Leader>\n"
            "      <Leader><ID>8081</ID></Leader>\n"
            "              ^\n"
            "<Leader> holds text only");
}

TEST(ReaderErrorTest, UnknownElementInAMessage) {
  EXPECT_EQ(ErrorAfter(Acceptor(), "<Val>M2</Val>\n      </AcceptMsg>",
                       "<Value>M2</Value>\n      </AcceptMsg>"),
            "a.xml:27:9: unknown element <Value> in <AcceptMsg> of an acceptortest case\n"
            "        <Value>M2</Value>\n"
            "        ^\n"
            "expected <Rnd> or <Val>");
}

TEST(ReaderErrorTest, TextInsteadOfElements) {
  EXPECT_EQ(ErrorAfter(CommitQf(),
                       "      <EmptyMsg></EmptyMsg>\n    </TestValues>\n    "
                       "<TestOracles>\n      <Quorum>false",
                       "      <EmptyMsg>\n        ok</EmptyMsg>\n    </TestValues>\n    "
                       "<TestOracles>\n      <Quorum>false"),
            "a.xml:26:9: text '         ok' in <EmptyMsg>\n"
            "        ok</EmptyMsg>\n"
            "        ^\n"
            "<EmptyMsg> is empty");
  EXPECT_EQ(ErrorAfter(System(), "<Configuration>", "<Generated>x</Generated><Configuration>"),
            "a.xml:6:3: second <Generated> in <Test>\n"
            "  <Generated>x</Generated><Configuration>\n"
            "  ^\n"
            "one is allowed; the first is in line 2");
}

TEST(ReaderErrorTest, UnknownAttribute) {
  EXPECT_EQ(ErrorAfter(System(), "<TestCase CaseID", "<TestCase NumOfWorker=\"2\" CaseID"),
            "a.xml:17:13: unknown attribute 'NumOfWorker' of <TestCase>\n"
            "  <TestCase NumOfWorker=\"2\" CaseID=\"1\">\n"
            "            ^\n"
            "expected 'CaseID'");
}

TEST(ReaderErrorTest, MisspeltAttribute) {
  EXPECT_EQ(ErrorAfter(System(), "<TestCase CaseID", "<TestCase CaseId"),
            "a.xml:17:13: unknown attribute 'CaseId' of <TestCase>\n"
            "  <TestCase CaseId=\"1\">\n"
            "            ^\n"
            "did you mean 'CaseID'?");
}

TEST(ReaderErrorTest, AttributeWhereNoneBelongs) {
  EXPECT_EQ(ErrorAfter(System(), "<Response>", "<Response to=\"all\">"),
            "a.xml:34:17: unknown attribute 'to' of <Response>\n"
            "      <Response to=\"all\">M2</Response>\n"
            "                ^\n"
            "remove it");
}

TEST(ReaderErrorTest, BothSpellingsOfAnAttribute) {
  EXPECT_EQ(ErrorAfter(System(), "CaseID=\"1\"", "CaseID=\"1\" ID=\"2\""),
            "a.xml:17:24: attribute 'ID' beside 'CaseID'\n"
            "  <TestCase CaseID=\"1\" ID=\"2\">\n"
            "                       ^\n"
            "they are two spellings of one attribute");
}

TEST(ReaderErrorTest, BothSpellingsOfAnElement) {
  EXPECT_EQ(ErrorAfter(Acceptor(), "<Val>M1</Val>", "<Val>M1</Val><Vval>M1</Vval>"),
            "a.xml:19:22: second <Vval> in <AcceptMsg>\n"
            "        <Val>M1</Val><Vval>M1</Vval>\n"
            "                     ^\n"
            "one is allowed; the first is in line 19");
}

TEST(ReaderErrorTest, RootElement) {
  EXPECT_EQ(SuiteError("<Tests/>"),
            "a.xml:1:1: root element <Tests>\n"
            "<Tests/>\n"
            "^\n"
            "the root element of a suite is <Test>");
}

// ---- What is missing

TEST(ReaderErrorTest, NoName) {
  EXPECT_EQ(ErrorAfter(LeaderChange(), " TestName=\"LeaderChangeTest\"", ""),
            "a.xml:1:1: missing attribute 'TestName' of <Test>\n"
            "<Test SystemSize=\"3\" QuorumSize=\"2\">\n"
            "^\n"
            "<Test> has an attribute 'TestName'");
}

TEST(ReaderErrorTest, EmptyName) {
  EXPECT_EQ(ErrorAfter(LeaderChange(), "\"LeaderChangeTest\"", "\"\""),
            "a.xml:1:7: missing value of 'TestName'\n"
            "<Test TestName=\"\" SystemSize=\"3\" QuorumSize=\"2\">\n"
            "      ^\n"
            "'TestName' is not empty");
}

TEST(ReaderErrorTest, NoCases) {
  EXPECT_EQ(SuiteError("<Test TestName='x'></Test>"),
            "a.xml:1:1: missing <TestCase> in <Test>\n"
            "<Test TestName='x'></Test>\n"
            "^\n"
            "<Test> holds at least one <TestCase>");
}

TEST(ReaderErrorTest, NoConfiguration) {
  EXPECT_EQ(SuiteError("<Test TestName='x' SystemSize='3' QuorumSize='2'><TestCase CaseID='1'>"
                       "<TestValues><EmptyMsg/></TestValues></TestCase></Test>")
                .substr(0, 48),
            "a.xml:1:1: missing <Configuration> in <Test>\n<Te");
}

TEST(ReaderErrorTest, NoSizes) {
  EXPECT_EQ(ErrorAfter(LeaderChange(), " QuorumSize=\"2\"", ""),
            "a.xml:1:1: missing attribute 'QuorumSize' of <Test>\n"
            "<Test TestName=\"LeaderChangeTest\" SystemSize=\"3\">\n"
            "^\n"
            "<Test> has an attribute 'QuorumSize'");
}

TEST(ReaderErrorTest, SizesTwice) {
  EXPECT_EQ(ErrorAfter(PrepareQf(), "<Test ", "<Test QuorumSize=\"2\" "),
            "a.xml:1:7: attribute 'QuorumSize' beside <Configuration>\n"
            "<Test QuorumSize=\"2\" TestName=\"paxos/qfprepare-s3\">\n"
            "      ^\n"
            "<Configuration> says it; remove the attribute");
}

TEST(ReaderErrorTest, MissingElement) {
  EXPECT_EQ(ErrorAfter(System(), "    <QuorumSize>2</QuorumSize>\n", ""),
            "a.xml:6:3: missing <QuorumSize> in <Configuration>\n"
            "  <Configuration>\n"
            "  ^\n"
            "<Configuration> holds one <QuorumSize>");
}

TEST(ReaderErrorTest, NoOracles) {
  EXPECT_EQ(SuiteError("<Test TestName='x' SystemSize='3' QuorumSize='2'>\n<TestCase CaseID='1'>"
                       "<TestValues><Alives/></TestValues></TestCase></Test>"),
            "a.xml:2:1: missing <TestOracles> in <TestCase>\n"
            "<TestCase CaseID='1'><TestValues><Alives/></TestValues></TestCase></Test>\n"
            "^\n"
            "<TestCase> holds one <TestOracles>");
}

TEST(ReaderErrorTest, NoTestValues) {
  EXPECT_EQ(SuiteError("<Test TestName='x' SystemSize='3' QuorumSize='2'>\n<TestCase CaseID='1'>"
                       "<TestOracles><ExpectLeaders/></TestOracles></TestCase></Test>"),
            "a.xml:2:1: missing <TestValues> in <TestCase>\n"
            "<TestCase CaseID='1'><TestOracles><ExpectLeaders/></TestOracles></TestCase></Test>\n"
            "^\n"
            "<TestCase> holds one <TestValues>");
}

TEST(ReaderErrorTest, NoClient) {
  std::string text = Replace(System(), "      <ClientPropose>M1</ClientPropose>\n", "");
  text = Replace(text, "      <ClientPropose>M2</ClientPropose>\n", "");
  EXPECT_EQ(SuiteError(text),
            "a.xml:18:5: missing <ClientPropose> in <TestValues>\n"
            "    <TestValues>\n"
            "    ^\n"
            "<TestValues> holds at least one <ClientPropose>");
}

TEST(ReaderErrorTest, NoLeader) {
  std::string text = Replace(System(), "      <Leader>8080</Leader>\n", "");
  text = Replace(text, "      <Leader>8081</Leader>\n", "");
  EXPECT_EQ(SuiteError(text),
            "a.xml:31:5: missing <Leader> in <TestOracles>\n"
            "    <TestOracles>\n"
            "    ^\n"
            "<TestOracles> holds at least one <Leader>");
}

TEST(ReaderErrorTest, NoResponse) {
  EXPECT_EQ(ErrorAfter(System(), "      <Response>M2</Response>\n", ""),
            "a.xml:31:5: missing <Response> in <TestOracles>\n"
            "    <TestOracles>\n"
            "    ^\n"
            "<TestOracles> holds at least one <Response>");
}

TEST(ReaderErrorTest, EmptyValue) {
  EXPECT_EQ(ErrorAfter(System(), "<Response>M2<", "<Response> <"),
            "a.xml:34:7: missing value\n"
            "      <Response> </Response>\n"
            "      ^\n"
            "<Response> is not empty");
}

TEST(ReaderErrorTest, AcceptOfNoValue) {
  EXPECT_EQ(ErrorAfter(Acceptor(), "<Val>M1</Val>", "<Val></Val>"),
            "a.xml:19:9: missing value\n"
            "        <Val></Val>\n"
            "        ^\n"
            "<Val> is not empty");
}

// ---- Numbers and truth values

TEST(ReaderErrorTest, NotANumber) {
  EXPECT_EQ(ErrorAfter(System(), "<SystemSize>3<", "<SystemSize> three<"),
            "a.xml:7:18: 'three' is not a whole number\n"
            "    <SystemSize> three</SystemSize>\n"
            "                 ^\n"
            "<SystemSize> is a number from 1 to 1000");
  for (const char* text : {"3.0", "0x3", "+3", "3 3", "1e0", "\u0663"}) {
    EXPECT_EQ(ErrorAfter(System(), "<SystemSize>3<", "<SystemSize>" + std::string(text) + "<"),
              "a.xml:7:17: '" + std::string(text) + "' is not a whole number\n    <SystemSize>" +
                  text +
                  "</SystemSize>\n                ^\n"
                  "<SystemSize> is a number from 1 to 1000");
  }
}

TEST(ReaderErrorTest, EmptyNumber) {
  EXPECT_EQ(ErrorAfter(System(), "<SystemSize>3<", "<SystemSize><"),
            "a.xml:7:5: missing number\n"
            "    <SystemSize></SystemSize>\n"
            "    ^\n"
            "<SystemSize> is a number from 1 to 1000");
}

TEST(ReaderErrorTest, NumberOutOfRange) {
  EXPECT_EQ(ErrorAfter(System(), "<QuorumSize>2<", "<QuorumSize>4<"),
            "a.xml:8:17: '4' is out of range\n"
            "    <QuorumSize>4</QuorumSize>\n"
            "                ^\n"
            "<QuorumSize> is a number from 1 to 3");
  EXPECT_EQ(ErrorAfter(System(), "<FailurePhaseOne>1<", "<FailurePhaseOne>-1<"),
            "a.xml:14:22: '-1' is out of range\n"
            "    <FailurePhaseOne>-1</FailurePhaseOne>\n"
            "                     ^\n"
            "<FailurePhaseOne> is a number from 0 to 3");
  EXPECT_EQ(ErrorAfter(Acceptor(), "<Rnd>8080<", "<Rnd>9223372036854775808<"),
            "a.xml:18:14: '9223372036854775808' is out of range\n"
            "        <Rnd>9223372036854775808</Rnd>\n"
            "             ^\n"
            "<Rnd> is a number from 0 to 9223372036854775807");
}

TEST(ReaderErrorTest, SystemOfAbsurdSize) {
  EXPECT_EQ(ErrorAfter(LeaderChange(), "SystemSize=\"3\"", "SystemSize=\"1001\""),
            "a.xml:1:35: '1001' is out of range\n"
            "<Test TestName=\"LeaderChangeTest\" SystemSize=\"1001\" QuorumSize=\"2\">\n"
            "                                  ^\n"
            "'SystemSize' is a number from 1 to 1000");
}

TEST(ReaderErrorTest, NotATruthValue) {
  EXPECT_EQ(ErrorAfter(PrepareQf(), "<Quorum>false<", "<Quorum>False<"),
            "a.xml:49:15: 'False' is not a truth value\n"
            "      <Quorum>False</Quorum>\n"
            "              ^\n"
            "<Quorum> is true or false");
  EXPECT_EQ(ErrorAfter(PrepareQf(), "<Quorum>false<", "<Quorum><"),
            "a.xml:49:7: missing truth value\n"
            "      <Quorum></Quorum>\n"
            "      ^\n"
            "<Quorum> is true or false");
}

// ---- Servers, counts and ids

TEST(ReaderErrorTest, TooFewServers) {
  EXPECT_EQ(ErrorAfter(System(), "      <ID>8082</ID>\n", ""),
            "a.xml:9:5: 2 server ids in a system of 3\n"
            "    <ServerIDs>\n"
            "    ^\n"
            "<ServerIDs> lists each server once");
}

TEST(ReaderErrorTest, RepeatedServer) {
  EXPECT_EQ(ErrorAfter(System(), "<ID>8082</ID>", "<ID>8080</ID>"),
            "a.xml:12:7: second server 8080\n"
            "      <ID>8080</ID>\n"
            "      ^\n"
            "the first one is in line 10");
}

TEST(ReaderErrorTest, UnknownServer) {
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

TEST(ReaderErrorTest, UnknownServerOfALeaderProposal) {
  EXPECT_EQ(ErrorAfter(System(), "<ID>8081</ID>\n        <Value>", "<ID>1</ID>\n        <Value>"),
            "a.xml:26:13: unknown server 1\n"
            "        <ID>1</ID>\n"
            "            ^\n"
            "the servers are 8080, 8081, 8082");
}

TEST(ReaderErrorTest, ServerOfACaseThatTheConfigurationDoesNotHave) {
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

TEST(ReaderErrorTest, LeaderThatTheCaseDoesNotHave) {
  EXPECT_EQ(ErrorAfter(LeaderChange(), "<Leader>8081", "<Leader>8083"),
            "a.xml:13:17: unknown server 8083\n"
            "        <Leader>8083</Leader>\n"
            "                ^\n"
            "the servers are 8080, 8081, 8082");
}

TEST(ReaderErrorTest, NoLeaderExpected) {
  std::string text = Replace(LeaderChange(), "        <Leader>8080</Leader>\n", "");
  text = Replace(text, "        <Leader>8081</Leader>\n", "");
  EXPECT_EQ(SuiteError(text),
            "a.xml:11:7: missing <Leader> in <ExpectLeaders>\n"
            "      <ExpectLeaders>\n"
            "      ^\n"
            "<ExpectLeaders> holds at least one <Leader>");
}

TEST(ReaderErrorTest, MoreRepliesThanServers) {
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

TEST(ReaderErrorTest, WrongNumberOfAlives) {
  EXPECT_EQ(ErrorAfter(Timeout(), "        <Alive>false</Alive>\n", ""),
            "a.xml:9:7: 2 <Alive> for 3 servers\n"
            "      <Alives>\n"
            "      ^\n"
            "<Alives> holds one for each <ID> of <ServerIDs>");
}

TEST(ReaderErrorTest, WrongNumberOfSuspects) {
  EXPECT_EQ(ErrorAfter(Timeout(), "        <Suspected>true</Suspected>\n", ""),
            "a.xml:14:7: 2 <Suspected> for 3 servers\n"
            "      <Suspects>\n"
            "      ^\n"
            "<Suspects> holds one for each <ID> of <ServerIDs>, or none when all are false");
}

TEST(ReaderErrorTest, MoreFailuresThanTheConfigurationAllows) {
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

TEST(ReaderErrorTest, ServerThatFailsTwice) {
  const std::string text = Replace(System(), "<FailurePhaseTwo>0<", "<FailurePhaseTwo>1<");
  EXPECT_EQ(ErrorAfter(text, "      <P1Failure>8080</P1Failure>\n",
                       "      <P1Failure>8080</P1Failure>\n"
                       "      <P2Failure>8080</P2Failure>\n"),
            "a.xml:30:7: server 8080 fails twice\n"
            "      <P2Failure>8080</P2Failure>\n"
            "      ^\n"
            "a failed leader does not lead again");
}

TEST(ReaderErrorTest, SecondLeaderProposalOfAServer) {
  EXPECT_EQ(
      ErrorAfter(System(), "<ID>8081</ID>\n        <Value>", "<ID>8080</ID>\n        <Value>"),
      "a.xml:25:7: second <LeaderProposal> for server 8080\n"
      "      <LeaderProposal>\n"
      "      ^\n"
      "a leader takes one client's value for its own");
}

TEST(ReaderErrorTest, LeaderProposalOfNoClient) {
  EXPECT_EQ(ErrorAfter(System(), "<Value>M2", "<Value>M3"),
            "a.xml:27:16: no client proposes 'M3'\n"
            "        <Value>M3</Value>\n"
            "               ^\n"
            "<Value> is the value of one <ClientPropose>");
}

TEST(ReaderErrorTest, RepeatedCaseId) {
  EXPECT_EQ(ErrorAfter(PrepareQf(), "CaseID=\"2\"", "CaseID=\"1\""),
            "a.xml:35:13: second case '1'\n"
            "  <TestCase CaseID=\"1\">\n"
            "            ^\n"
            "the first one is in line 13");
}

TEST(ReaderErrorTest, CasesOfTwoKinds) {
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

TEST(ReaderErrorTest, CombinedReplyWithoutAQuorum) {
  EXPECT_EQ(ErrorAfter(AcceptQf(), "<Quorum>true", "<Quorum>false"),
            "a.xml:25:7: <LearnMsg> without a quorum\n"
            "      <LearnMsg>\n"
            "      ^\n"
            "there is a combined reply only when <Quorum> is true");
}

TEST(ReaderErrorTest, QuorumWithoutACombinedReply) {
  EXPECT_EQ(ErrorAfter(PrepareQf(), "<Quorum>false", "<Quorum>true"),
            "a.xml:48:5: missing <PromiseMsg> in <TestOracles>\n"
            "    <TestOracles>\n"
            "    ^\n"
            "<TestOracles> holds one <PromiseMsg>");
}

TEST(ReaderErrorTest, UnknownMessageType) {
  EXPECT_EQ(ErrorAfter(Acceptor(), "<MsgType>prepare", "<MsgType>promise"),
            "a.xml:4:16: 'promise' is not a message type\n"
            "      <MsgType>promise</MsgType>\n"
            "               ^\n"
            "<MsgType> is prepare or accept");
}

TEST(ReaderErrorTest, MessageOfAnotherType) {
  EXPECT_EQ(ErrorAfter(Acceptor(), "<MsgType>prepare", "<MsgType>accept"),
            "a.xml:5:7: <PrepareMsg> in a step of type 'accept'\n"
            "      <PrepareMsg>\n"
            "      ^\n"
            "expected <AcceptMsg>");
}

TEST(ReaderErrorTest, ExpectedReplyOfARefusal) {
  EXPECT_EQ(ErrorAfter(Acceptor(), "<ExpectOutput>true</ExpectOutput>\n      <ExpectLearn>",
                       "<ExpectOutput>false</ExpectOutput>\n      <ExpectLearn>"),
            "a.xml:30:7: <ExpectLearn> where no reply is expected\n"
            "      <ExpectLearn>\n"
            "      ^\n"
            "there is one only when <ExpectOutput> is true");
}

TEST(ReaderErrorTest, NoExpectedReply) {
  EXPECT_EQ(ErrorAfter(Acceptor(), "<ExpectOutput>false", "<ExpectOutput>true"),
            "a.xml:15:5: missing <ExpectLearn> in <TestValue>\n"
            "    <TestValue>\n"
            "    ^\n"
            "<TestValue> holds one <ExpectLearn>");
}

TEST(ReaderErrorTest, ExpectedReplyToAnotherMessage) {
  EXPECT_EQ(ErrorAfter(Replace(Acceptor(), "<ExpectPromise>", "<ExpectLearn>"), "</ExpectPromise>",
                       "</ExpectLearn>"),
            "a.xml:9:7: <ExpectLearn> for the wrong message\n"
            "      <ExpectLearn>\n"
            "      ^\n"
            "expected <ExpectPromise>");
}

TEST(ReaderErrorTest, OraclesBesideAcceptorSteps) {
  EXPECT_EQ(ErrorAfter(Acceptor(), "  </TestCase>", "    <TestOracles/>\n  </TestCase>"),
            "a.xml:35:5: unknown element <TestOracles> in <TestCase> of an acceptortest case\n"
            "    <TestOracles/>\n"
            "    ^\n"
            "expected <TestValue>");
}

// ---- Provenance

TEST(ReaderErrorTest, UnknownMethod) {
  EXPECT_EQ(SuiteError("<Test TestName='x'>\n<Generated Model='m' Specification='s' "
                       "Method='guess'/><TestCase><TestValues><EmptyMsg/></TestValues></TestCase>"
                       "</Test>"),
            "a.xml:2:40: 'guess' is not a method\n"
            "<Generated Model='m' Specification='s' Method='guess'/><TestCase><TestValues>"
            "<EmptyMsg/></TestValues></TestCase></Test>\n"
            "                                       ^\n"
            "'Method' is simulation or state-space");
}

TEST(ReaderErrorTest, SimulationWithoutASeed) {
  EXPECT_EQ(ErrorAfter(System(), " Seed=\"7\"", ""),
            "a.xml:2:3: missing attribute 'Seed' of <Generated>\n"
            "  <Generated Generator=\"cpngen 0.1.0\" Model=\"models/paxos\" "
            "Specification=\"system\" Method=\"simulation\" Runs=\"10\">\n"
            "  ^\n"
            "<Generated> has an attribute 'Seed'");
}

TEST(ReaderErrorTest, RunsOfAStateSpace) {
  EXPECT_EQ(ErrorAfter(System(),
                       "  <Generated Generator=\"cpngen 0.1.0\" Model=\"models/paxos\" "
                       "Specification=\"system\" Method=\"simulation\" Seed=\"7\"",
                       "  <Generated Model=\"m\" Specification=\"s\" Method=\"state-space\""),
            "a.xml:2:63: 'Runs' of a suite that was not simulated\n"
            "  <Generated Model=\"m\" Specification=\"s\" Method=\"state-space\" Runs=\"10\">\n"
            "                                                              ^\n"
            "only a suite of method simulation has a number of runs");
}

TEST(ReaderErrorTest, SeedThatIsNoNumber) {
  const std::string error = ErrorAfter(System(), "Seed=\"7\"", "Seed=\"-7\"");
  EXPECT_TRUE(error.starts_with("a.xml:2:103: '-7' is out of range\n")) << error;
  EXPECT_TRUE(error.ends_with("\n'Seed' is a number from 0 to 18446744073709551615")) << error;
}

TEST(ReaderErrorTest, RepeatedParameter) {
  EXPECT_EQ(ErrorAfter(System(), "Name=\"clients\"", "Name=\"replicas\""),
            "a.xml:4:5: second value of parameter 'replicas'\n"
            "    <Parameter Name=\"replicas\" Value=\"2\"></Parameter>\n"
            "    ^\n"
            "a parameter has one value");
}

TEST(ReaderErrorTest, ParameterWithoutAValue) {
  EXPECT_EQ(ErrorAfter(System(), " Value=\"2\"", ""),
            "a.xml:4:5: missing attribute 'Value' of <Parameter>\n"
            "    <Parameter Name=\"clients\"></Parameter>\n"
            "    ^\n"
            "<Parameter> has an attribute 'Value'");
}

}  // namespace
}  // namespace suite
