// Occurrence, priorities, memos, errors at run time.
#include "cpn/engine/engine.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cpn/testing/testing.h"

namespace cpn {
namespace {

using testing::Any;
using testing::Arguments;
using testing::Bag;
using testing::Computed;
using testing::Constant;
using testing::Copies;
using ::testing::ElementsAre;
using testing::ModelBuilder;
using testing::ModuleBuilder;
using testing::RunningNet;
using testing::TransitionBuilder;
using testing::Tuple;
using testing::When;

std::vector<std::string> EnabledTexts(Engine& engine, const Marking& marking) {
  std::vector<std::string> texts;
  for (const BindingElementId id : engine.Enabled(marking)) {
    texts.push_back(engine.FormatElement(id));
  }
  return texts;
}

class EngineTest : public ::testing::Test {
 protected:
  Value Int(std::int64_t i) { return b_.values.Int(i); }
  Pattern IntConstant(std::int64_t i) { return Constant(Int(i)); }

  /// The marking after the first enabled binding element occurs.
  std::string AfterFirst() {
    RunningNet run(b_);
    Marking marking = run.engine.InitialMarking();
    run.engine.Occur(marking, run.engine.Enabled(marking).front());
    return run.engine.FormatMarking(marking);
  }
  /// The error of the occurrence of the first enabled binding element.
  std::string ErrorOfFirst() {
    RunningNet run(b_);
    Marking marking = run.engine.InitialMarking();
    try {
      run.engine.Occur(marking, run.engine.Enabled(marking).front());
    } catch (const ModelError& e) {
      EXPECT_GT(e.where().line, 0);
      return e.message();
    }
    return "no error";
  }

  ModelBuilder b_;
  ColourSetId int_ = b_.Int();
  ColourSetId small_ = b_.Range("Small", 1, 3);
  ModuleBuilder top_ = b_.Top();
  TransitionBuilder t_ = top_.Transition("T");
  Pattern x_ = t_.Var("x", int_);
};

TEST_F(EngineTest, OccurrenceMovesTokens) {
  const std::uint32_t p = top_.Place("P", int_, b_.Ints({1, 2}));
  const std::uint32_t q = top_.Place("Q", int_, b_.Ints({1}));
  t_.Input(p, {x_}).Output(q, {Copies(2, x_), IntConstant(9)});
  EXPECT_EQ(AfterFirst(), "P: 1`2\nQ: 3`1 ++ 1`9\n");
}

TEST_F(EngineTest, TestArcKeepsItsToken) {
  t_.Test(top_.Place("P", int_, b_.Ints({1})), {x_}).Output(top_.Place("Q", int_), {x_});
  EXPECT_EQ(AfterFirst(), "P: 1`1\nQ: 1`1\n");
}

TEST_F(EngineTest, ResetEmptiesBeforeOutputsAdd) {
  const std::uint32_t p = top_.Place("P", int_, b_.Ints({1, 2, 3}));
  t_.Input(p, {x_}).Reset(p).Output(p, {IntConstant(7)});
  const std::uint32_t q = top_.Place("Q", int_, b_.Ints({5, 6}));
  t_.Reset(q);
  EXPECT_EQ(AfterFirst(), "P: 1`7\n");
}

TEST_F(EngineTest, ConditionalOutputIsThereWhenItsConditionHolds) {
  t_.Input(top_.Place("P", int_, b_.Ints({1})), {x_});
  const FunctionId yes = b_.TestFunction({"x"}, [](Arguments) { return true; });
  const FunctionId no = b_.TestFunction({"x"}, [](Arguments) { return false; });
  t_.Output(top_.Place("Q", int_),
            {When(yes, testing::Term(x_)), When(no, testing::Term(IntConstant(2)))});
  EXPECT_EQ(AfterFirst(), "Q: 1`1\n");
}

TEST_F(EngineTest, ListUsedAsMultiSetIsPut) {
  t_.Input(top_.Place("P", int_, b_.Ints({1})), {x_});
  const FunctionId list = b_.MultiSetFunction({"x"}, [this](Arguments a) {
    return std::vector<MultiSetEntry>{{a[0], 1}, {Int(4), 0}, {a[0], 1}, {Int(5), 1}};
  });
  t_.Output(top_.Place("Q", int_), {Copies(3, Bag(list))});
  EXPECT_EQ(AfterFirst(), "Q: 6`1 ++ 3`5\n");
}

TEST_F(EngineTest, WildcardRemovesTheTokenItTook) {
  const ColourSetId pair = b_.Product("Pair", {int_, int_});
  const auto token = [&](int a, int b) {
    return b_.values.Tuple(std::vector<Value>{Int(a), Int(b)});
  };
  t_.Input(top_.Place("P", pair, b_.Tokens({token(1, 7), token(1, 8)})), {Tuple({x_, Any()})});
  RunningNet run(b_);
  const Marking initial = run.engine.InitialMarking();
  Marking first = initial;
  Marking second = initial;
  const std::vector<BindingElementId> enabled(run.engine.Enabled(initial).begin(),
                                              run.engine.Enabled(initial).end());
  ASSERT_EQ(enabled.size(), 2u);
  run.engine.Occur(first, enabled[0]);
  run.engine.Occur(second, enabled[1]);
  EXPECT_EQ(run.engine.FormatMarking(first), "P: 1`(1, 8)\n");
  EXPECT_EQ(run.engine.FormatMarking(second), "P: 1`(1, 7)\n");
}

TEST_F(EngineTest, MovesNameEachPlaceOnce) {
  const std::uint32_t p = top_.Place("P", int_, b_.Ints({1, 2, 2}));
  const std::uint32_t q = top_.Place("Q", int_);
  const std::uint32_t r = top_.Place("R", int_, b_.Ints({4}));
  t_.Input(p, {x_, IntConstant(2)}).Output(p, {x_}).Output(q, {x_}).Test(p, {IntConstant(2)});
  t_.Reset(r);
  RunningNet run(b_);
  const BindingElementId id = run.engine.Enabled(run.engine.InitialMarking()).front();
  std::vector<std::string> moves;
  for (const TokenMove& move : run.engine.Moves(id)) {
    moves.push_back(run.net.places()[move.place].name + ": -" + b_.multisets.Format(move.removed) +
                    " +" + b_.multisets.Format(move.added) + (move.reset ? " reset" : ""));
  }
  EXPECT_THAT(moves,
              ElementsAre("P: -1`1 ++ 1`2 +1`1", "R: -empty +empty reset", "Q: -empty +1`1"));
}

TEST_F(EngineTest, HighestEnabledPriorityOfTheNetGoesFirst) {
  ModuleBuilder inner = b_.Module("Inner");
  const std::uint32_t port = inner.Port("In", int_);
  TransitionBuilder high = inner.Transition("High");
  high.Input(port, {high.Var("h", int_)}).Priority(100);
  const std::uint32_t p = top_.Place("P", int_, b_.Ints({1}));
  const std::uint32_t q = top_.Place("Q", int_, b_.Ints({2}));
  t_.Input(q, {x_});
  TransitionBuilder low = top_.Transition("Low");
  low.Input(q, {low.Var("y", int_)}).Priority(-100);
  top_.Substitution("S", inner.id(), {{"In", p}});
  RunningNet run(b_);
  Marking marking = run.engine.InitialMarking();
  EXPECT_THAT(EnabledTexts(run.engine, marking), ElementsAre("S.High (h = 1)"));
  run.engine.Occur(marking, run.engine.Enabled(marking).front());
  EXPECT_THAT(EnabledTexts(run.engine, marking), ElementsAre("T (x = 2)"));
  run.engine.Occur(marking, run.engine.Enabled(marking).front());
  EXPECT_THAT(EnabledTexts(run.engine, marking), ElementsAre());
}

TEST_F(EngineTest, IsEnabledIgnoresPriorities) {
  const std::uint32_t p = top_.Place("P", int_, b_.Ints({1}));
  const std::uint32_t gate = top_.Place("Gate", int_, b_.Ints({5}));
  t_.Input(p, {x_});
  TransitionBuilder high = top_.Transition("High");
  high.Input(gate, {high.Var("g", int_)}).Priority(1);
  RunningNet run(b_);
  const Marking initial = run.engine.InitialMarking();
  Marking open = initial;
  run.engine.Occur(open, run.engine.Enabled(initial).front());
  const BindingElementId t = run.engine.Enabled(open).front();
  EXPECT_EQ(run.engine.FormatElement(t), "T (x = 1)");
  EXPECT_TRUE(run.engine.IsEnabled(initial, t));
  Marking after = open;
  run.engine.Occur(after, t);
  EXPECT_FALSE(run.engine.IsEnabled(after, t));
}

TEST_F(EngineTest, SameElementHasSameIdInEveryMarking) {
  const std::uint32_t p = top_.Place("P", int_, b_.Ints({1, 2}));
  t_.Input(p, {x_}).Output(p, {x_}).Output(top_.Place("Count", int_), {IntConstant(0)});
  RunningNet run(b_);
  Marking marking = run.engine.InitialMarking();
  const std::vector<BindingElementId> first(run.engine.Enabled(marking).begin(),
                                            run.engine.Enabled(marking).end());
  run.engine.Occur(marking, first[0]);
  EXPECT_TRUE(std::ranges::equal(run.engine.Enabled(marking), first));
  EXPECT_EQ(run.engine.Element(first[1]).binding[0], Int(2));
}

TEST_F(EngineTest, TokenOutsideItsColourSetIsAnError) {
  t_.Input(top_.Place("P", int_, b_.Ints({7})), {x_});
  t_.Output(top_.Place("Q", small_), {x_});
  EXPECT_EQ(ErrorOfFirst(),
            "transition T puts 7 on place Q, which is no colour of Small; binding (x = 7)");
}

TEST_F(EngineTest, ListUsedAsMultiSetIsCheckedTokenByToken) {
  t_.Input(top_.Place("P", int_, b_.Ints({1})), {x_});
  const FunctionId list = b_.MultiSetFunction({"x"}, [this](Arguments a) {
    return std::vector<MultiSetEntry>{{a[0], 1}, {b_.values.String("no"), 1}};
  });
  t_.Output(top_.Place("Q", small_), {Bag(list)});
  EXPECT_EQ(ErrorOfFirst(),
            "transition T puts \"no\" on place Q, which is no colour of Small; binding (x = 1)");
}

TEST_F(EngineTest, TokenOutsideASubsetIsAnError) {
  const ColourSetId odd =
      b_.Subset("Odd", int_, [this](Arguments a) { return b_.values.AsInt(a[0]) % 2 != 0; });
  t_.Input(top_.Place("P", int_, b_.Ints({4})), {x_}).Output(top_.Place("Q", odd), {x_});
  EXPECT_EQ(ErrorOfFirst(),
            "transition T puts 4 on place Q, which is no colour of Odd; binding (x = 4)");
}

TEST_F(EngineTest, TooManyCopiesInAPlaceAreAnError) {
  const std::uint32_t p = top_.Place("P", int_, {{Int(1), 4'000'000'000u}});
  t_.Test(p, {x_}).Output(p, {Copies(300'000'000u, x_)});
  EXPECT_EQ(ErrorOfFirst(),
            "transition T: place P would hold more than 4294967295 copies of one colour; binding "
            "(x = 1)");
}

TEST_F(EngineTest, TooManyCopiesInAnInscriptionAreAnError) {
  t_.Input(top_.Place("P", int_, b_.Ints({1})), {x_});
  t_.Output(top_.Place("Q", int_), {Copies(4'000'000'000u, x_), Copies(4'000'000'000u, x_)});
  EXPECT_EQ(ErrorOfFirst(),
            "transition T puts more than 4294967295 copies of one colour on place Q; binding (x = "
            "1)");
}

TEST_F(EngineTest, ImpureGuardIsAnError) {
  t_.Input(top_.Place("P", int_, b_.Ints({1})), {x_});
  bool flip = false;
  t_.Guard(b_.TestFunction({"x"}, [&flip](Arguments) { return flip = !flip; }));
  RunningNet run(b_);
  try {
    run.engine.Enabled(run.engine.InitialMarking());
    FAIL() << "no error";
  } catch (const ModelError& e) {
    EXPECT_EQ(e.message(),
              "impure inscription: with (x = 1) it yields true, and later false; its result must "
              "depend on nothing but the variables it reads");
  }
}

TEST_F(EngineTest, ImpureOutputIsAnError) {
  t_.Input(top_.Place("P", int_, b_.Ints({1})), {x_});
  int counter = 0;
  t_.Output(top_.Place("Q", int_),
            {Computed(b_.ComputeFunction({"x"}, [&](Arguments) { return Int(++counter); }))});
  EXPECT_EQ(ErrorOfFirst(),
            "impure inscription: with (x = 1) it yields 1, and later 2; its result must depend on "
            "nothing but the variables it reads; transition T, place Q");
}

TEST_F(EngineTest, ImpureMultiSetIsAnError) {
  t_.Input(top_.Place("P", int_, b_.Ints({1})), {x_});
  std::uint32_t counter = 0;
  t_.Output(top_.Place("Q", int_), {Bag(b_.MultiSetFunction({"x"}, [&](Arguments a) {
              return std::vector<MultiSetEntry>{{a[0], ++counter}};
            }))});
  EXPECT_EQ(ErrorOfFirst(),
            "impure inscription: with (x = 1) it yields 1`1, and later 2`1; its result must depend "
            "on nothing but the variables it reads; transition T, place Q");
}

/// An inscription that turns impure later is found by the sample of memoised results.
TEST_F(EngineTest, InscriptionThatTurnsImpureIsFound) {
  bool late = false;
  const std::uint32_t p = top_.Place("P", int_, b_.Ints({1}));
  t_.Input(p, {x_}).Output(p, {x_});
  const std::uint32_t free = top_.Place("Count", int_, b_.Ints({0}));
  Pattern n = t_.Var("n", int_);
  t_.Input(free, {n});
  t_.Output(free, {Computed(b_.ComputeFunction(
                      {"n"}, [this](Arguments a) { return Int(b_.values.AsInt(a[0]) + 1); }))});
  t_.Guard(b_.TestFunction({"x"}, [&late](Arguments) { return !late; }));
  RunningNet run(b_);
  Marking marking = run.engine.InitialMarking();
  EXPECT_THROW(
      {
        for (int step = 0; step < 100; ++step) {
          late = step >= 10;
          run.engine.Occur(marking, run.engine.Enabled(marking).front());
        }
      },
      ModelError);
}

TEST_F(EngineTest, InscriptionIsEvaluatedOncePerDistinctArguments) {
  const std::uint32_t p = top_.Place("P", int_, b_.Ints({1, 2, 3}));
  const std::uint32_t q = top_.Place("Q", int_, b_.Ints({1}));
  int evaluations = 0;
  t_.Input(p, {x_}).Input(q, {t_.Var("y", int_)});
  t_.Output(p, {x_}).Output(q, {Computed(b_.ComputeFunction({"y"}, [&](Arguments a) {
                              ++evaluations;
                              return Int(b_.values.AsInt(a[0]) % 5 + 1);
                            }))});
  RunningNet run(b_);
  Marking marking = run.engine.InitialMarking();
  for (int step = 0; step < 1000; ++step) {
    const std::span<const BindingElementId> enabled = run.engine.Enabled(marking);
    run.engine.Occur(marking, enabled[static_cast<std::size_t>(step) % enabled.size()]);
  }
  EXPECT_EQ(run.engine.statistics().evaluations, 5u);
  EXPECT_EQ(run.engine.statistics().binding_elements, 15u);
  EXPECT_EQ(static_cast<std::uint64_t>(evaluations), 5u + run.engine.statistics().purity_checks);
  EXPECT_LE(run.engine.statistics().purity_checks, 8u);
}

TEST_F(EngineTest, RepeatedMarkingsAreAnsweredFromTheMemo) {
  t_.Input(top_.Place("P", int_, b_.Ints({1, 2, 3})), {x_});
  RunningNet run(b_);
  const Marking marking = run.engine.InitialMarking();
  for (int i = 0; i < 10; ++i) run.engine.Enabled(marking);
  EXPECT_EQ(run.engine.statistics().memo_misses, 1u);
  EXPECT_EQ(run.engine.statistics().memo_hits, 9u);
}

TEST_F(EngineTest, FormatMarkingLeavesOutEmptyPlaces) {
  t_.Input(top_.Place("A", int_, b_.Ints({2, 1, 2})), {x_});
  top_.Place("B", int_);
  RunningNet run(b_);
  EXPECT_EQ(run.engine.FormatMarking(run.engine.InitialMarking()), "A: 1`1 ++ 2`2\n");
}

}  // namespace
}  // namespace cpn
