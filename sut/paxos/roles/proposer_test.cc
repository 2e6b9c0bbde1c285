#include "sut/paxos/roles/proposer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "sut/paxos/testing/failing_storage.h"
#include "sut/paxos/testing/recorder.h"

namespace paxos {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// Writes down the calls as "prepare 3", "accept 3 M1", "commit 3 M1".
class CallLog : public Proposer::Calls {
 public:
  void Prepare(const PrepareRequest& request) override {
    log.push_back("prepare " + std::to_string(request.rnd()));
  }
  void Accept(const AcceptRequest& request) override {
    log.push_back("accept " + std::to_string(request.rnd()) + " " + request.value());
  }
  void Commit(const CommitRequest& request) override {
    log.push_back("commit " + std::to_string(request.rnd()) + " " + request.value());
  }
  std::vector<std::string> log;
};

template <class Reply>
quorum::Outcome<Reply> NoQuorum(std::optional<Reply> partial = std::nullopt) {
  return quorum::Outcome<Reply>::Failed({}, std::move(partial));
}

template <class Reply>
quorum::Outcome<Reply> Refused(Round promised) {
  Reply reply;
  reply.mutable_refusal()->set_promised(promised);
  return NoQuorum<Reply>(reply);
}

quorum::Outcome<PrepareReply> Promised(Round rnd) {
  PrepareReply reply;
  reply.mutable_promise()->set_rnd(rnd);
  return quorum::Outcome<PrepareReply>::Quorum(reply);
}

quorum::Outcome<PrepareReply> Promised(Round rnd, Round vrnd, const std::string& vval) {
  PrepareReply reply;
  reply.mutable_promise()->set_rnd(rnd);
  reply.mutable_promise()->mutable_vote()->set_rnd(vrnd);
  reply.mutable_promise()->mutable_vote()->set_value(vval);
  return quorum::Outcome<PrepareReply>::Quorum(reply);
}

quorum::Outcome<AcceptReply> Learned() { return quorum::Outcome<AcceptReply>::Quorum({}); }
quorum::Outcome<CommitReply> Committed() { return quorum::Outcome<CommitReply>::Quorum({}); }

CommitRequest Decided(Round rnd, const std::string& value) {
  CommitRequest request;
  request.set_rnd(rnd);
  request.set_value(value);
  return request;
}

class ProposerTest : public testing::Test {
 protected:
  // Through both phases with the value `value`.
  void Decide(const std::string& value) {
    proposer_.OnLeader(1);
    proposer_.OnClientRequest(value);
    proposer_.OnPrepareDone(Promised(1));
    proposer_.OnAcceptDone(Learned());
  }

  CallLog calls_;
  Recorder recorder_;
  MemoryStorage storage_;
  Proposer proposer_{1, 3, storage_, calls_, Probe(1, &recorder_)};
};

TEST_F(ProposerTest, LeaderWithARequestBeginsPhaseOneInItsFirstRound) {
  proposer_.OnLeader(1);
  EXPECT_THAT(calls_.log, IsEmpty());
  proposer_.OnClientRequest("M1");
  EXPECT_THAT(calls_.log, ElementsAre("prepare 1"));
  EXPECT_EQ(proposer_.crnd(), 1);
}

TEST_F(ProposerTest, RequestWaitsForLeadership) {
  proposer_.OnLeader(0);
  proposer_.OnClientRequest("M1");
  EXPECT_THAT(calls_.log, IsEmpty());
  proposer_.OnLeader(1);
  EXPECT_THAT(calls_.log, ElementsAre("prepare 1"));
}

TEST_F(ProposerTest, ProposesItsOwnValueWhenNobodyHasVoted) {
  Decide("M1");
  EXPECT_THAT(calls_.log, ElementsAre("prepare 1", "accept 1 M1", "commit 1 M1"));
}

TEST_F(ProposerTest, ProposesTheVoteWhenThereIsOne) {
  proposer_.OnLeader(1);
  proposer_.OnClientRequest("M1");
  proposer_.OnPrepareDone(Promised(1, 0, "M2"));
  proposer_.OnAcceptDone(Learned());
  EXPECT_THAT(calls_.log, ElementsAre("prepare 1", "accept 1 M2", "commit 1 M2"));
}

TEST_F(ProposerTest, AfterTheCommitQuorumItIsDone) {
  Decide("M1");
  proposer_.OnCommitDone(Committed());
  proposer_.OnClientRequest("M2");
  proposer_.OnLeader(1);
  EXPECT_EQ(calls_.log.size(), 3u);
}

TEST_F(ProposerTest, RefusedRoundIsFollowedByTheNextOwnRoundAboveTheRefusal) {
  proposer_.OnLeader(1);
  proposer_.OnClientRequest("M1");
  proposer_.OnPrepareDone(Refused<PrepareReply>(9));
  EXPECT_THAT(calls_.log, ElementsAre("prepare 1"));
  proposer_.OnLeader(1);  // the next period
  EXPECT_THAT(calls_.log, ElementsAre("prepare 1", "prepare 10"));
}

TEST_F(ProposerTest, NextRoundIsTheLowestOwnOneAboveAllSeen) {
  const std::vector<std::pair<Round, Round>> refusals_and_rounds = {
      {0, 4}, {1, 4}, {3, 4}, {4, 7}, {5, 7}, {6, 7}, {7, 10}, {8, 10}};
  for (const auto& [refused, next] : refusals_and_rounds) {
    CallLog calls;
    MemoryStorage storage;
    Proposer proposer(1, 3, storage, calls, Probe(1));
    proposer.OnLeader(1);
    proposer.OnClientRequest("M1");
    proposer.OnPrepareDone(Refused<PrepareReply>(refused));
    proposer.OnLeader(1);
    EXPECT_EQ(calls.log.back(), "prepare " + std::to_string(next)) << "refused by " << refused;
  }
}

TEST_F(ProposerTest, RefusedPhaseTwoStartsOverWithPhaseOne) {
  proposer_.OnLeader(1);
  proposer_.OnClientRequest("M1");
  proposer_.OnPrepareDone(Promised(1));
  proposer_.OnAcceptDone(Refused<AcceptReply>(2));
  proposer_.OnLeader(1);
  EXPECT_THAT(calls_.log, ElementsAre("prepare 1", "accept 1 M1", "prepare 4"));
}

TEST_F(ProposerTest, OldVoteDoesNotStickToTheNextRound) {
  proposer_.OnLeader(1);
  proposer_.OnClientRequest("M1");
  proposer_.OnPrepareDone(Promised(1, 0, "M2"));
  proposer_.OnAcceptDone(NoQuorum<AcceptReply>());
  proposer_.OnLeader(1);
  proposer_.OnPrepareDone(Promised(4));
  EXPECT_EQ(calls_.log.back(), "accept 4 M1");
}

TEST_F(ProposerTest, FailedCallWithoutRefusalIsTriedInTheNextOwnRound) {
  proposer_.OnLeader(1);
  proposer_.OnClientRequest("M1");
  proposer_.OnPrepareDone(NoQuorum<PrepareReply>());
  proposer_.OnLeader(1);
  EXPECT_THAT(calls_.log, ElementsAre("prepare 1", "prepare 4"));
}

TEST_F(ProposerTest, DoesNotTryAgainWhenItLeadsNoMore) {
  proposer_.OnLeader(1);
  proposer_.OnClientRequest("M1");
  proposer_.OnPrepareDone(Refused<PrepareReply>(9));
  proposer_.OnLeader(0);
  EXPECT_THAT(calls_.log, ElementsAre("prepare 1"));
}

TEST_F(ProposerTest, FailedCommitIsTriedAgain) {
  Decide("M1");
  proposer_.OnCommitDone(NoQuorum<CommitReply>());
  proposer_.OnLeader(1);
  EXPECT_THAT(calls_.log, ElementsAre("prepare 1", "accept 1 M1", "commit 1 M1", "commit 1 M1"));
}

TEST_F(ProposerTest, CommitsAgainWhenAReplicaDoesNotKnowTheValue) {
  Decide("M1");
  proposer_.OnCommitDone(Committed());
  proposer_.OnUnlearned();
  proposer_.OnLeader(1);
  EXPECT_EQ(calls_.log.size(), 4u);
  EXPECT_EQ(calls_.log.back(), "commit 1 M1");
}

TEST_F(ProposerTest, NewLeaderCommitsWhatItLearnedInsteadOfANewRound) {
  proposer_.OnClientRequest("M1");
  proposer_.OnLearned(Decided(0, "M2"));
  EXPECT_THAT(calls_.log, IsEmpty());
  proposer_.OnLeader(1);
  EXPECT_THAT(calls_.log, ElementsAre("commit 0 M2"));
}

TEST_F(ProposerTest, OneCallIsUnderWayAtATime) {
  proposer_.OnLeader(1);
  proposer_.OnClientRequest("M1");
  proposer_.OnClientRequest("M2");
  proposer_.OnLeader(1);
  proposer_.OnLearned(Decided(0, "M3"));
  EXPECT_THAT(calls_.log, ElementsAre("prepare 1"));
}

TEST_F(ProposerTest, EachPendingValueIsOfferedOnceInOrderOfArrival) {
  class Offers : public Recorder {
   public:
    std::optional<std::size_t> ChooseProposal(ReplicaId replica,
                                              const std::vector<std::string>& pending) override {
      EXPECT_EQ(replica, 1);
      offered = pending;
      return std::nullopt;
    }
    std::vector<std::string> offered;
  } offers;
  Proposer proposer(1, 3, storage_, calls_, Probe(1, &offers));
  for (const char* value : {"M2", "M1", "M2"}) proposer.OnClientRequest(value);
  proposer.OnLeader(1);
  EXPECT_THAT(offers.offered, ElementsAre("M2", "M1"));
  EXPECT_THAT(calls_.log, IsEmpty());
}

TEST_F(ProposerTest, WaitsForTheRequestThatItIsToldToChoose) {
  recorder_.Choose("M2");
  proposer_.OnLeader(1);
  proposer_.OnClientRequest("M1");
  EXPECT_THAT(calls_.log, IsEmpty());
  proposer_.OnClientRequest("M2");
  proposer_.OnPrepareDone(Promised(1));
  EXPECT_THAT(calls_.log, ElementsAre("prepare 1", "accept 1 M2"));
}

TEST_F(ProposerTest, ToldToFailAfterPhaseOneItProposesNothingAnyMore) {
  recorder_.FailAt(Point::kPhaseOneQuorum, 1);
  proposer_.OnLeader(1);
  proposer_.OnClientRequest("M1");
  EXPECT_FALSE(proposer_.failed());
  proposer_.OnPrepareDone(Promised(1));
  EXPECT_TRUE(proposer_.failed());
  proposer_.OnClientRequest("M2");
  proposer_.OnLeader(1);
  proposer_.OnLearned(Decided(2, "M2"));
  proposer_.OnUnlearned();
  proposer_.OnLeader(1);
  EXPECT_THAT(calls_.log, ElementsAre("prepare 1"));
  EXPECT_EQ(recorder_.At(Point::kFailed).size(), 1u);
}

TEST_F(ProposerTest, ToldToFailAfterPhaseTwoItCommitsNothing) {
  recorder_.FailAt(Point::kPhaseTwoQuorum, 1);
  Decide("M1");
  EXPECT_TRUE(proposer_.failed());
  EXPECT_THAT(calls_.log, ElementsAre("prepare 1", "accept 1 M1"));
}

TEST_F(ProposerTest, LeaderFinishesAVoteThatNoClientAsksItFor) {
  proposer_.OnVote(0);
  EXPECT_THAT(calls_.log, IsEmpty());
  proposer_.OnLeader(1);
  proposer_.OnPrepareDone(Promised(1, 0, "M1"));
  proposer_.OnAcceptDone(Learned());
  EXPECT_THAT(calls_.log, ElementsAre("prepare 1", "accept 1 M1", "commit 1 M1"));
}

TEST_F(ProposerTest, VoteThatCannotBeChosenIsLookedForOnce) {
  proposer_.OnVote(0);
  proposer_.OnLeader(1);
  proposer_.OnPrepareDone(Promised(1));  // a quorum that never voted
  proposer_.OnVote(0);
  proposer_.OnLeader(1);
  EXPECT_THAT(calls_.log, ElementsAre("prepare 1"));
  proposer_.OnVote(2);  // a later one may be chosen
  proposer_.OnLeader(1);
  EXPECT_THAT(calls_.log, ElementsAre("prepare 1", "prepare 4"));
}

TEST_F(ProposerTest, RequestThatComesWhileItLooksForAVoteIsProposedNext) {
  proposer_.OnVote(0);
  proposer_.OnLeader(1);
  proposer_.OnClientRequest("M1");
  proposer_.OnPrepareDone(Promised(1));
  EXPECT_THAT(calls_.log, ElementsAre("prepare 1", "prepare 4"));
  proposer_.OnPrepareDone(Promised(4));
  EXPECT_THAT(calls_.log, ElementsAre("prepare 1", "prepare 4", "accept 4 M1"));
}

TEST_F(ProposerTest, LookingForAVoteIsTriedAgainWhenItFails) {
  proposer_.OnVote(0);
  proposer_.OnLeader(1);
  proposer_.OnPrepareDone(NoQuorum<PrepareReply>());
  proposer_.OnLeader(1);
  EXPECT_THAT(calls_.log, ElementsAre("prepare 1", "prepare 4"));
}

TEST_F(ProposerTest, RestartedItUsesNoRoundAgain) {
  proposer_.OnLeader(1);
  proposer_.OnClientRequest("M1");
  EXPECT_EQ(storage_.Load().round, 1);
  CallLog calls;
  Proposer restarted(1, 3, storage_, calls, Probe(1));
  EXPECT_EQ(restarted.crnd(), 1);
  restarted.OnClientRequest("M2");
  restarted.OnLeader(1);
  EXPECT_THAT(calls.log, ElementsAre("prepare 4"));
}

TEST_F(ProposerTest, RestartedItCommitsWhatItLearned) {
  storage_.Save({Record::Kind::kDecision, 2, "M1"});
  Proposer restarted(1, 3, storage_, calls_, Probe(1));
  restarted.OnClientRequest("M2");
  restarted.OnLeader(1);
  EXPECT_THAT(calls_.log, ElementsAre("commit 2 M1"));
}

TEST_F(ProposerTest, ReportsTheDecidedRoundWhenCommittingFailsBeforeItsFirstRound) {
  proposer_.OnLeader(1);
  proposer_.OnLearned(Decided(3, "M1"));
  proposer_.OnCommitDone(NoQuorum<CommitReply>());
  const auto failed = recorder_.At(Point::kPhaseFailed);
  ASSERT_EQ(failed.size(), 1u);
  EXPECT_EQ(failed[0].rnd, 3);
}

TEST_F(ProposerTest, PhaseThreeKeepsItsRoundWhenTheCommitOfAnotherRoundArrives) {
  Decide("M1");
  proposer_.OnLearned(Decided(0, "M1"));
  proposer_.OnCommitDone(Committed());
  const std::vector<Event> quorums = recorder_.At(Point::kPhaseThreeQuorum);
  ASSERT_EQ(quorums.size(), 1u);
  EXPECT_EQ(quorums[0].rnd, 1);
}

TEST_F(ProposerTest, BeginsNoRoundThatCouldNotBeSaved) {
  FailingStorage storage;
  storage.fails = true;
  Proposer proposer(1, 3, storage, calls_, Probe(1));
  proposer.OnLeader(1);
  EXPECT_THROW(proposer.OnClientRequest("M1"), StorageError);
  EXPECT_THAT(calls_.log, IsEmpty());
  EXPECT_FALSE(proposer.crnd().has_value());
}

TEST_F(ProposerTest, ReportsItsPhases) {
  proposer_.OnLeader(1);
  proposer_.OnClientRequest("M1");
  proposer_.OnPrepareDone(Refused<PrepareReply>(2));
  proposer_.OnLeader(1);
  proposer_.OnPrepareDone(Promised(4, 2, "M2"));
  proposer_.OnAcceptDone(Learned());
  proposer_.OnCommitDone(Committed());
  const auto failed = recorder_.At(Point::kPhaseFailed);
  ASSERT_EQ(failed.size(), 1u);
  EXPECT_EQ(failed[0].rnd, 1);
  EXPECT_EQ(failed[0].promised, 2);
  const auto one = recorder_.At(Point::kPhaseOneQuorum);
  ASSERT_EQ(one.size(), 1u);
  EXPECT_EQ(one[0].replica, 1);
  EXPECT_EQ(one[0].rnd, 4);
  EXPECT_EQ(one[0].vrnd, 2);
  EXPECT_EQ(one[0].vval, "M2");
  for (const Point point :
       {Point::kAcceptSent, Point::kPhaseTwoQuorum, Point::kCommitSent, Point::kPhaseThreeQuorum}) {
    const auto events = recorder_.At(point);
    ASSERT_EQ(events.size(), 1u) << PointName(point);
    EXPECT_EQ(events[0].rnd, 4) << PointName(point);
    EXPECT_EQ(events[0].value, "M2") << PointName(point);
  }
}

}  // namespace
}  // namespace paxos
