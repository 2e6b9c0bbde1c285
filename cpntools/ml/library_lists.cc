#include "cpntools/ml/library_tables.h"

namespace cpntools::ml {
namespace {

using P = LuaPrecedence;

constexpr LibraryFunction kListFunctions[] = {
    {"::", "'a * 'a list -> 'a list", "2", "cons($1, $2)", P::kSuffix, nullptr},
    {"@", "'a list * 'a list -> 'a list", "2", "append($1, $2)", P::kSuffix, nullptr},
    {"List.null", "'a list -> bool", "x", "#%1 == 0", P::kComparison, nullptr},
    {"List.length", "'a list -> int", "x", "#%1", P::kUnary, nullptr},
    {"List.hd", "'a list -> 'a", "x", "head_of($1)", P::kSuffix, "head_of"},
    {"List.tl", "'a list -> 'a list", "x", "tail($1)", P::kSuffix, "tail"},
    {"List.last", "'a list -> 'a", "x", "last_of($1)", P::kSuffix, "last_of"},
    {"List.getItem", "'a list -> ('a * 'a list) option", "x", "item_of($1)", P::kSuffix, "item_of"},
    {"List.nth", "'a list * int -> 'a", "2", "nth($1, $2)", P::kSuffix, "nth"},
    {"List.take", "'a list * int -> 'a list", "2", "take($1, $2)", P::kSuffix, "take"},
    {"List.drop", "'a list * int -> 'a list", "2", "drop($1, $2)", P::kSuffix, "drop"},
    {"List.rev", "'a list -> 'a list", "x", "reverse($1)", P::kSuffix, "reverse"},
    {"List.concat", "'a list list -> 'a list", "x", "flatten($1)", P::kSuffix, "flatten"},
    {"List.revAppend", "'a list * 'a list -> 'a list", "2", "append(reverse($1), $2)", P::kSuffix,
     "reverse"},
    {"List.map", "('a -> 'b) -> 'a list -> 'b list", "xx", "map($2, $1)", P::kSuffix, nullptr},
    {"List.mapPartial", "('a -> 'b option) -> 'a list -> 'b list", "xx", "flatten(map($2, $1))",
     P::kSuffix, "flatten"},
    {"List.find", "('a -> bool) -> 'a list -> 'a option", "xx", "find_first($2, $1)", P::kSuffix,
     "find_first"},
    {"List.filter", "('a -> bool) -> 'a list -> 'a list", "xx", "filter($2, $1)", P::kSuffix,
     nullptr},
    {"List.partition", "('a -> bool) -> 'a list -> 'a list * 'a list", "xx", "partition($2, $1)",
     P::kSuffix, "partition"},
    {"List.foldl", "('a * 'b -> 'b) -> 'b -> 'a list -> 'b", "pxx", "foldl($1, $2, $3)", P::kSuffix,
     "foldl"},
    {"List.foldr", "('a * 'b -> 'b) -> 'b -> 'a list -> 'b", "pxx", "foldr($1, $2, $3)", P::kSuffix,
     "foldr"},
    {"List.exists", "('a -> bool) -> 'a list -> bool", "xx", "exists($2, $1)", P::kSuffix,
     "exists"},
    {"List.all", "('a -> bool) -> 'a list -> bool", "xx", "every($2, $1)", P::kSuffix, "every"},
    {"List.tabulate", "int * (int -> 'a) -> 'a list", "2", "tabulate($1, $2)", P::kSuffix,
     "tabulate"},
    {"List.collate", "('a * 'a -> order) -> 'a list * 'a list -> order", "p2",
     "collated($1, $2, $3)", P::kSuffix, "collated"},
    {"ListMergeSort.sort", "('a * 'a -> bool) -> 'a list -> 'a list", "px",
     "sorted_by_greater($2, $1)", P::kSuffix, "sorted_by_greater"},
    // Pairs of lists.
    {"ListPair.zip", "'a list * 'b list -> ('a * 'b) list", "2", "zip($1, $2)", P::kSuffix, "zip"},
    {"ListPair.zipEq", "'a list * 'b list -> ('a * 'b) list", "2", "zip(as_long($1, $2))",
     P::kSuffix, "as_long zip"},
    {"ListPair.unzip", "('a * 'b) list -> 'a list * 'b list", "x", "unzipped($1)", P::kSuffix,
     "unzipped"},
    {"ListPair.map", "('a * 'b -> 'c) -> 'a list * 'b list -> 'c list", "p2",
     "map_pairs($1, $2, $3)", P::kSuffix, "map_pairs"},
    {"ListPair.mapEq", "('a * 'b -> 'c) -> 'a list * 'b list -> 'c list", "p2",
     "map_pairs($1, as_long($2, $3))", P::kSuffix, "as_long map_pairs"},
    {"ListPair.foldl", "('a * 'b * 'c -> 'c) -> 'c -> 'a list * 'b list -> 'c", "xx2",
     "foldl_pairs($1, $2, $3, $4)", P::kSuffix, "foldl_pairs"},
    {"ListPair.foldr", "('a * 'b * 'c -> 'c) -> 'c -> 'a list * 'b list -> 'c", "xx2",
     "foldr_pairs($1, $2, $3, $4)", P::kSuffix, "foldr_pairs"},
    {"ListPair.foldlEq", "('a * 'b * 'c -> 'c) -> 'c -> 'a list * 'b list -> 'c", "xx2",
     "foldl_pairs($1, $2, as_long($3, $4))", P::kSuffix, "as_long foldl_pairs"},
    {"ListPair.foldrEq", "('a * 'b * 'c -> 'c) -> 'c -> 'a list * 'b list -> 'c", "xx2",
     "foldr_pairs($1, $2, as_long($3, $4))", P::kSuffix, "as_long foldr_pairs"},
    {"ListPair.exists", "('a * 'b -> bool) -> 'a list * 'b list -> bool", "p2",
     "exists_pair($1, $2, $3)", P::kSuffix, "exists_pair"},
    {"ListPair.all", "('a * 'b -> bool) -> 'a list * 'b list -> bool", "p2",
     "every_pair($1, $2, $3)", P::kSuffix, "every_pair"},
    {"ListPair.allEq", "('a * 'b -> bool) -> 'a list * 'b list -> bool", "p2",
     "every_long_pair($1, $2, $3)", P::kSuffix, "every_long_pair"},
    // Options, which are lists of one element or none.
    {"Option.valOf", "'a option -> 'a", "x", "value_of($1)", P::kSuffix, "value_of"},
    {"Option.isSome", "'a option -> bool", "x", "#%1 > 0", P::kComparison, nullptr},
    {"Option.getOpt", "'a option * 'a -> 'a", "2", "value_or($1, $2)", P::kSuffix, "value_or"},
    {"Option.filter", "('a -> bool) -> 'a -> 'a option", "xx", "filter({ $2 }, $1)", P::kSuffix,
     nullptr},
    {"Option.join", "'a option option -> 'a option", "x", "flatten($1)", P::kSuffix, "flatten"},
    {"Option.map", "('a -> 'b) -> 'a option -> 'b option", "xx", "map($2, $1)", P::kSuffix,
     nullptr},
    {"Option.mapPartial", "('a -> 'b option) -> 'a option -> 'b option", "xx",
     "flatten(map($2, $1))", P::kSuffix, "flatten"},
};

}  // namespace

std::span<const LibraryFunction> ListFunctions() { return kListFunctions; }

}  // namespace cpntools::ml
