#include "oracles/linearizability/check.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/random.h"
#include "oracles/linearizability/consensus.h"
#include "oracles/linearizability/queue.h"
#include "oracles/linearizability/register.h"
#include "oracles/linearizability/testing/random_history.h"

namespace oracles::linearizability {
namespace {

using Registers = Register<>;
using Numbers = Register<int, int>;

Call<Registers> Write(std::uint64_t called, std::uint64_t returned, std::string value) {
  return {1, Registers::Write("x", std::move(value)), Registers::Result(), called, returned};
}
Call<Registers> Read(std::uint64_t called, std::uint64_t returned, std::string value) {
  return {2, Registers::Read("x"), Registers::Result{std::move(value)}, called, returned};
}

Answer AnswerTo(const History<Registers>& history) { return Check(Registers(), history).answer; }

TEST(CheckTest, NothingIsLinearizable) { EXPECT_EQ(AnswerTo({}), Answer::kLinearizable); }

TEST(CheckTest, AReadGetsWhatWasWrittenBeforeIt) {
  EXPECT_EQ(AnswerTo({Write(1, 2, "a"), Read(3, 4, "a")}), Answer::kLinearizable);
  EXPECT_EQ(AnswerTo({Write(1, 2, "a"), Read(3, 4, "b")}), Answer::kNotLinearizable);
}

TEST(CheckTest, AReadDuringAWriteGetsEither) {
  EXPECT_EQ(AnswerTo({Write(1, 2, "a"), Write(3, 6, "b"), Read(4, 5, "a")}), Answer::kLinearizable);
  EXPECT_EQ(AnswerTo({Write(1, 2, "a"), Write(3, 6, "b"), Read(4, 5, "b")}), Answer::kLinearizable);
}

TEST(CheckTest, ReadsDuringAWriteDoNotGoBack) {
  EXPECT_EQ(AnswerTo({Write(1, 2, "a"), Write(3, 8, "b"), Read(4, 5, "b"), Read(6, 7, "a")}),
            Answer::kNotLinearizable);
}

TEST(CheckTest, EventsAtOneMomentAreNotOrdered) {
  EXPECT_EQ(AnswerTo({Write(1, 2, "a"), Write(2, 3, "b"), Read(4, 5, "a")}), Answer::kLinearizable);
}

TEST(CheckTest, WhatNeverReturnedMayHaveHappenedOrNot) {
  Call<Registers> lost = Write(1, 0, "a");
  lost.result.reset();
  EXPECT_EQ(AnswerTo({lost, Read(2, 3, "a")}), Answer::kLinearizable);
  EXPECT_EQ(AnswerTo({lost, Write(2, 3, "b"), Read(4, 5, "b"), Read(6, 7, "a"), Read(8, 9, "a")}),
            Answer::kLinearizable);
  EXPECT_EQ(AnswerTo({lost, Write(2, 3, "b"), Read(4, 5, "b")}), Answer::kLinearizable);
}

TEST(CheckTest, WhatNeverReturnedHappensOnceAtMost) {
  Call<Registers> lost = Write(1, 0, "a");
  lost.result.reset();
  EXPECT_EQ(AnswerTo({lost, Read(2, 3, "a"), Write(4, 5, "b"), Read(6, 7, "a")}),
            Answer::kNotLinearizable);
}

TEST(CheckTest, WhatNeverReturnedDoesNotHappenBeforeItsCall) {
  Call<Registers> lost = Write(4, 0, "a");
  lost.result.reset();
  EXPECT_EQ(AnswerTo({Read(2, 3, "a"), lost}), Answer::kNotLinearizable);
}

TEST(CheckTest, TheOrderExplainsTheHistory) {
  const History<Registers> history{Write(1, 6, "a"), Write(2, 7, "b"), Read(3, 4, "b"),
                                   Read(8, 9, "a")};
  EXPECT_THAT(Check(Registers(), history).order, ::testing::ElementsAre(1, 2, 0, 3));
}

TEST(CheckTest, TheMisfitIsWhereTheHistoryStopsBeingLinearizable) {
  const History<Registers> history{Write(1, 2, "a"), Read(3, 4, "b"), Read(5, 6, "c")};
  const Verdict verdict = Check(Registers(), history);
  EXPECT_EQ(verdict.misfit, 1u);
  EXPECT_THAT(verdict.order, ::testing::ElementsAre(0));
  EXPECT_TRUE(verdict.longest);
}

// The search of the whole history gets only to the read, since the compare-and-set said later that
// it set nothing; until it said so, it may have.
TEST(CheckTest, TheMisfitIsTheResultThatCameTooMuch) {
  const History<Registers> history{
      {1, Registers::CompareAndSet("x", std::nullopt, "a"), Registers::Result{{}, false}, 1, 10},
      Read(2, 3, "a")};
  const Verdict verdict = Check(Registers(), history);
  EXPECT_EQ(verdict.misfit, 0u);
  EXPECT_THAT(verdict.order, ::testing::ElementsAre(0, 1));
}

TEST(CheckTest, OthersUnderWayAreNamed) {
  const History<Registers> history{Read(1, 2, "a"), Write(3, 4, "b"), Read(5, 8, "c"),
                                   Write(6, 20, "d")};
  Verdict verdict = Check(Registers(), {history.begin() + 1, history.end()});
  EXPECT_EQ(verdict.misfit, 1u);
  EXPECT_THAT(verdict.under_way, ::testing::ElementsAre(2));
}

TEST(CheckTest, OfSeveralKeysTheOneThatFailsFirstIsTold) {
  const auto read = [](int key, std::uint64_t moment) {
    return Call<Numbers>{1, Numbers::Read(key), Numbers::Result{7}, moment, moment + 1};
  };
  EXPECT_EQ(Check(Numbers(), {read(1, 10), read(2, 5), read(3, 20)}).misfit, 1u);
}

TEST(CheckTest, AnOperationReturnsAfterItsCall) {
  const History<Registers> history{Write(1, 2, "a"), Write(5, 4, "b")};
  EXPECT_THAT([&] { Check(Registers(), history); },
              ::testing::ThrowsMessage<std::invalid_argument>(
                  "operation 1 of the history returns at 4, before its call at 5"));
}

// As many writes as it takes, all at the same time, and a read of what nobody wrote. Each value is
// written twice, so that it takes a search.
History<Numbers> Hostile(int writes, bool returned) {
  History<Numbers> history;
  for (int i = 0; i < writes; ++i) {
    history.push_back({i, Numbers::Write(1, i / 2), std::nullopt, 1, 0});
    if (returned) history.back().result = Numbers::Result();
    history.back().returned = 100;
  }
  history.push_back({writes, Numbers::Read(1), Numbers::Result{-1}, 2, 99});
  return history;
}

TEST(CheckTest, TheMemoKeepsAHistoryOfPermutationsSmall) {
  const Verdict verdict = Check(Numbers(), Hostile(10, true));  // 10! orders
  EXPECT_EQ(verdict.answer, Answer::kNotLinearizable);
  EXPECT_LT(verdict.steps, 500'000u);
}

TEST(CheckTest, AHostileHistoryEndsUndecidedWithinItsBudget) {
  for (const int writes : {60, 80}) {  // more of them than a search by levels has slots for
    const Verdict verdict = Check(Numbers(), Hostile(writes, true), 20'000);
    EXPECT_EQ(verdict.answer, Answer::kUndecided);
    EXPECT_GE(verdict.steps, 20'000u);
    EXPECT_LT(verdict.steps, 20'100u);
  }
}

TEST(CheckTest, WhatIsUndecidedHasNoOrderEvenIfSomeKeysHaveOne) {
  History<Numbers> history = Hostile(60, true);
  history.push_back({70, Numbers::Write(0, 5), Numbers::Result{}, 200, 201});
  const Verdict verdict = Check(Numbers(), history, 20'000);
  EXPECT_EQ(verdict.answer, Answer::kUndecided);
  EXPECT_TRUE(verdict.order.empty());
}

TEST(CheckTest, OpenOperationsThatExplainNothingAreNotTried) {
  const Verdict verdict = Check(Numbers(), Hostile(60, false), 20'000);
  EXPECT_EQ(verdict.answer, Answer::kNotLinearizable);
  EXPECT_EQ(verdict.misfit, 60u);
}

TEST(CheckTest, OneKeyThatIsUndecidedHidesNoFailureOfAnother) {
  History<Numbers> history = Hostile(60, true);
  history.push_back({70, Numbers::Read(2), Numbers::Result{5}, 200, 201});
  const Verdict verdict = Check(Numbers(), history, 20'000);
  EXPECT_EQ(verdict.answer, Answer::kNotLinearizable);
  EXPECT_EQ(verdict.misfit, 61u);
}

TEST(CheckTest, ABudgetThatSufficesForTheAnswerMayNotForTheLongestBeginning) {
  // Until the read of 1 returned, nothing is known of the others, so that they may have happened
  // in any order; then there is an answer at once.
  History<Numbers> history = Hostile(40, true);
  history.back().result = Numbers::Result{1};
  for (Call<Numbers>& call : history) call.called += 10;
  history.push_back({50, Numbers::Read(1), Numbers::Result{-2}, 1, 5});
  history.push_back({50, Numbers::Read(1), Numbers::Result{-2}, 1, 90});
  const Verdict verdict = Check(Numbers(), history, 20'000);
  EXPECT_EQ(verdict.answer, Answer::kNotLinearizable);
}

// A register that everybody writes and reads: long, and with few operations at a time.
TEST(CheckTest, ALongHistoryTakesStepsInProportion) {
  base::Random random(5);
  const testing::Domain<Numbers> domain{[](base::Random& one) {
                                          const int value = static_cast<int>(one.Below(5));
                                          return one.Below(2) == 0 ? Numbers::Write(1, value)
                                                                   : Numbers::Read(1);
                                        },
                                        {{std::nullopt}, {0}, {1}, {2}, {3}, {4}}};
  const History<Numbers> history =
      testing::Simulation<Numbers>({}, domain, {20'000, 4, 0, 0}, random).Run();
  const Verdict verdict = Check(Numbers(), history);
  EXPECT_EQ(history.size(), 20'000u);
  EXPECT_EQ(verdict.answer, Answer::kLinearizable);
  EXPECT_EQ(verdict.order.size(), 20'000u);
  EXPECT_LT(verdict.steps, 400'000u);
}

}  // namespace
}  // namespace oracles::linearizability
