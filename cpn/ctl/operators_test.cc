// What each operator means, on graphs small enough to see it.
#include <gtest/gtest.h>

#include "cpn/ctl/testing.h"

namespace cpn::ctl {
namespace {

using enum Operator;
using testing::Format;
using testing::GraphNet;
using testing::Make;
using testing::Not;

/// 0 leads to the cycle 1, 2 and to the dead marking 3.
constexpr char kFork[] = "0a1 1b2 2c1 0d3";
/// Only 0, which is dead.
constexpr char kDead[] = "";
/// 0 repeats itself.
constexpr char kLoop[] = "0a0";

void ExpectHolds(GraphNet& net, const Formula& formula) {
  EXPECT_EQ(net.VerdictOf(formula), Verdict::kHolds) << Format(formula);
  EXPECT_EQ(net.VerdictOf(Not(formula)), Verdict::kViolated) << Format(formula);
}

void ExpectViolated(GraphNet& net, const Formula& formula) { ExpectHolds(net, Not(formula)); }

TEST(OperatorsTest, Constants) {
  GraphNet net(kFork);
  ExpectHolds(net, Make(kTrue));
  ExpectViolated(net, Make(kFalse));
}

TEST(OperatorsTest, StateFunctionIsAboutTheMarking) {
  GraphNet net(kFork);
  ExpectHolds(net, net.At(0));
  ExpectViolated(net, net.At(1));
}

TEST(OperatorsTest, AndOr) {
  GraphNet net(kFork);
  ExpectHolds(net, Make(kAnd, {net.At(0), Make(kTrue), Not(net.At(1))}));
  ExpectViolated(net, Make(kAnd, {net.At(0), Make(kTrue), net.At(1)}));
  ExpectHolds(net, Make(kOr, {net.At(1), Make(kFalse), net.At(0)}));
  ExpectViolated(net, Make(kOr, {net.At(1), Make(kFalse), net.At(2)}));
}

TEST(OperatorsTest, PosIsSomewhereOnSomePath) {
  GraphNet net(kFork);
  ExpectHolds(net, Make(kPos, {net.At(0)}));
  ExpectHolds(net, Make(kPos, {net.At(2)}));
  ExpectViolated(net, Make(kPos, {net.At(9)}));
}

TEST(OperatorsTest, PosInsideLooksFromThere) {
  GraphNet net(kFork);
  ExpectViolated(net, Make(kInv, {Make(kPos, {net.At(3)})}));
  ExpectHolds(
      net, Make(kInv, {Make(kOr, {net.At(3), Make(kPos, {net.At(3)}), Make(kPos, {net.At(1)})})}));
}

TEST(OperatorsTest, InvIsEverywhereOnAllPaths) {
  GraphNet net(kFork);
  ExpectHolds(net, Make(kInv, {Not(net.At(9))}));
  ExpectViolated(net, Make(kInv, {Not(net.At(3))}));
}

TEST(OperatorsTest, EvIsSomewhereOnAllPaths) {
  GraphNet net(kFork);
  ExpectHolds(net, Make(kEv, {Make(kOr, {net.At(1), net.At(3)})}));
  ExpectViolated(net, Make(kEv, {net.At(1)}));
  ExpectViolated(net, Make(kEv, {net.At(3)}));
}

TEST(OperatorsTest, EvIsViolatedByACycleThatAvoidsIt) {
  GraphNet net("0a1 1b0 1a2 2a2");
  ExpectViolated(net, Make(kEv, {net.At(2)}));
}

TEST(OperatorsTest, AlongIsEverywhereOnSomePath) {
  GraphNet net(kFork);
  ExpectHolds(net, Make(kAlong, {Not(net.At(3))}));
  ExpectHolds(net, Make(kAlong, {Make(kOr, {net.At(0), net.At(3)})}));
  ExpectViolated(net, Make(kAlong, {Make(kOr, {net.At(0), net.At(1)})}));
}

TEST(OperatorsTest, ExistUntil) {
  GraphNet net("0a1 1a2 0b3 3b2");
  ExpectHolds(net, Make(kExistUntil, {Not(net.At(1)), net.At(2)}));
  ExpectViolated(net, Make(kExistUntil, {net.At(0), net.At(2)}));
  ExpectHolds(net, Make(kExistUntil, {Make(kFalse), net.At(0)}));
}

TEST(OperatorsTest, ForallUntil) {
  GraphNet net("0a1 1a2 0b3 3b2");
  ExpectHolds(net, Make(kForallUntil, {Not(net.At(2)), net.At(2)}));
  ExpectViolated(net, Make(kForallUntil, {Not(net.At(1)), net.At(2)}));
  ExpectHolds(net, Make(kForallUntil, {Make(kFalse), net.At(0)}));
}

TEST(OperatorsTest, ForallUntilNeedsTheSecondToCome) {
  GraphNet net("0a1 1a0 1b2");
  ExpectViolated(net, Make(kForallUntil, {Make(kTrue), net.At(2)}));
}

TEST(OperatorsTest, Next) {
  GraphNet net(kFork);
  ExpectHolds(net, Make(kExistNext, {net.At(3)}));
  ExpectViolated(net, Make(kExistNext, {net.At(0)}));
  ExpectHolds(net, Make(kForallNext, {Not(net.At(0))}));
  ExpectViolated(net, Make(kForallNext, {net.At(3)}));
}

TEST(OperatorsTest, ModalIsAboutSomeArc) {
  GraphNet net(kFork);
  ExpectHolds(net, Make(kModal, {net.Arc('d')}));
  ExpectHolds(net, Make(kModal, {net.Arc('a', 1)}));
  ExpectViolated(net, Make(kModal, {net.Arc('a', 3)}));
  ExpectViolated(net, Make(kModal, {net.Arc('b')}));
}

TEST(OperatorsTest, ModalOfAnArcIsAboutTheMarkingAfterIt) {
  GraphNet net(kFork);
  ExpectHolds(net, Make(kModal, {Make(kAnd, {net.Arc('a'), Make(kModal, {net.At(1)})})}));
  ExpectViolated(net, Make(kModal, {Make(kAnd, {net.Arc('a'), Make(kModal, {net.At(3)})})}));
}

TEST(OperatorsTest, ExistModal) {
  GraphNet net("0a1 0a2 0b3");
  ExpectHolds(net, Make(kExistModal, {net.Arc('a'), net.At(2)}));
  ExpectViolated(net, Make(kExistModal, {net.Arc('a'), net.At(3)}));
}

TEST(OperatorsTest, ForallModal) {
  GraphNet net("0a1 0a2 0b3");
  ExpectHolds(net, Make(kForallModal, {net.Arc('a'), Not(net.At(3))}));
  ExpectViolated(net, Make(kForallModal, {net.Arc('a'), net.At(2)}));
}

TEST(OperatorsTest, PathsAreReadAlongArcsWhenOperandsAreAboutArcs) {
  GraphNet net(kFork);
  ExpectHolds(net, Make(kPos, {net.Arc('c')}));
  ExpectViolated(net, Make(kInv, {Not(net.Arc('c'))}));
  ExpectHolds(net, Make(kEv, {Make(kOr, {net.Arc('d'), net.Arc('b')})}));
  ExpectViolated(net, Make(kEv, {net.Arc('b')}));
  ExpectHolds(net, Make(kAlong, {net.Arc('d')}));
  ExpectViolated(net, Make(kAlong, {Not(Make(kOr, {net.Arc('b'), net.Arc('d')}))}));
  ExpectHolds(net, Make(kExistUntil, {Not(net.Arc('c')), net.Arc('b')}));
  ExpectViolated(net, Make(kExistUntil, {net.Arc('a'), net.Arc('c')}));
  ExpectHolds(net, Make(kForallUntil, {net.Arc('a'), Not(net.Arc('a'))}));
  ExpectViolated(net, Make(kForallUntil, {Not(net.Arc('b')), net.Arc('c')}));
}

TEST(OperatorsTest, OfAnArcThatArcBeginsThePath) {
  GraphNet net(kFork);
  const auto begins = [&](Formula f) { return Make(kModal, {Make(kAnd, {net.Arc('a'), f})}); };
  ExpectHolds(net, begins(Make(kPos, {net.Arc('a')})));
  ExpectViolated(net, begins(Make(kPos, {net.Arc('d')})));
  ExpectHolds(net, begins(Make(kEv, {net.Arc('c')})));
  ExpectViolated(net, begins(Make(kAlong, {Not(net.Arc('a'))})));
  ExpectHolds(net, begins(Make(kForallUntil, {net.Arc('a'), net.Arc('b')})));
  ExpectViolated(net, begins(Make(kExistUntil, {net.Arc('b'), net.Arc('c')})));
}

TEST(OperatorsTest, NextOfAnArcIsAboutTheNextArcs) {
  GraphNet net(kFork);
  const auto after = [&](char arc, Operator op, Formula f) {
    return Make(kModal, {Make(kAnd, {net.Arc(arc), Make(op, {std::move(f)})})});
  };
  ExpectHolds(net, after('a', kExistNext, net.Arc('b')));
  ExpectViolated(net, after('d', kExistNext, Make(kTrue)));
  ExpectHolds(net, after('d', kForallNext, Make(kFalse)));
  ExpectViolated(net, after('a', kForallNext, net.Arc('c')));
}

TEST(OperatorsTest, DeadMarkingHasNoNext) {
  GraphNet net(kDead);
  ExpectViolated(net, Make(kExistNext, {Make(kTrue)}));
  ExpectHolds(net, Make(kForallNext, {Make(kFalse)}));
  ExpectViolated(net, Make(kModal, {Make(kTrue)}));
  ExpectViolated(net, Make(kExistModal, {Make(kTrue), Make(kTrue)}));
  ExpectHolds(net, Make(kForallModal, {Make(kTrue), Make(kFalse)}));
}

TEST(OperatorsTest, PathsEndInADeadMarking) {
  GraphNet net(kDead);
  for (const Operator op : {kPos, kInv, kEv, kAlong}) {
    ExpectHolds(net, Make(op, {net.At(0)}));
    ExpectViolated(net, Make(op, {net.At(1)}));
  }
  for (const Operator op : {kExistUntil, kForallUntil}) {
    ExpectHolds(net, Make(op, {net.At(1), net.At(0)}));
    ExpectViolated(net, Make(op, {net.At(0), net.At(1)}));
  }
}

TEST(OperatorsTest, PathsFromADeadMarkingHaveNoArcs) {
  GraphNet net(kDead);
  const Formula any = Make(kOr, {net.Arc('a'), Not(net.Arc('a'))});
  ExpectHolds(net, Make(kInv, {Not(any)}));
  ExpectHolds(net, Make(kAlong, {Not(any)}));
  ExpectViolated(net, Make(kPos, {any}));
  ExpectViolated(net, Make(kEv, {any}));
  ExpectViolated(net, Make(kExistUntil, {any, any}));
  ExpectViolated(net, Make(kForallUntil, {any, any}));
}

TEST(OperatorsTest, PathsGoRoundForEver) {
  GraphNet net(kLoop);
  ExpectHolds(net, Make(kAlong, {net.At(0)}));
  ExpectViolated(net, Make(kEv, {net.At(1)}));
  ExpectHolds(net, Make(kInv, {net.Arc('a')}));
  ExpectViolated(net, Make(kEv, {net.Arc('b')}));
}

TEST(OperatorsTest, ArcsInParallelAreSeveral) {
  GraphNet net("0a1 0b1");
  ExpectViolated(net, Make(kEv, {net.Arc('a')}));
  ExpectHolds(net, Make(kEv, {Make(kOr, {net.Arc('a'), net.Arc('b')})}));
  ExpectHolds(net, Make(kEv, {net.At(1)}));
}

TEST(OperatorsTest, PathOperatorOverWhatIsEitherReadsMarkings) {
  // INV(POS(AF)) asks of every marking for a path from there with such an arc.
  GraphNet net("0a1 1a0");
  ExpectHolds(net, Make(kInv, {Make(kPos, {net.Arc('a', 0)})}));
  GraphNet fork(kFork);
  ExpectViolated(fork, Make(kInv, {Make(kPos, {fork.Arc('d')})}));
}

TEST(OperatorsTest, SeveralPropertiesShareOneExploration) {
  GraphNet net(kFork);
  const Property first = testing::MakeProperty("first", Make(kEv, {net.At(1)}));
  const Property second = testing::MakeProperty("second", Make(kPos, {net.At(2)}));
  const Property* const both[] = {&first, &second};
  const std::vector<Result> results = Check(net.net().engine, net.functions(), both);
  ASSERT_EQ(results.size(), 2u);
  EXPECT_EQ(results[0].property, "first");
  EXPECT_EQ(results[0].verdict, Verdict::kViolated);
  EXPECT_EQ(results[1].property, "second");
  EXPECT_EQ(results[1].verdict, Verdict::kHolds);
  for (const Result& result : results) {
    EXPECT_EQ(result.states, 4u);
    EXPECT_EQ(result.arcs, 4u);
    EXPECT_EQ(result.end, ExplorationEnd::kComplete);
    EXPECT_FALSE(result.on_the_fly);
  }
}

}  // namespace
}  // namespace cpn::ctl
