#include "cpntools/ml/library_tables.h"

namespace cpntools::ml {
namespace {

using P = LuaPrecedence;

constexpr LibraryFunction kNumberFunctions[] = {
    // `=` and `<>` depend on the type (lua/expression_writer.h).
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
    {"~", "'a -> 'a", "x", "-%1", P::kUnary, nullptr},
    {"abs", "'a -> 'a", "x", "math.abs($1)", P::kSuffix, nullptr},
    {"o", "('b -> 'c) * ('a -> 'b) -> 'a -> 'c", "2", "composed($1, $2)", P::kSuffix, "composed"},
    {"before", "'a * unit -> 'a", "2", "first_of($1, $2)", P::kSuffix, "first_of"},
    {"ignore", "'a -> unit", "x", "first_of(unit, $1)", P::kSuffix, "first_of"},
    {"exnName", "exn -> string", "x", "!1.tag", P::kSuffix, nullptr},
    // References, which nothing assigns: each is its value.
    {"ref", "'a -> 'a ref", "x", "$1", P::kSuffix, nullptr},
    {"!", "'a ref -> 'a", "x", "$1", P::kSuffix, nullptr},
    // Integers.
    {"Int.abs", "int -> int", "x", "math.abs($1)", P::kSuffix, nullptr},
    {"Int.min", "int * int -> int", "2", "math.min($1, $2)", P::kSuffix, nullptr},
    {"Int.max", "int * int -> int", "2", "math.max($1, $2)", P::kSuffix, nullptr},
    {"Int.quot", "int * int -> int", "2", "quotient_to_zero($1, $2)", P::kSuffix,
     "quotient_to_zero"},
    {"Int.rem", "int * int -> int", "2", "remainder_to_zero($1, $2)", P::kSuffix,
     "remainder_to_zero"},
    {"Int.sign", "int -> int", "x", "sign_of($1)", P::kSuffix, "sign_of"},
    {"Int.sameSign", "int * int -> bool", "2", "sign_of($1) == sign_of($2)", P::kComparison,
     "sign_of"},
    {"Int.compare", "int * int -> order", "2", "order_of($1, $2)", P::kSuffix, "order_of"},
    {"Int.toString", "int -> string", "x", "integer_text($1)", P::kSuffix, "integer_text"},
    {"Int.fromString", "string -> int option", "x", "integer_of($1)", P::kSuffix, "integer_of"},
    {"Int.toInt", "int -> int", "x", "$1", P::kSuffix, nullptr},
    {"Int.fromInt", "int -> int", "x", "$1", P::kSuffix, nullptr},
    // Real numbers.
    {"real", "int -> real", "x", "(%1 + 0.0)", P::kPrimary, nullptr},
    {"floor", "real -> int", "x", "whole_number(math.floor($1))", P::kSuffix, "whole_number"},
    {"ceil", "real -> int", "x", "whole_number(math.ceil($1))", P::kSuffix, "whole_number"},
    {"trunc", "real -> int", "x", "whole_part($1)", P::kSuffix, "whole_part"},
    {"round", "real -> int", "x", "nearest_whole($1)", P::kSuffix, "nearest_whole"},
    {"Real.abs", "real -> real", "x", "math.abs($1)", P::kSuffix, nullptr},
    {"Real.min", "real * real -> real", "2", "math.min($1, $2)", P::kSuffix, nullptr},
    {"Real.max", "real * real -> real", "2", "math.max($1, $2)", P::kSuffix, nullptr},
    {"Real.==", "real * real -> bool", "2", "%1 == %2", P::kComparison, nullptr},
    {"Real.compare", "real * real -> order", "2", "order_of($1, $2)", P::kSuffix, "order_of"},
    {"Math.sqrt", "real -> real", "x", "math.sqrt($1)", P::kSuffix, nullptr},
    {"Math.pow", "real * real -> real", "2", "(%1 ^ %2)", P::kPrimary, nullptr},
    {"Math.exp", "real -> real", "x", "math.exp($1)", P::kSuffix, nullptr},
    {"Math.ln", "real -> real", "x", "math.log($1)", P::kSuffix, nullptr},
    {"Math.log10", "real -> real", "x", "math.log($1, 10)", P::kSuffix, nullptr},
    {"Math.sin", "real -> real", "x", "math.sin($1)", P::kSuffix, nullptr},
    {"Math.cos", "real -> real", "x", "math.cos($1)", P::kSuffix, nullptr},
    {"Math.tan", "real -> real", "x", "math.tan($1)", P::kSuffix, nullptr},
    {"Math.atan", "real -> real", "x", "math.atan($1)", P::kSuffix, nullptr},
    {"Math.pi", "real", "", "math.pi", P::kSuffix, nullptr},
    // Booleans.
    {"not", "bool -> bool", "x", "not @1", P::kUnary, nullptr},
    {"Bool.toString", "bool -> string", "x", "tostring($1)", P::kSuffix, nullptr},
    {"Bool.fromString", "string -> bool option", "x", "boolean_of($1)", P::kSuffix, "boolean_of"},
};

}  // namespace

std::span<const LibraryFunction> NumberFunctions() { return kNumberFunctions; }

}  // namespace cpntools::ml
