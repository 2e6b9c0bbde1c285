#include "cpntools/ml/inference.h"

#include <gtest/gtest.h>

#include "cpntools/ml/parser.h"

namespace cpntools::ml {
namespace {

/// The colour sets INT2 = product int * int, E = with e | f, D = index d, and
/// P = union Data : INT2 + End.
class InferenceTest : public ::testing::Test {
 protected:
  InferenceTest() {
    TypeStore& types = inference_.types();
    const Type pair = types.Tuple({types.Named("int"), types.Named("int")});
    inference_.DeclareColourSet("INT2", pair);
    const Type e = types.Named("E");
    inference_.DeclareColourSet("E", e);
    inference_.DeclareConstructor("e", {Constructor::Kind::kEnumerated, "E", e, std::nullopt});
    const Type d = types.Named("D");
    inference_.DeclareColourSet("D", d);
    inference_.DeclareConstructor("d", {Constructor::Kind::kIndex, "D", d, types.Named("int")});
    const Type p = types.Named("P");
    inference_.DeclareColourSet("P", p);
    inference_.DeclareConstructor("Data", {Constructor::Kind::kUnion, "P", p, pair});
    inference_.DeclareConstructor("End", {Constructor::Kind::kUnion, "P", p, std::nullopt});
    inference_.DeclareVariable("x", types.Named("int"));
  }

  void Declare(const std::string& text) {
    for (Declaration& declaration : ParseDeclarations(text)) inference_.Infer(declaration);
  }

  std::string TypeOf(const std::string& text) {
    try {
      Expression e = ParseExpression(text);
      return inference_.types().Text(inference_.Infer(e));
    } catch (const MlError& error) {
      return std::to_string(error.where().column) + ": " + error.what();
    }
  }

  Inference inference_;
};

TEST_F(InferenceTest, MultiSetsAreLists) {
  EXPECT_EQ(TypeOf("1`(x,2) ++ 2`(3,4)"), "(int * int) list");
  EXPECT_EQ(TypeOf("if x = 1 then empty else [e]"), "E list");
}

TEST_F(InferenceTest, ConstructorsMakeTheirColourSet) {
  EXPECT_EQ(TypeOf("Data(1,2)"), "P");
  EXPECT_EQ(TypeOf("[End, Data(x,x)]"), "P list");
  EXPECT_EQ(TypeOf("d(x+1)"), "D");
}

TEST_F(InferenceTest, FunctionsOfColourSetsAreKnown) {
  EXPECT_EQ(TypeOf("D.all()"), "D list");
  EXPECT_EQ(TypeOf("INT2.mult([1],[2])"), "(int * int) list");
}

TEST_F(InferenceTest, FunctionsArePolymorphic) {
  Declare(
      "fun twice(f, y) = f(f y); fun member(y, l) = l <> [] andalso "
      "(y = List.hd l orelse member(y, List.tl l));");
  EXPECT_EQ(TypeOf("(member(x,[1]), member(e,[]))"), "bool * bool");
  EXPECT_EQ(TypeOf("twice(fn s => s ^ \"a\", \"b\")"), "string");
}

TEST_F(InferenceTest, ClausesAgree) {
  Declare("fun zip([], _) = [] | zip(_, []) = [] | zip(a::b, c::g) = (a,c)::zip(b,g)");
  EXPECT_EQ(TypeOf("zip([1],[e])"), "(int * E) list");
}

TEST_F(InferenceTest, MutualRecursionIsTyped) {
  Declare("fun even 0 = true | even n = odd(n-1) and odd 0 = false | odd n = even(n-1)");
  EXPECT_EQ(TypeOf("odd"), "int -> bool");
}

TEST_F(InferenceTest, LetIsPolymorphic) {
  EXPECT_EQ(TypeOf("let fun id y = y in (id 1, id \"a\") end"), "int * string");
}

TEST_F(InferenceTest, ParametersAreNotPolymorphic) {
  EXPECT_EQ(TypeOf("(fn g => (g 1, g \"a\"))"), "18: this is of type string, where int is needed");
}

TEST_F(InferenceTest, SelectorsTakeKnownRecordsApart) {
  EXPECT_EQ(TypeOf("#2 (1, e)"), "E");
  EXPECT_EQ(TypeOf("#seq {seq = x, data = \"a\"}"), "int");
  EXPECT_EQ(TypeOf("#3 (1, e)"), "1: int * E has no #3");
}

TEST_F(InferenceTest, BareConstructorInAPatternIsNoVariable) {
  Declare("fun ended End = true | ended _ = false");
  EXPECT_EQ(TypeOf("ended"), "P -> bool");
}

TEST_F(InferenceTest, WrongArgumentIsAnErrorWhereItStands) {
  EXPECT_EQ(TypeOf("x + \"a\""), "1: this is of type int * string, where 'a * 'a is needed");
  EXPECT_EQ(TypeOf("if x then 1 else 2"), "4: this is of type int, where bool is needed");
}

TEST_F(InferenceTest, UnknownNameIsAnError) { EXPECT_EQ(TypeOf("1 + y"), "5: unknown name y"); }

TEST_F(InferenceTest, TypeThatContainsItselfIsAnError) {
  EXPECT_EQ(TypeOf("fn y => y y").substr(0, 4), "11: ");
}

TEST_F(InferenceTest, ExponentialTypeIsAnErrorAndNoHang) {
  std::string text = "let val a0 = (1, 1)";
  for (int i = 0; i < 60; ++i) {
    text += " val a" + std::to_string(i + 1) + " = (a" + std::to_string(i) + ", a" +
            std::to_string(i) + ")";
  }
  EXPECT_EQ(TypeOf(text + " in 1 end"), "1: a type that is too large");
}

TEST_F(InferenceTest, ManyLargeTypesAreAnErrorAndNoHang) {
  std::string text = "let val a0 = (1, 1)";
  for (int i = 0; i < 11; ++i) {
    text += " val a" + std::to_string(i + 1) + " = (a" + std::to_string(i) + ", a" +
            std::to_string(i) + ")";
  }
  text += " in 1 end";
  EXPECT_EQ(TypeOf(text), "int");
  std::string last = "int";
  for (int i = 0; i < 100'000 && last == "int"; ++i) last = TypeOf(text);
  EXPECT_EQ(last, "1: a type that is too large");
}

TEST_F(InferenceTest, HandlersHaveTheTypeOfWhatTheyStandFor) {
  EXPECT_EQ(TypeOf("1 handle Empty => 2 | Fail s => 3"), "int");
  EXPECT_EQ(TypeOf("1 handle _ => \"a\""), "15: this is of type string, where int is needed");
  EXPECT_EQ(TypeOf("1 handle 5 => 2"), "10: this is of type int, where exn is needed");
}

TEST_F(InferenceTest, OnlyExceptionsAreRaised) {
  EXPECT_EQ(TypeOf("raise Fail \"no\""), "'a");
  EXPECT_EQ(TypeOf("raise 5"), "7: this is of type int, where exn is needed");
}

TEST_F(InferenceTest, SequencesHaveTheTypeOfTheLast) {
  EXPECT_EQ(TypeOf("(1; \"a\"; true)"), "bool");
}

TEST_F(InferenceTest, OptionsAndOrdersArePolymorphicAndPlain) {
  EXPECT_EQ(TypeOf("(SOME 1, SOME true, NONE)"), "int option * bool option * 'a option");
  EXPECT_EQ(TypeOf("case SOME 1 of SOME x => x | NONE => 0"), "int");
  EXPECT_EQ(TypeOf("Int.compare (1, 2)"), "General.order");
}

TEST_F(InferenceTest, WhatHasEffectsIsRefusedWithItsReason) {
  EXPECT_EQ(TypeOf("List.app"),
            "1: List.app is not supported: it is for effects, and expressions have none");
  EXPECT_EQ(TypeOf("fn r => r := 1"),
            "11: := is not supported: nothing is assigned: a value never changes");
}

TEST_F(InferenceTest, AReferenceIsOfATypeOfItsOwn) {
  EXPECT_EQ(TypeOf("ref 1"), "int ref");
  EXPECT_EQ(TypeOf("fn r => !r + 1"), "int ref -> int");
}

TEST_F(InferenceTest, FailedUnificationChangesNothing) {
  TypeStore types;
  const Type a = types.Fresh();
  const Type left = types.Tuple({a, types.Named("int")});
  const Type right = types.Tuple({types.Named("bool"), types.Named("string")});
  EXPECT_FALSE(types.Unify(left, right));
  EXPECT_TRUE(types.IsVariable(a));
}

}  // namespace
}  // namespace cpntools::ml
