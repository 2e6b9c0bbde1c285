// Which binding elements and tokens an unfolding has.
#include "cpn/reduce/unfolding.h"

#include <gtest/gtest.h>

#include "cpn/reduce/unfolder.h"
#include "cpn/testing/testing.h"

namespace cpn::reduce {
namespace {

using testing::Arguments;
using testing::Computed;
using testing::Constant;
using testing::ModelBuilder;
using testing::RunningNet;
using testing::TransitionBuilder;

std::unique_ptr<const Unfolding> Unfold(ModelBuilder& b) {
  RunningNet run(b);
  return MakeUnfolding(run.engine);
}

/// Whoever is chosen takes the next number; there are `chosen` tokens for that, and another for
/// each of `failures`.
void BuildRounds(ModelBuilder& b, std::uint32_t chosen, std::uint32_t failures) {
  const ColourSetId unit = b.Unit();
  const ColourSetId number = b.Int();
  const testing::Term token = Constant(b.values.Unit());
  const auto tokens = [&](std::uint32_t count) {
    return std::vector<MultiSetEntry>{{b.values.Unit(), count}};
  };
  const std::uint32_t elected = b.Top().Place("Elected", unit, tokens(chosen));
  const std::uint32_t may_fail = b.Top().Place("MayFail", unit, tokens(failures));
  const std::uint32_t next = b.Top().Place("Next", number, b.Ints({1}));
  const std::uint32_t leads = b.Top().Place("Leads", number);
  TransitionBuilder lead = b.Top().Transition("Lead");
  const Pattern n = lead.Var("n", number);
  lead.Input(elected, {token}).Input(next, {n}).Output(leads, {n});
  lead.Output(next, {Computed(b.ComputeFunction({"n"}, [&b](Arguments arguments) {
                return b.values.Int(b.values.AsInt(arguments[0]) + 1);
              }))});
  TransitionBuilder fail = b.Top().Transition("Fail");
  const Pattern m = fail.Var("m", number);
  fail.Input(leads, {m}).Input(may_fail, {token}).Output(elected, {token});
}

TEST(UnfoldingTest, HasWhatGuardsAllow) {
  ModelBuilder b;
  const ColourSetId digit = b.Range("Digit", 1, 4);
  const std::uint32_t from = b.Top().Place("From", digit, b.Ints({1, 2, 3}));
  const std::uint32_t to = b.Top().Place("To", digit);
  TransitionBuilder move = b.Top().Transition("Move");
  move.Input(from, {move.Var("a", digit)}).Test(from, {move.Var("b", digit)});
  move.Output(to, {move.Var("b", digit)});
  move.Guard(b.TestFunction({"a", "b"}, [&b](Arguments arguments) {
    return b.values.AsInt(arguments[0]) < b.values.AsInt(arguments[1]);
  }));
  const auto unfolding = Unfold(b);
  ASSERT_NE(unfolding, nullptr);
  ASSERT_EQ(unfolding->elements().size(), 3u);  // (1, 2), (1, 3), (2, 3)
  const UnfoldedElement& first = unfolding->elements().front();
  EXPECT_EQ(first.needs.size(), 2u);
  EXPECT_EQ(first.lowers, (std::vector{*unfolding->TokenOf(from, b.values.Int(1))}));
  EXPECT_EQ(first.raises, (std::vector{*unfolding->TokenOf(to, b.values.Int(2))}));
  EXPECT_EQ(unfolding->tokens()[first.lowers.front()].needed_by, (std::vector{0u, 1u}));
  EXPECT_FALSE(unfolding->TokenOf(to, b.values.Int(4)));
}

TEST(UnfoldingTest, CountsHowOftenThereCanBeANextRound) {
  ModelBuilder once;
  BuildRounds(once, 1, 0);
  ASSERT_NE(Unfold(once), nullptr);
  EXPECT_EQ(Unfold(once)->elements().size(), 1u);  // Lead 1, and nothing to fail with
  ModelBuilder again;
  BuildRounds(again, 2, 3);
  ASSERT_NE(Unfold(again), nullptr);
  EXPECT_EQ(Unfold(again)->elements().size(), 10u);  // Lead and Fail 1 to 5
}

TEST(UnfoldingTest, IsNoneWithoutEnd) {
  ModelBuilder b;
  const ColourSetId number = b.Int();
  const std::uint32_t next = b.Top().Place("Next", number, b.Ints({1}));
  TransitionBuilder up = b.Top().Transition("Up");
  up.Input(next, {up.Var("n", number)});
  up.Output(next, {Computed(b.ComputeFunction({"n"}, [&b](Arguments arguments) {
              return b.values.Int(b.values.AsInt(arguments[0]) + 1);
            }))});
  RunningNet run(b);
  constexpr std::size_t kLarge = 1'000'000'000;
  EXPECT_EQ(MakeUnfolding(run.engine, {50, kLarge, kLarge}), nullptr);
  EXPECT_EQ(MakeUnfolding(run.engine, {kLarge, 1000, kLarge}), nullptr);
  EXPECT_EQ(MakeUnfolding(run.engine, {kLarge, kLarge, 50}), nullptr);
}

TEST(UnfoldingTest, IsNoneWithInhibitorArcsOrPriorities) {
  for (const bool inhibitor : {true, false}) {
    ModelBuilder b;
    const ColourSetId unit = b.Unit();
    const std::uint32_t here = b.Top().Place("Here", unit, b.Tokens({b.values.Unit()}));
    const testing::Term token = Constant(b.values.Unit());
    b.Top().Transition("Go").Input(here, {token});
    TransitionBuilder odd = b.Top().Transition("Odd");
    inhibitor ? odd.Inhibitor(here) : odd.Input(here, {token}).Priority(1);
    EXPECT_EQ(Unfold(b), nullptr);
  }
}

TEST(UnfoldingTest, LeavesOutWhatCannotBeComputed) {
  ModelBuilder b;
  const ColourSetId digit = b.Range("Digit", 1, 2);
  const std::uint32_t next = b.Top().Place("Next", digit, b.Ints({1}));
  TransitionBuilder up = b.Top().Transition("Up");
  up.Input(next, {up.Var("n", digit)});
  up.Output(next, {Computed(b.ComputeFunction({"n"}, [&b](Arguments arguments) {
              return b.values.Int(b.values.AsInt(arguments[0]) + 1);
            }))});
  const auto unfolding = Unfold(b);
  ASSERT_NE(unfolding, nullptr);
  EXPECT_EQ(unfolding->elements().size(), 1u);  // not from 2 to 3, which is no colour
}

}  // namespace
}  // namespace cpn::reduce
