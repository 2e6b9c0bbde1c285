#include "adapter/systems/paxos/cases/fault.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "adapter/systems/paxos/cases/test_util.h"
#include "adapter/systems/testing/typed_suite.h"

namespace cases {
namespace {

using testing::ErrorAfter;
using testing::Examples;
using ::testing::HasSubstr;

const std::string& Text() { return Examples().at("faults"); }

std::vector<Fault> FaultsOf(int index) {
  return ParseSuite(Text(), "a.xml")
      .cases.at(static_cast<std::size_t>(index))
      .content.As<SystemCase>()
      .faults;
}

TEST(FaultTest, TheTableHasARowForEachKindInOrder) {
  const auto& forms = FaultForms();
  for (std::size_t i = 0; i < forms.size(); ++i) {
    EXPECT_EQ(forms[i].kind, static_cast<FaultKind>(i));
    EXPECT_EQ(FindFaultForm(forms[i].element), &forms[i]);
  }
  EXPECT_EQ(forms.back().kind, FaultKind::kSecondProposer);
  EXPECT_EQ(FindFaultForm("P1Failure"), nullptr);
}

TEST(FaultTest, IsReadWithItsParts) {
  EXPECT_EQ(
      FaultsOf(0).at(0),
      (Fault{.kind = FaultKind::kDrop, .servers = {8080, 8081}, .message = MessageKind::kAccept}));
  EXPECT_EQ(FaultsOf(0).at(1), (Fault{.kind = FaultKind::kCrash,
                                      .servers = {8082},
                                      .at = FailurePoint::kPromise,
                                      .restart = Restart::kDecided}));
}

TEST(FaultTest, IsPrintedInOneLine) {
  std::vector<std::string> lines;
  for (const int i : {0, 1}) {
    for (const Fault& fault : FaultsOf(i)) lines.push_back(ToString(fault));
  }
  EXPECT_THAT(lines,
              ::testing::ElementsAre(
                  "drop of accept from 8080 to 8081", "crash of 8082 at promise, restart decided",
                  "delay of prepare from 8080 to 8082, until phase_two_quorum",
                  "partition of 8080, until phase_three_quorum",
                  "false suspicion of 8080 at phase_one_quorum, until phase_two_quorum",
                  "second proposer 8081 in a higher round", "slow disk of 8082"));
}

TEST(FaultTest, OraclesOfFaultSuitesAreRead) {
  const Suite suite = ParseSuite(Text(), "a.xml");
  const auto& first = suite.cases[0].content.As<SystemCase>();
  const auto& second = suite.cases[1].content.As<SystemCase>();
  EXPECT_EQ(first.failed_phases, 0);
  EXPECT_FALSE(first.any_response);
  EXPECT_EQ(second.failed_phases, std::nullopt);
  EXPECT_TRUE(second.any_response);
}

TEST(FaultTest, AnUnknownWordIsRefusedWithThoseThatAreKnown) {
  EXPECT_EQ(ErrorAfter(Text(), "<Message>accept<", "<Message>ping<"),
            "a.xml:17:18: 'ping' is no message\n"
            "        <Message>ping</Message>\n"
            "                 ^\n"
            "<Message> is one of prepare, promise, accept, learn, commit, committed");
  EXPECT_EQ(ErrorAfter(Text(), "<Restart>decided<", "<Restart>soon<"),
            "a.xml:24:18: 'soon' is no time of a restart\n"
            "        <Restart>soon</Restart>\n"
            "                 ^\n"
            "<Restart> is one of at_once, decided");
  EXPECT_THAT(ErrorAfter(Text(), "<Round>higher<", "<Round>equal<"),
              HasSubstr("'equal' is no order\n"));
}

TEST(FaultTest, APartThatTheKindDoesNotHaveIsRefused) {
  EXPECT_THAT(ErrorAfter(Text(), "<To>8081</To>\n", "<To>8081</To><At>start</At>\n"),
              HasSubstr("a.xml:19:22: unknown element <At> in <Drop>"));
}

TEST(FaultTest, AnUnknownServerIsRefused) {
  EXPECT_THAT(ErrorAfter(Text(), "<To>8081</To>\n", "<To>8089</To>\n"),
              HasSubstr("a.xml:19:13: unknown server 8089"));
}

TEST(FaultTest, PointsThatMakeNoSenseAreRefused) {
  EXPECT_EQ(ErrorAfter(Text(), "<Until>phase_three_quorum<", "<Until>start<"),
            "a.xml:45:16: a fault that ends at the start\n"
            "        <Until>start</Until>\n"
            "               ^\n"
            "nothing would happen; <Until> is a later point");
  EXPECT_EQ(ErrorAfter(Text(), "<At>phase_one_quorum<", "<At>vote<"),
            "a.xml:49:13: a false suspicion from vote on\n"
            "        <At>vote</At>\n"
            "            ^\n"
            "it begins at start, phase_one_quorum, phase_two_quorum or phase_three_quorum of a "
            "leader");
}

TEST(FaultTest, AServerStandsOnceInAPartition) {
  EXPECT_EQ(ErrorAfter(Text(), "<ID>8080</ID>\n        <Until>phase_three",
                       "<ID>8080</ID><ID>8080</ID>\n        <Until>phase_three"),
            "a.xml:44:26: second 8080 in <Partition>\n"
            "        <ID>8080</ID><ID>8080</ID>\n"
            "                         ^\n"
            "each server of the side stands there once");
}

TEST(FaultTest, AServerCrashesOnce) {
  EXPECT_EQ(ErrorAfter(Text(), "      <Crash>\n",
                       "      <Crash><ID>8082</ID><At>start</At></Crash>\n      <Crash>\n"),
            "a.xml:22:7: server 8082 crashes twice\n"
            "      <Crash>\n"
            "      ^\n"
            "a server crashes once in a case");
}

TEST(FaultTest, AnOpenResponseBesideAKnownOneIsRefused) {
  EXPECT_EQ(ErrorAfter(Text(), "<AnyResponse></AnyResponse>",
                       "<Response>M1</Response><AnyResponse></AnyResponse>"),
            "a.xml:62:30: <AnyResponse> beside <Response>\n"
            "      <Response>M1</Response><AnyResponse></AnyResponse>\n"
            "                             ^\n"
            "the response is known, or it is open");
}

}  // namespace
}  // namespace cases
