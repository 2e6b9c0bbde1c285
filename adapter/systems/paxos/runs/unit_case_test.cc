#include "adapter/systems/paxos/runs/unit_case.h"

#include <gtest/gtest.h>

namespace adapter {
namespace {

const cases::Configuration kThree = {3, 2, {1, 2, 3}, 0, 0};

TEST(UnitCaseTest, RoundZeroAmongOtherRoundsIsARefusal) {
  const cases::PrepareQfCase two_of_three = {
      {{5, 0, ""}, {0, 0, ""}, {5, 0, ""}}, true, cases::Promise{5, 0, ""}};
  EXPECT_EQ(RunCase(two_of_three, kThree).detail, "");
  const cases::PrepareQfCase one_of_three = {
      {{5, 0, ""}, {0, 0, ""}, {0, 0, ""}}, false, std::nullopt};
  EXPECT_EQ(RunCase(one_of_three, kThree).detail, "");
}

TEST(UnitCaseTest, RoundZeroEverywhereIsARound) {
  const cases::PrepareQfCase test = {{{0, 0, ""}, {0, 0, ""}}, true, cases::Promise{0, 0, ""}};
  EXPECT_EQ(RunCase(test, kThree).detail, "");
}

TEST(UnitCaseTest, AnOlderPromiseDoesNotCount) {
  const cases::PrepareQfCase test = {{{5, 0, ""}, {4, 0, ""}}, false, std::nullopt};
  EXPECT_EQ(RunCase(test, kThree).detail, "");
}

TEST(UnitCaseTest, TheCombinedPromiseHasTheHighestVote) {
  const cases::PrepareQfCase test = {{{5, 1, "a"}, {5, 3, "b"}}, true, cases::Promise{5, 3, "b"}};
  EXPECT_EQ(RunCase(test, kThree).detail, "");
}

TEST(UnitCaseTest, AnEmptyValueOfARoundIsAVote) {
  const cases::PrepareQfCase test = {{{5, 3, ""}, {5, 0, ""}}, true, cases::Promise{5, 3, ""}};
  EXPECT_EQ(RunCase(test, kThree).detail, "");
}

TEST(UnitCaseTest, RefusedAcceptsDoNotCount) {
  const cases::AcceptQfCase test = {{{5, "a"}, {0, ""}, {5, "a"}}, true, cases::Learn{5, "a"}};
  EXPECT_EQ(RunCase(test, kThree).detail, "");
  const cases::AcceptQfCase too_few = {{{5, "a"}, {0, ""}}, false, std::nullopt};
  EXPECT_EQ(RunCase(too_few, kThree).detail, "");
}

TEST(UnitCaseTest, NoRepliesAreNoQuorum) {
  EXPECT_EQ(RunCase(cases::PrepareQfCase{{}, false, {}}, kThree).detail, "");
  EXPECT_EQ(RunCase(cases::AcceptQfCase{{}, false, {}}, kThree).detail, "");
  EXPECT_EQ(RunCase(cases::CommitQfCase{0, false}, kThree).detail, "");
}

TEST(UnitCaseTest, TheQuorumSizeIsTheSuites) {
  EXPECT_EQ(RunCase(cases::CommitQfCase{2, true}, {3, 2, {1, 2, 3}, 0, 0}).detail, "");
  EXPECT_EQ(RunCase(cases::CommitQfCase{2, false}, {3, 3, {1, 2, 3}, 0, 0}).detail, "");
}

TEST(UnitCaseTest, ASuspectedServerThatAnswersIsRestored) {
  EXPECT_EQ(RunCase(cases::FailureDetectorCase{{8, 9}, {true, false}, {true, true}, {false, true}})
                .detail,
            "");
}

// Of three servers, the first is restored, the second stays suspected, the third becomes so.
cases::FailureDetectorCase Timeout(const std::vector<bool>& late) {
  return {{7, 8, 9},
          {true, false, false},
          {true, true, false},
          {false, true, true},
          late,
          true,
          std::vector<cases::ServerId>{9},
          std::vector<cases::ServerId>{7}};
}

TEST(UnitCaseTest, SuspicionsAndRestorationsAreReportedOnce) {
  EXPECT_EQ(RunCase(Timeout({false, false, false})).detail, "");
}

TEST(UnitCaseTest, ALateAnswerIsNoSignOfLife) {
  EXPECT_EQ(RunCase(Timeout({false, true, true})).detail, "");
}

TEST(UnitCaseTest, ALateAnswerMakesTheDelayGrow) {
  cases::FailureDetectorCase test = {{8, 9}, {true, true}, {false, false}, {false, false}};
  test.expect_longer = false;
  EXPECT_EQ(RunCase(test).detail, "");
  test.late = {false, true};
  EXPECT_EQ(RunCase(test).detail, "longer delay: expected false, observed true");
}

TEST(UnitCaseTest, EveryReportIsCompared) {
  cases::FailureDetectorCase test = Timeout({false, false, false});
  test.expect_longer = false;
  test.expect_newly_suspected = {8, 9};
  test.expect_restored = std::vector<cases::ServerId>{};
  EXPECT_EQ(RunCase(test).detail,
            "longer delay: expected false, observed true; newly suspected: expected 8, 9, observed "
            "9; restored: expected none, observed 7");
}

TEST(UnitCaseTest, TheFirstCommitStays) {
  EXPECT_EQ(RunCase(cases::LearnerCase{{{{5, "a"}, {5, "a"}}, {{6, "b"}, {5, "a"}}}}).detail, "");
  EXPECT_EQ(RunCase(cases::LearnerCase{{{{5, "a"}, {5, "a"}}, {{6, "b"}, {6, "b"}}}}).detail,
            "learned 2: expected \"b\" of round 6, observed \"a\" of round 5");
}

TEST(UnitCaseTest, AFailureSaysWhatWasExpectedAndObserved) {
  const Verdict verdict = RunCase(cases::CommitQfCase{2, false}, kThree);
  EXPECT_EQ(verdict.outcome, Outcome::kFail);
  EXPECT_EQ(verdict.detail, "quorum: expected false, observed true");
}

}  // namespace
}  // namespace adapter
