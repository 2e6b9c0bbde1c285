// One replica, and replicas over a fake network: what a test of a single role does not see.
#include "sut/paxos/replica/replica.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "sut/paxos/testing/fake_network.h"
#include "sut/paxos/testing/recorder.h"

namespace paxos {
namespace {

using std::chrono::milliseconds;
using testing::ElementsAre;

constexpr Duration kPeriod = milliseconds(100);

// What a client got from each replica: the decided value, or "none" for no answer.
class Answers {
 public:
  Replica::Answer<ClientReply> From(ReplicaId replica) {
    return [this, replica](const std::optional<ClientReply>& reply) {
      values.emplace(replica, reply ? reply->value() : "none");
    };
  }
  std::multimap<ReplicaId, std::string> values;
};

void ProposeToAll(FakeNetwork& network, const std::string& value, Answers& answers) {
  for (ReplicaId id = 0; id < network.size(); ++id) network.Propose(id, value, answers.From(id));
}

TEST(ReplicaTest, ClientsOfAllReplicasGetTheDecidedValue) {
  Answers first, second;
  FakeNetwork network(3);
  ProposeToAll(network, "M1", first);
  ProposeToAll(network, "M2", second);
  network.DeliverAll();
  EXPECT_THAT(first.values,
              ElementsAre(std::pair(0, "M1"), std::pair(1, "M1"), std::pair(2, "M1")));
  EXPECT_EQ(second.values, first.values);
}

TEST(ReplicaTest, ClientIsParkedUntilTheValueIsLearned) {
  Answers answers;
  FakeNetwork network(3);
  network.Propose(1, "M1", answers.From(1));
  network.DeliverAll();  // 1 is not the leader
  EXPECT_TRUE(answers.values.empty());
  network.Propose(0, "M2", answers.From(0));
  network.DeliverAll();
  EXPECT_THAT(answers.values, ElementsAre(std::pair(0, "M2"), std::pair(1, "M2")));
}

TEST(ReplicaTest, ClientThatComesAfterTheDecisionIsAnsweredAtOnce) {
  Answers answers, late;
  FakeNetwork network(3);
  ProposeToAll(network, "M1", answers);
  network.DeliverAll();
  network.Propose(2, "M9", late.From(2));
  EXPECT_THAT(late.values, ElementsAre(std::pair(2, "M1")));
}

TEST(ReplicaTest, FailedLeaderIsSuspectedByAllAndTheNextOneTakesOver) {
  Recorder recorder;
  recorder.FailAt(Point::kPhaseOneQuorum, 0);
  Answers answers;
  FakeNetwork network(3, &recorder);
  ProposeToAll(network, "M1", answers);
  network.DeliverAll();
  EXPECT_EQ(recorder.At(Point::kFailed).size(), 1u);
  for (int period = 0; period < 2; ++period) {
    network.clock().Advance(kPeriod);
    network.DeliverAll();
  }
  std::set<ReplicaId> suspecting;
  for (const Event& event : recorder.At(Point::kSuspect)) {
    EXPECT_EQ(event.about, 0);
    suspecting.insert(event.replica);
  }
  EXPECT_THAT(suspecting, ElementsAre(1, 2));
  // The failed leader's acceptor and learner go on: its clients are answered, too.
  EXPECT_THAT(answers.values,
              ElementsAre(std::pair(0, "M1"), std::pair(1, "M1"), std::pair(2, "M1")));
  EXPECT_EQ(recorder.At(Point::kPhaseTwoQuorum).back().replica, 1);
}

TEST(ReplicaTest, FailedLeaderSendsNoPings) {
  Recorder recorder;
  recorder.FailAt(Point::kPhaseTwoQuorum, 0);
  Answers answers;
  FakeNetwork network(3, &recorder);
  ProposeToAll(network, "M1", answers);
  network.DeliverAll();
  const auto pings_of_failed = [&] {
    std::size_t count = 0;
    for (const Event& event : recorder.At(Point::kTimeout)) count += event.replica == 0 ? 1 : 0;
    return count;
  };
  network.clock().Advance(3 * kPeriod);
  EXPECT_EQ(pings_of_failed(), 0u);
}

TEST(ReplicaTest, ValueOfThePhaseTwoQuorumIsLockedIn) {
  Recorder recorder;
  recorder.FailAt(Point::kPhaseTwoQuorum, 0);
  Answers first, second;
  FakeNetwork network(3, &recorder);
  network.Propose(0, "M1", first.From(0));
  network.DeliverAll();
  network.Propose(1, "M2", second.From(1));
  for (int period = 0; period < 2; ++period) {
    network.clock().Advance(kPeriod);
    network.DeliverAll();
  }
  EXPECT_THAT(second.values, ElementsAre(std::pair(1, "M1")));
  EXPECT_THAT(first.values, ElementsAre(std::pair(0, "M1")));
}

TEST(ReplicaTest, FiveReplicasSurviveTwoFailedLeaders) {
  Recorder recorder;
  recorder.FailAt(Point::kPhaseOneQuorum, 0);
  recorder.FailAt(Point::kPhaseTwoQuorum, 1);
  Answers answers;
  FakeNetwork network(5, &recorder);
  ProposeToAll(network, "M1", answers);
  for (int period = 0; period < 6; ++period) {
    network.DeliverAll();
    network.clock().Advance(kPeriod);
  }
  EXPECT_EQ(answers.values.size(), 5u);
  std::vector<ReplicaId> proposers;
  for (const Event& event : recorder.At(Point::kPrepareSent)) proposers.push_back(event.replica);
  EXPECT_THAT(proposers, ElementsAre(0, 1, 2));
}

TEST(ReplicaTest, PingsOfAPeriodAreReportedDoneByEveryLivingReplica) {
  Recorder recorder;
  FakeNetwork network(3, &recorder);
  network.DeliverAll();
  EXPECT_EQ(recorder.At(Point::kPingsDone).size(), 3u);
  network.Crash(2);
  network.clock().Advance(kPeriod);
  network.DeliverAll();
  EXPECT_EQ(recorder.At(Point::kPingsDone).size(), 5u);
}

TEST(ReplicaTest, ReplicaWithALostFolderLearnsInALaterPeriod) {
  Recorder recorder;
  Answers answers, late;
  FakeNetwork network(3, &recorder);
  ProposeToAll(network, "M1", answers);
  network.DeliverAll();
  network.storage(2) = FailingStorage();
  network.Restart(2);
  network.Propose(2, "M2", late.From(2));
  for (int period = 0; period < 2; ++period) {
    network.DeliverAll();
    network.clock().Advance(kPeriod);
  }
  network.DeliverAll();
  EXPECT_THAT(late.values, ElementsAre(std::pair(2, "M1")));
}

TEST(ReplicaTest, RestartedReplicasKnowWhatWasDecided) {
  Answers first, second;
  FakeNetwork network(3);
  ProposeToAll(network, "M1", first);
  network.DeliverAll();
  for (ReplicaId id = 0; id < 3; ++id) network.Crash(id);
  for (ReplicaId id = 0; id < 3; ++id) network.Restart(id);
  ProposeToAll(network, "M2", second);
  EXPECT_THAT(second.values,
              ElementsAre(std::pair(0, "M1"), std::pair(1, "M1"), std::pair(2, "M1")));
}

TEST(ReplicaTest, ReportsWhatItStartsFrom) {
  Recorder recorder;
  Answers answers;
  FakeNetwork network(3, &recorder);
  ProposeToAll(network, "M1", answers);
  network.DeliverAll();
  EXPECT_EQ(recorder.At(Point::kLoaded).size(), 3u);
  const Event first = recorder.At(Point::kLoaded)[0];
  EXPECT_FALSE(first.rnd || first.promised || first.vrnd || first.vval || first.value);
  network.Restart(0);
  const Event second = recorder.At(Point::kLoaded)[3];
  EXPECT_EQ(second.rnd, 0);
  EXPECT_EQ(second.promised, 0);
  EXPECT_EQ(second.vrnd, 0);
  EXPECT_EQ(second.vval, "M1");
  EXPECT_EQ(second.value, "M1");
}

TEST(ReplicaTest, ReplicaWhoseStorageFailsHalts) {
  Recorder recorder;
  Answers answers;
  FakeNetwork network(3, &recorder);
  network.storage(0).fails = true;
  ProposeToAll(network, "M1", answers);  // 0 is the leader; it cannot save its round
  EXPECT_THAT(answers.values, ElementsAre(std::pair(0, "none")));
  const auto halted = recorder.At(Point::kHalted);
  ASSERT_EQ(halted.size(), 1u);
  EXPECT_EQ(halted[0].replica, 0);
  EXPECT_EQ(halted[0].value, "the disk is full");
  network.storage(0).fails = false;
  for (int period = 0; period < 3; ++period) {
    network.DeliverAll();
    network.clock().Advance(kPeriod);
  }
  network.Propose(0, "M2", answers.From(0));
  EXPECT_THAT(answers.values, ElementsAre(std::pair(0, "none"), std::pair(0, "none"),
                                          std::pair(1, "M1"), std::pair(2, "M1")));
  EXPECT_EQ(network.storage(0).Load(), StoredState());
}

TEST(ReplicaTest, AcceptorWhoseStorageFailsDoesNotAnswer) {
  Recorder recorder;
  Answers answers;
  FakeNetwork network(3, &recorder);
  network.storage(2).fails = true;
  ProposeToAll(network, "M1", answers);
  network.DeliverAll();
  EXPECT_EQ(recorder.At(Point::kHalted).size(), 1u);
  for (const Event& promise : recorder.At(Point::kPromised)) EXPECT_NE(promise.replica, 2);
  EXPECT_THAT(answers.values,
              ElementsAre(std::pair(0, "M1"), std::pair(1, "M1"), std::pair(2, "none")));
}

TEST(ReplicaTest, ReplicaThatWasDownLearnsWithItsFirstPings) {
  Recorder recorder;
  Answers answers;
  FakeNetwork network(3, &recorder);
  network.Crash(2);
  network.Propose(0, "M1", answers.From(0));
  network.DeliverAll();
  const auto commits = recorder.At(Point::kCommitSent).size();
  network.Restart(2);
  network.DeliverAll();
  const auto learned = recorder.At(Point::kLearned);
  ASSERT_EQ(learned.size(), 3u);
  EXPECT_EQ(learned[2].replica, 2);
  EXPECT_EQ(learned[2].value, "M1");
  EXPECT_EQ(recorder.At(Point::kCommitSent).size(), commits);
}

TEST(ReplicaTest, LeaderThatWasDownLearnsFromTheOthers) {
  Recorder recorder;
  Answers answers;
  FakeNetwork network(3, &recorder);
  network.Crash(0);
  network.Propose(1, "M1", answers.From(1));
  for (int period = 0; period < 2; ++period) {
    network.DeliverAll();
    network.clock().Advance(kPeriod);
  }
  network.DeliverAll();
  EXPECT_THAT(answers.values, ElementsAre(std::pair(1, "M1")));
  network.Restart(0);
  network.DeliverAll();
  network.Propose(0, "M2", answers.From(0));
  EXPECT_THAT(answers.values, ElementsAre(std::pair(0, "M1"), std::pair(1, "M1")));
}

TEST(ReplicaTest, AllLearnWhatWasChosenAlthoughNoClientAsksTheNewLeader) {
  Recorder recorder;
  recorder.FailAt(Point::kPhaseTwoQuorum, 0);
  Answers answers;
  FakeNetwork network(3, &recorder);
  network.Propose(0, "M1", answers.From(0));
  for (int period = 0; period < 4; ++period) {
    network.DeliverAll();
    network.clock().Advance(kPeriod);
  }
  std::set<ReplicaId> learners;
  for (const Event& event : recorder.At(Point::kLearned)) learners.insert(event.replica);
  EXPECT_THAT(learners, ElementsAre(0, 1, 2));
}

TEST(ReplicaTest, WaitIsAnsweredWhenTheValueIsLearnedAndProposesNothing) {
  Recorder recorder;
  Answers answers, later;
  FakeNetwork network(3, &recorder);
  network.replica(0).Wait(WaitRequest(), answers.From(0));
  network.DeliverAll();
  EXPECT_TRUE(answers.values.empty());
  EXPECT_TRUE(recorder.At(Point::kPrepareSent).empty());
  network.Propose(0, "M1", later.From(0));
  network.DeliverAll();
  EXPECT_THAT(answers.values, ElementsAre(std::pair(0, "M1")));
  network.replica(0).Wait(WaitRequest(), later.From(7));
  EXPECT_EQ(later.values.count(7), 1u);
}

std::string StatusOf(FakeNetwork& network, ReplicaId id) {
  std::string text;
  network.replica(id).Status(StatusRequest(), [&](const std::optional<StatusReply>& reply) {
    text = reply ? reply->ShortDebugString() : "none";
  });
  return text;
}

TEST(ReplicaTest, StatusSaysWhatTheReplicaKnows) {
  Answers answers;
  FakeNetwork network(3);
  EXPECT_EQ(StatusOf(network, 1), "id: 1 replicas: 3 leader: 0");
  network.Propose(0, "M1", answers.From(0));
  network.DeliverAll();
  EXPECT_EQ(StatusOf(network, 0),
            "replicas: 3 leader: 0 promised: 0 vrnd: 0 crnd: 0 decided { value: \"M1\" }");
  network.Crash(0);
  for (int period = 0; period < 2; ++period) {
    network.clock().Advance(kPeriod);
    network.DeliverAll();
  }
  EXPECT_EQ(
      StatusOf(network, 1),
      "id: 1 replicas: 3 leader: 1 suspected: 0 promised: 0 vrnd: 0 decided { value: \"M1\" }");
}

TEST(ReplicaTest, StopAnswersParkedClientsWithNoReply) {
  Answers answers;
  FakeNetwork network(3);
  network.Propose(1, "M1", answers.From(1));
  network.Crash(1);
  EXPECT_THAT(answers.values, ElementsAre(std::pair(1, "none")));
}

TEST(ReplicaTest, StoppedReplicaAnswersNothing) {
  ManualClock clock;
  MemoryStorage storage;
  class NoTransport : public Transport {
    void Prepare(ReplicaId, const PrepareRequest&, Duration, Done<PrepareReply>) override {}
    void Accept(ReplicaId, const AcceptRequest&, Duration, Done<AcceptReply>) override {}
    void Commit(ReplicaId, const CommitRequest&, Duration, Done<CommitReply>) override {}
    void Ping(ReplicaId, const PingRequest&, Duration, Done<PingReply>) override {}
  } transport;
  ReplicaConfig config;
  config.replicas = 3;
  config.quorum_sizes = QuorumSizes::Majority(3);
  Replica replica(config, {clock, transport, storage, nullptr});
  replica.Start();
  replica.Stop();
  replica.Stop();
  int unanswered = 0;
  const auto count = [&](const auto& reply) { unanswered += reply ? 0 : 1; };
  replica.Prepare(PrepareRequest(), count);
  replica.Accept(AcceptRequest(), count);
  replica.Commit(CommitRequest(), count);
  replica.Ping(PingRequest(), count);
  replica.ClientHandle(ClientRequest(), count);
  EXPECT_EQ(unanswered, 5);
  EXPECT_EQ(clock.pending(), 0);
  EXPECT_FALSE(storage.Load().promised.has_value());
}

TEST(ReplicaTest, ResultsThatComeAfterTheReplicaIsGoneTouchNothing) {
  Answers answers;
  auto network = std::make_unique<FakeNetwork>(3);
  ProposeToAll(*network, "M1", answers);
  for (ReplicaId id = 0; id < 3; ++id) network->Crash(id);
  network->DeliverAll();
  EXPECT_EQ(answers.values.count(0), 1u);
  EXPECT_EQ(answers.values.begin()->second, "none");
}

}  // namespace
}  // namespace paxos
