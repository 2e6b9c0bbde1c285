#include <gtest/gtest.h>

#include "cpn/lua/testing.h"

namespace cpn::lua {
namespace {

using testing::LoadErrorOf;

constexpr char kModel[] = R"lua(
n = param(2)
Id = range(1, n)
var { i = Id }
Step = module(function(_ENV)
  From, To = In(Id), Out(Id)
  Count = place(INT, { 0 })
  Move = transition { input = { From(i) }, output = { To(i) } }
end)
A, B = place(Id, { 1 }), place(Id)
Shared = fusion(INT)
First = substitution(Step, { From = A, To = B })
Second = substitution(Step, { From = A, To = B })
)lua";

LoadOptions With(const std::string& place, const std::string& inscription) {
  LoadOptions options;
  options.initial_markings = {{place, inscription}};
  return options;
}

std::string Marking(const std::string& place, const std::string& inscription) {
  const auto model = testing::LoadText(kModel, With(place, inscription));
  return model->engine().FormatMarking(model->engine().InitialMarking());
}

std::string Error(const std::string& place, const std::string& inscription) {
  return LoadErrorOf(kModel, With(place, inscription));
}

TEST(InitialMarkingsTest, ReplaceThoseOfTheModel) {
  EXPECT_EQ(Marking("A", "{ copies(2, n) }"), "A: 2`2\nFirst.Count: 1`0\nSecond.Count: 1`0\n");
  EXPECT_EQ(Marking("B", "all"), "A: 1`1\nB: 1`1 ++ 1`2\nFirst.Count: 1`0\nSecond.Count: 1`0\n");
}

TEST(InitialMarkingsTest, APlaceOfAModuleHasItInAllInstances) {
  EXPECT_EQ(Marking("Step.Count", "{ 5 }"), "A: 1`1\nFirst.Count: 1`5\nSecond.Count: 1`5\n");
}

TEST(InitialMarkingsTest, AFusionSetIsAPlace) {
  EXPECT_EQ(Marking("Shared", "{ 5 }"),
            "A: 1`1\nShared: 1`5\nFirst.Count: 1`0\nSecond.Count: 1`0\n");
}

TEST(InitialMarkingsTest, AMemberOfAFusionSetIsNotAPlaceOfItsOwn) {
  EXPECT_EQ(LoadErrorOf(R"lua(
    var { i = INT }
    Shared = fusion(INT)
    M = module(function(_ENV)
      T = transition { input = { Shared(i) } }
    end)
    S = substitution(M)
  )lua",
                        With("M.Shared", "{ 1 }")),
            "--initial M.Shared:1: the model has no place M.Shared (there is Shared); did you mean "
            "Shared?");
}

TEST(InitialMarkingsTest, EmptyOnesLeaveNothing) {
  EXPECT_EQ(Marking("A", "{}"), "First.Count: 1`0\nSecond.Count: 1`0\n");
}

TEST(InitialMarkingsTest, UnknownPlace) {
  EXPECT_EQ(Error("Step.Cuont", "{}"),
            "--initial Step.Cuont:1: the model has no place Step.Cuont (there are A, B, Shared, "
            "Step.Count); did you mean Step.Count?");
}

TEST(InitialMarkingsTest, PortsHaveNone) {
  EXPECT_EQ(Error("Step.From", "{ 1 }"),
            "--initial Step.From:1: Step.From is a port, and has no initial marking: its socket "
            "has");
}

TEST(InitialMarkingsTest, WhatIsNoMarkingOfThePlaceIsRefused) {
  EXPECT_EQ(Error("A", "{ 3 }"),
            "--initial A:1: initial marking: 3 is not a colour of Id: Id has 1..2");
  EXPECT_EQ(Error("A", "1"),
            "--initial A:1: an initial marking is a list of tokens, { ... }, or all, not 1");
  EXPECT_EQ(Error("A", "{ m }"), "--initial A:1:10: unknown name m");
  EXPECT_EQ(Error("A", "{ 1"), "--initial A:1: '}' expected near <eof>");
}

}  // namespace
}  // namespace cpn::lua
