// What the typed reader refuses for what it is: names, missing parts, values. The whole error each.
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
const std::string& CommitQf() { return Examples().at("qfcommit"); }
const std::string& Acceptor() { return Examples().at("acceptortest"); }
const std::string& LeaderChange() { return Examples().at("leaderchangetest"); }

// ---- Names

TEST(ReaderErrorTest, MisspeltElement) {
  EXPECT_EQ(ErrorAfter(System(), "      <Leader>8081</Leader>", "      <Leadr>8081</Leadr>"),
            "a.xml:33:7: unknown element <Leadr> in <TestOracles> of a system case\n"
            "      <Leadr>8081</Leadr>\n"
            "      ^\n"
            "did you mean <Leader>?");
}

TEST(ReaderErrorTest, ElementInTheWrongCase) {
  EXPECT_EQ(ErrorAfter(System(), "<Response>M2</Response>", "<RESPONSE>M2</RESPONSE>"),
            "a.xml:34:7: unknown element <RESPONSE> in <TestOracles> of a system case\n"
            "      <RESPONSE>M2</RESPONSE>\n"
            "      ^\n"
            "did you mean <Response>?");
}

TEST(ReaderErrorTest, ElementInTheWrongPlace) {
  EXPECT_EQ(ErrorAfter(System(), "<Response>M2</Response>", "<P1Failure>8081</P1Failure>"),
            "a.xml:34:7: unknown element <P1Failure> in <TestOracles> of a system case\n"
            "      <P1Failure>8081</P1Failure>\n"
            "      ^\n"
            "expected <Leader>, <Response>, <Unanswered>, <AnyResponse> or <FailedPhases>");
}

TEST(ReaderErrorTest, ElementOfAnotherSuite) {
  EXPECT_EQ(
      SuiteError("<Test TestName='x'>\n<TestCase CaseID='1'>\n<TestValues>\n<Vote>1</Vote>"
                 "</TestValues></TestCase></Test>"),
      "a.xml:4:1: no kind of suite has <Vote> here\n"
      "<Vote>1</Vote></TestValues></TestCase></Test>\n"
      "^\n"
      "adapter kinds lists what the systems in the box have; a suite for a system of your own "
      "needs --system FILE.lua");
}

TEST(ReaderErrorTest, OneElementInCommonMakesNoKind) {
  EXPECT_EQ(
      SuiteError("<Test TestName='x'>\n<TestCase CaseID='1'>\n<TestValues>\n<Crash/>"
                 "<Send/><Take/></TestValues></TestCase></Test>"),
      "a.xml:4:9: no kind of suite has <Send> here\n"
      "<Crash/><Send/><Take/></TestValues></TestCase></Test>\n"
      "        ^\n"
      "adapter kinds lists what the systems in the box have; a suite for a system of your own "
      "needs --system FILE.lua");
}

TEST(ReaderErrorTest, MisspeltElementThatHidesTheKind) {
  EXPECT_EQ(
      ErrorAfter(Replace(LeaderChange(), "<ExpectLeaders>", "<ExpectLeader>"), "</ExpectLeaders>",
                 "</ExpectLeader>"),
      "a.xml:11:7: no kind of suite has <ExpectLeader> here\n"
      "      <ExpectLeader>\n"
      "      ^\n"
      "did you mean <ExpectLeaders>? (a suite for a system of your own needs --system FILE.lua)");
}

TEST(ReaderErrorTest, NothingTellsTheKind) {
  EXPECT_EQ(
      SuiteError("<Test TestName='x'>\n <TestCase CaseID='1'><TestValues/></TestCase></Test>"),
      "a.xml:2:2: nothing in this case tells its kind\n"
      " <TestCase CaseID='1'><TestValues/></TestCase></Test>\n"
      " ^\n"
      "adapter kinds lists what the systems in the box have; a suite for a system of your own "
      "needs --system FILE.lua");
}

TEST(ReaderErrorTest, AlternativesInACaseOfTwoParts) {
  EXPECT_EQ(ErrorAfter(Replace(System(), "<TestOracles>", "<OneOf>"), "</TestOracles>", "</OneOf>"),
            "a.xml:31:5: <OneOf> in a system case\n"
            "    <OneOf>\n"
            "    ^\n"
            "cases of this kind have no alternatives: generate them without --merge");
}

TEST(ReaderErrorTest, AlternativesInACaseOfSeveralValues) {
  EXPECT_EQ(ErrorAfter(Acceptor(), "  </TestCase>", "    <OneOf/>\n  </TestCase>"),
            "a.xml:35:5: <OneOf> in an acceptortest case\n"
            "    <OneOf/>\n"
            "    ^\n"
            "cases of this kind have no alternatives: generate them without --merge");
}

TEST(ReaderErrorTest, AlternativesThatAloneTellTheKind) {
  EXPECT_EQ(
      SuiteError(
          "<Test TestName='x' SystemSize='3' QuorumSize='2'><TestCase CaseID='1'><TestValues/>\n"
          "<OneOf><Alternative><TestOracles><ExpectLeaders/></TestOracles>\n"
          "</Alternative></OneOf></TestCase></Test>"),
      "a.xml:2:1: <OneOf> in a leaderchangetest case\n"
      "<OneOf><Alternative><TestOracles><ExpectLeaders/></TestOracles>\n"
      "^\n"
      "cases of this kind have no alternatives: generate them without --merge");
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
  EXPECT_EQ(ErrorAfter(System(), "<QuorumSize>2</QuorumSize>",
                       "<QuorumSize>2</QuorumSize>\n    <AcceptQuorum>0</AcceptQuorum>"),
            "a.xml:9:19: '0' is out of range\n"
            "    <AcceptQuorum>0</AcceptQuorum>\n"
            "                  ^\n"
            "<AcceptQuorum> is a number from 1 to 3");
  EXPECT_EQ(ErrorAfter(System(), "<QuorumSize>2</QuorumSize>",
                       "<QuorumSize>2</QuorumSize>\n    <AcceptQuorum>1</AcceptQuorum>"),
            "a.xml:9:5: quorums of 2 promises and of 1 votes may have no server in common\n"
            "    <AcceptQuorum>1</AcceptQuorum>\n"
            "    ^\n"
            "the two sizes add up to more than 3, the number of servers");
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

}  // namespace
}  // namespace cases
