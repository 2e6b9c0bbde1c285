// Functions of the basis library, with the results that its documentation gives.
#include "tests/cpntools/ml_program.h"

namespace cpntools::testing {

constexpr Program kPrograms[] = {
    {"Compare", "fun sign LESS = ~1 | sign EQUAL = 0 | sign GREATER = 1",
     "1`[sign (Int.compare (1, 2)), sign (String.compare (\"b\", \"a\")), sign (Char.compare "
     "(#\"a\", "
     "#\"a\"))]",
     "Ints", "1`[-1, 1, 0]"},
    {"QuotAndRemRoundTowardsZero", "",
     "1`[Int.quot (~7, 2), Int.rem (~7, 2), Int.quot (7, ~2), Int.rem (7, ~2), ~7 div 2, ~7 mod 2, "
     "7 div ~2, 7 mod ~2]",
     "Ints", "1`[-3, -1, -3, 1, -4, 1, -4, -1]"},
    {"SignsMinMaxAbs", "",
     "1`[Int.sign ~5, Int.sign 0, Int.min (1, ~2), Int.max (1, ~2), Int.abs ~3, abs ~4, if "
     "Int.sameSign (~1, ~9) then 1 else 0]",
     "Ints", "1`[-1, 0, -2, 1, 3, 4, 1]"},
    {"IntegersAsText", "", "[Int.toString ~12, Int.toString 0]", "STRING", "1`\"0\" ++ 1`\"~12\""},
    {"IntegersFromText", "fun f s = getOpt (Int.fromString s, 99)",
     "1`[f \"12\", f \" ~3x\", f \"+4\", f \"x\", f \"-7\"]", "Ints", "1`[12, -3, 4, 99, -7]"},
    {"BooleansAsText",
     "fun f s = case Bool.fromString s of SOME true => 1 | SOME false => 2 | NONE => 3",
     "1`[f \"true\", f \" FALSE!\", f \"yes\", if Bool.toString true = \"true\" then 4 else 5]",
     "Ints", "1`[1, 2, 3, 4]"},
    {"RealNumbersToIntegers", "",
     "1`[floor ~2.5, ceil ~2.5, trunc ~2.5, round 2.5, round 3.5, round ~2.5, floor (real 7 / "
     "2.0), round (Math.sqrt 16.0), trunc (Math.pow (2.0, 10.0)), floor (Real.max (1.5, 2.5))]",
     "Ints", "1`[-3, -2, -2, 2, 4, -2, 3, 4, 1024, 2]"},
    {"Options", "",
     "1`[valOf (SOME 3), getOpt (NONE, 4), getOpt (SOME 5, 4), if isSome (SOME 1) then 6 else 7, "
     "if isSome NONE then 6 else 7]",
     "Ints", "1`[3, 4, 5, 6, 7]"},
    {"OptionFunctions",
     "fun show NONE = 0 | show (SOME x) = x; fun pos x = if x > 0 then SOME (x * 2) else NONE",
     "1`[show (Option.map (fn x => x + 1) (SOME 1)), show (Option.map (fn x => x + 1) NONE), show "
     "(Option.mapPartial pos (SOME 4)), show (Option.mapPartial pos (SOME ~4)), show "
     "(Option.filter (fn x => x > 2) 3), show (Option.filter (fn x => x > 2) 1), show (Option.join "
     "(SOME (SOME 9))), show (Option.join (SOME NONE))]",
     "Ints", "1`[2, 0, 8, 0, 3, 0, 9, 0]"},
    {"OptionsAreEqualByStructure", "",
     "[SOME [1] = SOME [1], SOME 1 = NONE, NONE = Option.filter (fn x => x > 1) 1]", "BOOL",
     "1`false ++ 2`true"},
    {"FindAndGetItem",
     "fun show NONE = 0 | show (SOME x) = x; fun item l = case List.getItem l of NONE => ~1 | SOME "
     "(x, r) => x * 10 + length r",
     "1`[show (List.find (fn x => x > 1) [1, 2, 3]), show (List.find (fn x => x > 5) [1]), item "
     "[], item [4, 5, 6], List.last [1, 2]]",
     "Ints", "1`[2, 0, -1, 42, 2]"},
    {"MapPartialRevAppendConcat", "",
     "1`(List.mapPartial (fn x => if x > 1 then SOME (x * x) else NONE) [1, 2, 3] @ List.revAppend "
     "([1, 2], [3]) @ List.concat [[7], [], [8, 9]])",
     "Ints", "1`[4, 9, 2, 1, 3, 7, 8, 9]"},
    {"Collate", "fun n LESS = ~1 | n EQUAL = 0 | n GREATER = 1; val c = List.collate Int.compare",
     "1`[n (c ([1, 2], [1, 3])), n (c ([1], [1])), n (c ([1, 2], [1])), n (c ([], [1]))]", "Ints",
     "1`[-1, 0, 1, -1]"},
    {"FoldsGoTheirWay", "",
     "1`(foldl (op ::) [] [1, 2] @ foldr (op ::) [] [3, 4]) ++ 1`[foldl (op -) 0 [1, 2], foldr (op "
     "-) 0 [1, 2]]",
     "Ints", "1`[1, -1] ++ 1`[2, 1, 3, 4]"},
    {"ListPairs", "val a = [1, 2, 3]; val b = [10, 20]",
     "1`ListPair.map (fn (x, y) => x + y) (a, b) ++ 1`(#2 (ListPair.unzip (ListPair.zip (a, b)))) "
     "++ 1`[ListPair.foldl (fn (x, y, r) => r * 2 + x * y) 0 (a, b), ListPair.foldr (fn (x, y, r) "
     "=> r * 2 + x * y) 0 (a, b)]",
     "Ints", "1`[10, 20] ++ 1`[11, 22] ++ 1`[60, 90]"},
    {"ListPairPredicates", "val p = fn (x, y) => x < y",
     "1`[if ListPair.exists p ([1], [2, 0]) then 1 else 0, if ListPair.all p ([1, 5], [2]) then 1 "
     "else 0, if ListPair.allEq p ([1, 5], [2]) then 1 else 0, if ListPair.allEq p ([1], [2]) then "
     "1 else 0, ListPair.foldlEq (fn (x, y, r) => x + y + r) 0 ([1], [2])]",
     "Ints", "1`[1, 1, 0, 1, 3]"},
    {"StringParts", "",
     "[String.substring (\"hello\", 1, 3), String.extract (\"hello\", 3, NONE), String.extract "
     "(\"hello\", 1, SOME 2), String.str (String.sub (\"hello\", 4)), substring (\"ab\", 2, 0)]",
     "STRING", "1`\"\" ++ 1`\"el\" ++ 1`\"ell\" ++ 1`\"lo\" ++ 1`\"o\""},
    {"StringsAndLists", "",
     "1`[String.concat [\"a\", \"b\"], concat [], String.concatWith \", \" [\"x\", \"y\", \"z\"], "
     "implode (rev (explode \"abc\")), String.map Char.toUpper \"a1b\", String.translate (fn c => "
     "str c ^ str c) \"xy\"]",
     "Texts", "1`[\"ab\", \"\", \"x, y, z\", \"cba\", \"A1B\", \"xxyy\"]"},
    {"TokensAndFields", "",
     "1`String.tokens (fn c => c = #\",\") \",a,,bc,\" ++ 1`String.fields (fn c => c = #\",\") "
     "\"a,,b\"",
     "Texts", "1`[\"a\", \"\", \"b\"] ++ 1`[\"a\", \"bc\"]"},
    {"StringPredicates", "",
     "1`[if String.isPrefix \"ab\" \"abc\" then 1 else 0, if String.isPrefix \"b\" \"abc\" then 1 "
     "else 0, if String.isSuffix \"ab\" \"abc\" then 1 "
     "else 0, if String.isSuffix \"\" \"abc\" then 1 else 0, if String.isSubstring \"b.\" \"ab.c\" "
     "then 1 else 0, if String.isSubstring \"b.\" \"abxc\" then 1 else 0, if \"a\" < \"b\" andalso "
     "String.< (\"B\", \"a\") then 1 else 0, String.size \"a\\n\"]",
     "Ints", "1`[1, 0, 0, 1, 1, 0, 1, 2]"},
    {"Characters", "fun n true = 1 | n false = 0",
     "1`[ord #\"A\", ord (chr 97), ord (Char.toLower #\"Q\"), n (Char.isDigit #\"7\"), n "
     "(Char.isAlpha #\"7\"), n (Char.isSpace #\"\\t\"), n (Char.isPunct #\"!\"), n (Char.isUpper "
     "#\"a\"), ord (Char.succ #\"a\"), n (Char.contains \"abc\" #\"c\"), n (#\"a\" < #\"b\")]",
     "Ints", "1`[65, 97, 113, 1, 0, 1, 1, 0, 98, 1, 1]"},
    {"TextOfStrings", "", "[String.toString \"a\\\"\\n\\001\", Char.toString #\"\\\\\"]", "STRING",
     "1`\"\\\\\\\\\" ++ 1`\"a\\\\\\\"\\\\n\\\\^A\""},
    {"MultiSetsAreOrdered", "",
     "[1`1 << 2`1, 1`1 << 1`1, 2`1 >> 1`1, 1`1 >> 1`2, 1`1 <<= 1`1, 1`1 <><> 1`2]", "BOOL",
     "2`false ++ 4`true"},
    {"TheOnlyToken", "", "[ms_to_col (1`5), ms_to_col (2`5) handle no_singleton => 6]", "INT",
     "1`5 ++ 1`6"},
    {"NamesOfTheLibraryMayBeDeclaredAnew",
     "fun find (x, l) = length l + x; val last = 3; fun sign x = x; fun head x = x * 2",
     "[find (1, [1]), last, sign 4, head 5]", "INT", "1`2 ++ 1`3 ++ 1`4 ++ 1`10"},
    {"ComposedPartialApplications", "fun pos x = x > 0; fun inc x = x + 1",
     "1`(map inc o List.filter pos) [1, ~2, 3]", "Ints", "1`[2, 4]"},
    {"OperatorsAsArguments", "",
     "1`ListPair.map op+ ([1, 2], [3, 4]) ++ 1`foldr op@ [] [[1], [2, 3]] ++ 1`map (op ~) [5]",
     "Ints", "1`[-5] ++ 1`[1, 2, 3] ++ 1`[4, 6]"},
    {"NestedOptions", "fun f (SOME (x, SOME y)) = x + y | f (SOME (x, NONE)) = x | f NONE = 0",
     "1`map f [SOME (1, SOME 2), SOME (3, NONE), NONE]", "Ints", "1`[3, 3, 0]"},
    {"OptionsInLists", "", "1`List.mapPartial (fn x => x) (List.tabulate (3, SOME) @ [NONE])",
     "Ints", "1`[0, 1, 2]"},
    {"ConstructorsAsFunctions", "", "1`map valOf (map SOME [1, 2])", "Ints", "1`[1, 2]"},
    {"LocalNamesHideTheLibrary", "",
     "1`[let fun hd x = 5 in hd [1] end, let val length = 7 in length end, (fn rev => rev + 1) 8]",
     "Ints", "1`[5, 7, 9]"},
    {"RealConstants", "val r = 2.5; fun half x = real x / 2.0",
     "1`[floor (r * 2.0), round (half 7), if half 3 > 1.4 then 1 else 0, trunc ~0.5]", "Ints",
     "1`[5, 4, 1, 0]"},
    {"ToUpperThroughLists", "fun upper s = implode (map Char.toUpper (explode s))", "upper \"abC\"",
     "STRING", "1`\"ABC\""},
    {"UnzipOfNothing", "", "[length (#1 (ListPair.unzip [])), length (ListPair.zip ([1], []))]",
     "INT", "2`0"},
    {"SortsAreStable", "val sort = ListMergeSort.sort (fn ((a : int, _ : int), (b, _)) => a > b)",
     "1`map #2 (sort [(2, 1), (1, 2), (2, 3), (1, 4)])", "Ints", "1`[2, 4, 1, 3]"},
};

INSTANTIATE_TEST_SUITE_P(Basis, MlProgramsTest, ::testing::ValuesIn(kPrograms), NameOfProgram);

}  // namespace cpntools::testing
