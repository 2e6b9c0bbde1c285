// The kind configurationtest: what is read, and the whole error of what is refused.
#include "adapter/systems/paxos/cases/configuration_case.h"

#include <gtest/gtest.h>

#include "adapter/systems/paxos/cases/test_util.h"
#include "adapter/systems/testing/typed_suite.h"
#include "testing/text.h"

namespace cases {
namespace {

using testing::ErrorAfter;
using testing::Examples;

const std::string& Example() { return Examples().at("configurationtest"); }

TEST(ConfigurationCaseTest, ReadsWhatStarts) {
  const Suite suite = ParseSuite(Example(), "a.xml");
  EXPECT_EQ(suite.kind, "configurationtest");
  ConfigurationCase expected;
  expected.peers = {"1=127.0.0.1:4001", "0=127.0.0.1:4000"};
  expected.own = 0;
  expected.prepare_quorum = 2;
  expected.accept_quorum = 1;
  expected.commit_quorum = 2;
  expected.client_quorum = 0;
  expected.delay = 100;
  expected.delta = 0;
  expected.timeout = 2000;
  EXPECT_EQ(suite.cases[0].content.As<ConfigurationCase>(), expected);
}

TEST(ConfigurationCaseTest, ReadsDefects) {
  const Suite suite = ParseSuite(Example(), "a.xml");
  const auto& test = suite.cases[1].content.As<ConfigurationCase>();
  EXPECT_EQ(test.own, -1);
  EXPECT_EQ(test.place, ListenPlace::kTaken);
  using enum ConfigurationDefect;
  EXPECT_EQ(test.defects, (std::vector<ConfigurationDefect>{
                              kMalformedPeer, kGap, kOwnId, kNoIntersection, kAddressTaken,
                              kClientQuorum, kExpiredCertificate, kOtherKey}));
}

TEST(ConfigurationCaseTest, ReadsTlsFiles) {
  const Suite suite = ParseSuite(Example(), "a.xml");
  const auto& plain = suite.cases[0].content.As<ConfigurationCase>();
  EXPECT_EQ(plain.ca, TlsFile::kNone);
  const auto& test = suite.cases[1].content.As<ConfigurationCase>();
  EXPECT_EQ(test.ca, TlsFile::kGood);
  EXPECT_EQ(test.certificate, TlsFile::kExpired);
  EXPECT_EQ(test.key, TlsFile::kOther);
}

TEST(ConfigurationCaseTest, KeyWithADate) {
  EXPECT_EQ(ErrorAfter(Example(), "<TlsKey>other<", "<TlsKey>early<"),
            "a.xml:35:15: 'early' for <TlsKey>\n"
            "      <TlsKey>early</TlsKey>\n"
            "              ^\n"
            "a key has no dates");
}

TEST(ConfigurationCaseTest, EncryptedCertificate) {
  EXPECT_EQ(ErrorAfter(Example(), "<TlsCa>good<", "<TlsCa>encrypted<"),
            "a.xml:33:14: 'encrypted' for <TlsCa>\n"
            "      <TlsCa>encrypted</TlsCa>\n"
            "             ^\n"
            "only a key can be 'other' or 'encrypted'");
}

TEST(ConfigurationCaseTest, ReadsAnEmptyEntryOfTheList) {
  const Suite suite = ParseSuite(
      test::Replace(Example(), "<Peer>0:127.0.0.1:4001</Peer>", "<Peer></Peer>"), "a.xml");
  EXPECT_EQ(suite.cases[1].content.As<ConfigurationCase>().peers[1], "");
}

TEST(ConfigurationCaseTest, NumberThatDoesNotFit) {
  EXPECT_EQ(ErrorAfter(Example(), "<Own>-1<", "<Own>2147483648<"),
            "a.xml:24:12: '2147483648' is out of range\n"
            "      <Own>2147483648</Own>\n"
            "           ^\n"
            "<Own> is a number from -2147483648 to 2147483647");
}

TEST(ConfigurationCaseTest, DefectsOutOfOrder) {
  EXPECT_EQ(ErrorAfter(Example(), "<ExpectDefect>client_quorum<", "<ExpectDefect>own_id<"),
            "a.xml:43:21: 'own_id' after 'address_taken'\n"
            "      <ExpectDefect>own_id</ExpectDefect>\n"
            "                    ^\n"
            "defects stand in their order, once each");
}

TEST(ConfigurationCaseTest, StartWithADefect) {
  EXPECT_EQ(ErrorAfter(Example(), "<ExpectStart></ExpectStart>",
                       "<ExpectStart/><ExpectDefect>gap</ExpectDefect>"),
            "a.xml:17:7: <ExpectStart> beside <ExpectDefect>\n"
            "      <ExpectStart/><ExpectDefect>gap</ExpectDefect>\n"
            "      ^\n"
            "what has a defect does not start");
}

TEST(ConfigurationCaseTest, CaseWithoutAnOracle) {
  EXPECT_EQ(ErrorAfter(Example(), "<ExpectStart></ExpectStart>", ""),
            "a.xml:16:5: missing <ExpectDefect> in <TestOracles>\n"
            "    <TestOracles>\n"
            "    ^\n"
            "<TestOracles> holds at least one <ExpectDefect>");
}

}  // namespace
}  // namespace cases
