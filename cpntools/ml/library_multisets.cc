#include "cpntools/ml/library_tables.h"

namespace cpntools::ml {
namespace {

using P = LuaPrecedence;

constexpr LibraryFunction kMultiSetFunctions[] = {
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
    {"<<", "'a list * 'a list -> bool", "2", "fewer_tokens($1, $2)", P::kSuffix, "fewer_tokens"},
    {">>", "'a list * 'a list -> bool", "2", "fewer_tokens($2, $1)", P::kSuffix, "fewer_tokens"},
    {"empty", "'a list", "", "{}", P::kPrimary, nullptr},
    {"size", "'a list -> int", "x", "#%1", P::kUnary, nullptr},
    {"cf", "'a * 'a list -> int", "2", "count($1, $2)", P::kSuffix, "count"},
    {"ms_to_list", "'a list -> 'a list", "x", "$1", P::kSuffix, nullptr},
    {"list_to_ms", "'a list -> 'a list", "x", "$1", P::kSuffix, nullptr},
    {"ms_to_col", "'a list -> 'a", "x", "only_token($1)", P::kSuffix, "only_token"},
    {"ext_col", "('a -> 'b) -> 'a list -> 'b list", "xx", "map($2, $1)", P::kSuffix, nullptr},
    {"ext_ms", "('a -> 'b list) -> 'a list -> 'b list", "xx", "flatten(map($2, $1))", P::kSuffix,
     "flatten"},
    {"filter", "('a -> bool) -> 'a list -> 'a list", "xx", "filter($2, $1)", P::kSuffix, nullptr},
    // Lists.
    {"^^", "'a list * 'a list -> 'a list", "2", "append($1, $2)", P::kSuffix, nullptr},
    {"sort", "('a * 'a -> bool) -> 'a list -> 'a list", "px", "sorted($2, $1)", P::kSuffix,
     "sorted"},
    {"mem", "'a list -> 'a -> bool", "xx", "contains($1, $2)", P::kSuffix, nullptr},
    {"contains", "'a list -> 'a list -> bool", "xx", "contains_each($1, $2)", P::kSuffix,
     "contains_each"},
    {"contains_all", "'a list -> 'a list -> bool", "xx", "#take_away($2, $1) == 0", P::kComparison,
     "take_away"},
    {"rm", "'a -> 'a list -> 'a list", "xx", "remove($2, $1)", P::kSuffix, nullptr},
    {"rmall", "'a -> 'a list -> 'a list", "xx", "without($2, { $1 })", P::kSuffix, "without"},
    {"listsub", "'a list -> 'a list -> 'a list", "xx", "subtract($1, $2)", P::kSuffix, "subtract"},
    {"remdupl", "'a list -> 'a list", "x", "last_occurrences($1)", P::kSuffix, "last_occurrences"},
    {"ins", "'a list -> 'a -> 'a list", "xx", "append($1, { $2 })", P::kSuffix, nullptr},
    {"ins_new", "'a list -> 'a -> 'a list", "xx", "with_new($1, $2)", P::kSuffix, "with_new"},
    {"union", "'a list -> 'a list -> 'a list", "xx", "append($1, $2)", P::kSuffix, nullptr},
    {"intersect", "'a list -> 'a list -> 'a list", "xx", "in_both($1, $2)", P::kSuffix, "in_both"},
};

}  // namespace

std::span<const LibraryFunction> MultiSetFunctions() { return kMultiSetFunctions; }

}  // namespace cpntools::ml
