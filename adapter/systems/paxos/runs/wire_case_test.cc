#include "adapter/systems/paxos/runs/wire_case.h"

#include <gtest/gtest.h>

#include "adapter/systems/grpc/grpc_session.h"

namespace adapter {
namespace {

using cases::WireCase;
using cases::WireEvent;
using cases::WireMessage;
using cases::WireOutcome;
using cases::WireState;
using cases::WireStep;
using Type = WireMessage::Type;

constexpr std::int64_t kTooLong = (1 << 20) + 1;

std::string DetailOf(const WireCase& test) {
  return RunCase(test, std::chrono::milliseconds(10'000)).detail;
}

class WireCaseTest : public testing::Test {
  const GrpcSession session_;
};

TEST_F(WireCaseTest, MessagesInRangeChangeTheStateAndOthersDoNot) {
  EXPECT_EQ(
      DetailOf({{WireStep::kConnect, WireMessage{.type = Type::kPrepare, .rnd = 7},
                 WireMessage{.type = Type::kPrepare, .rnd = -1},
                 WireMessage{.type = Type::kAccept, .rnd = 8, .bytes = 1},
                 WireMessage{.type = Type::kCommit, .rnd = 8, .bytes = kTooLong},
                 WireMessage{.type = Type::kPing, .from = 0},
                 WireMessage{.type = Type::kPing, .from = 3}, WireMessage{.type = Type::kStatus}},
                {WireOutcome::kAnswered, WireOutcome::kRefused, WireOutcome::kAnswered,
                 WireOutcome::kRefused, WireOutcome::kAnswered, WireOutcome::kRefused,
                 WireOutcome::kAnswered},
                {.promised = 8, .vrnd = 8}}),
      "");
}

TEST_F(WireCaseTest, ClientsWaitForTheDecidedValue) {
  EXPECT_EQ(DetailOf({{WireStep::kConnect, WireMessage{.type = Type::kPropose, .bytes = 1},
                       WireMessage{.type = Type::kWait},
                       WireMessage{.type = Type::kCommit, .rnd = 8, .bytes = 1}},
                      {WireOutcome::kAnswered, WireOutcome::kAnswered, WireOutcome::kAnswered},
                      {.decided = 8}}),
            "");
}

TEST_F(WireCaseTest, AServerIsUnavailableBeforeAndAfterItsLife) {
  const WireMessage prepare{.type = Type::kPrepare, .rnd = 7};
  EXPECT_EQ(
      DetailOf({{prepare, WireStep::kConnect, WireMessage{.type = Type::kPropose, .bytes = 1},
                 WireStep::kDrain, WireMessage{.type = Type::kWait}, WireStep::kStop, prepare},
                {WireOutcome::kUnavailable, WireOutcome::kUnavailable, WireOutcome::kUnavailable,
                 WireOutcome::kUnavailable},
                {}}),
      "");
}

TEST_F(WireCaseTest, ClientsThatVanishHaveNoAnswer) {
  EXPECT_EQ(DetailOf({{WireStep::kConnect, WireMessage{.type = Type::kPropose, .bytes = 1},
                       WireStep::kVanish, WireMessage{.type = Type::kCommit, .rnd = 8, .bytes = 1}},
                      {WireOutcome::kCancelled, WireOutcome::kAnswered},
                      {.decided = 8}}),
            "");
}

TEST_F(WireCaseTest, OutcomesAndStateAreCompared) {
  EXPECT_EQ(
      DetailOf({{WireStep::kConnect, WireMessage{.type = Type::kAccept, .rnd = 7, .bytes = 1}},
                {WireOutcome::kRefused},
                {.promised = 8, .decided = 7}}),
      "outcomes: expected \"refused\", observed \"answered\"; promised: expected 8, observed "
      "7; vrnd: expected none, observed 7; decided: expected 7, observed none");
}

TEST_F(WireCaseTest, RepliesAreCheckedByTheTransport) {
  const auto run = [](const WireMessage& reply, WireOutcome outcome) {
    return DetailOf({{reply}, {outcome}, {}});
  };
  EXPECT_EQ(run({.type = Type::kPromise, .rnd = 7}, WireOutcome::kAnswered), "");
  EXPECT_EQ(run({.type = Type::kPromise, .rnd = 7, .vrnd = -1, .bytes = 1}, WireOutcome::kRefused),
            "");
  EXPECT_EQ(run({.type = Type::kNoPromise}, WireOutcome::kRefused), "");
  EXPECT_EQ(run({.type = Type::kLearn, .rnd = 7, .bytes = kTooLong}, WireOutcome::kRefused), "");
  EXPECT_EQ(run({.type = Type::kCommitted}, WireOutcome::kAnswered), "");
  EXPECT_EQ(run({.type = Type::kAlive, .rnd = 7, .vrnd = 7, .bytes = 1}, WireOutcome::kRefused),
            "outcomes: expected \"refused\", observed \"answered\"");
}

}  // namespace
}  // namespace adapter
