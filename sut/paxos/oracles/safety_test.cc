#include "sut/paxos/oracles/safety.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace oracles {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using Event = ProtocolEvent;
using Log = std::vector<Event>;

constexpr int kQuorum = 2;

std::vector<std::string> Names(const Log& log) {
  std::vector<std::string> names;
  for (const Violation& violation : CheckSafety(log, kQuorum)) names.push_back(violation.rule);
  return names;
}

std::vector<std::string> Details(const Log& log) {
  std::vector<std::string> details;
  for (const Violation& violation : CheckSafety(log, kQuorum)) details.push_back(violation.detail);
  return details;
}

Log operator+(Log left, const Log& right) {
  left.insert(left.end(), right.begin(), right.end());
  return left;
}

/// Two clients propose, and leader 1 gets "a" chosen in round 1 by replicas 1 and 2 of 3.
Log ChosenInRoundOne() {
  return {ClientProposed{0, "a"},
          ClientProposed{1, "b"},
          PrepareSent{1, 1},
          Promised{1, 1, std::nullopt},
          Promised{2, 1, std::nullopt},
          AcceptSent{1, 1, "a"},
          Voted{1, 1, "a"},
          Voted{2, 1, "a"}};
}

/// Leader 2 finds the vote of round 1 in its quorum and gets it chosen again in round 2.
Log LockedInRoundTwo() {
  return {PrepareSent{2, 2}, Promised{2, 2, Vote{1, "a"}}, Promised{3, 2, std::nullopt},
          Refused{3, 1, 1},  AcceptSent{2, 2, "a"},        Voted{2, 2, "a"},
          Voted{3, 2, "a"},  CommitSent{2, 2, "a"},        Learned{1, "a"},
          Learned{3, "a"},   ClientAnswered{0, "a"},       ClientAnswered{1, "a"}};
}

TEST(SafetyTest, AcceptsARunWithALeaderChange) {
  EXPECT_THAT(Names(ChosenInRoundOne() + LockedInRoundTwo()), IsEmpty());
}

TEST(SafetyTest, IgnoresElectionsAndSuspicions) {
  EXPECT_THAT(Names({LeaderElected{1, 1}, Suspected{2, 1}, Restored{2, 1}, LeaderFailed{1, 2}}),
              IsEmpty());
}

TEST(SafetyTest, AgreementRejectsTwoDifferentAnswers) {
  EXPECT_THAT(
      Details({ClientAnswered{0, "a"}, ClientAnswered{1, "b"}}),
      ElementsAre("client 2 is answered \"b\", but \"a\" was answered before, and now \"b\" "
                  "is answered"));
}

TEST(SafetyTest, AgreementRejectsASecondChosenValueThatNobodyLearned) {
  EXPECT_THAT(Names(ChosenInRoundOne() + Log{Voted{2, 2, "b"}, Voted{3, 2, "b"}}),
              ElementsAre("agreement"));
}

TEST(SafetyTest, AgreementRejectsTwoLearnedValues) {
  const Log log = {ClientProposed{0, "a"}, ClientProposed{1, "b"}, Learned{1, "a"},
                   Learned{2, "b"}};
  EXPECT_THAT(Names(log), ElementsAre("learned is chosen", "agreement"));
}

TEST(SafetyTest, ValidityRejectsAVoteForAValueThatNobodyProposed) {
  EXPECT_THAT(Details({Voted{1, 1, "x"}}),
              ElementsAre("1 votes for \"x\" in round 1, but no client proposed \"x\""));
}

TEST(SafetyTest, ValidityRejectsAnAcceptBeforeItsProposal) {
  const Log log = {Promised{1, 1, std::nullopt}, Promised{2, 1, std::nullopt},
                   AcceptSent{1, 1, "a"}, ClientProposed{0, "a"}};
  EXPECT_THAT(Names(log), ElementsAre("validity"));
}

TEST(SafetyTest, LearnedIsChosenRejectsACommitAfterOneVoteOnly) {
  const Log log = {ClientProposed{0, "a"}, Voted{1, 1, "a"}, CommitSent{1, 1, "a"}};
  EXPECT_THAT(Details(log), ElementsAre("1 sends commit of \"a\" in round 1, but no quorum of 2 "
                                        "voted for \"a\" in round 1"));
}

TEST(SafetyTest, LearnedIsChosenRejectsAnotherRoundThanThatOfTheVotes) {
  const Log chosen = ChosenInRoundOne();
  EXPECT_THAT(Names(chosen + Log{CommitSent{1, 1, "a"}, Learned{1, "a", 1}}), IsEmpty());
  EXPECT_THAT(Names(chosen + Log{Learned{1, "a"}}), IsEmpty());
  EXPECT_THAT(Details(chosen + Log{CommitSent{2, 2, "a"}}),
              ElementsAre("2 sends commit of \"a\" in round 2, but no quorum of 2 voted for \"a\" "
                          "in round 2"));
  EXPECT_THAT(Details(chosen + Log{Learned{1, "a", 2}}),
              ElementsAre("1 learns \"a\" of round 2, but no quorum of 2 voted for \"a\" in "
                          "round 2"));
}

TEST(SafetyTest, RefusalReportsRoundRejectsOneThatNoPromiseAsksFor) {
  const Log promised = {Promised{1, 3, std::nullopt}};
  EXPECT_THAT(Names(promised + Log{Refused{1, 1, 3, 3}, Refused{1, 2, 2, 3}}), IsEmpty());
  EXPECT_THAT(Details(promised + Log{Refused{1, 1, 4, 3}}),
              ElementsAre("1 refuses prepare in round 4 (it promised 3), but its round is 3"));
  EXPECT_THAT(Names(promised + Log{Refused{1, 2, 3, 3}}), ElementsAre("refusal reports round"));
}

TEST(SafetyTest, RefusalReportsRoundRejectsAnotherRoundThanThePromised) {
  EXPECT_THAT(Names({Promised{1, 3, std::nullopt}, Refused{1, 1, 1, 2}}),
              ElementsAre("refusal reports round"));
  EXPECT_THAT(Names({Saved{1, 3, {}}, Promised{1, 3, {}}, Refused{1, 1, 1, 4}}),
              ElementsAre("refusal reports round"));
  EXPECT_THAT(Names({Promised{1, 3, std::nullopt}, Restarted{1}, Refused{1, 1, 1, 4}}), IsEmpty());
}

TEST(SafetyTest, RisingRoundsRejectsARoundThatARefusalRulesOut) {
  const Log refused = {PrepareSent{1, 1}, PhaseFailed{1, 1, 5}};
  EXPECT_THAT(Names(refused + Log{PrepareSent{1, 7}}), IsEmpty());
  EXPECT_THAT(Details(refused + Log{PrepareSent{1, 4}}),
              ElementsAre("1 sends prepare in round 4, though it knows of round 5"));
  EXPECT_THAT(Names(refused + Log{Restarted{1}, PrepareSent{1, 4}}), IsEmpty());
}

TEST(SafetyTest, RisingRoundsRejectsARoundBelowOneThatWasBegun) {
  EXPECT_THAT(Names({PrepareSent{1, 4}, Restarted{1}, PrepareSent{1, 1}}),
              ElementsAre("rising rounds"));
}

TEST(SafetyTest, StartsAsSavedRejectsAnotherStateThanThatOnTheDisk) {
  const Log log = {Saved{1, 3, Vote{2, "a"}}};
  EXPECT_THAT(Names(log + Log{Loaded{1, {}, 3, Vote{2, "a"}, {}}}), IsEmpty());
  EXPECT_THAT(Details(log + Log{Loaded{1, {}, 3, {}, {}}}),
              ElementsAre("1 begins with round 3 with no vote, but \"1 saves round 3 with vote (2, "
                          "\"a\")\" was the last write"));
  EXPECT_THAT(Names(log + Log{Loaded{1, {}, 4, Vote{2, "a"}, {}}}), ElementsAre("starts as saved"));
}

TEST(SafetyTest, StartsAsSavedRejectsAForgottenRoundOrValue) {
  const Log log = ChosenInRoundOne() + Log{Learned{1, "a", 1}, Restarted{1}};
  EXPECT_THAT(Names(log + Log{Loaded{1, 1, 1, Vote{1, "a"}, "a"}}), IsEmpty());
  EXPECT_THAT(Names(log + Log{Loaded{1, {}, 1, Vote{1, "a"}, "a"}}),
              ElementsAre("starts as saved"));
  EXPECT_THAT(Names(log + Log{Loaded{1, 1, 1, Vote{1, "a"}, {}}}), ElementsAre("starts as saved"));
}

TEST(SafetyTest, LearnedIsChosenRejectsVotesOfDifferentRounds) {
  const Log log = {ClientProposed{0, "a"}, Voted{1, 1, "a"}, Voted{2, 2, "a"}, Learned{3, "a"}};
  EXPECT_THAT(Names(log), ElementsAre("learned is chosen"));
}

TEST(SafetyTest, LearnedIsChosenCountsAnAcceptorOnce) {
  const Log log = {ClientProposed{0, "a"}, Voted{1, 1, "a"}, Voted{1, 1, "a"}, Learned{1, "a"}};
  EXPECT_THAT(Names(log), ElementsAre("learned is chosen"));
}

TEST(SafetyTest, RoundOwnershipRejectsTwoProposersOfOneRound) {
  EXPECT_THAT(Details({PrepareSent{1, 4}, PrepareSent{2, 4}}),
              ElementsAre("2 sends prepare in round 4, but the round is 1's"));
}

TEST(SafetyTest, OneValuePerRoundRejectsTwoAccepts) {
  const Log log = {ClientProposed{0, "a"},       ClientProposed{1, "b"},
                   Promised{1, 1, std::nullopt}, Promised{2, 1, std::nullopt},
                   AcceptSent{1, 1, "a"},        AcceptSent{1, 1, "b"}};
  EXPECT_THAT(Details(log), ElementsAre("1 sends accept of \"b\" in round 1, but the round's value "
                                        "is \"a\""));
}

TEST(SafetyTest, OneValuePerRoundRejectsTwoVotes) {
  const Log log = {ClientProposed{0, "a"}, ClientProposed{1, "b"}, Voted{1, 1, "a"},
                   Voted{2, 1, "b"}};
  EXPECT_THAT(Names(log), ElementsAre("one value per round"));
}

TEST(SafetyTest, PhaseTwoValueRejectsAnotherValueThanTheVoted) {
  const Log log = ChosenInRoundOne() + Log{Promised{2, 2, Vote{1, "a"}},
                                           Promised{3, 2, std::nullopt}, AcceptSent{2, 2, "b"}};
  EXPECT_THAT(
      Details(log),
      ElementsAre("2 sends accept of \"b\" in round 2, but no quorum of 2 promises allows it "
                  "(promises of the round: 2: (1, \"a\"), 3: no vote)"));
}

TEST(SafetyTest, PhaseTwoValueRejectsTheLowerOfTwoVotes) {
  const Log setup = {
      ClientProposed{0, "a"}, ClientProposed{1, "b"},       Voted{1, 1, "a"},
      Voted{2, 2, "b"},       Promised{1, 3, Vote{1, "a"}}, Promised{2, 3, Vote{2, "b"}}};
  EXPECT_THAT(Names(setup + Log{AcceptSent{3, 3, "a"}}), ElementsAre("phase two value"));
  EXPECT_THAT(Names(setup + Log{AcceptSent{3, 3, "b"}}), IsEmpty());
}

TEST(SafetyTest, PhaseTwoValueAllowsAnyQuorumAmongThePromises) {
  const Log setup = {
      ClientProposed{0, "a"},       ClientProposed{1, "b"},       Voted{1, 1, "a"},
      Promised{1, 2, Vote{1, "a"}}, Promised{2, 2, std::nullopt}, Promised{3, 2, std::nullopt}};
  EXPECT_THAT(Names(setup + Log{AcceptSent{2, 2, "b"}}), IsEmpty());
  EXPECT_THAT(Names(setup + Log{AcceptSent{2, 2, "a"}}), IsEmpty());
}

TEST(SafetyTest, PhaseTwoValueRejectsAnAcceptWithoutAQuorumOfPromises) {
  const Log log = {ClientProposed{0, "a"}, Promised{1, 1, std::nullopt},
                   Promised{1, 1, std::nullopt}, AcceptSent{1, 1, "a"}};
  EXPECT_THAT(Names(log), ElementsAre("phase two value"));
}

TEST(SafetyTest, QuorumsOfTheTwoPhasesMayDiffer) {
  const auto names = [](int prepare, int accept, const Log& log) {
    std::vector<std::string> found;
    for (const Violation& one : Check(SafetyOracles(prepare, accept), log)) {
      found.push_back(one.rule);
    }
    return found;
  };
  const Log committed = ChosenInRoundOne() + Log{CommitSent{1, 1, "a"}};
  EXPECT_THAT(names(2, 2, committed), IsEmpty());
  EXPECT_THAT(names(3, 1, committed), ElementsAre("phase two value"));
  EXPECT_THAT(names(1, 3, committed), ElementsAre("learned is chosen"));
}

TEST(SafetyTest, PromiseMonotonicityRejectsALowerPromise) {
  EXPECT_THAT(Details({Promised{1, 3, std::nullopt}, Promised{1, 2, std::nullopt}}),
              ElementsAre("1 promises round 2 with no vote, its round was 3 already"));
}

TEST(SafetyTest, PromiseMonotonicityRejectsAPromiseBelowAVote) {
  const Log log = {ClientProposed{0, "a"}, Voted{1, 3, "a"}, Promised{1, 2, Vote{3, "a"}}};
  EXPECT_THAT(Names(log), ElementsAre("promise monotonicity"));
}

TEST(SafetyTest, PromiseMonotonicityAllowsARepeatedPromise) {
  EXPECT_THAT(Names({Promised{1, 3, std::nullopt}, Promised{1, 3, std::nullopt}}), IsEmpty());
}

TEST(SafetyTest, VoteMonotonicityRejectsAVoteBelowAPromise) {
  const Log log = {ClientProposed{0, "a"}, Promised{1, 3, std::nullopt}, Voted{1, 2, "a"}};
  EXPECT_THAT(Details(log), ElementsAre("1 votes for \"a\" in round 2, its round was 3 already"));
}

TEST(SafetyTest, VoteMonotonicityRejectsAVoteBelowAVote) {
  const Log log = {ClientProposed{0, "a"}, Voted{1, 3, "a"}, Voted{1, 2, "a"}};
  EXPECT_THAT(Names(log), ElementsAre("vote monotonicity"));
}

TEST(SafetyTest, PromiseReportsVoteRejectsAHiddenVote) {
  const Log log = {ClientProposed{0, "a"}, Voted{1, 1, "a"}, Promised{1, 2, std::nullopt}};
  EXPECT_THAT(Details(log), ElementsAre("1 promises round 2 with no vote, its last vote is "
                                        "(1, \"a\")"));
}

TEST(SafetyTest, PromiseReportsVoteRejectsAnInventedVote) {
  EXPECT_THAT(Names({Promised{1, 2, Vote{1, "a"}}}), ElementsAre("promise reports vote"));
}

TEST(SafetyTest, ReportsTheFirstViolationOfAnOracleWithItsPosition) {
  const Log log = {ClientAnswered{0, "a"}, ClientAnswered{1, "b"}, ClientAnswered{2, "c"}};
  const std::vector<Violation> violations = CheckSafety(log, kQuorum);
  ASSERT_EQ(violations.size(), 1u);
  EXPECT_EQ(violations[0].position, 1u);
}

TEST(ObservationTest, EveryEventPrintsAsOneLine) {
  const Log log = {ClientProposed{0, "a"},
                   ClientAnswered{1, "a"},
                   PrepareSent{1, 2},
                   Promised{1, 2, Vote{1, "a"}},
                   Promised{1, 2, std::nullopt},
                   AcceptSent{1, 2, "a"},
                   Voted{1, 2, "a"},
                   Refused{1, 1, 2},
                   Refused{1, 2, 2, 3},
                   CommitSent{1, 2, "a"},
                   Learned{1, "a"},
                   PhaseFailed{1, 2, 3},
                   Loaded{1, 2, 3, Vote{1, "a"}, "a"},
                   LeaderElected{1, 2},
                   Suspected{1, 2},
                   Restored{1, 2},
                   LeaderFailed{1, 2}};
  std::vector<std::string> lines;
  for (const Event& event : log) lines.push_back(ToString(event));
  EXPECT_THAT(
      lines,
      ElementsAre("client 1 proposes \"a\"", "client 2 is answered \"a\"",
                  "1 sends prepare in round 2", "1 promises round 2 with vote (1, \"a\")",
                  "1 promises round 2 with no vote", "1 sends accept of \"a\" in round 2",
                  "1 votes for \"a\" in round 2", "1 refuses prepare in round 2",
                  "1 refuses accept in round 2 (it promised 3)",
                  "1 sends commit of \"a\" in round 2", "1 learns \"a\"",
                  "1 gets no quorum in round 2 (refused for 3)",
                  "1 begins with round 3 with vote (1, \"a\"), round 2 begun, \"a\" learned",
                  "1 trusts leader 2", "1 suspects 2", "1 restores 2", "1 fails after phase 2"));
}

TEST(SafetyTest, AVoteThatWasWrittenAndNeverSaidCountsAfterARestart) {
  const Log log = {Saved{1, {}, {}}, Saved{1, 1, Vote{1, "a"}}, Restarted{1}};
  EXPECT_THAT(Names(log + Log{Saved{1, 2, Vote{1, "a"}}, Promised{1, 2, Vote{1, "a"}}}), IsEmpty());
  EXPECT_THAT(Details(log + Log{Saved{1, 2, Vote{1, "a"}}, Promised{1, 2, {}}}),
              Contains("1 promises round 2 with no vote, its last vote is (1, \"a\")"));
}

TEST(SafetyTest, NoRoundIsBegunTwice) {
  const Log restarted = {PrepareSent{1, 1}, Restarted{1}, PrepareSent{1, 1}};
  EXPECT_THAT(Details(restarted),
              ElementsAre("1 sends prepare in round 1, but it was begun before"));
  EXPECT_THAT(Names({PrepareSent{1, 1}, Restarted{1}, PrepareSent{1, 4}}), IsEmpty());
}

TEST(SafetyTest, APromiseIsOnTheDiskBefore) {
  EXPECT_THAT(Names({Saved{2, {}, {}}, Saved{2, 1, {}}, Promised{2, 1, {}}}), IsEmpty());
  EXPECT_THAT(Details({Saved{2, {}, {}}, Promised{2, 1, {}}, Saved{2, 1, {}}}),
              ElementsAre("2 promises round 1 with no vote, but \"2 saves no round with no vote\" "
                          "was the last write"));
}

TEST(SafetyTest, AVoteIsOnTheDiskBefore) {
  const Log proposal = {ClientProposed{0, "a"}, Saved{2, {}, {}}};
  EXPECT_THAT(Names(proposal + Log{Saved{2, 1, Vote{1, "a"}}, Voted{2, 1, "a"}}), IsEmpty());
  EXPECT_THAT(Names(proposal + Log{Saved{2, 1, {}}, Voted{2, 1, "a"}}),
              ElementsAre("saved before said"));
}

TEST(SafetyTest, APeriodIsLongerAfterAFalseSuspicion) {
  const Log log = {PeriodBegan{1, 100}, Suspected{1, 2}, PeriodBegan{1, 100}, Restored{1, 2}};
  EXPECT_THAT(Names(log + Log{PeriodBegan{1, 150}, PeriodBegan{1, 150}}), IsEmpty());
  EXPECT_THAT(Names(log + Log{PeriodBegan{2, 100}, PeriodBegan{1, 101}}), IsEmpty());
  EXPECT_THAT(Details(log + Log{PeriodBegan{1, 100}}),
              ElementsAre("1 begins a period of 100 us, though it suspected falsely in one of 100 "
                          "us"));
}

}  // namespace
}  // namespace oracles
