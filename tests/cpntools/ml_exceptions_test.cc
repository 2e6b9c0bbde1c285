// Exceptions, sequences and composition.
#include <algorithm>

#include "cpn/values/error.h"
#include "tests/cpntools/ml_program.h"
#include "tests/cpntools/translated.h"

namespace cpntools::testing {

constexpr Program kPrograms[] = {
    {"RaisedAndHandled", "exception Odd; fun half n = if n mod 2 = 0 then n div 2 else raise Odd",
     "[half 8, half 7 handle Odd => ~1]", "INT", "1`-1 ++ 1`4"},
    {"ExceptionsCarryValues", "exception Found of int * string; fun f x = raise Found (x, \"a\")",
     "(f 3 handle Found (n, s) => (n + 1, s))", "Pair", "1`(4, \"a\")"},
    {"SeveralRulesInTheirOrder",
     "exception A of int and B; fun f 0 = raise A 7 | f 1 = raise B | f n = n; fun g n = f n "
     "handle A 7 => 70 | A n => n | B => 10",
     "[g 0, g 1, g 2]", "INT", "1`2 ++ 1`10 ++ 1`70"},
    {"WhatNoRuleMatchesIsRaisedAgain", "exception A; exception B",
     "((raise A) handle B => 1) handle A => 2", "INT", "1`2"},
    {"ReraisedByName", "exception A of int", "(raise A 3 handle e => raise e) handle A n => n * 2",
     "INT", "1`6"},
    {"InnermostHandlerFirst", "exception A", "((raise A) handle A => 1) handle A => 2", "INT",
     "1`1"},
    {"ExceptionsAreValues", "exception A of int; fun choose b = if b then A 1 else A 2",
     "[(raise choose true) handle A n => n, (raise choose false) handle A n => n]", "INT",
     "1`1 ++ 1`2"},
    {"ConstructorsOfExceptionsAreFunctions", "exception A of int; fun f (make, n) = raise make n",
     "f (A, 5) handle A n => n", "INT", "1`5"},
    {"RaiseHasEveryType", "exception A",
     "(if true then 1 else raise A) + (case [1] of [] => raise A | x :: _ => x)", "INT", "1`2"},
    {"HandleBindsWeakerThanInfix", "exception A; fun f x = raise A", "1 + f 0 handle A => 5", "INT",
     "1`5"},
    {"HandlerOfABoolean", "exception A; fun f x = x > 1 andalso raise A",
     "[f 1 handle A => true, f 2 handle A => true]", "BOOL", "1`false ++ 1`true"},
    {"ThroughLibraryFunctions",
     "exception Stop of int; fun firstBig l = (List.map (fn x => if x > 2 then raise Stop x else "
     "x) l; 0) handle Stop x => x",
     "[firstBig [1, 5, 9], firstBig [1]]", "INT", "1`0 ++ 1`5"},
    {"LocalsAreSeenInside", "exception A",
     "let val x = 2 fun f y = if y > x then raise A else y in (f 3 handle A => x * 10) + x end",
     "INT", "1`22"},
    {"Empty", "fun safe f = f [] handle Empty => 7",
     "[safe hd, safe List.last, (tl []; 1) handle List.Empty => 8]", "INT", "2`7 ++ 1`8"},
    {"Subscript", "fun try f = f () handle Subscript => ~1",
     "[try (fn () => List.nth ([1], 1)), try (fn () => length (List.take ([1], 2))), try (fn () => "
     "length (List.drop ([1], ~1))), try (fn () => ord (String.sub (\"a\", 1))), try (fn () => "
     "String.size (substring (\"abc\", 2, 2)))]",
     "INT", "5`-1"},
    {"Div", "fun f (a, b) = a div b handle Div => 100; fun g (a, b) = a mod b handle Div => 200",
     "[f (7, 2), f (7, 0), g (~7, 2), g (7, 0), (Int.quot (1, 0)) handle Div => 300, (Int.rem (1, "
     "0)) handle Div => 400]",
     "INT", "1`1 ++ 1`3 ++ 1`100 ++ 1`200 ++ 1`300 ++ 1`400"},
    {"Match", "fun f 1 = 1 | f 2 = 2; fun g x = case x of [] => 0",
     "[f 2, f 3 handle Match => 9, g [1] handle Match => 8]", "INT", "1`2 ++ 1`8 ++ 1`9"},
    {"Bind", "fun f l = let val x :: _ = l in x end", "[f [4], f [] handle Bind => 5]", "INT",
     "1`4 ++ 1`5"},
    {"OptionSizeChr", "",
     "[valOf NONE handle Option => 1, length (List.tabulate (~1, fn i => i)) handle Size => 2, ord "
     "(chr 256) handle Chr => 3]",
     "INT", "1`1 ++ 1`2 ++ 1`3"},
    {"OverflowAndDomain", "",
     "[floor 1E300 handle Overflow => 1, floor (Math.sqrt ~1.0) handle Domain => 2, length "
     "(ListPair.zipEq ([1], [])) handle ListPair.UnequalLengths => 3]",
     "INT", "1`1 ++ 1`2 ++ 1`3"},
    {"Subtract", "", "(1`1 -- 1`2) handle Subtract => 3`7", "INT", "3`7"},
    {"Fail", "fun f x = if x then raise Fail \"no\" else \"yes\"",
     "[f true handle Fail why => why, f false]", "STRING", "1`\"no\" ++ 1`\"yes\""},
    {"AnExceptionOfTheModelHidesThatOfTheLibrary", "exception Empty",
     "[(raise Empty) handle Empty => 1, (hd [] handle Empty => 2) handle List.Empty => 3]", "INT",
     "1`1 ++ 1`3"},
    {"SequencesYieldTheLast", "exception A; fun check x = if x < 0 then raise A else ()",
     "[(check 1; check 2; 3), (check 1; check ~1; 3) handle A => 4]", "INT", "1`3 ++ 1`4"},
    {"SequencesInLet",
     "exception A of int; fun f x = let val y = x + 1 in if y > 5 then raise A y else (); y * 2 "
     "end",
     "[f 1, f 7 handle A n => n]", "INT", "1`4 ++ 1`8"},
    {"BeforeAndIgnore", "exception A; fun check x = if x < 0 then raise A else ()",
     "[1 before check 1, (2 before check ~1) handle A => 3, (ignore (hd [1]); 4)]", "INT",
     "1`1 ++ 1`3 ++ 1`4"},
    {"Composition", "fun twice f = f o f; fun inc x = x + 1; val both = (fn x => x * 10) o inc",
     "[twice inc 1, both 2, (length o List.tl) [1, 2, 3], (op o (inc, inc)) 5]", "INT",
     "1`2 ++ 1`3 ++ 1`7 ++ 1`30"},
    {"Nil", "fun f nil = 1 | f (_ :: _) = 2", "[f nil, f [1], length nil]", "INT",
     "1`0 ++ 1`1 ++ 1`2"},
    {"ExceptionsOfRecords",
     "exception E of {code : int, text : string}; fun f n = if n > 1 then raise E {code = n, text "
     "= \"big\"} else n",
     "[f 1, f 5 handle E {code, ...} => code * 2]", "INT", "1`1 ++ 1`10"},
    {"HandlersInsideOneAnother",
     "exception A; exception B of int; fun f 0 = raise A | f 1 = raise B 1 | f n = n; fun g n = (f "
     "n handle A => f 1) handle B k => k + 100",
     "[g 0, g 1, g 2]", "INT", "1`2 ++ 2`101"},
    {"SequencesOfCases",
     "exception A; fun f l = (case l of [] => raise A | _ => (); if null (tl l) then () else raise "
     "A; hd l)",
     "[f [3], f [] handle A => 1, f [1, 2] handle A => 2]", "INT", "1`1 ++ 1`2 ++ 1`3"},
    {"HandledInTheArgumentOfAnother", "fun f (x, y) = x * 10 + y",
     "f (hd [] handle Empty => 1, (length (tl [])) handle Empty => 2)", "INT", "1`12"},
    {"RaisedInAFunctionGivenToAFold",
     "exception Big of int; fun sum l = foldl (fn (x, s) => if s > 5 then raise Big s else x + s) "
     "0 l",
     "[sum [1, 2], sum [3, 4, 5] handle Big s => s * 10]", "INT", "1`3 ++ 1`70"},
    {"OrElseAndHandlers", "exception A; fun f x = (x = 0 orelse raise A) handle A => false",
     "[f 0, f 1]", "BOOL", "1`false ++ 1`true"},
    {"NamesInHandlersHideOthers",
     "exception A of int; fun f x = (raise A (x + 1)) handle A x => x * 2", "f 3", "INT", "1`8"},
};

INSTANTIATE_TEST_SUITE_P(Exceptions, MlProgramsTest, ::testing::ValuesIn(kPrograms), NameOfProgram);

TEST(MlExceptionsTest, WhatNothingHandlesIsAnErrorOfTheModel) {
  const Program program{"", "exception Odd of int; fun f x = raise Odd x", "f 3", "INT", ""};
  Document document = NetOf(program);
  document.pages[0].places[2].initial.text.clear();
  const Translation translation = Translate(document, "m");
  ASSERT_EQ(Problems(translation), "");
  const auto model = Load(translation, "m");
  try {
    cpn::Marking marking = model->engine().InitialMarking();
    model->engine().Occur(marking, model->engine().Enabled(marking)[0]);
    FAIL() << "no error";
  } catch (const cpn::ModelError& e) {
    EXPECT_EQ(e.message(),
              "{tag = \"Odd\", value = 3} is raised, and handled nowhere; transition Go, place R");
    const std::string before = translation.lua.substr(0, translation.lua.find("raise("));
    EXPECT_EQ(e.where().line, 1 + std::count(before.begin(), before.end(), '\n'));
  }
}

}  // namespace cpntools::testing
