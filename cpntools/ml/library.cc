#include "cpntools/ml/library.h"

#include <algorithm>
#include <iterator>

namespace cpntools::ml {
namespace {

using P = LuaPrecedence;

constexpr LibraryFunction kLibrary[] = {
    // Operators. `=` and `<>` depend on the type (lua_expression.h).
    {"=", "'a * 'a -> bool", "2", "equal($1, $2)", P::kSuffix, "equal"},
    {"<>", "'a * 'a -> bool", "2", "not equal($1, $2)", P::kUnary, "equal"},
    {"<", "'a * 'a -> bool", "2", "%1 < %2", P::kComparison, nullptr},
    {">", "'a * 'a -> bool", "2", "%1 > %2", P::kComparison, nullptr},
    {"<=", "'a * 'a -> bool", "2", "%1 <= %2", P::kComparison, nullptr},
    {">=", "'a * 'a -> bool", "2", "%1 >= %2", P::kComparison, nullptr},
    {"+", "'a * 'a -> 'a", "2", "@1 + %2", P::kSum, nullptr},
    {"-", "'a * 'a -> 'a", "2", "@1 - %2", P::kSum, nullptr},
    {"*", "'a * 'a -> 'a", "2", "@1 * %2", P::kProduct, nullptr},
    {"div", "int * int -> int", "2", "@1 // %2", P::kProduct, nullptr},
    {"mod", "int * int -> int", "2", "@1 % %2", P::kProduct, nullptr},
    {"/", "real * real -> real", "2", "@1 / %2", P::kProduct, nullptr},
    {"^", "string * string -> string", "2", "%1 .. @2", P::kConcatenation, nullptr},
    {"~", "'a -> 'a", "x", "-%1", P::kUnary, nullptr},
    {"not", "bool -> bool", "x", "not @1", P::kUnary, nullptr},
    {"abs", "'a -> 'a", "x", "math.abs($1)", P::kSuffix, nullptr},
    {"Int.abs", "int -> int", "x", "math.abs($1)", P::kSuffix, nullptr},
    {"Int.min", "int * int -> int", "2", "math.min($1, $2)", P::kSuffix, nullptr},
    {"Int.max", "int * int -> int", "2", "math.max($1, $2)", P::kSuffix, nullptr},
    {"Int.toString", "int -> string", "x", "integer_text($1)", P::kSuffix, "integer_text"},
    {"real", "int -> real", "x", "($1 + 0.0)", P::kPrimary, nullptr},
    {"::", "'a * 'a list -> 'a list", "2", "cons($1, $2)", P::kSuffix, nullptr},
    {"^^", "'a list * 'a list -> 'a list", "2", "append($1, $2)", P::kSuffix, nullptr},
    {"@", "'a list * 'a list -> 'a list", "2", "append($1, $2)", P::kSuffix, nullptr},
    // Multi-sets, which are lists.
    {"`", "int * 'a -> 'a list", "2", "repeated($1, $2)", P::kSuffix, "repeated"},
    {"++", "'a list * 'a list -> 'a list", "2", "append($1, $2)", P::kSuffix, nullptr},
    {"--", "'a list * 'a list -> 'a list", "2", "subtract($1, $2)", P::kSuffix, "subtract"},
    {"**", "int * 'a list -> 'a list", "2", "scaled($1, $2)", P::kSuffix, "scaled"},
    {"==", "'a list * 'a list -> bool", "2", "same_tokens($1, $2)", P::kSuffix, "same_tokens"},
    {"<><>", "'a list * 'a list -> bool", "2", "not same_tokens($1, $2)", P::kUnary, "same_tokens"},
    {"<<=", "'a list * 'a list -> bool", "2", "#take_away($1, $2) == 0", P::kComparison,
     "take_away"},
    {">>=", "'a list * 'a list -> bool", "2", "#take_away($2, $1) == 0", P::kComparison,
     "take_away"},
    {"empty", "'a list", "", "{}", P::kPrimary, nullptr},
    {"size", "'a list -> int", "x", "#%1", P::kUnary, nullptr},
    {"cf", "'a * 'a list -> int", "2", "count($1, $2)", P::kSuffix, "count"},
    {"ms_to_list", "'a list -> 'a list", "x", "$1", P::kSuffix, nullptr},
    {"list_to_ms", "'a list -> 'a list", "x", "$1", P::kSuffix, nullptr},
    {"ext_col", "('a -> 'b) -> 'a list -> 'b list", "xx", "map($2, $1)", P::kSuffix, nullptr},
    {"ext_ms", "('a -> 'b list) -> 'a list -> 'b list", "xx", "flatten(map($2, $1))", P::kSuffix,
     "flatten"},
    {"filter", "('a -> bool) -> 'a list -> 'a list", "xx", "filter($2, $1)", P::kSuffix, nullptr},
    // Lists.
    {"map", "('a -> 'b) -> 'a list -> 'b list", "xx", "map($2, $1)", P::kSuffix, nullptr},
    {"List.map", "('a -> 'b) -> 'a list -> 'b list", "xx", "map($2, $1)", P::kSuffix, nullptr},
    {"List.filter", "('a -> bool) -> 'a list -> 'a list", "xx", "filter($2, $1)", P::kSuffix,
     nullptr},
    {"List.partition", "('a -> bool) -> 'a list -> 'a list * 'a list", "xx", "partition($2, $1)",
     P::kSuffix, "partition"},
    {"List.exists", "('a -> bool) -> 'a list -> bool", "xx", "exists($2, $1)", P::kSuffix,
     "exists"},
    {"List.all", "('a -> bool) -> 'a list -> bool", "xx", "every($2, $1)", P::kSuffix, "every"},
    {"List.foldl", "('a * 'b -> 'b) -> 'b -> 'a list -> 'b", "pxx", "foldl($1, $2, $3)", P::kSuffix,
     "foldl"},
    {"List.foldr", "('a * 'b -> 'b) -> 'b -> 'a list -> 'b", "pxx", "foldr($1, $2, $3)", P::kSuffix,
     "foldr"},
    {"foldl", "('a * 'b -> 'b) -> 'b -> 'a list -> 'b", "pxx", "foldl($1, $2, $3)", P::kSuffix,
     "foldl"},
    {"foldr", "('a * 'b -> 'b) -> 'b -> 'a list -> 'b", "pxx", "foldr($1, $2, $3)", P::kSuffix,
     "foldr"},
    {"List.length", "'a list -> int", "x", "#%1", P::kUnary, nullptr},
    {"length", "'a list -> int", "x", "#%1", P::kUnary, nullptr},
    {"List.null", "'a list -> bool", "x", "#%1 == 0", P::kComparison, nullptr},
    {"null", "'a list -> bool", "x", "#%1 == 0", P::kComparison, nullptr},
    {"List.hd", "'a list -> 'a", "x", "!1[1]", P::kSuffix, nullptr},
    {"hd", "'a list -> 'a", "x", "!1[1]", P::kSuffix, nullptr},
    {"List.tl", "'a list -> 'a list", "x", "tail($1)", P::kSuffix, "tail"},
    {"tl", "'a list -> 'a list", "x", "tail($1)", P::kSuffix, "tail"},
    {"List.nth", "'a list * int -> 'a", "2", "nth($1, $2)", P::kSuffix, "nth"},
    {"List.take", "'a list * int -> 'a list", "2", "take($1, $2)", P::kSuffix, "take"},
    {"List.drop", "'a list * int -> 'a list", "2", "drop($1, $2)", P::kSuffix, "drop"},
    {"List.rev", "'a list -> 'a list", "x", "reverse($1)", P::kSuffix, "reverse"},
    {"rev", "'a list -> 'a list", "x", "reverse($1)", P::kSuffix, "reverse"},
    {"List.concat", "'a list list -> 'a list", "x", "flatten($1)", P::kSuffix, "flatten"},
    {"List.tabulate", "int * (int -> 'a) -> 'a list", "2", "tabulate($1, $2)", P::kSuffix,
     "tabulate"},
    {"ListPair.zip", "'a list * 'b list -> ('a * 'b) list", "2", "zip($1, $2)", P::kSuffix, "zip"},
    {"ListMergeSort.sort", "('a * 'a -> bool) -> 'a list -> 'a list", "px",
     "sorted_by_greater($2, $1)", P::kSuffix, "sorted_by_greater"},
    {"sort", "('a * 'a -> bool) -> 'a list -> 'a list", "px", "sorted($2, $1)", P::kSuffix,
     "sorted"},
    {"mem", "'a list -> 'a -> bool", "xx", "contains($1, $2)", P::kSuffix, nullptr},
    {"contains", "'a list -> 'a list -> bool", "xx", "contains_all($1, $2)", P::kSuffix,
     "contains_all"},
    {"rm", "'a -> 'a list -> 'a list", "xx", "remove($2, $1)", P::kSuffix, nullptr},
    {"rmall", "'a -> 'a list -> 'a list", "xx", "without($2, { $1 })", P::kSuffix, "without"},
    {"listsub", "'a list -> 'a list -> 'a list", "xx", "take_away($1, $2)", P::kSuffix,
     "take_away"},
    {"remdupl", "'a list -> 'a list", "x", "distinct($1)", P::kSuffix, "distinct"},
    {"ins", "'a list -> 'a -> 'a list", "xx", "append($1, { $2 })", P::kSuffix, nullptr},
    {"intersect", "'a list -> 'a list -> 'a list", "xx", "in_both($1, $2)", P::kSuffix, "in_both"},
    // Strings.
    {"String.size", "string -> int", "x", "#%1", P::kUnary, nullptr},
    {"String.concat", "string list -> string", "x", "table.concat($1)", P::kSuffix, nullptr},
};

}  // namespace

std::span<const LibraryFunction> Library() { return kLibrary; }

const LibraryFunction* FindLibraryFunction(std::string_view name) {
  const auto* found = std::find_if(std::begin(kLibrary), std::end(kLibrary),
                                   [&](const LibraryFunction& f) { return f.name == name; });
  return found == std::end(kLibrary) ? nullptr : found;
}

}  // namespace cpntools::ml
