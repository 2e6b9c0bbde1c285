#include "tests/fuzz/lua_mutator.h"

#include <algorithm>
#include <array>
#include <random>
#include <span>
#include <vector>

#include "cpn/lua/text/lexer.h"

namespace fuzz {
namespace {

using cpn::lua::Token;
using cpn::lua::TokenKind;

/// Whole declarations; they stand at the end of the text, where all names are declared.
constexpr auto kDeclarations = std::to_array<std::string_view>({
    "C1 = range(0, 3)",
    "C2 = enum { 'a', 'b' }",
    "C3 = list(INT)",
    "C4 = product(BOOL, INT)",
    "C5 = record { a = INT, b = BOOL }",
    "C6 = union { A = INT, B = UNIT }",
    "C7 = subset(range(0, 9), function(x) return x > 3 end)",
    "C8 = index('i', 1, 3)",
    "C9 = alias(INT)",
    "N1 = param(3, { min = 1, max = 9 })",
    "var { x1 = INT, x2 = BOOL, x3 = list(INT) }",
    "P1 = place(INT, { 1, 2, copies(2, 3) })",
    "P2 = place(list(INT), { {} })",
    "P3 = fusion(BOOL, all)",
    "P4 = place(product(BOOL, BOOL), { { all, true } })",
    "do var { x4 = INT } Q4 = place(INT, { 1 }) "
    "T4 = transition { input = { Q4(x4) }, guard = 'x4 < 5', output = { Q4(expr 'x4 + 1') } } end",
    "do var { x5 = list(INT) } Q5 = place(list(INT), { {} }) "
    "T5 = transition { input = { Q5(x5) }, output = { Q5(expr 'cons(1, x5)') } } end",
    "M1 = module(function(_ENV) P = In(INT) Q = Out(INT) end)",
    "S1 = substitution(M1, { P = P1, Q = P1 })",
    "property 'p1' (POS(NF(function(M) return #M.P1 > 0 end)))",
    "test 't1' { detection = function(be) return true end, "
    "observation = function(be) return stimulus('s', { n = be.name }) end }",
    "chart { messages = {} }",
    "function f1(a, b) return insert(a, b) end",
});

/// What can stand where an expression or an inscription stands.
constexpr auto kExpressions = std::to_array<std::string_view>({
    "nil",
    "true",
    "{}",
    "unit",
    "all",
    "_",
    "0",
    "-1",
    "'x'",
    "\"x1 + 1\"",
    "INT",
    "BOOL",
    "UNIT",
    "STRING",
    "list(INT)",
    "copies(2, 1)",
    "copies(0, unit)",
    "sum(1, 2)",
    "sum()",
    "when('true', 1, 2)",
    "expr '1'",
    "each '{ 1, 2 }'",
    "cons(1, {})",
    "append({ 1 }, { 2 })",
    "function(x1) return x1 end",
    "function() return nil end",
    "{ 1, 2 }",
    "{ a = 1, b = true }",
    "range_list(1, 9)",
    "map({ 1 }, tostring)",
    "fold({ 1 }, 0, math.max)",
    "raise(1)",
    "handle(function() raise(1) end, function(x) return x end)",
    "error('e')",
    "0/0",
    "1.5",
    "('x'):rep(100)",
    "string.find('aaa', 'a*b')",
    "math.maxinteger",
    "math.mininteger",
    "#{}",
    "place(INT)",
    "transition {}",
    "module(function(_ENV) end)",
    "TT",
    "NF(function(M) return true end)",
    "stimulus('s', {})",
    "xml.node('a', { xml.node('b') })",
    "table.sort({ 3, 1 })",
    "next({})",
});

struct Wrapping {
  std::string_view before;
  std::string_view after;
};
constexpr auto kWrappings = std::to_array<Wrapping>({
    {"(", ")"},
    {"{ ", " }"},
    {"not ", ""},
    {"- ", ""},
    {"# ", ""},
    {"copies(1, ", ")"},
    {"sum(", ")"},
    {"when('true', ", ")"},
    {"list(", ")"},
    {"alias(", ")"},
    {"product(BOOL, ", ")"},
    {"record { a = ", " }"},
    {"union { A = ", " }"},
    {"cons(", ", {})"},
    {"cons(1, ", ")"},
    {"function() return ", " end"},
    {"(function() return ", " end)()"},
    {"NOT(", ")"},
    {"POS(", ")"},
    {"AND(TT, ", ")"},
    {"each(", ")"},
    {"tostring(", ")"},
    {"subset(", ", function(x) return true end)"},
    {"expr(", ")"},
    {"xml.node('a', ", ")"},
});
constexpr auto kDepths = std::to_array<int>({1, 1, 1, 2, 3, 10, 100, 199, 300});
constexpr auto kNumbers = std::to_array<std::string_view>({
    "0",
    "1",
    "-1",
    "2",
    "9",
    "255",
    "4096",
    "4097",
    "65536",
    "2147483648",
    "4611686018427387904",
    "9223372036854775807",
    "(-9223372036854775807 - 1)",
    "1e308",
    "0.5",
    "0x7fffffff",
});

struct Piece {
  std::size_t begin = 0;
  std::size_t end = 0;  // bytes
};

bool Opens(const Token& token) {
  return token.Is("(") || token.Is("{") || token.Is("[") || token.Is("function") ||
         token.Is("do") || token.Is("then") || token.Is("repeat");
}

bool Closes(const Token& token) {
  return token.Is(")") || token.Is("}") || token.Is("]") || token.Is("end") || token.Is("until");
}

std::size_t EndOf(const Token& token) { return token.offset + token.text.size(); }

/// Tokens that are balanced by themselves, and brackets with all that is in them. `then` of an
/// `elseif` and `do` of a loop are not told from others: such a text has fewer pieces.
std::vector<Piece> Pieces(const std::vector<Token>& tokens) {
  std::vector<Piece> pieces;
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const Token& token = tokens[i];
    if (Opens(token)) {
      open.push_back(i);
    } else if (Closes(token)) {
      if (open.empty()) continue;
      const std::size_t first = open.back();
      open.pop_back();
      if (tokens[first].Is("then") || tokens[first].Is("do")) continue;
      pieces.push_back({tokens[first].offset, EndOf(token)});
      const bool call = first > 0 && tokens[first - 1].kind == TokenKind::kName;
      if (call) pieces.push_back({tokens[first - 1].offset, EndOf(token)});
    } else if (token.kind == TokenKind::kName || token.kind == TokenKind::kNumber ||
               token.kind == TokenKind::kString || token.Is("nil") || token.Is("true") ||
               token.Is("false") || token.Is(",")) {
      pieces.push_back({token.offset, EndOf(token)});
    }
  }
  return pieces;
}

class Mutation {
 public:
  Mutation(std::string_view text, std::uint32_t seed) : text_(text), chance_(seed) {
    tokens_ = cpn::lua::Tokenise(text_);
    pieces_ = Pieces(tokens_);
  }

  std::string Run() {
    if (pieces_.empty() || Below(8) == 0) return Declared();
    switch (Below(7)) {
      case 0:
        return Replaced(Any(pieces_), "");
      case 1:
        return Replaced(Any(pieces_), TextOf(Any(pieces_)));
      case 2:
        return Inserted(Any(pieces_), TextOf(Any(pieces_)));
      case 3:
        return Replaced(Any(pieces_), Any(std::span(kExpressions)));
      case 4:
        return Wrapped(Any(pieces_));
      case 5:
        return Renumbered();
      default:
        return Renamed();
    }
  }

 private:
  std::size_t Below(std::size_t n) { return chance_() % n; }

  template <class Range>
  typename Range::value_type Any(const Range& range) {
    return range[Below(range.size())];
  }

  std::string_view TextOf(const Piece& piece) const {
    return text_.substr(piece.begin, piece.end - piece.begin);
  }

  std::string Replaced(const Piece& piece, std::string_view by) const {
    std::string made(text_.substr(0, piece.begin));
    // Two words that meet would be another one.
    return made.append(" ").append(by).append(" ").append(text_.substr(piece.end));
  }

  std::string Inserted(const Piece& piece, std::string_view what) const {
    return Replaced({piece.end, piece.end}, std::string(", ").append(what));
  }

  std::string Wrapped(const Piece& piece) {
    const Wrapping wrapping = Any(std::span(kWrappings));
    const int depth = Any(std::span(kDepths));
    std::string made;
    for (int i = 0; i < depth; ++i) made += wrapping.before;
    made += TextOf(piece);
    for (int i = 0; i < depth; ++i) made += wrapping.after;
    return Replaced(piece, made);
  }

  std::string Declared() {
    return std::string(text_).append("\n").append(Any(std::span(kDeclarations))).append("\n");
  }

  std::vector<Piece> Of(TokenKind kind) const {
    std::vector<Piece> found;
    for (const Token& token : tokens_) {
      if (token.kind == kind) found.push_back({token.offset, EndOf(token)});
    }
    return found;
  }

  std::string Renumbered() {
    const std::vector<Piece> numbers = Of(TokenKind::kNumber);
    if (numbers.empty()) return Declared();
    return Replaced(Any(numbers), Any(std::span(kNumbers)));
  }

  std::string Renamed() {
    const std::vector<Piece> names = Of(TokenKind::kName);
    if (names.empty()) return Declared();
    return Replaced(Any(names), TextOf(Any(names)));
  }

  std::string_view text_;
  std::mt19937 chance_;
  std::vector<Token> tokens_;
  std::vector<Piece> pieces_;
};

}  // namespace

std::string MutateModel(std::string_view text, std::uint32_t seed, std::size_t most_bytes) {
  std::string made = Mutation(text, seed).Run();
  return made.size() <= std::max(most_bytes, text.size()) ? made : std::string(text);
}

}  // namespace fuzz
