// Which formulas can be decided so, when that ends, and what a limit leaves open. That the answers
// are right: tests/mcc, examination_test.cc.
#include "mcc/reachability.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "cpn/explore/state_space.h"
#include "mcc/testing.h"

namespace mcc {
namespace {

using testing::AtLeast;
using testing::CanFire;
using ::testing::ElementsAre;
using testing::Make;

Formula Finally(Formula formula) { return Make(FormulaKind::kExistsFinally, {std::move(formula)}); }
Formula Globally(Formula formula) {
  return Make(FormulaKind::kForallGlobally, {std::move(formula)});
}
Formula Not(Formula formula) { return Make(FormulaKind::kNot, {std::move(formula)}); }

/// Of the net where a holds two tokens, which t moves to b one by one.
std::vector<std::optional<bool>> Decide(const std::vector<Formula>& formulas,
                                        const cpn::ExplorationOptions& limits = {}) {
  LoadedNet net = testing::TwoTokens();
  return DecideReachability(net, formulas, limits);
}

TEST(ReachabilityTest, FormulasWithOneOperatorAboutPaths) {
  EXPECT_TRUE(IsReachability(AtLeast(1)));
  EXPECT_TRUE(IsReachability(Not(Finally(AtLeast(1)))));
  EXPECT_TRUE(IsReachability(Make(FormulaKind::kOr, {Globally(CanFire()), AtLeast(1)})));
  EXPECT_FALSE(IsReachability(Make(FormulaKind::kForallFinally, {AtLeast(1)})));
  EXPECT_FALSE(IsReachability(Finally(Globally(AtLeast(1)))));
}

TEST(ReachabilityTest, AnswersOfSearches) {
  EXPECT_THAT(Decide({Finally(AtLeast(2)), Finally(AtLeast(3)), Globally(CanFire()),
                      Globally(Not(AtLeast(3)))}),
              ElementsAre(true, false, false, true));
}

TEST(ReachabilityTest, WithoutAPathItIsTheInitialMarking) {
  EXPECT_THAT(Decide({AtLeast(0), AtLeast(1), CanFire()}), ElementsAre(true, false, true));
}

TEST(ReachabilityTest, CombinationsOfSearches) {
  const Formula yes = Finally(AtLeast(2));
  const Formula no = Finally(AtLeast(3));
  EXPECT_THAT(
      Decide({Make(FormulaKind::kAnd, {yes, no}), Make(FormulaKind::kOr, {no, yes}), Not(no)}),
      ElementsAre(false, true, true));
}

// A marking that is not expanded has numbers of tokens, and nobody knows what can fire in it.
TEST(ReachabilityTest, WhatALimitLeavesOpenHasNoAnswer) {
  cpn::ExplorationOptions limits;
  limits.max_states = 2;
  EXPECT_THAT(Decide({Finally(AtLeast(1)), Finally(AtLeast(2)), Globally(CanFire()),
                      Finally(Not(CanFire()))},
                     limits),
              ElementsAre(true, std::nullopt, std::nullopt, std::nullopt));
}

TEST(ReachabilityTest, NoTimeIsNoAnswer) {
  cpn::ExplorationOptions limits;
  limits.max_seconds = 0;
  EXPECT_THAT(Decide({Finally(AtLeast(1))}, limits), ElementsAre(std::nullopt));
}

/// The most markings of a round of exploring.
std::uint64_t MostStates(LoadedNet& net, const Formula& formula, std::optional<bool>& answer) {
  std::uint64_t most = 0;
  cpn::ExplorationOptions options;
  options.visit_level = [&](const cpn::StateSpace&, cpn::NodeId, cpn::NodeId last) {
    most = std::max<std::uint64_t>(most, last);
    return true;
  };
  answer = DecideReachability(net, {formula}, options).front();
  return most;
}

// A net of 2^16 markings.
TEST(ReachabilityTest, ItEndsWhenAllIsDecided) {
  LoadedNet net = testing::Switches(16);
  Formula all_on = AtLeast(16);
  all_on.right.places = testing::OnPlaces(16);
  Formula one_on = AtLeast(1);
  one_on.right.places = all_on.right.places;
  std::optional<bool> answer;
  EXPECT_GT(MostStates(net, Finally(all_on), answer), 32'768u);
  EXPECT_EQ(answer, true);
  EXPECT_LE(MostStates(net, Finally(one_on), answer), 4096u);
  EXPECT_EQ(answer, true);
}

// The first round ends with the markings of five places on: what can fire in them, the next one
// tells.
TEST(ReachabilityTest, TheLastMarkingsOfARoundAreAskedAgain) {
  LoadedNet net = testing::Switches(14);
  const auto on = [](std::int64_t tokens) {
    Formula formula = AtLeast(tokens);
    formula.right.places = testing::OnPlaces(14);
    return formula;
  };
  const Formula five = Make(FormulaKind::kAnd, {on(5), Not(on(6)), CanFire()});
  EXPECT_THAT(DecideReachability(net, {Finally(five)}, {}), ElementsAre(true));
}

TEST(ReachabilityTest, RoundsGoOnWhereTheLastOneEnded) {
  LoadedNet net = testing::Switches(14);
  Formula all_on = AtLeast(14);
  all_on.right.places = testing::OnPlaces(14);
  EXPECT_THAT(DecideReachability(net, {Finally(all_on), Globally(Not(all_on))}, {}),
              ElementsAre(true, false));
  Formula more = AtLeast(15);
  more.right.places = all_on.right.places;
  EXPECT_THAT(DecideReachability(net, {Finally(more)}, {}), ElementsAre(false));
}

}  // namespace
}  // namespace mcc
