// Every fault really happens: seen in what the replicas reported, not only in a case that passes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>

#include "adapter/systems/grpc/grpc_session.h"
#include "adapter/systems/paxos/cluster/fork_server.h"
#include "adapter/systems/paxos/runs/system_case.h"

namespace adapter {
namespace {

using cases::FailurePoint;
using cases::Fault;
using cases::FaultKind;
using cases::MessageKind;
using oracles::Event;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using namespace std::chrono_literals;

constexpr cases::ServerId kA = 8080, kB = 8081, kC = 8082;
constexpr cases::Round kFirstOfA = 8080, kFirstOfB = 8081, kSecondOfA = 8083;

Fault Message(FaultKind kind, MessageKind message, cases::ServerId from, cases::ServerId to) {
  return {.kind = kind, .servers = {from, to}, .message = message};
}
Fault Delay(MessageKind message, cases::ServerId from, cases::ServerId to, FailurePoint until) {
  return {.kind = FaultKind::kDelay, .servers = {from, to}, .message = message, .until = until};
}
Fault Crash(cases::ServerId server, FailurePoint at,
            cases::Restart restart = cases::Restart::kNever) {
  return {.kind = FaultKind::kCrash, .servers = {server}, .at = at, .restart = restart};
}

// Three replicas; one client proposes M1 and one M2; A would propose M1, B M2, C M1.
enum class Host { kTcp, kInProcess, kProcesses };

class FaultRunTest : public ::testing::TestWithParam<Host> {
 protected:
  /// Runs a case with these faults, whose verdict must be a pass.
  std::vector<Event> Run(std::vector<Fault> faults, std::vector<cases::ServerId> leaders,
                         const std::string& response) const {
    const SystemRun run = RunVerdict(std::move(faults), std::move(leaders), response, 60s);
    EXPECT_EQ(run.verdict.detail, "");
    return run.log;
  }

  SystemRun RunVerdict(std::vector<Fault> faults, std::vector<cases::ServerId> leaders,
                       const std::string& response, std::chrono::milliseconds timeout) const {
    cases::SystemCase test;
    test.proposals = {"M1", "M2"};
    test.leader_proposals = {{kA, "M1"}, {kB, "M2"}, {kC, "M1"}};
    test.leaders = std::move(leaders);
    test.responses = {response};
    test.faults = std::move(faults);
    const cases::Configuration configuration{3, 2, {kA, kB, kC}, 0, 0};
    const Transport transport = GetParam() == Host::kTcp         ? Transport::kTcp
                                : GetParam() == Host::kInProcess ? Transport::kInProcess
                                                                 : Transport::kUnix;
    return RunAndLog(test, configuration, {transport, timeout, 1, fork_server_.get()});
  }

 private:
  const std::unique_ptr<ForkServer> fork_server_ =
      GetParam() == Host::kProcesses ? std::make_unique<ForkServer>() : nullptr;
  const GrpcSession session_;
};

std::size_t Count(const std::vector<Event>& log, const Event& event) {
  return static_cast<std::size_t>(std::ranges::count(log, event));
}
std::ptrdiff_t Place(const std::vector<Event>& log, const Event& event) {
  return std::ranges::find(log, event) - log.begin();
}
bool ComesBefore(const std::vector<Event>& log, const Event& first, const Event& second) {
  return Place(log, first) < Place(log, second) && Count(log, second) > 0;
}
bool HasLearned(const std::vector<Event>& log, cases::ServerId replica) {
  return std::ranges::any_of(log, [&](const Event& event) {
    const auto* const learned = std::get_if<oracles::Learned>(&event);
    return learned != nullptr && learned->replica == replica;
  });
}
oracles::Promised Promised(cases::ServerId replica, cases::Round rnd) {
  return {replica, rnd, std::nullopt};
}
Event Happened(const Fault& fault) { return oracles::FaultHappened{fault}; }

TEST_P(FaultRunTest, ADroppedRequestDoesNotArrive) {
  const Fault drop = Message(FaultKind::kDrop, MessageKind::kAccept, kA, kB);
  const auto log = Run({drop}, {kA}, "M1");
  EXPECT_THAT(log, Contains(Happened(drop)));
  EXPECT_EQ(Count(log, oracles::Voted{kB, kFirstOfA, "M1"}), 0u);
  EXPECT_EQ(Count(log, oracles::Voted{kC, kFirstOfA, "M1"}), 1u);
}

TEST_P(FaultRunTest, ADroppedReplyComesFromAnAcceptorThatActed) {
  const auto log = Run({Message(FaultKind::kDrop, MessageKind::kPromise, kB, kA),
                        Message(FaultKind::kDrop, MessageKind::kPromise, kC, kA)},
                       {kA}, "M1");
  EXPECT_EQ(Count(log, Promised(kB, kFirstOfA)), 1u);
  EXPECT_EQ(Count(log, oracles::PhaseFailed{kA, kFirstOfA, std::nullopt}), 1u);
  EXPECT_EQ(Count(log, oracles::PrepareSent{kA, kSecondOfA}), 1u);
}

TEST_P(FaultRunTest, AReplicaWhoseCommitIsDroppedLearnsLater) {
  const Fault drop = Message(FaultKind::kDrop, MessageKind::kCommit, kA, kB);
  const auto log = Run({drop}, {kA}, "M1");
  EXPECT_TRUE(ComesBefore(log, Happened(drop), oracles::Learned{kB, "M1", kFirstOfA}));
}

TEST_P(FaultRunTest, ADuplicatedRequestArrivesTwice) {
  const Fault duplicate = Message(FaultKind::kDuplicate, MessageKind::kAccept, kA, kB);
  const auto log = Run({duplicate}, {kA}, "M1");
  EXPECT_EQ(Count(log, oracles::Voted{kB, kFirstOfA, "M1"}), 2u);
  EXPECT_EQ(Count(log, oracles::Voted{kC, kFirstOfA, "M1"}), 1u);
}

TEST_P(FaultRunTest, ADuplicatedReplyComesFromAnAcceptorThatActedOnce) {
  const Fault duplicate = Message(FaultKind::kDuplicate, MessageKind::kPromise, kB, kA);
  const auto log = Run({duplicate}, {kA}, "M1");
  EXPECT_THAT(log, Contains(Happened(duplicate)));
  EXPECT_EQ(Count(log, Promised(kB, kFirstOfA)), 1u);
}

TEST_P(FaultRunTest, AReorderedPrepareComesAfterTheAccept) {
  const Fault reorder = Message(FaultKind::kReorder, MessageKind::kPrepare, kA, kB);
  const auto log = Run({reorder}, {kA}, "M1");
  EXPECT_TRUE(ComesBefore(log, oracles::Voted{kB, kFirstOfA, "M1"},
                          oracles::Refused{kB, 1, kFirstOfA, kFirstOfA}));
  EXPECT_EQ(Count(log, Promised(kB, kFirstOfA)), 0u);
  EXPECT_THAT(log, Contains(Happened(reorder)));
}

TEST_P(FaultRunTest, ADelayedRequestArrivesAfterThePoint) {
  const Fault delay = Delay(MessageKind::kPrepare, kA, kB, FailurePoint::kPhaseThreeQuorum);
  const auto log = Run({delay}, {kA}, "M1");
  EXPECT_TRUE(ComesBefore(log, oracles::CommitSent{kA, kFirstOfA, "M1"},
                          oracles::Refused{kB, 1, kFirstOfA, kFirstOfA}));
  EXPECT_TRUE(ComesBefore(log, Happened(delay), oracles::Refused{kB, 1, kFirstOfA, kFirstOfA}));
}

TEST_P(FaultRunTest, ADelayThatWouldNeverEndIsNoPass) {
  // Without B and C no quorum ever comes about.
  const SystemRun run =
      RunVerdict({Delay(MessageKind::kPrepare, kA, kB, FailurePoint::kPhaseOneQuorum),
                  Delay(MessageKind::kPrepare, kA, kC, FailurePoint::kPhaseOneQuorum)},
                 {kA}, "M1", 50ms);
  EXPECT_NE(run.verdict.outcome, Outcome::kPass);
}

TEST_P(FaultRunTest, AFaultThatDoesNotHappenIsAFailure) {
  const SystemRun run =
      RunVerdict({Message(FaultKind::kDrop, MessageKind::kAccept, kB, kC)}, {kA}, "M1", 60s);
  EXPECT_EQ(run.verdict.outcome, Outcome::kFail);
  EXPECT_EQ(run.verdict.detail,
            "drop of accept from 8081 to 8082: expected happens, observed never happens");
}

TEST_P(FaultRunTest, APartitionSeparatesUntilItHeals) {
  const Fault partition{
      .kind = FaultKind::kPartition, .servers = {kA}, .until = FailurePoint::kPhaseTwoQuorum};
  const auto log = Run({partition}, {kA, kB, kA}, "M2");
  EXPECT_EQ(Count(log, Promised(kB, kFirstOfA)), 0u);
  EXPECT_EQ(Count(log, Promised(kA, kFirstOfB)), 0u);
  EXPECT_TRUE(ComesBefore(log, oracles::Suspected{kB, kA}, Happened(partition)));
  EXPECT_TRUE(ComesBefore(log, Happened(partition), oracles::Learned{kA, "M2", kFirstOfB}));
  EXPECT_TRUE(ComesBefore(log, Happened(partition), oracles::Restored{kB, kA}));
}

TEST_P(FaultRunTest, ACrashedReplicaDoesNothingAnyMore) {
  const Fault crash = Crash(kB, FailurePoint::kPromise);
  const auto log = Run({crash}, {kA}, "M1");
  EXPECT_TRUE(ComesBefore(log, Promised(kB, kFirstOfA), Happened(crash)));
  EXPECT_EQ(Count(log, oracles::Voted{kB, kFirstOfA, "M1"}), 0u);
  EXPECT_FALSE(HasLearned(log, kB));
  EXPECT_EQ(Count(log, oracles::Suspected{kA, kB}), 1u);
}

TEST_P(FaultRunTest, ACrashedLeaderIsReplaced) {
  const Fault crash = Crash(kA, FailurePoint::kPhaseTwoQuorum);
  const auto log = Run({crash}, {kA, kB}, "M1");  // the value was chosen
  EXPECT_EQ(Count(log, oracles::CommitSent{kA, kFirstOfA, "M1"}), 0u);
  EXPECT_EQ(Count(log, oracles::CommitSent{kB, kFirstOfB, "M1"}), 1u);
}

TEST_P(FaultRunTest, ACrashedLeaderThatComesBackAtOnceBeginsANewRound) {
  const Fault crash = Crash(kA, FailurePoint::kPhaseOneQuorum, cases::Restart::kAtOnce);
  const auto log = Run({crash}, {kA}, "M1");
  EXPECT_EQ(Count(log, oracles::Restarted{kA}), 1u);
  EXPECT_EQ(Count(log, oracles::AcceptSent{kA, kFirstOfA, "M1"}), 0u);
  EXPECT_TRUE(ComesBefore(log, oracles::Restarted{kA}, oracles::PrepareSent{kA, kSecondOfA}));
}

TEST_P(FaultRunTest, AnAcceptorThatComesBackKeepsItsVote) {
  const Fault crash = Crash(kB, FailurePoint::kVote, cases::Restart::kAtOnce);
  // Without C there is no quorum without B: A must ask it again, when it has come back.
  const auto log = Run({Crash(kC, FailurePoint::kStart), crash}, {kA}, "M1");
  EXPECT_TRUE(ComesBefore(log, oracles::Restarted{kB},
                          oracles::Promised{kB, kSecondOfA, oracles::Vote{kFirstOfA, "M1"}}));
}

TEST_P(FaultRunTest, AReplicaThatComesBackLateLearns) {
  const Fault crash = Crash(kB, FailurePoint::kStart, cases::Restart::kDecided);
  const auto log = Run({crash}, {kA}, "M1");
  EXPECT_TRUE(ComesBefore(log, oracles::Learned{kC, "M1", kFirstOfA}, oracles::Restarted{kB}));
  EXPECT_TRUE(ComesBefore(log, oracles::Restarted{kB}, oracles::Learned{kB, "M1", kFirstOfA}));
}

TEST_P(FaultRunTest, AFalselySuspectedLeaderLivesAndIsRestored) {
  const Fault suspicion{.kind = FaultKind::kFalseSuspicion,
                        .servers = {kA},
                        .at = FailurePoint::kPhaseOneQuorum,
                        .until = FailurePoint::kPhaseThreeQuorum};
  const auto log = Run({suspicion}, {kA, kB, kA}, "M2");
  EXPECT_TRUE(ComesBefore(log, oracles::Suspected{kB, kA}, Happened(suspicion)));
  EXPECT_TRUE(ComesBefore(log, Happened(suspicion), oracles::Refused{kB, 2, kFirstOfA, kFirstOfB}));
  EXPECT_EQ(Count(log, oracles::Voted{kB, kFirstOfA, "M1"}), 0u);
  EXPECT_TRUE(ComesBefore(log, Happened(suspicion), oracles::Restored{kB, kA}));
}

TEST_P(FaultRunTest, ASecondProposerInAHigherRoundOvertakesTheLeader) {
  const Fault second{
      .kind = FaultKind::kSecondProposer, .servers = {kB}, .round = cases::RoundOrder::kHigher};
  const auto log = Run({second}, {kA}, "M2");
  EXPECT_TRUE(
      ComesBefore(log, oracles::PrepareSent{kA, kFirstOfA}, oracles::PrepareSent{kB, kFirstOfB}));
  EXPECT_THAT(log, Contains(Happened(second)));
  EXPECT_EQ(Count(log, oracles::PhaseFailed{kA, kFirstOfA, kFirstOfB}), 1u);
}

TEST_P(FaultRunTest, ASecondProposerInALowerRoundIsRefused) {
  const Fault second{
      .kind = FaultKind::kSecondProposer, .servers = {kB}, .round = cases::RoundOrder::kLower};
  const auto log = Run({second}, {kA}, "M1");
  EXPECT_EQ(Count(log, oracles::PrepareSent{kB, kFirstOfB}), 1u);
  EXPECT_EQ(Count(log, oracles::PhaseFailed{kB, kFirstOfB, kSecondOfA}), 1u);
  EXPECT_EQ(Count(log, oracles::AcceptSent{kB, kFirstOfB, "M2"}), 0u);
  EXPECT_THAT(log, Contains(Happened(second)));
}

TEST_P(FaultRunTest, ASlowDiskChangesNothingButTime) {
  const Fault slow{.kind = FaultKind::kSlowDisk, .servers = {kB}};
  const auto log = Run({slow}, {kA}, "M1");
  EXPECT_THAT(log, Contains(Happened(slow)));
  const auto first_write = std::ranges::find_if(log, [](const Event& event) {
    const auto* const saved = std::get_if<oracles::Saved>(&event);
    return saved != nullptr && saved->replica == kB && saved->promised;
  });
  EXPECT_LT(Place(log, Happened(slow)), first_write - log.begin());
}

TEST_P(FaultRunTest, AReplicaWhoseWriteFailsSaysNothing) {
  const Fault failed{.kind = FaultKind::kFailedWrite, .servers = {kB}};
  const auto log = Run({failed}, {kA}, "M1");
  EXPECT_THAT(log, Contains(Happened(failed)));
  EXPECT_EQ(Count(log, Promised(kB, kFirstOfA)), 0u);
  EXPECT_EQ(Count(log, oracles::Suspected{kA, kB}), 1u);
}

TEST_P(FaultRunTest, ALeaderWhoseWriteFailsIsReplaced) {
  const auto log = Run({{.kind = FaultKind::kFailedWrite, .servers = {kA}}}, {kA, kB}, "M2");
  EXPECT_EQ(Count(log, oracles::PrepareSent{kA, kFirstOfA}), 0u);
}

INSTANTIATE_TEST_SUITE_P(Hosts, FaultRunTest,
                         ::testing::Values(Host::kTcp, Host::kInProcess, Host::kProcesses),
                         [](const auto& test) {
                           return std::string(test.param == Host::kTcp         ? "tcp"
                                              : test.param == Host::kInProcess ? "inproc"
                                                                               : "processes");
                         });

}  // namespace
}  // namespace adapter
