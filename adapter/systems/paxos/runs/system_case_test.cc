#include "adapter/systems/paxos/runs/system_case.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "adapter/systems/grpc/grpc_session.h"

namespace adapter {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;
using namespace std::chrono_literals;

cases::Configuration Replicas(int n) {
  cases::Configuration configuration{n, n / 2 + 1, {}, n, n};
  for (int i = 0; i < n; ++i) configuration.server_ids.push_back(8080 + i);
  return configuration;
}

cases::SystemCase Case(std::vector<std::string> proposals,
                       std::vector<cases::LeaderFailure> failures,
                       std::vector<cases::ServerId> leaders, std::vector<std::string> responses) {
  return {std::move(proposals), {}, std::move(failures), std::move(leaders), std::move(responses)};
}

class SystemCaseTest : public ::testing::TestWithParam<Transport> {
 protected:
  Verdict Run(const cases::SystemCase& test, int replicas,
              std::chrono::milliseconds timeout = 60s) const {
    return RunCase(test, Replicas(replicas), {GetParam(), timeout, 1});
  }

 private:
  GrpcSession session_;
};

TEST_P(SystemCaseTest, PassesWithoutFailures) {
  EXPECT_EQ(Run(Case({"M1"}, {}, {8080}, {"M1"}), 3).detail, "");
}

TEST_P(SystemCaseTest, PassesWithOneReplica) {
  EXPECT_EQ(Run(Case({"M1"}, {}, {8080}, {"M1"}), 1).detail, "");
}

TEST_P(SystemCaseTest, PassesWithLeadersThatFailInBothPhases) {
  EXPECT_EQ(Run(Case({"M1"}, {{1, 8080}, {2, 8081}}, {8080, 8081, 8082}, {"M1"}), 5).detail, "");
}

TEST_P(SystemCaseTest, ATwoReplicaSystemGoesOnWithTheAcceptorOfAFailedLeader) {
  EXPECT_EQ(Run(Case({"M1"}, {{2, 8080}}, {8080, 8081}, {"M1"}), 2).detail, "");
}

TEST_P(SystemCaseTest, AFailureAfterPhaseTwoLocksTheValueIn) {
  cases::SystemCase test = Case({"M1", "M2"}, {{2, 8080}}, {8080, 8081}, {"M2"});
  test.leader_proposals = {{8080, "M2"}, {8081, "M1"}};
  EXPECT_EQ(Run(test, 3).detail, "");
}

TEST_P(SystemCaseTest, AFailureAfterPhaseOneLeavesTheNextLeaderFree) {
  cases::SystemCase test = Case({"M1", "M2"}, {{1, 8080}}, {8080, 8081}, {"M2"});
  test.leader_proposals = {{8080, "M1"}, {8081, "M2"}};
  EXPECT_EQ(Run(test, 3).detail, "");
}

TEST_P(SystemCaseTest, ManyClientsGetOneAnswer) {
  std::vector<std::string> proposals;
  for (int i = 0; i < 8; ++i) proposals.push_back("M" + std::to_string(i));
  cases::SystemCase test = Case(proposals, {}, {8080}, {"M5"});
  test.leader_proposals = {{8080, "M5"}};
  EXPECT_EQ(Run(test, 3).detail, "");
}

TEST_P(SystemCaseTest, WithoutClientsTheLeaderLeads) {
  EXPECT_EQ(Run(Case({}, {}, {8080}, {}), 3).detail, "");
}

TEST_P(SystemCaseTest, WithoutAReplicaLeftNobodyIsAnswered) {
  EXPECT_EQ(Run(Case({"M1"}, {{1, 8080}, {1, 8081}}, {8080, 8081}, {}), 2).detail, "");
}

TEST_P(SystemCaseTest, AFailureThatNeverHappensFails) {
  EXPECT_EQ(Run(Case({"M1"}, {{1, 8082}}, {8080}, {"M1"}), 3).detail,
            "failure of 8082 in phase 1: expected happens, observed never happens");
}

TEST_P(SystemCaseTest, AWrongExpectationIsAFailureAndNotAWait) {
  const Verdict verdict = Run(Case({"M1"}, {}, {8080, 8081}, {"M1"}), 3);
  EXPECT_EQ(verdict.outcome, Outcome::kFail);
  EXPECT_EQ(verdict.detail, "leaders: expected 8080, 8081, observed 8080");
  EXPECT_EQ(verdict.mismatches,
            (std::vector<oracles::Mismatch>{{"leaders", "8080, 8081", "8080"}}));
  EXPECT_EQ(verdict.trace.header.nodes,
            (std::vector<std::string>{"client 1", "8080", "8081", "8082"}));
  std::vector<std::string> steps;
  for (const trace::Step& step : verdict.trace.steps) {
    steps.push_back(trace::ToString(step));
    EXPECT_TRUE(step.time.has_value());
  }
  EXPECT_THAT(steps, Contains("8080: sends prepare (round 8080)"));
}

/// Long enough for the start of all replicas on a busy machine, with sanitizers too.
constexpr auto kShort = 1s;

/// A case whose faults hold the leader's Prepares back until phase two is over: for ever.
cases::SystemCase HeldCase() {
  cases::SystemCase test = Case({"M1"}, {}, {8080}, {"M1"});
  for (const cases::ServerId to : {8081, 8082}) {
    test.faults.push_back({.kind = cases::FaultKind::kDelay,
                           .servers = {8080, to},
                           .message = cases::MessageKind::kPrepare,
                           .until = cases::FailurePoint::kPhaseTwoQuorum});
  }
  return test;
}

/// A case without a quorum, since two servers come back too late: the leader begins one round after
/// the other, for ever.
cases::SystemCase RestlessCase() {
  cases::SystemCase test = Case({"M1"}, {}, {8080}, {"M1"});
  for (const cases::ServerId server : {8081, 8082}) {
    test.faults.push_back({.kind = cases::FaultKind::kCrash,
                           .servers = {server},
                           .at = cases::FailurePoint::kStart,
                           .restart = cases::Restart::kDecided});
  }
  return test;
}

TEST_P(SystemCaseTest, IsInconclusiveAtItsDeadlineAndSaysWhatItWaitedFor) {
  const Verdict verdict = Run(RestlessCase(), 3, 1ms);
  EXPECT_EQ(verdict.outcome, Outcome::kInconclusive);
  EXPECT_THAT(verdict.detail, StartsWith("after 1ms still waiting for "));
}

TEST_P(SystemCaseTest, ADeadlineThatPassesDuringTheStartIsNoFailure) {
  for (int i = 0; i < 5; ++i) EXPECT_NE(Run(RestlessCase(), 3, 1ms).outcome, Outcome::kFail);
}

TEST_P(SystemCaseTest, FailsWhenAFaultHoldsTheRunBackForEver) {
  const Verdict verdict = Run(HeldCase(), 3, kShort);
  EXPECT_EQ(verdict.outcome, Outcome::kFail);
  EXPECT_THAT(verdict.detail,
              StartsWith("after 1s nothing more happens, without the answer to client 1 "));
  EXPECT_THAT(verdict.detail, HasSubstr("; not over: delay of prepare from 8080 to 8081"));
}

TEST_P(SystemCaseTest, FailsWhenNothingMoreHappens) {
  cases::SystemCase test = Case({"M1"}, {}, {8080}, {"M1"});
  test.leader_proposals = {{8080, "a value that nobody proposes"}};
  const Verdict verdict = Run(test, 3, kShort);
  EXPECT_EQ(verdict.outcome, Outcome::kFail);
  EXPECT_THAT(verdict.detail,
              StartsWith("after 1s nothing more happens, without the answer to client 1 "));
}

/// Client 1 asks the first of two servers that lead, and the second one asks the others.
cases::SystemCase DividedClients() {
  cases::SystemCase test = Case({"M1", "M2"}, {}, {8080}, {"M1"});
  test.reaches = {{"M1", {8080, 8081}, 1}, {"M2", {8081, 8082}, 2}};
  return test;
}

TEST_P(SystemCaseTest, ClientsThatDoNotAskTheLeaderGetTheDecidedValue) {
  EXPECT_EQ(Run(DividedClients(), 3).detail, "");
}

TEST_P(SystemCaseTest, AClientWithoutEnoughReplicasIsNotAnswered) {
  cases::SystemCase test = DividedClients();
  test.faults = {
      {.kind = cases::FaultKind::kCrash, .servers = {8082}, .at = cases::FailurePoint::kStart}};
  test.unanswered = {"M2"};
  EXPECT_EQ(Run(test, 3).detail, "");
  test.unanswered.clear();
  EXPECT_EQ(Run(test, 3).detail,
            "answered clients: expected all 2, observed no answer to client 2");
}

TEST_P(SystemCaseTest, WhereNobodyAsksTheLeaderNothingIsDecided) {
  cases::SystemCase test = Case({"M1"}, {}, {8080}, {});
  test.reaches = {{"M1", {8081, 8082}, 0}};
  test.unanswered = {"M1"};
  EXPECT_EQ(Run(test, 3).detail, "");
}

TEST_P(SystemCaseTest, ALeaderThatNobodyAsksFinishesWhatWasVotedFor) {
  cases::SystemCase test = Case({"M1"}, {{2, 8080}}, {8080, 8081}, {"M1"});
  test.reaches = {{"M1", {8080}, 1}};
  EXPECT_EQ(Run(test, 3).detail, "");
  test.failures = {{1, 8080}};
  test.responses.clear();
  test.unanswered = {"M1"};
  EXPECT_EQ(Run(test, 3).detail, "");
}

TEST_P(SystemCaseTest, AnAnswerWhereNoneIsExpectedFails) {
  cases::SystemCase test = DividedClients();
  test.unanswered = {"M2"};
  EXPECT_EQ(Run(test, 3).detail, "answer to client 2: expected none, observed \"M1\"");
}

TEST_P(SystemCaseTest, LeadersChangeInOrder) {
  const cases::LeaderChangeCase test = {{8080, 8081, 8082}, {8080, 8081, 8082}};
  EXPECT_EQ(RunCase(test, {3, 2, {}, 0, 0}, {GetParam(), 60s, 1}).detail, "");
}

TEST_P(SystemCaseTest, AWrongOrderOfLeadersFails) {
  const cases::LeaderChangeCase test = {{8080, 8081, 8082}, {8080, 8082}};
  EXPECT_EQ(RunCase(test, {3, 2, {}, 0, 0}, {GetParam(), 60s, 1}).detail,
            "leaders: expected 8080, 8082, observed 8080, 8081");
}

std::size_t CountEntries(const char* folder) {
  const std::filesystem::directory_iterator entries(folder);
  return static_cast<std::size_t>(std::distance(begin(entries), end(entries)));
}

/// Those of this process that replicas listen on.
int CountUnixSockets() {
  const std::string ours = "@cpngen-adapter-" + std::to_string(::getpid()) + "-";
  std::ifstream file("/proc/net/unix");
  int count = 0;
  for (std::string line; std::getline(file, line);) count += line.find(ours) != line.npos;
  return count;
}

TEST_P(SystemCaseTest, LeavesNothingBehind) {
  const cases::SystemCase test = Case({"M1", "M2"}, {{1, 8080}}, {8080, 8081}, {"M1"});
  Run(test, 3);
  constexpr int kRuns = 20;
  const std::size_t files = CountEntries("/proc/self/fd");
  for (int i = 0; i < kRuns; ++i) Run(test, 3);
  // gRPC closes some sockets a little later; what leaks, leaks at least once in a run.
  EXPECT_LT(CountEntries("/proc/self/fd"), files + kRuns);
  EXPECT_LT(CountUnixSockets(), kRuns);
}

INSTANTIATE_TEST_SUITE_P(Transports, SystemCaseTest,
                         ::testing::Values(Transport::kTcp, Transport::kUnix,
                                           Transport::kInProcess),
                         [](const auto& test) { return std::string(TransportName(test.param)); });

TEST(SystemCaseStartTest, QuorumsThatDoNotIntersectAreRefused) {
  const GrpcSession session;
  EXPECT_THROW(RunCase(cases::SystemCase{}, {3, 1, {1, 2, 3}, 0, 0}, {}), std::runtime_error);
}

}  // namespace
}  // namespace adapter
