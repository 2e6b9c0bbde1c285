#include "cpntools/ml/library_tables.h"

namespace cpntools::ml {
namespace {

using P = LuaPrecedence;

constexpr LibraryFunction kStringFunctions[] = {
    {"^", "string * string -> string", "2", "%1 .. @2", P::kConcatenation, nullptr},
    {"String.size", "string -> int", "x", "#%1", P::kUnary, nullptr},
    {"String.sub", "string * int -> char", "2", "character_at($1, $2)", P::kSuffix, "character_at"},
    {"String.substring", "string * int * int -> string", "3", "part_of($1, $2, $3)", P::kSuffix,
     "part_of"},
    {"String.extract", "string * int * int option -> string", "3", "extracted($1, $2, $3)",
     P::kSuffix, "extracted"},
    {"String.concat", "string list -> string", "x", "table.concat($1)", P::kSuffix, nullptr},
    {"String.concatWith", "string -> string list -> string", "xx", "table.concat($2, $1)",
     P::kSuffix, nullptr},
    {"String.str", "char -> string", "x", "$1", P::kSuffix, nullptr},
    {"String.implode", "char list -> string", "x", "table.concat($1)", P::kSuffix, nullptr},
    {"String.explode", "string -> char list", "x", "characters_of($1)", P::kSuffix,
     "characters_of"},
    {"String.map", "(char -> char) -> string -> string", "xx",
     "table.concat(map(characters_of($2), $1))", P::kSuffix, "characters_of"},
    {"String.translate", "(char -> string) -> string -> string", "xx",
     "table.concat(map(characters_of($2), $1))", P::kSuffix, "characters_of"},
    {"String.tokens", "(char -> bool) -> string -> string list", "xx", "tokens_of($2, $1)",
     P::kSuffix, "tokens_of"},
    {"String.fields", "(char -> bool) -> string -> string list", "xx", "fields_of($2, $1)",
     P::kSuffix, "fields_of"},
    {"String.isPrefix", "string -> string -> bool", "xx", "is_prefix($1, $2)", P::kSuffix,
     "is_prefix"},
    {"String.isSuffix", "string -> string -> bool", "xx", "is_suffix($1, $2)", P::kSuffix,
     "is_suffix"},
    {"String.isSubstring", "string -> string -> bool", "xx", "string.find($2, $1, 1, true) ~= nil",
     P::kComparison, nullptr},
    {"String.compare", "string * string -> order", "2", "order_of($1, $2)", P::kSuffix, "order_of"},
    {"String.toString", "string -> string", "x",
     "table.concat(map(characters_of($1), character_text))", P::kSuffix,
     "characters_of character_text"},
    // Characters, which are strings of one character.
    {"Char.ord", "char -> int", "x", "string.byte($1)", P::kSuffix, nullptr},
    {"Char.chr", "int -> char", "x", "character_of($1)", P::kSuffix, "character_of"},
    {"Char.succ", "char -> char", "x", "character_of(string.byte($1) + 1)", P::kSuffix,
     "character_of"},
    {"Char.pred", "char -> char", "x", "character_of(string.byte($1) - 1)", P::kSuffix,
     "character_of"},
    {"Char.compare", "char * char -> order", "2", "order_of($1, $2)", P::kSuffix, "order_of"},
    {"Char.contains", "string -> char -> bool", "xx", "string.find($1, $2, 1, true) ~= nil",
     P::kComparison, nullptr},
    {"Char.notContains", "string -> char -> bool", "xx", "string.find($1, $2, 1, true) == nil",
     P::kComparison, nullptr},
    {"Char.toString", "char -> string", "x", "character_text($1)", P::kSuffix, "character_text"},
    {"Char.toLower", "char -> char", "x", "string.lower($1)", P::kSuffix, nullptr},
    {"Char.toUpper", "char -> char", "x", "string.upper($1)", P::kSuffix, nullptr},
    {"Char.isAlpha", "char -> bool", "x", "string.find($1, '[A-Za-z]') ~= nil", P::kComparison,
     nullptr},
    {"Char.isDigit", "char -> bool", "x", "string.find($1, '[0-9]') ~= nil", P::kComparison,
     nullptr},
    {"Char.isAlphaNum", "char -> bool", "x", "string.find($1, '[A-Za-z0-9]') ~= nil",
     P::kComparison, nullptr},
    {"Char.isHexDigit", "char -> bool", "x", "string.find($1, '[0-9A-Fa-f]') ~= nil",
     P::kComparison, nullptr},
    {"Char.isUpper", "char -> bool", "x", "string.find($1, '[A-Z]') ~= nil", P::kComparison,
     nullptr},
    {"Char.isLower", "char -> bool", "x", "string.find($1, '[a-z]') ~= nil", P::kComparison,
     nullptr},
    {"Char.isSpace", "char -> bool", "x", "string.find($1, '%s') ~= nil", P::kComparison, nullptr},
    {"Char.isPunct", "char -> bool", "x", "string.find($1, '%p') ~= nil", P::kComparison, nullptr},
    {"Char.isGraph", "char -> bool", "x", "string.find($1, '%g') ~= nil", P::kComparison, nullptr},
    {"Char.isPrint", "char -> bool", "x", "string.find($1, '[ %g]') ~= nil", P::kComparison,
     nullptr},
    {"Char.isCntrl", "char -> bool", "x", "string.find($1, '%c') ~= nil", P::kComparison, nullptr},
    {"Char.isAscii", "char -> bool", "x", "string.byte($1) < 128", P::kComparison, nullptr},
};

}  // namespace

std::span<const LibraryFunction> StringFunctions() { return kStringFunctions; }

}  // namespace cpntools::ml
