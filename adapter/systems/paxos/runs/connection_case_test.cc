#include "adapter/systems/paxos/runs/connection_case.h"

#include <gtest/gtest.h>

#include "adapter/systems/grpc/grpc_session.h"

namespace adapter {
namespace {

using namespace std::chrono_literals;
using cases::ConnectionCase;
using cases::HostOutcome;
using cases::Identity;
using cases::Visitor;
using cases::VisitorOutcome;
using Sends = Visitor::Sends;

class ConnectionCaseTest : public ::testing::Test {
 protected:
  static std::string Run(const ConnectionCase& test) { return RunCase(test, 20s).detail; }

 private:
  const GrpcSession session_;
};

/// One visitor who is answered, or not.
ConnectionCase Visit(bool tls, Visitor visitor, VisitorOutcome outcome) {
  return {.tls = tls, .visitors = {visitor}, .visitor_outcomes = {outcome}};
}

TEST_F(ConnectionCaseTest, WhoShowsTheRightThingIsAnswered) {
  EXPECT_EQ(Run(Visit(false, {Identity::kPlain}, VisitorOutcome::kAnswered)), "");
  EXPECT_EQ(Run(Visit(true, {Identity::kGood}, VisitorOutcome::kAnswered)), "");
  EXPECT_EQ(Run(Visit(true, {Identity::kElsewhere}, VisitorOutcome::kAnswered)), "");
}

TEST_F(ConnectionCaseTest, WhoShowsSomethingElseIsNot) {
  using enum Identity;
  for (const Identity identity : {kPlain, kAnonymous, kStranger, kSelf, kExpired, kEarly}) {
    EXPECT_EQ(Run(Visit(true, {identity}, VisitorOutcome::kUnanswered)), "");
  }
  EXPECT_EQ(Run(Visit(false, {kGood}, VisitorOutcome::kUnanswered)), "");
}

TEST_F(ConnectionCaseTest, WhoDoesNotSayAllIsNotAnsweredAndTheOthersAre) {
  using enum Visitor::Sends;
  for (const bool tls : {false, true}) {
    const Identity right = tls ? Identity::kGood : Identity::kPlain;
    for (const Sends sends : {kHalfMessage, kHalfHeaders, kHalfHello, kNoise, kSilence}) {
      const ConnectionCase test{
          .tls = tls,
          .visitors = {{right}, {right, sends, true}, {right}},
          .visitor_outcomes = {VisitorOutcome::kAnswered, VisitorOutcome::kUnanswered,
                               VisitorOutcome::kAnswered}};
      EXPECT_EQ(Run(test), "") << cases::kSendsWords[static_cast<int>(sends)];
    }
  }
}

TEST_F(ConnectionCaseTest, AWrongExpectationOfAVisitorFails) {
  EXPECT_EQ(Run(Visit(true, {Identity::kStranger}, VisitorOutcome::kAnswered)),
            "visitor 1: expected \"answered\", observed \"unanswered\"");
  EXPECT_EQ(Run(Visit(true, {Identity::kGood}, VisitorOutcome::kUnanswered)),
            "visitor 1: expected \"unanswered\", observed \"answered\"");
}

TEST_F(ConnectionCaseTest, TheReplicaTalksToGoodHostsOnly) {
  using enum Identity;
  const ConnectionCase with_tls{
      .tls = true,
      .hosts = {kGood, kPlain, kElsewhere, kStranger, kSelf, kExpired, kEarly},
      .host_outcomes = {HostOutcome::kTrusted, HostOutcome::kRefused, HostOutcome::kRefused,
                        HostOutcome::kRefused, HostOutcome::kRefused, HostOutcome::kRefused,
                        HostOutcome::kRefused}};
  EXPECT_EQ(Run(with_tls), "");
  const ConnectionCase without{.hosts = {kPlain, kGood},
                               .host_outcomes = {HostOutcome::kTrusted, HostOutcome::kRefused}};
  EXPECT_EQ(Run(without), "");
}

TEST_F(ConnectionCaseTest, AWrongExpectationOfAHostFails) {
  const ConnectionCase test{
      .tls = true, .hosts = {Identity::kSelf}, .host_outcomes = {HostOutcome::kTrusted}};
  EXPECT_EQ(Run(test), "host 1: expected \"trusted\", observed \"refused\"");
}

}  // namespace
}  // namespace adapter
