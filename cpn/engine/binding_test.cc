// Which binding elements are enabled: patterns, guards, lets, free variables, arcs of all kinds.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cpn/engine/engine.h"
#include "cpn/testing/testing.h"

namespace cpn {
namespace {

using testing::Any;
using testing::Arguments;
using testing::Bag;
using testing::Computed;
using testing::Cons;
using testing::Constant;
using testing::Copies;
using ::testing::ElementsAre;
using testing::ModelBuilder;
using testing::ModuleBuilder;
using testing::RunningNet;
using testing::TransitionBuilder;
using testing::Tuple;
using testing::When;

class BindingTest : public ::testing::Test {
 protected:
  /// The enabled binding elements in the initial marking, as text.
  std::vector<std::string> Enabled() {
    RunningNet run(b_);
    std::vector<std::string> texts;
    for (const BindingElementId id : run.engine.Enabled(run.engine.InitialMarking())) {
      texts.push_back(run.engine.FormatElement(id));
    }
    return texts;
  }
  Value Int(std::int64_t i) { return b_.values.Int(i); }
  Value Pair(std::int64_t x, std::int64_t y) {
    return b_.values.Tuple(std::vector<Value>{Int(x), Int(y)});
  }
  Value ListOf(std::vector<Value> elements) { return b_.values.List(elements); }
  FunctionId Less() {
    return b_.TestFunction(
        {"x", "y"}, [this](Arguments a) { return b_.values.AsInt(a[0]) < b_.values.AsInt(a[1]); });
  }
  FunctionId Successor(const std::string& of) {
    return b_.ComputeFunction({of}, [this](Arguments a) { return Int(b_.values.AsInt(a[0]) + 1); });
  }

  ModelBuilder b_;
  ColourSetId int_ = b_.Int();
  ColourSetId small_ = b_.Range("Small", 1, 3);
  ColourSetId pair_ = b_.Product("Pair", {int_, int_});
  ModuleBuilder top_ = b_.Top();
  TransitionBuilder t_ = top_.Transition("T");
  Pattern x_ = t_.Var("x", int_);
};

TEST_F(BindingTest, VariableRangesOverTokens) {
  t_.Input(top_.Place("P", int_, b_.Ints({5, 3, 5})), {x_});
  EXPECT_THAT(Enabled(), ElementsAre("T (x = 3)", "T (x = 5)"));
}

TEST_F(BindingTest, TransitionWithoutVariablesHasOneBinding) {
  t_.declaration().variables.clear();
  EXPECT_THAT(Enabled(), ElementsAre("T ()"));
}

TEST_F(BindingTest, RepeatedVariableMustBeEqual) {
  t_.Input(top_.Place("P", pair_, b_.Tokens({Pair(1, 2), Pair(2, 2)})), {Tuple({x_, x_})});
  EXPECT_THAT(Enabled(), ElementsAre("T (x = 2)"));
}

TEST_F(BindingTest, VariableJoinsTwoPlaces) {
  const Pattern y = t_.Var("y", int_);
  t_.Input(top_.Place("P", pair_, b_.Tokens({Pair(1, 10), Pair(2, 20), Pair(3, 30)})),
           {Tuple({x_, y})});
  t_.Input(top_.Place("Q", int_, b_.Ints({30, 10, 99})), {y});
  EXPECT_THAT(Enabled(), ElementsAre("T (x = 1, y = 10)", "T (x = 3, y = 30)"));
}

TEST_F(BindingTest, OrderIsByVariablesWhateverOrderThePlacesHave) {
  const Pattern y = t_.Var("y", int_);
  t_.Input(top_.Place("P", int_, b_.Ints({1, 2, 3})), {x_});
  t_.Input(top_.Place("Q", int_, b_.Ints({9, 8})), {y});
  EXPECT_THAT(Enabled(), ElementsAre("T (x = 1, y = 8)", "T (x = 1, y = 9)", "T (x = 2, y = 8)",
                                     "T (x = 2, y = 9)", "T (x = 3, y = 8)", "T (x = 3, y = 9)"));
}

TEST_F(BindingTest, ConstantSelectsTokens) {
  t_.Input(top_.Place("P", pair_, b_.Tokens({Pair(1, 7), Pair(2, 8)})),
           {Tuple({x_, Constant(Int(8))})});
  EXPECT_THAT(Enabled(), ElementsAre("T (x = 2)"));
}

TEST_F(BindingTest, VariableTakesColoursOfItsOwnSetOnly) {
  const Pattern s = t_.Var("s", small_);
  t_.Input(top_.Place("P", int_, b_.Ints({0, 2, 3, 4})), {s});
  t_.Input(top_.Place("Q", int_, b_.Ints({0})), {x_});
  EXPECT_THAT(Enabled(), ElementsAre("T (x = 0, s = 2)", "T (x = 0, s = 3)"));
}

TEST_F(BindingTest, ConsSplitsLists) {
  const ColourSetId list = b_.List("L", int_);
  const Pattern xs = t_.Var("xs", list);
  t_.Input(top_.Place("P", list, b_.Tokens({ListOf({}), ListOf({Int(1), Int(2)})})),
           {Cons(x_, xs)});
  EXPECT_THAT(Enabled(), ElementsAre("T (x = 1, xs = [2])"));
}

TEST_F(BindingTest, ListPatternHasALength) {
  const ColourSetId list = b_.List("L", int_);
  t_.Input(
      top_.Place("P", list,
                 b_.Tokens({ListOf({Int(1)}), ListOf({Int(1), Int(2)}), ListOf({Int(3), Int(2)})})),
      {testing::List({x_, Constant(Int(2))})});
  EXPECT_THAT(Enabled(), ElementsAre("T (x = 1)", "T (x = 3)"));
}

TEST_F(BindingTest, ConstructorSelectsTokens) {
  const ColourSetId message = b_.Union("M", {{"Prepare", int_}, {"Accept", int_}, {"Stop", {}}});
  const std::uint32_t p =
      top_.Place("P", message,
                 b_.Tokens({b_.values.Union("Prepare", Int(1)), b_.values.Union("Accept", Int(2)),
                            b_.values.Union("Stop", b_.values.Unit())}));
  t_.Input(p, {testing::Union("Accept", x_), testing::Union("Stop")});
  EXPECT_THAT(Enabled(), ElementsAre("T (x = 2)"));
}

TEST_F(BindingTest, RecordPatternFindsItsFieldsByName) {
  const ColourSetId record = b_.Record("R", {{"b", int_}, {"a", int_}});
  using Fields = std::vector<std::pair<std::string, Value>>;
  const Value token = b_.values.Record(Fields{{"b", Int(2)}, {"a", Int(1)}});
  const Pattern y = t_.Var("y", int_);
  t_.Input(top_.Place("P", record, b_.Tokens({token})), {testing::Record({{"b", y}, {"a", x_}})});
  EXPECT_THAT(Enabled(), ElementsAre("T (x = 1, y = 2)"));
}

TEST_F(BindingTest, WildcardOfAnInputArcIsAnAnonymousVariable) {
  t_.Input(top_.Place("P", pair_, b_.Tokens({Pair(1, 7), Pair(1, 8)})), {Tuple({x_, Any()})});
  EXPECT_THAT(Enabled(), ElementsAre("T (x = 1, _ = (1, 7))", "T (x = 1, _ = (1, 8))"));
}

TEST_F(BindingTest, FieldLeftOutOfAnInputPatternIsAWildcard) {
  const ColourSetId record = b_.Record("R", {{"a", int_}, {"b", int_}});
  using Fields = std::vector<std::pair<std::string, Value>>;
  t_.Input(top_.Place("P", record,
                      b_.Tokens({b_.values.Record(Fields{{"a", Int(1)}, {"b", Int(2)}}),
                                 b_.values.Record(Fields{{"a", Int(3)}, {"b", Int(2)}})})),
           {testing::Record({{"b", x_}})});
  EXPECT_THAT(Enabled(),
              ElementsAre("T (x = 2, _ = {a = 1, b = 2})", "T (x = 2, _ = {a = 3, b = 2})"));
}

TEST_F(BindingTest, WildcardOfATestArcIsNoChoice) {
  t_.Test(top_.Place("P", pair_, b_.Tokens({Pair(1, 7), Pair(1, 8), Pair(2, 9)})),
          {Tuple({x_, Any()})});
  EXPECT_THAT(Enabled(), ElementsAre("T (x = 1)", "T (x = 2)"));
}

TEST_F(BindingTest, CopiesNeedAsManyTokens) {
  t_.Input(top_.Place("P", int_, b_.Ints({1, 2, 2, 3, 3, 3})), {Copies(2, x_)});
  EXPECT_THAT(Enabled(), ElementsAre("T (x = 2)", "T (x = 3)"));
}

TEST_F(BindingTest, TermsOnOnePlaceTakeDifferentTokens) {
  const Pattern y = t_.Var("y", int_);
  t_.Input(top_.Place("P", int_, b_.Ints({1, 2, 2})), {x_, y});
  EXPECT_THAT(Enabled(), ElementsAre("T (x = 1, y = 2)", "T (x = 2, y = 1)", "T (x = 2, y = 2)"));
}

TEST_F(BindingTest, ArcsOnOnePlaceTakeDifferentTokens) {
  const std::uint32_t p = top_.Place("P", int_, b_.Ints({1, 2}));
  t_.Input(p, {x_}).Input(p, {t_.Var("y", int_)});
  EXPECT_THAT(Enabled(), ElementsAre("T (x = 1, y = 2)", "T (x = 2, y = 1)"));
}

TEST_F(BindingTest, TestArcNeedsATokenBesideThoseOfInputArcs) {
  const std::uint32_t p = top_.Place("P", int_, b_.Ints({1, 2, 2}));
  t_.Input(p, {x_}).Test(p, {x_});
  EXPECT_THAT(Enabled(), ElementsAre("T (x = 2)"));
}

TEST_F(BindingTest, GuardSelectsBindings) {
  const std::uint32_t p = top_.Place("P", int_, b_.Ints({1, 2, 3}));
  t_.Input(p, {x_, t_.Var("y", int_)}).Guard(Less());
  EXPECT_THAT(Enabled(), ElementsAre("T (x = 1, y = 2)", "T (x = 1, y = 3)", "T (x = 2, y = 3)"));
}

TEST_F(BindingTest, AllGuardsMustHold) {
  t_.Input(top_.Place("P", int_, b_.Ints({1, 2, 3})), {x_});
  t_.Guard(b_.TestFunction({"x"}, [this](Arguments a) { return b_.values.AsInt(a[0]) > 1; }));
  t_.Guard(b_.TestFunction({"x"}, [this](Arguments a) { return b_.values.AsInt(a[0]) < 3; }));
  EXPECT_THAT(Enabled(), ElementsAre("T (x = 2)"));
}

TEST_F(BindingTest, GuardIsAskedAsSoonAsItsVariablesAreBound) {
  int asked = 0;
  t_.Input(top_.Place("P", int_, b_.Ints({1, 2})), {x_});
  t_.Input(top_.Place("Q", int_, b_.Ints({1, 2, 3, 4, 5})), {t_.Var("y", int_)});
  t_.Guard(b_.TestFunction({"x"}, [&asked](Arguments) {
    ++asked;
    return false;
  }));
  EXPECT_THAT(Enabled(), ElementsAre());
  EXPECT_EQ(asked, 4);  // twice for each x: the purity sample
}

TEST_F(BindingTest, GuardBindsFreeVariable) {
  t_.Input(top_.Place("P", int_, b_.Ints({2})), {x_});
  t_.Var("y", small_);
  t_.Guard(Less());
  EXPECT_THAT(Enabled(), ElementsAre("T (x = 2, y = 3)"));
}

TEST_F(BindingTest, FreeVariableRangesOverItsColourSetInCanonicalOrder) {
  t_.Input(top_.Place("P", int_, b_.Ints({2})), {x_});
  t_.Var("vote", b_.Enum("Vote", {"yes", "no"}));  // declaration order is not structural order
  EXPECT_THAT(Enabled(), ElementsAre("T (x = 2, vote = no)", "T (x = 2, vote = yes)"));
}

TEST_F(BindingTest, LetBindsItsVariable) {
  t_.Input(top_.Place("P", int_, b_.Ints({1, 2})), {x_});
  t_.Let("y", int_, Successor("x")).Let("z", int_, Successor("y"));
  EXPECT_THAT(Enabled(), ElementsAre("T (x = 1, y = 2, z = 3)", "T (x = 2, y = 3, z = 4)"));
}

TEST_F(BindingTest, LetsAreComputedInTheOrderOfTheirNeeds) {
  t_.Input(top_.Place("P", int_, b_.Ints({1})), {x_});
  t_.Let("z", int_, Successor("y")).Let("y", int_, Successor("x"));
  EXPECT_THAT(Enabled(), ElementsAre("T (x = 1, z = 3, y = 2)"));
}

TEST_F(BindingTest, LetOfABoundVariableIsACondition) {
  t_.Input(top_.Place("P", int_, b_.Ints({1, 2})), {x_});
  t_.Input(top_.Place("Q", int_, b_.Ints({3, 4})), {t_.Var("y", int_)});
  t_.Let("y", int_, Successor("x"));
  EXPECT_THAT(Enabled(), ElementsAre("T (x = 2, y = 3)"));
}

TEST_F(BindingTest, LetOfAVariableBoundFirstIsACondition) {
  t_.Input(top_.Place("P", int_, b_.Ints({1, 2})), {x_});
  t_.Input(top_.Place("Q", int_, b_.Ints({3})), {t_.Var("y", int_)});  // fewer tokens than P
  t_.Let("y", int_, Successor("x"));
  EXPECT_THAT(Enabled(), ElementsAre("T (x = 2, y = 3)"));
}

TEST_F(BindingTest, ComputedInputTokenMustBeThere) {
  t_.Input(top_.Place("P", int_, b_.Ints({1, 2, 3})), {x_});
  t_.Input(top_.Place("Q", int_, b_.Ints({2, 4})), {Computed(Successor("x"))});
  EXPECT_THAT(Enabled(), ElementsAre("T (x = 1)", "T (x = 3)"));
}

TEST_F(BindingTest, ComputedMultiSetMustBeThere) {
  t_.Input(top_.Place("P", int_, b_.Ints({1, 2})), {x_});
  const FunctionId copies = b_.MultiSetFunction({"x"}, [this](Arguments a) {
    return std::vector<MultiSetEntry>{{a[0], 2}, {Int(0), 1}};
  });
  t_.Input(top_.Place("Q", int_, b_.Ints({0, 1, 2, 2})), {Bag(copies)});
  EXPECT_THAT(Enabled(), ElementsAre("T (x = 2)"));
}

TEST_F(BindingTest, ConditionalInputTermCountsWhenItsConditionHolds) {
  t_.Input(top_.Place("P", int_, b_.Ints({1, 2})), {x_});
  const FunctionId is_two =
      b_.TestFunction({"x"}, [this](Arguments a) { return b_.values.AsInt(a[0]) == 2; });
  t_.Input(top_.Place("Q", int_), {When(is_two, testing::Term(x_))});
  EXPECT_THAT(Enabled(), ElementsAre("T (x = 1)"));
}

TEST_F(BindingTest, InhibitorWithoutInscriptionNeedsAnEmptyPlace) {
  t_.Input(top_.Place("P", int_, b_.Ints({1})), {x_});
  t_.Inhibitor(top_.Place("Q", int_));
  EXPECT_THAT(Enabled(), ElementsAre("T (x = 1)"));
  t_.Inhibitor(top_.Place("Full", int_, b_.Ints({9})));
  EXPECT_THAT(Enabled(), ElementsAre());
}

TEST_F(BindingTest, InhibitorWithInscriptionForbidsThoseTokens) {
  t_.Input(top_.Place("P", int_, b_.Ints({1, 2, 3})), {x_});
  t_.Inhibitor(top_.Place("Q", int_, b_.Ints({1, 2, 2})), {Copies(2, x_)});
  EXPECT_THAT(Enabled(), ElementsAre("T (x = 1)", "T (x = 3)"));
}

TEST_F(BindingTest, InhibitorWildcardMatchesAnyToken) {
  t_.Input(top_.Place("P", int_, b_.Ints({1, 2})), {x_});
  t_.Inhibitor(top_.Place("Q", pair_, b_.Tokens({Pair(2, 5)})), {Tuple({x_, Any()})});
  EXPECT_THAT(Enabled(), ElementsAre("T (x = 1)"));
}

TEST_F(BindingTest, InhibitorWildcardsMatchDifferentTokens) {
  t_.Input(top_.Place("P", int_, b_.Ints({1})), {x_});
  const std::uint32_t q = top_.Place("Q", int_, b_.Ints({5}));
  t_.Inhibitor(q, {Any(), Any()});
  EXPECT_THAT(Enabled(), ElementsAre("T (x = 1)"));
  b_.model.modules[0].places[q].initial = b_.Ints({5, 6});
  EXPECT_THAT(Enabled(), ElementsAre());
}

TEST_F(BindingTest, InhibitorWithEmptySumForbidsNothing) {
  t_.Input(top_.Place("P", int_, b_.Ints({1})), {x_});
  const FunctionId never = b_.TestFunction({}, [](Arguments) { return false; });
  t_.Inhibitor(top_.Place("Q", int_, b_.Ints({1})), {When(never, testing::Term(x_))});
  EXPECT_THAT(Enabled(), ElementsAre("T (x = 1)"));
}

TEST_F(BindingTest, HugeSearchIsAnError) {
  t_.Input(top_.Place("P", int_, b_.Ints({1})), {x_});
  const ColourSetId large = b_.Range("Large", 1, 4096);
  for (const char* name : {"a", "b", "c"}) t_.Var(name, large);
  t_.Guard(b_.TestFunction({"a", "b", "c"}, [](Arguments) { return false; }));
  EngineOptions options;
  options.max_search_steps = 10'000;
  RunningNet run(b_, options);
  try {
    run.engine.Enabled(run.engine.InitialMarking());
    FAIL() << "no error";
  } catch (const ModelError& e) {
    EXPECT_EQ(e.message(),
              "transition T: more than 10000 candidates for its binding in one marking; bind a, b, "
              "c by input arcs, or make their colour sets smaller");
  }
}

TEST_F(BindingTest, HugeJoinIsAnError) {
  std::vector<MultiSetEntry> many;
  for (int i = 0; i < 200; ++i) many.push_back({Int(i), 1});
  t_.Input(top_.Place("P", int_, many), {x_, t_.Var("y", int_)});
  EngineOptions options;
  options.max_search_steps = 10'000;
  RunningNet run(b_, options);
  try {
    run.engine.Enabled(run.engine.InitialMarking());
    FAIL() << "no error";
  } catch (const ModelError& e) {
    EXPECT_EQ(e.message(),
              "transition T: more than 10000 candidates for its binding in one marking; its input "
              "places hold too many tokens that match");
  }
}

}  // namespace
}  // namespace cpn
