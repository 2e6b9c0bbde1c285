// The kind wiretest: what is read, and the whole error of what is refused.
#include "adapter/systems/paxos/cases/wire_case.h"

#include <gtest/gtest.h>

#include "adapter/systems/paxos/cases/test_util.h"
#include "adapter/systems/testing/typed_suite.h"

namespace cases {
namespace {

using testing::ErrorAfter;
using testing::Examples;

const std::string& Example() { return Examples().at("wiretest"); }

TEST(WireCaseTest, ReadsMessagesAndSteps) {
  const Suite suite = ParseSuite(Example(), "a.xml");
  EXPECT_EQ(suite.kind, "wiretest");
  using Type = WireMessage::Type;
  WireCase expected;
  expected.events = {WireStep::kConnect,
                     WireMessage{.type = Type::kPropose, .bytes = 1},
                     WireMessage{.type = Type::kAccept, .rnd = 0, .bytes = 1048577},
                     WireMessage{.type = Type::kPing, .from = -1},
                     WireMessage{.type = Type::kPrepare, .rnd = 8080},
                     WireStep::kStop};
  expected.outcomes = {WireOutcome::kUnavailable, WireOutcome::kRefused, WireOutcome::kRefused,
                       WireOutcome::kAnswered};
  expected.state.promised = 8080;
  EXPECT_EQ(suite.cases[0].content.As<WireCase>(), expected);
}

TEST(WireCaseTest, ReadsReplies) {
  const Suite suite = ParseSuite(Example(), "a.xml");
  const auto& test = suite.cases[1].content.As<WireCase>();
  EXPECT_EQ(test.events,
            (std::vector<WireEvent>{WireMessage{
                .type = WireMessage::Type::kPromise, .rnd = 8081, .vrnd = -1, .bytes = 2}}));
  EXPECT_EQ(test.state, WireState());
}

TEST(WireCaseTest, MessageWithoutItsField) {
  EXPECT_EQ(ErrorAfter(Example(), "        <Rnd>0</Rnd>\n", ""),
            "a.xml:9:7: missing <Rnd> in <Message>\n"
            "      <Message>\n"
            "      ^\n"
            "<Message> holds one <Rnd>");
}

TEST(WireCaseTest, MessageWithTheFieldOfAnother) {
  EXPECT_EQ(ErrorAfter(Example(), "<From>-1</From>", "<From>-1</From><Rnd>1</Rnd>"),
            "a.xml:16:24: <Rnd> of 'ping'\n"
            "        <From>-1</From><Rnd>1</Rnd>\n"
            "                       ^\n"
            "such a message has no such field");
}

TEST(WireCaseTest, VoteWithoutAValue) {
  EXPECT_EQ(ErrorAfter(Example(), "        <Bytes>2</Bytes>\n", ""),
            "a.xml:36:7: missing <Bytes> in <Message>\n"
            "      <Message>\n"
            "      ^\n"
            "<Message> holds one <Bytes>");
}

TEST(WireCaseTest, ReplyBesideAMessage) {
  EXPECT_EQ(ErrorAfter(Example(), "      <Stop></Stop>\n",
                       "      <Message><Type>no_learn</Type></Message>\n"),
            "a.xml:22:7: <Message> of another direction\n"
            "      <Message><Type>no_learn</Type></Message>\n"
            "      ^\n"
            "replies stand alone");
}

TEST(WireCaseTest, MessageWithoutAnOutcome) {
  EXPECT_EQ(ErrorAfter(Example(), "<ExpectOutcome>answered</ExpectOutcome>", ""),
            "a.xml:24:5: 3 outcomes of 4 messages\n"
            "    <TestOracles>\n"
            "    ^\n"
            "there is one <ExpectOutcome> for each <Message>");
}

}  // namespace
}  // namespace cases
