// Every kind of inscription through the whole stack: loaded, enabled, occurred.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cpn/lua/testing.h"

namespace cpn::lua {
namespace {

using ::testing::ElementsAre;
using testing::EnabledOf;
using testing::InitialMarkingOf;
using ::testing::IsEmpty;
using testing::LoadErrorOf;
using testing::LoadText;
using testing::StepErrorOf;
using testing::Successors;
using testing::SuccessorsOf;

TEST(InscriptionTest, VariableBindsAndMoves) {
  const auto model = LoadText(R"lua(
    var { i = INT }
    A, B = place(INT, { 1, 2 }), place(INT)
    T = transition { input = { A(i) }, output = { B(i) } }
  )lua");
  EXPECT_THAT(EnabledOf(*model), ElementsAre("T (i = 1)", "T (i = 2)"));
  EXPECT_THAT(Successors(*model), ElementsAre("A: 1`2\nB: 1`1\n", "A: 1`1\nB: 1`2\n"));
}

TEST(InscriptionTest, ConstantMatchesItself) {
  EXPECT_THAT(SuccessorsOf(R"lua(
    Vote = enum { "yes", "no" }
    A, B = place(Vote, { "yes", "no" }), place(BOOL)
    T = transition { input = { A "no" }, output = { B(true) } }
  )lua"),
              ElementsAre("A: 1`yes\nB: 1`true\n"));
}

TEST(InscriptionTest, TupleTakesApartAndPutsTogether) {
  EXPECT_THAT(SuccessorsOf(R"lua(
    Pair = product(INT, INT)
    var { i = INT, j = INT }
    A, B = place(Pair, { { 1, 2 } }), place(Pair)
    T = transition { input = { A { i, j } }, output = { B { j, i } } }
  )lua"),
              ElementsAre("B: 1`(2, 1)\n"));
}

TEST(InscriptionTest, RepeatedVariableMustAgree) {
  const auto model = LoadText(R"lua(
    Pair = product(INT, INT)
    var { i = INT }
    A = place(Pair, { { 1, 2 }, { 3, 3 } })
    T = transition { input = { A { i, i } } }
  )lua");
  EXPECT_THAT(EnabledOf(*model), ElementsAre("T (i = 3)"));
}

TEST(InscriptionTest, WildcardMatchesAndBindsNothing) {
  EXPECT_THAT(SuccessorsOf(R"lua(
    Pair = product(INT, STRING)
    var { i = INT }
    A, B = place(Pair, { { 1, "x" } }), place(INT)
    T = transition { input = { A { i, _ } }, output = { B(i) } }
  )lua"),
              ElementsAre("B: 1`1\n"));
}

TEST(InscriptionTest, RecordPatternMayLeaveFieldsOut) {
  EXPECT_THAT(SuccessorsOf(R"lua(
    Promise = record { rnd = INT, from = INT }
    var { i = INT }
    A, B = place(Promise, { { rnd = 3, from = 1 } }), place(Promise)
    T = transition { input = { A { rnd = i } }, output = { B { rnd = i, from = 2 } } }
  )lua"),
              ElementsAre("B: 1`{from = 2, rnd = 3}\n"));
}

TEST(InscriptionTest, UnionConstructorsMatchAndBuild) {
  EXPECT_THAT(SuccessorsOf(R"lua(
    Message = union { Prepare = product(INT, INT), Value = INT, Nothing = UNIT }
    var { i = INT, j = INT }
    A = place(Message, { Message.Prepare { 1, 2 }, Message.Nothing, Message.Value(7) })
    B = place(Message)
    T = transition { input = { A(Message.Prepare { i, j }) }, output = { B(Message.Value(j)) } }
    U = transition { input = { A(Message.Nothing()) } }
  )lua"),
              ElementsAre("A: 1`Nothing ++ 1`Value(7)\nB: 1`Value(2)\n",
                          "A: 1`Prepare(1, 2) ++ 1`Value(7)\n"));
}

TEST(InscriptionTest, ConsTakesHeadAndRest) {
  EXPECT_THAT(SuccessorsOf(R"lua(
    Queue = list(INT)
    var { x = INT, xs = Queue }
    A, B = place(Queue, { { 1, 2, 3 }, {} }), place(Queue)
    T = transition { input = { A(cons(x, xs)) }, output = { A(xs), B(cons(9, cons(x, {}))) } }
  )lua"),
              ElementsAre("A: 1`[] ++ 1`[2, 3]\nB: 1`[9, 1]\n"));
}

TEST(InscriptionTest, ListPatternHasItsLength) {
  const auto model = LoadText(R"lua(
    Queue = list(INT)
    var { i = INT, j = INT }
    A = place(Queue, { { 1, 2 }, { 3 }, { 4, 5, 6 } })
    T = transition { input = { A { i, j } } }
  )lua");
  EXPECT_THAT(EnabledOf(*model), ElementsAre("T (i = 1, j = 2)"));
}

TEST(InscriptionTest, AllIsOneSummandPerColour) {
  EXPECT_THAT(SuccessorsOf(R"lua(
    Worker, Vote = range(1, 2), enum { "yes", "no" }
    var { v = Vote }
    A, B = place(Vote, { "no" }), place(product(Worker, Vote))
    T = transition { input = { A(v) }, output = { B { all, v } } }
  )lua"),
              ElementsAre("B: 1`(1, no) ++ 1`(2, no)\n"));
}

TEST(InscriptionTest, AllTwiceIsEveryCombination) {
  EXPECT_THAT(SuccessorsOf(R"lua(
    Worker, Vote = range(1, 2), enum { "yes", "no" }
    B = place(product(Worker, Vote))
    T = transition { output = { B(all) } }
    U = transition { output = { B { all, all } } }
  )lua"),
              ElementsAre("B: 1`(1, no) ++ 1`(1, yes) ++ 1`(2, no) ++ 1`(2, yes)\n",
                          "B: 1`(1, no) ++ 1`(1, yes) ++ 1`(2, no) ++ 1`(2, yes)\n"));
}

TEST(InscriptionTest, AllOnAnInputArcNeedsEveryColour) {
  const std::string rest = R"lua(
    A = place(Worker, { 1, 2 })
    T = transition { input = { A(all) } }
  )lua";
  EXPECT_THAT(EnabledOf(*LoadText("Worker = range(1, 2)" + rest)), ElementsAre("T ()"));
  EXPECT_THAT(EnabledOf(*LoadText("Worker = range(1, 3)" + rest)), IsEmpty());
}

TEST(InscriptionTest, CopiesAndSumsAreMultiSets) {
  EXPECT_THAT(SuccessorsOf(R"lua(
    A, B = place(UNIT, { copies(3, unit) }), place(INT)
    T = transition { input = { A(copies(2, unit)) },
                     output = { B(sum(copies(2, 7), 8, copies(0, 9))) } }
  )lua"),
              ElementsAre("A: 1`()\nB: 2`7 ++ 1`8\n"));
}

TEST(InscriptionTest, EveryPartBesideAComputedOneHasAValue) {
  const std::string places = R"lua(
R = record { a = INT, b = INT } L = list(INT) var { i = INT, l = L }
P, Q, K = place(R), place(product(INT, INT)), place(L)
)lua";
  const auto error_of = [&](const std::string& arcs) {
    const std::string error = LoadErrorOf(places + "T = transition { " + arcs + " }\n");
    return error.substr(0, error.find('\n'));
  };
  EXPECT_EQ(error_of("input = { P { a = i } }, output = { P { a = expr 'i + 1' } }"),
            "init.lua:4:28: P: field b has no value; give one");
  EXPECT_EQ(error_of("input = { Q { i, _ } }, output = { Q { expr 'i + 1', _ } }"),
            "init.lua:4:28: Q: the wildcard _ has no value; give one");
  EXPECT_EQ(error_of("input = { Q { i, i }, Q { expr 'i + 1', _ } }"),
            "init.lua:4:28: Q: the wildcard _ has no value; give one");
  EXPECT_EQ(error_of("input = { Q { i, i } }, output = { K(cons(expr 'i + 1', _)) }"),
            "init.lua:4:53: K: the wildcard _ has no value; give one");
}

TEST(InscriptionTest, WhatThereAreNoCopiesOfMustBeAnInscription) {
  const std::string error =
      LoadErrorOf("B = place(INT)\nT = transition { output = { B(copies(0, true)) } }\n");
  EXPECT_NE(error.find("true is not a colour of INT"), std::string::npos) << error;
}

TEST(InscriptionTest, NestedCopiesMultiply) {
  EXPECT_THAT(SuccessorsOf(R"lua(
    B = place(INT)
    T = transition { output = { B(copies(2, sum(copies(3, 1), 2))) } }
  )lua"),
              ElementsAre("B: 6`1 ++ 2`2\n"));
}

TEST(InscriptionTest, WhenChooses) {
  EXPECT_THAT(SuccessorsOf(R"lua(
    var { i = INT }
    A, B = place(INT, { 1, 2, 3 }), place(STRING)
    T = transition {
      input = { A(i) },
      output = { B(when(expr "i == 1", "one", when(function(i) return i == 2 end, "two"))) },
    }
  )lua"),
              ElementsAre("A: 1`2 ++ 1`3\nB: 1`\"one\"\n", "A: 1`1 ++ 1`3\nB: 1`\"two\"\n",
                          "A: 1`1 ++ 1`2\n"));
}

TEST(InscriptionTest, ExpressionComputes) {
  EXPECT_THAT(SuccessorsOf(R"lua(
    var { i = INT }
    step = 10
    A = place(INT, { 1 })
    T = transition { input = { A(i) }, output = { A(expr "i + step") } }
  )lua"),
              ElementsAre("A: 1`11\n"));
}

TEST(InscriptionTest, ExpressionOnAnInputArcIsTheTokenToTake) {
  const auto model = LoadText(R"lua(
    var { i = INT }
    A, B = place(INT, { 1, 2 }), place(INT, { 3, 9 })
    T = transition { input = { A(i), B(expr "i + 2") } }
  )lua");
  EXPECT_THAT(EnabledOf(*model), ElementsAre("T (i = 1)"));
}

TEST(InscriptionTest, FunctionReadsItsParameters) {
  EXPECT_THAT(SuccessorsOf(R"lua(
    local offset = 5
    var { i = INT, j = INT }
    A, B = place(INT, { 1 }), place(INT, { 2 })
    T = transition { input = { A(i), B(j) },
                     output = { A(function(j, i) return 10 * j + i + offset end) } }
  )lua"),
              ElementsAre("A: 1`26\n"));
}

TEST(InscriptionTest, PartsOfATupleCanBeComputed) {
  EXPECT_THAT(SuccessorsOf(R"lua(
    Pair = product(INT, STRING)
    Box = record { inside = list(INT) }
    Either = union { Left = Pair, Right = UNIT }
    var { i = INT }
    A, B, C, D = place(INT, { 1 }), place(Pair), place(Box), place(Either)
    T = transition {
      input = { A(i) },
      output = {
        B { i, function(i) return "x" .. i end },
        C { inside = { i, expr "i + 1" } },
        D(Either.Left { expr "i * 2", "y" }),
      },
    }
  )lua"),
              ElementsAre("B: 1`(1, \"x1\")\nC: 1`{inside = [1, 2]}\nD: 1`Left(2, \"y\")\n"));
}

TEST(InscriptionTest, EachIsAListAsMultiSet) {
  EXPECT_THAT(SuccessorsOf(R"lua(
    Queue = list(INT)
    var { xs = Queue }
    A, B, C = place(Queue, { { 4, 4, 5 } }), place(INT), place(INT)
    T = transition {
      input = { A(xs) },
      output = {
        B(copies(2, each "xs")),
        C(each(function(xs) return filter(xs, function(x) return x > 9 end) end)),
      },
    }
  )lua"),
              ElementsAre("B: 4`4 ++ 2`5\n"));
}

TEST(InscriptionTest, TestArcNeedsAndKeeps) {
  EXPECT_THAT(SuccessorsOf(R"lua(
    var { i = INT }
    A, B = place(INT, { 1 }), place(INT, { 1, 2 })
    T = transition { test = { A(i) }, input = { B(i) } }
  )lua"),
              ElementsAre("A: 1`1\nB: 1`2\n"));
}

TEST(InscriptionTest, InhibitorArcDisables) {
  const auto model = LoadText(R"lua(
    var { i = INT }
    A, B, C = place(INT, { 1, 2 }), place(INT, { 1 }), place(UNIT)
    NotOne = transition { input = { A(i) }, inhibitor = { B(i) } }
    Never  = transition { input = { A(i) }, inhibitor = { B } }
    Always = transition { input = { A(i) }, inhibitor = { C } }
  )lua");
  EXPECT_THAT(EnabledOf(*model), ElementsAre("NotOne (i = 2)", "Always (i = 1)", "Always (i = 2)"));
}

TEST(InscriptionTest, ResetArcEmpties) {
  EXPECT_THAT(SuccessorsOf(R"lua(
    A, B = place(UNIT, { unit }), place(INT, { 1, 2, 3 })
    T = transition { input = { A(unit) }, reset = { B }, output = { B(9) } }
  )lua"),
              ElementsAre("B: 1`9\n"));
}

TEST(InscriptionTest, GuardsMustAllHold) {
  const auto model = LoadText(R"lua(
    var { i = INT }
    A = place(INT, { 1, 2, 3, 4 })
    T = transition { input = { A(i) }, guard = { "i > 1", function(i) return i < 4 end, expr "i ~= 3" } }
  )lua");
  EXPECT_THAT(EnabledOf(*model), ElementsAre("T (i = 2)"));
}

TEST(InscriptionTest, GuardEqualityBinds) {
  const auto model = LoadText(R"lua(
    Queue = list(INT)
    var { x = INT, xs = Queue, xs2 = Queue }
    A, B = place(INT, { 1 }), place(Queue, { { 2 } })
    T = transition { input = { A(x), B(xs) }, guard = "xs2 == cons(x, xs)", output = { B(xs2) } }
  )lua");
  EXPECT_THAT(EnabledOf(*model), ElementsAre("T (x = 1, xs = [2], xs2 = [1, 2])"));
  EXPECT_THAT(Successors(*model), ElementsAre("B: 1`[1, 2]\n"));
}

TEST(InscriptionTest, GuardEqualityOfABoundVariableIsAGuard) {
  const auto model = LoadText(R"lua(
    var { i = INT, j = INT }
    A = place(INT, { 1, 2, 3 })
    T = transition { input = { A(i), A(j) }, guard = "j == i + 1" }
  )lua");
  EXPECT_THAT(EnabledOf(*model), ElementsAre("T (i = 1, j = 2)", "T (i = 2, j = 3)"));
}

TEST(InscriptionTest, GuardThatOnlyBeginsWithAnEqualityBindsNothing) {
  const auto model = LoadText(R"lua(
    Bit = range(0, 1)
    var { b = Bit }
    T = transition { guard = "b == 0 or b == 1" }
  )lua");
  EXPECT_THAT(EnabledOf(*model), ElementsAre("T (b = 0)", "T (b = 1)"));
}

TEST(InscriptionTest, LetNamesAValueOnce) {
  EXPECT_THAT(SuccessorsOf(R"lua(
    var { i = INT, j = INT, k = INT }
    A, B = place(INT, { 3 }), place(INT)
    T = transition {
      input = { A(i) },
      let = { k = expr "j + 1", j = function(i) return i * i end },
      guard = "k > 5",
      output = { B(j), B(k) },
    }
  )lua"),
              ElementsAre("B: 1`9 ++ 1`10\n"));
}

TEST(InscriptionTest, FreeVariableRangesOverItsColourSet) {
  const auto model = LoadText(R"lua(
    Vote = enum { "yes", "no" }
    var { success = BOOL, v = Vote }
    A = place(product(Vote, BOOL))
    T = transition { output = { A { v, success } } }
  )lua");
  EXPECT_EQ(EnabledOf(*model).size(), 4u);
}

TEST(InscriptionTest, HighestPriorityGoesFirst) {
  const auto model = LoadText(R"lua(
    A = place(UNIT, { unit })
    Low = transition { input = { A(unit) }, priority = P_LOW }
    High = transition { input = { A(unit) }, priority = P_NORMAL + 1 }
    Normal = transition { input = { A(unit) } }
  )lua");
  EXPECT_THAT(EnabledOf(*model), ElementsAre("High ()"));
}

TEST(InscriptionTest, KindAndWeightAreKept) {
  const auto model = LoadText(R"lua(
    A = place(UNIT, { unit })
    Lose = transition { input = { A(unit) }, kind = "fault" }
    Send = transition { input = { A(unit) }, weight = 0.25 }
  )lua");
  const auto& transitions = model->net().transitions();
  EXPECT_EQ(transitions[0].declaration->kind, StepKind::kFault);
  EXPECT_EQ(transitions[0].declaration->weight, std::nullopt);
  EXPECT_EQ(transitions[1].declaration->kind, StepKind::kNone);
  EXPECT_EQ(transitions[1].declaration->weight, 250u);
}

TEST(InscriptionTest, FairnessIsKept) {
  const auto model = LoadText(R"lua(
    N = range(1, 2)
    var { p = N, q = N }
    A = place(N, all)
    None = transition { input = { A(p) } }
    Weak = transition { input = { A(p) }, fair = "weak" }
    Apart = transition { input = { A(p), A(q) }, fair = { strong = { q, p, q } } }
    One = transition { input = { A(p), A(q) }, fair = { weak = q } }
  )lua");
  const auto& transitions = model->net().transitions();
  using Kind = Fairness::Kind;
  EXPECT_EQ(transitions[0].declaration->fairness, (Fairness{Kind::kNone, {}}));
  EXPECT_EQ(transitions[1].declaration->fairness, (Fairness{Kind::kWeak, {}}));
  EXPECT_EQ(transitions[2].declaration->fairness, (Fairness{Kind::kStrong, {0, 1}}));
  EXPECT_EQ(transitions[3].declaration->fairness, (Fairness{Kind::kWeak, {1}}));
}

TEST(InscriptionTest, AllAsInitialMarking) {
  EXPECT_EQ(InitialMarkingOf("A = place(range(1, 3), all)"), "A: 1`1 ++ 1`2 ++ 1`3\n");
  EXPECT_EQ(InitialMarkingOf("A = place(product(range(1, 2), INT), { { all, 0 } })"),
            "A: 1`(1, 0) ++ 1`(2, 0)\n");
}

TEST(InscriptionTest, ExpressionReadsOnlyWhatItsFreeNamesAre) {
  const auto model = LoadText(R"lua(
    Queue = list(INT)
    var { x = INT, xs = Queue }
    A = place(Queue, { { 1, 2 } })
    T = transition { input = { A(xs) }, guard = expr "#map(xs, function(x) return x + 1 end) == 2" }
  )lua");
  EXPECT_THAT(EnabledOf(*model), ElementsAre("T (xs = [1, 2])"));
}

TEST(InscriptionTest, ArgumentsChangedByAFunctionStayWhatTheyAre) {
  EXPECT_THAT(SuccessorsOf(R"lua(
    Queue = list(INT)
    var { xs = Queue }
    A, B = place(Queue, { { 1, 2 } }), place(Queue)
    T = transition {
      input = { A(xs) },
      guard = function(xs) xs[1] = 99 table.remove(xs) return #xs == 1 end,
      output = { B(function(xs) table.insert(xs, 3) return xs end) },
    }
  )lua"),
              ElementsAre("B: 1`[1, 2, 3]\n"));
}

TEST(InscriptionTest, ConstructorsMakeColoursInsideFunctions) {
  EXPECT_THAT(SuccessorsOf(R"lua(
    Message = union { Value = INT, Nothing = UNIT }
    var { m = Message }
    A, B = place(Message, { Message.Nothing, Message.Value(1) }), place(Message)
    function next_one(m)
      if m == Message.Nothing then return Message.Value(0) end
      if m == Message.Value(1) then return Message.Nothing() end
    end
    T = transition { input = { A(m) }, output = { B(expr "next_one(m)") } }
  )lua"),
              ElementsAre("A: 1`Value(1)\nB: 1`Value(0)\n", "A: 1`Nothing\nB: 1`Nothing\n"));
}

TEST(InscriptionTest, IndexColoursAreIntegers) {
  EXPECT_THAT(SuccessorsOf(R"lua(
    Philosopher = index("ph", 0, 1)
    var { p = Philosopher }
    A, B = place(Philosopher, { 1 }), place(Philosopher)
    T = transition { input = { A(p) }, output = { B(expr "(p + 1) % 2") } }
  )lua"),
              ElementsAre("B: 1`0\n"));
}

TEST(InscriptionTest, SubsetIsCheckedOnFiring) {
  EXPECT_EQ(StepErrorOf(R"lua(
Even = subset(range(0, 9), function(x) return x % 2 == 0 end)
var { e = Even }
A = place(Even, { 2 })
T = transition { input = { A(e) }, output = { A(expr "e + 1") } }
)lua"),
            "init.lua:5:55: 3 is not a colour of Even: Even has those of range(0, 9) that its "
            "predicate accepts, with e = 2; transition T, place A\n"
            "T = transition { input = { A(e) }, output = { A(expr \"e + 1\") } }\n"
            "                                                      ^");
}

TEST(InscriptionTest, ArcTextIsForDrawings) {
  const auto model = LoadText(R"lua(
    Vote = enum { "yes", "no" }
    Queue = list(Vote)
    Message = union { Value = INT, Nothing = UNIT }
    var { i = INT, v = Vote, xs = Queue }
    Small = range(1, 2)
    A, B, C, D = place(product(Small, Vote)), place(Queue), place(Message), place(UNIT)
    T = transition {
      input = { A { i, "yes" }, B(cons(v, xs)), C(Message.Value(i)), D(copies(2, unit)) },
      guard = { "#xs > 1", function(i) return i == 3 end },
      output = {
        A(when("i  >  0", { i, v }, sum({ 1, v }, { all, "no" }))),
        B(expr "insert(xs, v)"), B { v, "no" },
      },
    }
  )lua");
  const TransitionDeclaration& t = model->model().modules[0].transitions[0];
  std::vector<std::string> texts;
  for (const ArcDeclaration& arc : t.arcs) texts.push_back(arc.text);
  EXPECT_THAT(texts, ElementsAre("(i, yes)", "v :: xs", "Value(i)", "2`()",
                                 "if i > 0 then (i, v) else (1, v) ++ (all, no)", "insert(xs, v)",
                                 "[v, no]"));
  EXPECT_EQ(t.guard_text, "#xs > 1, i == 3");
}

/// What a drawing shows for a transition with these fields, after these declarations.
std::string GuardTextOf(const std::string& declarations, const std::string& fields) {
  const auto model =
      LoadText("var { i = INT, j = INT }\nA, B = place(INT), place(INT)\n" + declarations +
               "\nT = transition {\n  input = { A(i) },\n" + fields + "\n}\n");
  return model->model().modules[0].transitions[0].guard_text;
}

TEST(GuardTextTest, NamedHelperIsCalledByItsName) {
  const std::string body = "(i) local k = i; return k > 1 end";
  EXPECT_EQ(GuardTextOf("function is_large" + body, "  guard = is_large,"), "is_large(i)");
  EXPECT_EQ(GuardTextOf("local function is_large" + body, "  guard = is_large,"), "is_large(i)");
  EXPECT_EQ(GuardTextOf("local is_large = function" + body, "  guard = is_large,"), "is_large(i)");
}

TEST(GuardTextTest, CommentRightAboveSaysMoreThanSource) {
  const std::string guard = "  guard = function(i) local k = i; return k > 1 end,";
  EXPECT_EQ(GuardTextOf("", "  -- there is more\n  -- than one\n" + guard),
            "there is more than one");
  EXPECT_EQ(GuardTextOf("", "  -- about something else\n\n" + guard),
            "function(i) local k = i; return k > 1 end");
  EXPECT_EQ(GuardTextOf("",
                        "  -- twice i\n  let = {\n    -- the double\n    j = function(i) local "
                        "k = i; return k + k end },\n  output = { B(j) },"),
            "j = the double");
}

TEST(GuardTextTest, ShortExpressionIsShownAsItIs) {
  EXPECT_EQ(
      GuardTextOf("function is_large(i) return i > 1 end", "  -- a comment\n  guard = is_large,"),
      "i > 1");
}

TEST(GuardTextTest, LongExpressionGivesWayToAComment) {
  std::string sum = "i";
  for (int k = 0; k < 30; ++k) sum += " + 10";
  const std::string guard = "  guard = function(i) return " + sum + " > 5 end,";
  EXPECT_EQ(GuardTextOf("", "  -- large\n" + guard), "large");
  EXPECT_EQ(GuardTextOf("", guard), sum + " > 5");
}

TEST(GuardTextTest, HelpersThatItCallsStandForSource) {
  EXPECT_EQ(GuardTextOf("function best(k) return k end",
                        "  let = { j = function(i) local k = best(i); return best(k) end },\n"
                        "  output = { B(j) },"),
            "j = best(...)");
}

}  // namespace
}  // namespace cpn::lua
