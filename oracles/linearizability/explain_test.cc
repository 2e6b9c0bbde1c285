#include "oracles/linearizability/explain.h"

#include <gtest/gtest.h>

#include "oracles/linearizability/consensus.h"
#include "oracles/linearizability/queue.h"
#include "oracles/linearizability/register.h"

namespace oracles::linearizability {
namespace {

template <typename Spec>
std::string Explained(const History<Spec>& history, std::uint64_t budget = kDefaultBudget) {
  return Explain(Spec(), history, Check(Spec(), history, budget));
}

TEST(ExplainTest, WhatFits) {
  EXPECT_EQ(Explained<Register<>>({{1, Register<>::Write("x", "a"), {{}}, 1, 2}}), "linearizable");
}

TEST(ExplainTest, HowFarAHistoryCanBeExplainedAndWhatDoesNotFit) {
  using R = Register<>;
  EXPECT_EQ(Explained<R>({{1, R::Write("x", "a"), R::Result{}, 1, 4},
                          {2, R::Write("x", "b"), R::Result{}, 2, 5},
                          {3, R::Read("x"), R::Result{"a"}, 6, 7},
                          {1, R::Write("x", "c"), std::nullopt, 8, 0},
                          {3, R::Read("y"), R::Result{std::nullopt}, 8, 9},
                          {3, R::Read("x"), R::Result{"b"}, 10, 11}}),
            "not linearizable: nothing explains client 3: read(\"x\"): \"b\" (10 to 11)\n"
            "what returned before it is explained by this order:\n"
            "  client 2: write(\"x\", \"b\") (2 to 5); then \"b\"\n"
            "  client 1: write(\"x\", \"a\") (1 to 4); then \"a\"\n"
            "  client 3: read(\"x\"): \"a\" (6 to 7); then \"a\"\n"
            "also under way then:\n"
            "  client 1: write(\"x\", \"c\") (8, never returned)");
}

TEST(ExplainTest, AResultThatCameLaterIsNotShown) {
  using R = Register<int, int>;
  EXPECT_EQ(Explained<R>({{1, R::CompareAndSet(7, std::nullopt, 1), R::Result{{}, false}, 1, 9},
                          {2, R::Read(7), R::Result{1}, 2, 3},
                          {2, R::Read(7), R::Result{2}, 4, 5}}),
            "not linearizable: nothing explains client 2: read(7): 2 (4 to 5)\n"
            "what returned before it is explained by this order:\n"
            "  client 1: compare-and-set(7, nothing to 1) (1 to 9); then 1\n"
            "  client 2: read(7): 1 (2 to 3); then 1");
}

TEST(ExplainTest, TheBeginningCanBeLeftOut) {
  using R = Register<int, int>;
  const History<R> history{{1, R::Write(7, 1), R::Result{}, 1, 2},
                           {1, R::Write(7, 2), R::Result{}, 3, 4},
                           {1, R::Write(7, 3), R::Result{}, 5, 6},
                           {2, R::Read(7), R::Result{4}, 7, 8}};
  EXPECT_EQ(Explain(R(), history, Check(R(), history), 1),
            "not linearizable: nothing explains client 2: read(7): 4 (7 to 8)\n"
            "what returned before it is explained by this order:\n"
            "  2 operations; then 2\n"
            "  client 1: write(7, 3) (5 to 6); then 3");
}

TEST(ExplainTest, AnOperationThatIsWrongByItself) {
  using C = Consensus<>;
  EXPECT_EQ(Explained<C>({{0, C::Wait(), "a", 1, 2}, {1, C::Propose("a"), "a", 3, 4}}),
            "not linearizable: nothing explains client 0: wait: \"a\" (1 to 2)\n"
            "what returned before it is explained by this order:\n"
            "  nothing happens; then nothing is decided");
}

TEST(ExplainTest, ABudgetThatDidNotSuffice) {
  using Q = Queue<int>;
  const History<Q> history{{1, Q::Put(1), Q::Result{}, 1, 9},
                           {2, Q::Put(1), Q::Result{}, 1, 9},
                           {3, Q::Take(), Q::Result{3}, 1, 9}};
  EXPECT_EQ(Explained<Q>(history, 5), "undecided after 5 steps");
}

}  // namespace
}  // namespace oracles::linearizability
