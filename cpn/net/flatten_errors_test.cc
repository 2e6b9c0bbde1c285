// Every error of Flatten(), whole.
#include <gtest/gtest.h>

#include "cpn/net/net.h"
#include "cpn/testing/testing.h"

namespace cpn {
namespace {

using testing::Any;
using testing::Arguments;
using testing::Cons;
using testing::Constant;
using testing::ModelBuilder;
using testing::ModuleBuilder;
using testing::TransitionBuilder;
using testing::Tuple;

class FlattenErrorsTest : public ::testing::Test {
 protected:
  /// The message of the error, with its line; "no error".
  std::string Error() {
    try {
      Flatten(b_.model, b_.colour_sets, b_);
    } catch (const ModelError& e) {
      EXPECT_EQ(e.where().file, "model");
      EXPECT_GT(e.where().line, 0);
      return e.message();
    }
    return "no error";
  }

  /// The error of a transition T with this arc to place P of colour set `type`.
  std::string ArcError(ColourSetId type, ArcKind kind,
                       const std::function<Pattern(TransitionBuilder&)>& pattern) {
    ModuleBuilder module = b_.Module("M" + std::to_string(b_.model.modules.size()));
    const std::uint32_t place = module.Place("P", type);
    TransitionBuilder t = module.Transition("T");
    t.Arc(kind, place, {pattern(t)});
    const std::string error = Error();
    b_.model.modules.pop_back();
    return error;
  }
  std::string InputError(ColourSetId type,
                         const std::function<Pattern(TransitionBuilder&)>& pattern) {
    return ArcError(type, ArcKind::kInput, pattern);
  }
  std::string OutputError(ColourSetId type, const Pattern& pattern) {
    return ArcError(type, ArcKind::kOutput, [&](TransitionBuilder&) { return pattern; });
  }

  ModelBuilder b_;
  ColourSetId worker_ = b_.Range("Worker", 1, 3);
  ColourSetId vote_ = b_.Enum("Vote", {"yes", "no"});
  ColourSetId both_ = b_.Product("WxVote", {worker_, vote_});
  ModuleBuilder top_ = b_.Top();
};

TEST_F(FlattenErrorsTest, PortWithoutSocket) {
  ModuleBuilder inner = b_.Module("Workers");
  inner.Port("Votes", vote_);
  top_.Substitution("Ws", inner.id(), {});
  EXPECT_EQ(Error(),
            "substitution transition Ws: port Votes of module Workers has no socket; assign a "
            "place to it: { Votes = ... }");
}

TEST_F(FlattenErrorsTest, PortOfTheTopModule) {
  top_.Port("Votes", vote_);
  EXPECT_EQ(Error(), "port Votes of the top module can have no socket; declare it as a place");
}

TEST_F(FlattenErrorsTest, PortAndSocketOfDifferentColourSets) {
  ModuleBuilder inner = b_.Module("Workers");
  inner.Port("Votes", vote_);
  const std::uint32_t socket = top_.Place("Numbers", worker_);
  top_.Substitution("Ws", inner.id(), {{"Votes", socket}});
  EXPECT_EQ(Error(),
            "substitution transition Ws: port Votes of module Workers has colour set Vote, but its "
            "socket Numbers has colour set Worker");
}

TEST_F(FlattenErrorsTest, AssignmentToWhatIsNoPort) {
  ModuleBuilder inner = b_.Module("Workers");
  inner.Port("Votes", vote_);
  inner.Port("Acks", vote_);
  inner.Place("Waiting", vote_);
  const std::uint32_t socket = top_.Place("V", vote_);
  top_.Substitution("Ws", inner.id(), {{"Waiting", socket}});
  EXPECT_EQ(Error(),
            "substitution transition Ws: Waiting is no port of module Workers; its ports are "
            "Votes, Acks");
}

TEST_F(FlattenErrorsTest, AssignmentToModuleWithoutPorts) {
  ModuleBuilder inner = b_.Module("Workers");
  const std::uint32_t socket = top_.Place("V", vote_);
  top_.Substitution("Ws", inner.id(), {{"Votes", socket}});
  EXPECT_EQ(Error(), "substitution transition Ws: Votes is no port of module Workers; it has none");
}

TEST_F(FlattenErrorsTest, PortAssignedTwice) {
  ModuleBuilder inner = b_.Module("Workers");
  inner.Port("Votes", vote_);
  const std::uint32_t socket = top_.Place("V", vote_);
  top_.Substitution("Ws", inner.id(), {{"Votes", socket}, {"Votes", socket}});
  EXPECT_EQ(Error(), "substitution transition Ws: port Votes of module Workers is assigned twice");
}

TEST_F(FlattenErrorsTest, ModuleThatContainsItself) {
  ModuleBuilder a = b_.Module("A");
  ModuleBuilder b = b_.Module("B");
  a.Substitution("S", b.id(), {});
  b.Substitution("S", a.id(), {});
  top_.Substitution("S", a.id(), {});
  EXPECT_EQ(Error(), "module A contains itself: A -> B -> A");
}

TEST_F(FlattenErrorsTest, ModulesNestedTooDeeply) {
  ModuleId inner = b_.Module("M0").id();
  for (int i = 1; i <= 101; ++i) {
    ModuleBuilder outer = b_.Module("M" + std::to_string(i));
    outer.Substitution("S", inner, {});
    inner = outer.id();
    // Known before those around it, so that no search goes deep.
    top_.Substitution("S" + std::to_string(i), inner, {});
  }
  EXPECT_EQ(Error(), "modules nest at most 100 deep");
}

TEST_F(FlattenErrorsTest, ModulesNestedFarTooDeeply) {
  ModuleId inner = b_.Module("M0").id();
  for (int i = 1; i <= 100'000; ++i) {
    ModuleBuilder outer = b_.Module("M" + std::to_string(i));
    outer.Substitution("S", inner, {});
    inner = outer.id();
  }
  top_.Substitution("S", inner, {});
  EXPECT_EQ(Error(), "modules nest at most 100 deep");
}

TEST_F(FlattenErrorsTest, TooManyInstances) {
  ModuleId inner = b_.Module("M0").id();
  for (int i = 1; i <= 40; ++i) {  // 2^40 instances
    ModuleBuilder outer = b_.Module("M" + std::to_string(i));
    outer.Substitution("Left", inner, {});
    outer.Substitution("Right", inner, {});
    inner = outer.id();
  }
  top_.Substitution("S", inner, {});
  EXPECT_EQ(Error(), "the model has more than 100000 module instances");
}

TEST_F(FlattenErrorsTest, FusionPlacesOfDifferentColourSets) {
  ModuleBuilder inner = b_.Module("Workers");
  inner.Fusion("D", vote_, "Decided");
  top_.Fusion("Decided", worker_, "Decided");
  top_.Substitution("Ws", inner.id(), {});
  EXPECT_EQ(Error(),
            "place Ws.D has colour set Vote, but it is one place with Decided, which has colour "
            "set Worker");
}

TEST_F(FlattenErrorsTest, InitialMarkingsOfOnePlaceDiffer) {
  top_.Fusion("A", worker_, "F", b_.Ints({1, 2}));
  top_.Fusion("B", worker_, "F", b_.Ints({2, 1}));
  EXPECT_EQ(Error(), "no error");
  top_.Fusion("C", worker_, "F", b_.Ints({1, 1}));
  EXPECT_EQ(Error(),
            "place C has another initial marking than F, with which it is one place; give it in "
            "one of them");
}

TEST_F(FlattenErrorsTest, FusionSetNamedAsAPlaceThatIsNotInIt) {
  ModuleBuilder inner = b_.Module("Workers");
  inner.Fusion("D", vote_, "Decided");
  top_.Place("Decided", vote_);
  top_.Substitution("Ws", inner.id(), {});
  EXPECT_EQ(Error(),
            "two places have the name Decided: a fusion set, which every module sees, and another "
            "place");
}

TEST_F(FlattenErrorsTest, InitialTokenOutsideItsColourSet) {
  top_.Place("Waiting", worker_, b_.Ints({1, 4}));
  EXPECT_EQ(Error(), "place Waiting: the initial token 4 is no colour of Worker");
}

TEST_F(FlattenErrorsTest, TwoDeclarationsOfOneName) {
  top_.Place("X", worker_);  // line 5: three colour sets and the top module come before it
  top_.Transition("X");
  EXPECT_EQ(Error(), "two declarations of the name X in the top module (the first is in line 5)");
  b_.model.modules[0].transitions.clear();
  ModuleBuilder inner = b_.Module("Workers");
  inner.Transition("T");
  inner.Substitution("T", inner.id(), {});
  EXPECT_EQ(Error(), "two declarations of the name T in module Workers (the first is in line 8)");
}

TEST_F(FlattenErrorsTest, TwoVariablesOfOneName) {
  TransitionBuilder t = top_.Transition("T");
  t.declaration().variables = {{"v", vote_}, {"v", worker_}};
  EXPECT_EQ(Error(), "transition T has two variables v");
}

TEST_F(FlattenErrorsTest, VariableThatNothingBinds) {
  const ColourSetId integer = b_.Int();
  const std::uint32_t place = top_.Place("P", integer);
  TransitionBuilder t = top_.Transition("T");
  t.Output(place, {t.Var("x", integer)});
  EXPECT_EQ(Error(),
            "transition T: nothing binds variable x, and its colour set INT has more than 4096 "
            "colours to try; bind it by an input arc, a let, or a guard \"x == ...\"");
}

TEST_F(FlattenErrorsTest, LetThatDependsOnItself) {
  const auto first = [](Arguments a) { return a[0]; };
  TransitionBuilder t = top_.Transition("T");
  t.Let("x", worker_, b_.ComputeFunction({"y"}, first));
  t.Let("y", worker_, b_.ComputeFunction({"x"}, first));
  EXPECT_EQ(Error(),
            "transition T: the value of variable x depends on itself; bind one of the variables it "
            "is computed from by an input arc");
  const std::uint32_t place = top_.Place("P", worker_);
  t.Input(place, {t.Var("y", worker_)});
  EXPECT_EQ(Error(), "no error");
}

TEST_F(FlattenErrorsTest, FunctionThatReadsWhatIsNoVariable) {
  const FunctionId guard = b_.TestFunction({"w"}, [](Arguments) { return true; });
  top_.Transition("T").Guard(guard);
  EXPECT_EQ(Error(),
            "transition T: an inscription reads w, which is no variable of the transition");
}

TEST_F(FlattenErrorsTest, ResetArcWithInscription) {
  const std::uint32_t place = top_.Place("P", worker_);
  top_.Transition("T").Arc(ArcKind::kReset, place, {Any()});
  EXPECT_EQ(Error(),
            "transition T, place P: a reset arc removes all tokens and has no inscription");
}

TEST_F(FlattenErrorsTest, VariableOfAnotherColourSet) {
  EXPECT_EQ(InputError(worker_, [&](auto& t) { return t.Var("v", vote_); }),
            "transition T, place P: variable v has colour set Vote, but Worker is expected");
  EXPECT_EQ(InputError(worker_, [&](auto& t) { return t.Var("i", b_.Int()); }), "no error");
  EXPECT_EQ(InputError(worker_, [&](auto& t) { return t.Var("i", b_.Range("High", 4, 5)); }),
            "transition T, place P: variable i has colour set High, but Worker is expected");
}

TEST_F(FlattenErrorsTest, ConstantOutsideTheColourSet) {
  EXPECT_EQ(OutputError(worker_, Constant(b_.values.Int(7))),
            "transition T, place P: 7 is no colour of Worker");
}

TEST_F(FlattenErrorsTest, WildcardWhereATokenIsBuilt) {
  EXPECT_EQ(OutputError(worker_, Any()),
            "transition T, place P: the wildcard _ has no value; give one");
  const std::uint32_t place = top_.Place("P", worker_);
  const FunctionId condition = b_.TestFunction({}, [](Arguments) { return true; });
  top_.Transition("T").Input(place, {When(condition, testing::Term(Any()))});
  EXPECT_EQ(Error(), "transition T, place P: the wildcard _ has no value; give one");
}

TEST_F(FlattenErrorsTest, TupleThatCannotMatch) {
  const Pattern one = Constant(b_.values.Int(1));
  EXPECT_EQ(OutputError(worker_, Tuple({one, one})),
            "transition T, place P: a tuple is no colour of Worker");
  EXPECT_EQ(OutputError(both_, Tuple({one, one, one})),
            "transition T, place P: a tuple of 3 components is no colour of WxVote, which has 2");
  EXPECT_EQ(OutputError(both_, Tuple({one, one})), "transition T, place P: 1 is no colour of Vote");
}

TEST_F(FlattenErrorsTest, ListThatCannotMatch) {
  const ColourSetId ballot = b_.List("Ballot", vote_);
  EXPECT_EQ(InputError(worker_, [](auto&) { return testing::List({}); }),
            "transition T, place P: a list is no colour of Worker");
  EXPECT_EQ(
      InputError(ballot, [&](auto& t) { return Cons(t.Var("w", worker_), t.Var("b", ballot)); }),
      "transition T, place P: variable w has colour set Worker, but Vote is expected");
  EXPECT_EQ(InputError(ballot, [&](auto& t) { return Cons(Any(), t.Var("v", vote_)); }),
            "transition T, place P: variable v has colour set Vote, but Ballot is expected");
}

TEST_F(FlattenErrorsTest, RecordThatCannotMatch) {
  const ColourSetId promise = b_.Record("Promise", {{"rnd", worker_}, {"val", vote_}});
  const Pattern one = Constant(b_.values.Int(1));
  EXPECT_EQ(OutputError(worker_, testing::Record({})),
            "transition T, place P: a record is no colour of Worker");
  EXPECT_EQ(OutputError(promise, testing::Record({{"round", one}})),
            "transition T, place P: Promise has no field round; its fields are rnd, val");
  EXPECT_EQ(OutputError(promise, testing::Record({{"rnd", one}})),
            "transition T, place P: field val of Promise has no value; give one");
  EXPECT_EQ(OutputError(promise, testing::Record({{"rnd", one}, {"val", Any()}})),
            "transition T, place P: field val of Promise has no value; give one");
  EXPECT_EQ(InputError(promise,
                       [&](auto&) {
                         return testing::Record({{"rnd", one}});
                       }),
            "no error");
}

TEST_F(FlattenErrorsTest, ConstructorThatCannotMatch) {
  const ColourSetId message = b_.Union("Message", {{"Prepare", worker_}, {"Nothing", {}}});
  EXPECT_EQ(OutputError(worker_, testing::Union("Prepare")),
            "transition T, place P: Prepare is a constructor, which is no colour of Worker");
  EXPECT_EQ(OutputError(message, testing::Union("Prepar")),
            "transition T, place P: Message has no constructor Prepar; its constructors are "
            "Prepare, Nothing");
  EXPECT_EQ(OutputError(message, testing::Union("Prepare")),
            "transition T, place P: constructor Prepare needs an argument of Worker");
  EXPECT_EQ(OutputError(message, testing::Union("Nothing", Constant(b_.values.Int(1)))),
            "transition T, place P: constructor Nothing takes no argument");
}

}  // namespace
}  // namespace cpn
