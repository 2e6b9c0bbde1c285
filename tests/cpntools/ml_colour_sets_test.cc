// Colour sets of all kinds and their functions.
#include "tests/cpntools/ml_program.h"

namespace cpntools::testing {

constexpr Program kPrograms[] = {
    {"RenamedBooleans", "fun f yes = 1 | f no = 2",
     "[f yes, f (1 > 2), if no = false then 3 else 4, if yes then 5 else 6]", "INT",
     "1`1 ++ 1`2 ++ 1`3 ++ 1`5"},
    {"RenamedBooleansAreBooleans", "", "1`yes ++ 2`no ++ 1`(1 > 2)", "Answer", "3`false ++ 1`true"},
    {"RenamedUnit", "fun f tick = 3", "2`tick ++ (f tick)`()", "Tick", "5`()"},
    {"AllOfEach", "",
     "[length (Answer.all ()), length (Tick.all ()), length (Vote.all ()), length (PH.all ()), "
     "length (Smalls.all ()), length (Shape.all ()), length (Entry.all ()), length (Short.all ()), "
     "length (Word.all ())]",
     "INT", "1`1 ++ 2`2 ++ 1`3 ++ 3`4 ++ 1`6 ++ 1`9"},
    {"AllIsTheMarkingOfASmallColourSet", "", "Odd.all ()", "Same", "1`1 ++ 1`3"},
    {"AllOfASubset", "", "map (fn x => x * 10) (Odd.all ())", "INT", "1`10 ++ 1`30"},
    {"AllOfASubsetByAList", "", "map (fn x => x + 1) (Powers.all ())", "INT", "1`3 ++ 1`5 ++ 1`9"},
    {"AllOfAnAlias", "", "rev (Same.all ())", "INT", "1`1 ++ 1`3"},
    {"AllOfAUnion", "", "List.filter (fn x => x <> Dot 2) (Shape.all ())", "Shape",
     "1`Dot(1) ++ 1`Dot(3) ++ 1`Point"},
    {"AllOfARecord", "", "List.filter (fn x => #vote x = No) (Entry.all ())", "Entry",
     "1`{by = 1, vote = No} ++ 1`{by = 3, vote = No}"},
    {"AllOfWords", "", "Word.all ()", "Word",
     "1`\"a\" ++ 1`\"aa\" ++ 1`\"ab\" ++ 1`\"b\" ++ 1`\"ba\" ++ 1`\"bb\""},
    {"AllOfShortLists", "", "Short.all ()", "Short", "1`[] ++ 1`[1] ++ 1`[2] ++ 1`[3]"},
    {"SizeOrdCol", "",
     "1`[Vote.size (), Vote.ord No, PH.ord (ph 3), Small.col 2, Powers.ord 8, if Vote.col 0 = Yes "
     "then 7 else 8, Answer.size ()]",
     "Ints", "1`[2, 1, 2, 3, 2, 7, 2]"},
    {"OrderOfEnumerationsIsThatOfTheirDeclaration", "",
     "[Vote.lt (Yes, No), Vote.lt (No, Yes), Vote.lt (No, No), INT.lt (1, 2), STRING.lt (\"b\", "
     "\"a\"), Answer.lt (no, yes), UNIT.lt ((), ())]",
     "BOOL", "4`false ++ 3`true"},
    {"OrderOfStructures", "",
     "[Smalls.lt ((1, 3), (2, 1)), Smalls.lt ((1, 3), (1, 2)), Ints.lt ([1, 2], [1]), Ints.lt ([1, "
     "2], [2]), Entry.lt ({by = 1, vote = Yes}, {by = 1, vote = No}), Shape.lt (Point, Dot 1), "
     "Shape.lt (Dot 2, Dot 1), Shape.lt (Dot 1, Dot 2)]",
     "BOOL", "3`false ++ 5`true"},
    {"SortingByTheOrderOfAColourSet", "",
     "1`map Vote.ord (sort Vote.lt [No, Yes, No]) ++ 1`sort INT.lt [3, 1, 2]", "Ints",
     "1`[0, 1, 1] ++ 1`[1, 2, 3]"},
    {"OrderAsAValue", "fun least lt (x, y) = if lt (x, y) then x else y", "least Vote.lt (No, Yes)",
     "Vote", "1`Yes"},
    {"Legal", "",
     "[Odd.legal 3, Odd.legal 2, Powers.legal 4, Powers.legal 5, Word.legal \"ab\", Word.legal "
     "\"abc\", Word.legal \"x\", Word.legal \"\", Short.legal [1], Short.legal [4], Short.legal "
     "[1, 1], Shape.legal (Dot 4), Shape.legal Point, Smalls.legal (1, 4), Entry.legal {by = 2, "
     "vote = Yes}, INT.legal 9]",
     "BOOL", "10`false ++ 6`true"},
    {"TextOfColours", "",
     "1`[INT.mkstr ~3, Vote.mkstr No, Answer.mkstr (1 < 2), Tick.mkstr tick, UNIT.mkstr (), "
     "PH.mkstr (ph 2), BOOL.mkstr true, Same.mkstr 1]",
     "Texts", "1`[\"~3\", \"No\", \"yes\", \"tick\", \"()\", \"ph(2)\", \"true\", \"1\"]"},
    {"TextOfStructures", "",
     "1`[Pair.mkstr (1, \"a\"), Ints.mkstr [1, ~2], Entry.mkstr {by = 1, vote = No}, Shape.mkstr "
     "(Dot 2), Shape.mkstr Point, INT.mkstr_ms (1`3 ++ 2`7 ++ 4`3), INT.mkstr_ms empty]",
     "Texts",
     "1`[\"(1,\\\"a\\\")\", \"[1,~2]\", \"{vote=No,by=1}\", \"Dot(2)\", \"Point\", \"5`3++2`7\", "
     "\"empty\"]"},
    {"FunctionsOfColourSetsAsValues", "",
     "1`(map Vote.mkstr (map Vote.col [1, 0]) ^^ map INT.mkstr (List.filter Odd.legal [1, 2]))",
     "Texts", "1`[\"No\", \"Yes\", \"1\"]"},
    {"OrdersArePatterns", "fun f LESS = 1 | f EQUAL = 2 | f GREATER = 3", "f (Int.compare (5, 5))",
     "INT", "1`2"},
};

INSTANTIATE_TEST_SUITE_P(ColourSets, MlProgramsTest, ::testing::ValuesIn(kPrograms), NameOfProgram);

}  // namespace cpntools::testing
