// What the typed reader accepts beyond the published suites. What it refuses is in
// reader_error_test.cc and reader_consistency_test.cc.
#include <gtest/gtest.h>

#include "adapter/systems/paxos/cases/test_util.h"
#include "adapter/systems/testing/typed_suite.h"
#include "base/temporary_folder.h"
#include "testing/text.h"

namespace cases {
namespace {

using test::Replace;
using testing::ErrorAfter;
using testing::Examples;

const std::string& System() { return Examples().at("system"); }
const std::string& PrepareQf() { return Examples().at("qfprepare"); }
const std::string& AcceptQf() { return Examples().at("qfaccept"); }
const std::string& Acceptor() { return Examples().at("acceptortest"); }
const std::string& Timeout() { return Examples().at("timeouttest"); }

Suite ParseText(const std::string& text) { return ParseSuite(text, "a.xml"); }

TEST(ReaderTest, ReadsTheExtensionLeaderProposal) {
  const Suite suite = ParseText(System());
  EXPECT_EQ(
      suite.cases.at(0).content.As<SystemCase>(),
      (SystemCase{{"M1", "M2"}, {{8080, "M1"}, {8081, "M2"}}, {{1, 8080}}, {8080, 8081}, {"M2"}}));
}

TEST(ReaderTest, ReadsProvenance) {
  const Suite suite = ParseText(System());
  EXPECT_EQ(suite.provenance, (suite::Provenance{"cpngen 0.1.0",
                                                 "models/paxos",
                                                 "system",
                                                 suite::Method::kSimulation,
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

TEST(ReaderTest, ReadsARestartOfTheAcceptor) {
  const Suite suite = ParseText(
      Replace(Acceptor(), "<TestCase CaseID=\"1\">",
              "<TestCase CaseID=\"1\"><TestValue><MsgType>restart</MsgType></TestValue>"));
  const auto& steps = suite.cases.front().content.As<AcceptorCase>().steps;
  EXPECT_EQ(steps.front(), (AcceptorStep{RestartAcceptor(), std::nullopt}));
  EXPECT_EQ(ParseText(WriteSuite(suite)), suite);
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
  EXPECT_EQ(ParseText(text).cases.at(0).content.As<FailureDetectorCase>().suspected,
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
  EXPECT_EQ(ParseText(text).cases.at(0).content.As<SystemCase>().failures,
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
  const base::TemporaryFolder folder;
  const std::string path = folder.Write("s.xml", System());
  const Suite suite = ReadSuite(path);
  EXPECT_EQ(suite, ParseText(System()));
  EXPECT_EQ(suite.file, path);
}

}  // namespace
}  // namespace cases
