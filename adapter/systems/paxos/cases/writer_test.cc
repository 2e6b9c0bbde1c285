#include <gtest/gtest.h>

#include <stdexcept>

#include "adapter/systems/paxos/cases/test_util.h"
#include "adapter/systems/testing/typed_suite.h"
#include "xml/xml.h"

namespace cases {
namespace {

using testing::Examples;

Suite SystemSuite() { return ParseSuite(Examples().at("system"), "a.xml"); }

/// What WriteSuite says about a suite that breaks an invariant.
std::string Refusal(const Suite& suite) {
  try {
    WriteSuite(suite);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "";
}

TEST(WriterTest, WritesSimulationProvenance) {
  const suite::Provenance provenance{"cpngen 0.1.0",
                                     "models/paxos",
                                     "system",
                                     suite::Method::kSimulation,
                                     18446744073709551615u,
                                     10,
                                     {{"replicas", "3"}, {"note", ""}}};
  EXPECT_EQ(xml::Write(ToElement(provenance)),
            "<Generated Generator=\"cpngen 0.1.0\" Model=\"models/paxos\" "
            "Specification=\"system\" Method=\"simulation\" Seed=\"18446744073709551615\" "
            "Runs=\"10\">\n"
            "  <Parameter Name=\"replicas\" Value=\"3\"></Parameter>\n"
            "  <Parameter Name=\"note\" Value=\"\"></Parameter>\n"
            "</Generated>\n");
}

TEST(WriterTest, WritesStateSpaceProvenance) {
  suite::Provenance provenance;
  provenance.model = "m.lua";
  provenance.specification = "system";
  EXPECT_EQ(xml::Write(ToElement(provenance)),
            "<Generated Model=\"m.lua\" Specification=\"system\" Method=\"state-space\">"
            "</Generated>\n");
}

TEST(WriterTest, ProvenanceSurvivesARoundTrip) {
  Suite suite = SystemSuite();
  for (const auto& seed : {std::optional<std::uint64_t>(), std::optional<std::uint64_t>(0)}) {
    suite.provenance =
        suite::Provenance{"", "m & \"n\".lua", "s", suite::Method::kStateSpace, seed, {}, {}};
    EXPECT_EQ(ParseSuite(WriteSuite(suite), "b.xml").provenance, suite.provenance);
  }
}

TEST(WriterTest, SuitesWithoutServersHaveTheSizesInAttributes) {
  const Suite suite = ParseSuite(Examples().at("acceptortest"), "a.xml");
  const xml::Element test = ToElement(suite);
  EXPECT_EQ(test.FindChild("Configuration"), nullptr);
  ASSERT_NE(test.FindAttribute("SystemSize"), nullptr);
  EXPECT_EQ(test.FindAttribute("SystemSize")->value, "3");
}

TEST(WriterTest, SuitesOfAnyKindMayHaveAConfiguration) {
  for (const char* kind : {"acceptortest", "timeouttest", "leaderchangetest"}) {
    Suite suite = ParseSuite(Examples().at(kind), "a.xml");
    suite.configuration.server_ids = {8080, 8081, 8082};
    EXPECT_EQ(ParseSuite(WriteSuite(suite), "b.xml"), suite);
    EXPECT_NE(ToElement(suite).FindChild("Configuration"), nullptr);
  }
}

TEST(WriterTest, TextsSurviveARoundTrip) {
  Suite suite = SystemSuite();
  auto& content = suite.cases[0].content.As<SystemCase>();
  content.proposals = {" <a> & \"b\" ", "\r\n\t", "\u00e9"};
  content.leader_proposals = {{8080, "\r\n\t"}};
  content.responses = {" "};
  suite.name = "tabs\tand\nlines";
  EXPECT_EQ(ParseSuite(WriteSuite(suite), "b.xml"), suite);
}

TEST(WriterTest, RefusesASuiteThatTheReaderWouldRefuse) {
  Suite suite = SystemSuite();
  suite.cases[0].content.As<SystemCase>().leaders = {8080, 9999};
  EXPECT_EQ(Refusal(suite),
            "not a valid suite: paxos/system-s3-1-0:33:15: unknown server 9999\n"
            "      <Leader>9999</Leader>\n"
            "              ^\n"
            "the servers are 8080, 8081, 8082");
}

TEST(WriterTest, RefusesCasesOfAnotherKind) {
  Suite suite = SystemSuite();
  suite.kind = "qfprepare";
  EXPECT_EQ(Refusal(suite), "not a valid suite: a case is not of kind qfprepare");
}

TEST(WriterTest, RefusesACombinedReplyThatItCannotWrite) {
  Suite suite = ParseSuite(Examples().at("qfprepare"), "a.xml");
  suite.cases[0].content.As<PrepareQfCase>().quorum = false;
  EXPECT_NE(Refusal(suite).find("<PromiseMsg> without a quorum"), std::string::npos);
}

TEST(WriterTest, RefusesCharactersThatXmlCannotHold) {
  Suite suite = SystemSuite();
  suite.name = "bell\a";
  EXPECT_EQ(Refusal(suite),
            "Test: attribute TestName 'bell ' has a character that XML cannot hold, at byte 5");
}

TEST(WriterTest, RefusesAFailureInAnotherPhase) {
  Suite suite = SystemSuite();
  suite.configuration.failure_phase_two = 1;
  suite.cases[0].content.As<SystemCase>().failures = {{3, 8080}};
  EXPECT_EQ(Refusal(suite), "not a valid suite: it is not the same when read again");
}

}  // namespace
}  // namespace cases
