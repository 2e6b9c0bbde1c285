// Clients of system cases that reach some of the servers: what is read, and the whole error of what
// is refused.
#include <gtest/gtest.h>

#include "adapter/systems/paxos/cases/system_case.h"
#include "adapter/systems/paxos/cases/test_util.h"
#include "adapter/systems/testing/typed_suite.h"

namespace cases {
namespace {

using testing::ErrorAfter;
using testing::Examples;

const std::string& Text() { return Examples().at("clients"); }

TEST(ClientReachTest, IsReadWithItsParts) {
  const Suite suite = ParseSuite(Text(), "a.xml");
  const auto& first = suite.cases.at(0).content.As<SystemCase>();
  EXPECT_EQ(first.reaches, (std::vector<ClientReach>{{"M1", {8080}, 1}, {"M2", {8081, 8082}, 0}}));
  EXPECT_TRUE(first.unanswered.empty());
  const auto& second = suite.cases.at(1).content.As<SystemCase>();
  EXPECT_EQ(second.reaches,
            (std::vector<ClientReach>{{"M1", {8080, 8081}, 1}, {"M2", {8081, 8082}, 2}}));
  EXPECT_EQ(second.unanswered, (std::vector<std::string>{"M2"}));
}

TEST(ClientReachTest, MoreAnswersThanServers) {
  EXPECT_EQ(ErrorAfter(Text(), "<Quorum>2</Quorum>", "<Quorum>3</Quorum>"),
            "a.xml:50:17: '3' is out of range\n"
            "        <Quorum>3</Quorum>\n"
            "                ^\n"
            "<Quorum> is a number from 0 to 2");
}

TEST(ClientReachTest, TheSameServerTwice) {
  EXPECT_EQ(ErrorAfter(Text(), "<Quorum>2</Quorum>\n        <ID>8081</ID>",
                       "<Quorum>2</Quorum>\n        <ID>8082</ID>"),
            "a.xml:52:9: second server 8082 in <ClientReach>\n"
            "        <ID>8082</ID>\n"
            "        ^\n"
            "a client asks a server once");
}

TEST(ClientReachTest, OfAValueThatNobodyProposes) {
  EXPECT_EQ(ErrorAfter(Text(), "<Value>M2</Value>\n        <Quorum>",
                       "<Value>M3</Value>\n        <Quorum>"),
            "a.xml:49:16: no client proposes 'M3'\n"
            "        <Value>M3</Value>\n"
            "               ^\n"
            "<Value> names a client by the value that only it proposes");
}

TEST(ClientReachTest, OfAValueThatTwoClientsPropose) {
  EXPECT_EQ(
      ErrorAfter(Text(), "<ClientPropose>M3</ClientPropose>", "<ClientPropose>M2</ClientPropose>"),
      "a.xml:28:16: several clients propose 'M2'\n"
      "        <Value>M2</Value>\n"
      "               ^\n"
      "<Value> names a client by the value that only it proposes");
}

TEST(ClientReachTest, TwoOfOneClient) {
  EXPECT_EQ(ErrorAfter(Text(), "<Value>M2</Value>\n        <Quorum>",
                       "<Value>M1</Value>\n        <Quorum>"),
            "a.xml:48:7: second <ClientReach> of the client of 'M1'\n"
            "      <ClientReach>\n"
            "      ^\n"
            "it lists all servers that the client asks");
}

TEST(ClientReachTest, OfALeaderThatTheClientDoesNotAsk) {
  EXPECT_EQ(
      ErrorAfter(Text(), "<ID>8080</ID>\n        <Value>M1<", "<ID>8081</ID>\n        <Value>M1<"),
      "a.xml:18:7: <LeaderProposal> of a client that does not ask server 8081\n"
      "      <LeaderProposal>\n"
      "      ^\n"
      "<ClientReach> of 'M1' lists whom it asks");
}

TEST(ClientReachTest, AResponseWhereNoClientIsAnswered) {
  EXPECT_EQ(ErrorAfter(Text(), "<Unanswered>M2</Unanswered>",
                       "<Unanswered>M2</Unanswered><Unanswered>M1</Unanswered>"),
            "a.xml:61:7: <Response> where no client is answered\n"
            "      <Response>M1</Response>\n"
            "      ^\n"
            "<Unanswered> names all clients of the case");
}

TEST(ClientReachTest, OneClientUnansweredTwice) {
  EXPECT_EQ(ErrorAfter(Text(), "<Unanswered>M2</Unanswered>",
                       "<Unanswered>M2</Unanswered><Unanswered>M2</Unanswered>"),
            "a.xml:62:34: second <Unanswered> of the client of 'M2'\n"
            "      <Unanswered>M2</Unanswered><Unanswered>M2</Unanswered>\n"
            "                                 ^\n"
            "a client is named once");
}

}  // namespace
}  // namespace cases
