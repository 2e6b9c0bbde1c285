// Small programs in CPN ML with results that the definition of Standard ML gives them: translated,
// loaded, and run as the inscription of an output arc and as an initial marking.
#include "tests/cpntools/ml_program.h"
#include "tests/cpntools/translated.h"

namespace cpntools::testing {

TEST_P(MlProgramsTest, HasTheResultThatStandardMlGives) {
  const Translation translation = Translate(NetOf(GetParam()), "m");
  ASSERT_EQ(Problems(translation), "");
  const auto model = Load(translation, "m");
  cpn::Engine& engine = model->engine();
  cpn::Marking marking = engine.InitialMarking();
  ASSERT_EQ(engine.net().places()[2].name, "I");
  EXPECT_EQ(model->multisets().Format(marking[2]), GetParam().tokens) << translation.lua;
  const auto enabled = engine.Enabled(marking);
  ASSERT_EQ(enabled.size(), 1u);
  engine.Occur(marking, enabled[0]);
  EXPECT_EQ(model->multisets().Format(marking[1]), GetParam().tokens) << translation.lua;
}

constexpr Program kPrograms[] = {
    {"Arithmetic", "", "1 + 2 * 3 - ~4", "INT", "1`11"},
    {"DivAndModRoundDown", "", "1`(~7 div 2) ++ 1`(~7 mod 2)", "INT", "1`-4 ++ 1`1"},
    {"FalseBranchesOfIf", "", "if 1 < 2 then false else true", "BOOL", "1`false"},
    {"OrElseIsLazy", "fun f (x:int) = x = 1 orelse 1 div 0 = 1", "f 1", "BOOL", "1`true"},
    {"LetShadows", "", "let val x = 1 val x = if x = 1 then x + 1 else x in x * 10 end", "INT",
     "1`20"},
    {"LetTakesTuplesApart", "", "let val (a, (b, c)) = (1, (2, 3)) in a * 100 + b * 10 + c end",
     "INT", "1`123"},
    {"Clauses", "fun fact 0 = 1 | fact n = n * fact (n - 1)", "fact 5", "INT", "1`120"},
    {"MutualRecursion",
     "fun even 0 = true | even n = odd (n - 1) and odd 0 = false | odd n = even (n - 1)", "even 10",
     "BOOL", "1`true"},
    {"Currying", "fun add x y = x + y; val inc = add 1", "inc (add 2 3)", "INT", "1`6"},
    {"FunctionsOfTuplesAsValues", "fun sub (x, y) = x - y; fun apply (f, p) = f p",
     "apply (sub, (5, 3))", "INT", "1`2"},
    {"TupleThatIsNoLiteral", "fun sub (x, y) = x - y; val p = (9, 4)", "sub p", "INT", "1`5"},
    {"FoldsGoTheirWay", "",
     "1`List.foldr (fn (x, a) => x ^ a) \"\" [\"a\", \"b\"] ++ "
     "1`List.foldl (fn (x, a) => x ^ a) \"\" [\"a\", \"b\"]",
     "STRING", "1`\"ab\" ++ 1`\"ba\""},
    {"OperatorsAsFunctions", "", "List.foldl op + 0 [1, 2, 3]", "INT", "1`6"},
    {"ListPatterns", "fun second (_ :: x :: _) = x | second [x] = ~x | second [] = 0",
     "[second [], second [7], second [1, 2, 3]]", "INT", "1`-7 ++ 1`0 ++ 1`2"},
    {"CaseOfUnions", "fun text (Data (n, s)) = if n = 1 then s else \"?\" | text End = \"end\"",
     "[text (Data (1, \"a\")), text (Data (2, \"a\")), text End]", "STRING",
     "1`\"?\" ++ 1`\"a\" ++ 1`\"end\""},
    {"CaseExpression", "", "case [1, 2] of [] => 0 | x :: xs => x + List.length xs", "INT", "1`2"},
    {"UnionsAreBuilt", "fun make n = if n > 1 then Data (n, \"x\") else End", "make 2", "Mail",
     "1`Data(2, \"x\")"},
    {"Records", "fun next ({seq, data} : Rec) = {seq = seq + 1, data = data ^ \"!\"}",
     "next {data = \"a\", seq = 1}", "Rec", "1`{data = \"a!\", seq = 2}"},
    {"FlexibleRecords", "fun get ({data, ...} : Rec) = data", "get {seq = 1, data = \"a\"}",
     "STRING", "1`\"a\""},
    {"Selectors", "", "#1 (#seq {seq = (4, 5), data = 1})", "INT", "1`4"},
    {"EqualityIsStructural", "fun same (a, b) = a = b", "same ((1, [2]), (1, [2]))", "BOOL",
     "1`true"},
    {"AsPatterns", "fun twice (l as x :: _) = x :: l | twice l = l", "1`twice [1, 2]", "Ints",
     "1`[1, 1, 2]"},
    {"EnumeratedPatterns", "fun other Yes = No | other No = Yes", "other Yes", "Vote", "1`No"},
    {"LocalFunctionsSeeWhatIsAround",
     "fun count (x, l) = let fun go [] = 0 | go (y :: r) = (if x = y then 1 else 0) + go r in go "
     "l end",
     "count (1, [1, 2, 1])", "INT", "1`2"},
    {"MultiSetsAreAddedAndSubtracted", "", "1`1 ++ 3`2 -- 1`2", "INT", "1`1 ++ 2`2"},
    {"MultiSetsAreScaled", "", "2 ** (1`1 ++ 1`2)", "INT", "2`1 ++ 2`2"},
    {"CoefficientsAreComputed", "val n = 2", "(n + 1)`5", "INT", "3`5"},
    {"MultiSetsAreCompared", "fun same (a, b) = a == b",
     "same (1`1 ++ 1`2, 1`2 ++ 1`1) andalso 1`1 <<= 2`1 andalso not (1`1 >>= 2`1)", "BOOL",
     "1`true"},
    {"SizeAndCoefficient", "", "[size (2`1 ++ 1`2), cf (1, 2`1 ++ 1`2)]", "INT", "1`2 ++ 1`3"},
    {"AllColours", "", "List.map (fn i => i * i) (Small.all ())", "INT", "1`1 ++ 1`4 ++ 1`9"},
    {"ProductsOfMultiSets", "", "Smalls.mult (1`1, 1`2 ++ 1`3)", "Smalls", "1`(1, 2) ++ 1`(1, 3)"},
    {"Sorting", "", "1`ListMergeSort.sort (fn (a, b) => a > b) [3, 1, 2]", "Ints", "1`[1, 2, 3]"},
    {"ListFunctions", "",
     "1`(List.drop ([1, 2, 3], 1) ^^ List.take ([4, 5], 1) ^^ rev [6, 7] ^^ List.tl [8, 9])",
     "Ints", "1`[2, 3, 4, 7, 6, 9]"},
    {"Tabulate", "", "1`List.tabulate (3, fn i => i * i)", "Ints", "1`[0, 1, 4]"},
    {"Partition", "",
     "let val (a, b) = List.partition (fn x => x > 1) [1, 2, 3] in [List.length a, List.length b] "
     "end",
     "INT", "1`1 ++ 1`2"},
    {"SetsOfLists", "",
     "1`remdupl [1, 1, 2] ++ 1`rm 1 [1, 2, 1] ++ 1`listsub [1, 2, 3] [2] ++ 1`intersect [1, 2] "
     "[2, 3]",
     "Ints", "1`[1, 2] ++ 1`[1, 3] ++ 1`[2] ++ 1`[2, 1]"},
    {"ListFunctionsOfCpnTools", "fun b x = if x then 1 else 0; val l = [1, 2, 3, 2, 4, 2, 5, 3]",
     "1`remdupl l ++ 1`rm 3 l ++ 1`rmall 2 l ++ 1`ins l 2 ++ 1`ins_new l 2 ++ 1`ins_new l 6 ++ "
     "1`union [1, 2] [2, 3] ++ 1`[b (mem l 4), b (mem l 6)]",
     "Ints",
     "1`[1, 0] ++ 1`[1, 2, 2, 3] ++ 1`[1, 2, 2, 4, 2, 5, 3] ++ 1`[1, 2, 3, 2, 4, 2, 5, 3] ++ "
     "1`[1, 2, 3, 2, 4, 2, 5, 3, 2] ++ 1`[1, 2, 3, 2, 4, 2, 5, 3, 6] ++ 1`[1, 3, 4, 5, 3] ++ "
     "1`[1, 4, 2, 5, 3]"},
    {"ContainsAsksHoweverOftenAndContainsAllHowOften", "",
     "[contains [1, 2, 3] [3, 2], contains [1, 2, 3] [3, 2, 3], contains [1, 2, 3] [3, 4, 2], "
     "contains_all [1, 2, 3] [3, 2], contains_all [1, 2, 3] [3, 2, 3]]",
     "BOOL", "2`false ++ 3`true"},
    {"IntersectTakesAsOftenAsInBoth", "",
     "1`intersect [1, 2, 2, 3, 2] [2, 4, 2, 1] ++ 1`intersect [] [1]", "Ints",
     "1`[] ++ 1`[1, 2, 2]"},
    {"ListsubTakesOneForOne", "", "1`listsub [1, 2, 1, 3] [3, 1] ++ 1`listsub [] []", "Ints",
     "1`[] ++ 1`[2, 1]"},
    {"ListsubOfWhatIsNotThereRaises", "fun f l = listsub [1, 2] l handle Subtract => [9]",
     "1`f [3] ++ 1`f [1, 1] ++ 1`f [2, 1]", "Ints", "1`[] ++ 2`[9]"},
    {"SortTakesTheOrderOfAColourSet", "",
     "1`sort INT.lt [3, 1, 2] ++ 1`sort (fn (a, b) => a > b) [3, 1, 2]", "Ints",
     "1`[1, 2, 3] ++ 1`[3, 2, 1]"},
    {"SortKeepsTheOrderOfEqualOnes", "",
     "1`sort (fn (a, b) => a div 10 < b div 10) [21, 11, 22, 12, 23, 13] ++ 1`ListMergeSort.sort "
     "(fn (a, b) => a div 10 > b div 10) [31, 11, 32, 12]",
     "Ints", "1`[11, 12, 13, 21, 22, 23] ++ 1`[11, 12, 31, 32]"},
    {"AReferenceThatNothingAssignsIsAConstant",
     "val n = ref 3; val l = ref [1, 2]; fun next () = !n + 1; fun value (r : int ref) = !r",
     "1`(!n :: !l) ++ 1`[next (), value n, !(ref 7)]", "Ints", "1`[3, 1, 2] ++ 1`[4, 3, 7]"},
    {"NothingIsCaptured",
     "fun f (x, y) = (contains x y, intersect x y, ListMergeSort.sort (fn p => x <> [] andalso #1 "
     "p > #2 p) y); fun g x = List.foldl x 0 [1, 2]",
     "1`(#2 (f ([1, 2], [2]))) ++ 1`(#3 (f ([1], [2, 1]))) ++ 1`[g (fn p => #1 p + #2 p)]", "Ints",
     "1`[1, 2] ++ 1`[2] ++ 1`[3]"},
    {"NamesOfLuaAreRenamed", "fun repeat (end', local') = end' + local'; val until = 3",
     "repeat (until, 4)", "INT", "1`7"},
};

INSTANTIATE_TEST_SUITE_P(Definition, MlProgramsTest, ::testing::ValuesIn(kPrograms), NameOfProgram);

}  // namespace cpntools::testing
