#include "cpn/lua/language/list_translation.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "cpn/lua/interpreter/handle.h"
#include "cpn/lua/language/loading.h"
#include "cpn/lua/text/lexer.h"

namespace cpn::lua {
namespace {

using Kind = ListExpression::Kind;

struct ListFunction {
  std::string_view name;
  Kind kind;
  bool list_first;   ///< is the first operand the list?
  bool list_second;  ///< is the second?
};

constexpr ListFunction kListFunctions[] = {
    {"insert", Kind::kInsert, true, false},
    {"remove", Kind::kRemove, true, false},
    {"append", Kind::kAppend, true, true},
    {"cons", Kind::kCons, false, true},
};

/// Reads an expression by the colour sets that its parts must have.
class Translator {
 public:
  Translator(lua_State* L, std::string_view text, std::span<const std::uint32_t> variables)
      : L_(L), m_(ModelOf(L)), tokens_(Tokenise(text)), variables_(variables) {}

  std::optional<ListExpression> Run(ColourSetId type) {
    std::optional<ListExpression> expression = Expression(type);
    if (Next().kind != TokenKind::kEnd) return std::nullopt;
    return expression;
  }

 private:
  const Token& Next() const { return tokens_[at_]; }
  bool Take(std::string_view symbol) {
    if (!Next().Is(symbol)) return false;
    ++at_;
    return true;
  }

  const ColourSet& SetOf(ColourSetId type) const {
    return m_.model.colour_sets[m_.colour_sets.StripAliases(type)];
  }

  std::optional<ListExpression> Expression(ColourSetId type) {
    if (depth_ == kDeepest) return std::nullopt;
    ++depth_;
    std::optional<ListExpression> expression = Next().Is("{") ? Table(SetOf(type))
                                               : Next().kind == TokenKind::kName ? Name(type)
                                                                                 : Constant(type);
    --depth_;
    return expression;
  }

  std::optional<ListExpression> Name(ColourSetId type) {
    const std::string_view name = tokens_[at_++].text;
    if (Next().Is("(")) return Call(name, type);
    for (std::uint32_t i = 0; i < variables_.size(); ++i) {
      const VariableDeclaration& variable = m_.loading->variables[variables_[i]];
      if (variable.name != name) continue;
      if (!m_.colour_sets.Same(variable.type, type) || !HasPlainOrder(type)) return std::nullopt;
      return ListExpression{Kind::kArgument, i, {}, {}};
    }
    return std::nullopt;
  }

  /// No name of a model hides one of the language.
  std::optional<ListExpression> Call(std::string_view name, ColourSetId type) {
    const auto* function = std::ranges::find(kListFunctions, name, &ListFunction::name);
    const ColourSet& list = SetOf(type);
    if (function == std::end(kListFunctions) || list.kind != ColourSetKind::kList) {
      return std::nullopt;
    }
    const ColourSetId element = list.parts[0];
    ListExpression call{function->kind, 0, {}, {}};
    if (!Take("(") || !Operand(call, function->list_first ? type : element) || !Take(",") ||
        !Operand(call, function->list_second ? type : element) || !Take(")")) {
      return std::nullopt;
    }
    return call;
  }

  bool Operand(ListExpression& whole, ColourSetId type) {
    std::optional<ListExpression> operand = Expression(type);
    if (operand) whole.operands.push_back(std::move(*operand));
    return operand.has_value();
  }

  /// { a, b, c }, without the other ways to write a table.
  std::optional<ListExpression> Table(const ColourSet& set) {
    const bool product = set.kind == ColourSetKind::kProduct;
    if (!product && set.kind != ColourSetKind::kList) return std::nullopt;
    ListExpression table{product ? Kind::kTuple : Kind::kList, 0, {}, {}};
    for (Take("{"); !Take("}");) {
      const std::size_t i = table.operands.size();
      if (product && i == set.parts.size()) return std::nullopt;
      if (!Operand(table, set.parts[product ? i : 0])) return std::nullopt;
      if (!Take(",") && !Next().Is("}")) return std::nullopt;
    }
    if (product && table.operands.size() != set.parts.size()) return std::nullopt;
    return table;
  }

  /// 7, true, "yes".
  std::optional<ListExpression> Constant(ColourSetId type) {
    const Token& token = tokens_[at_++];
    const int top = lua_gettop(L_);
    if (!PushConstant(token)) return std::nullopt;
    Mismatch why;
    std::optional<Value> value;
    if (HasPlainOrder(type)) value = m_.converter.TryColour(L_, -1, type, &why);
    lua_settop(L_, top);
    if (!value) return std::nullopt;
    return ListExpression{Kind::kConstant, 0, *value, {}};
  }

  bool PushConstant(const Token& token) {
    const std::string text(token.text);
    if (token.Is("true") || token.Is("false")) {
      lua_pushboolean(L_, token.Is("true"));
      return true;
    }
    if (token.kind == TokenKind::kNumber) return lua_stringtonumber(L_, text.c_str()) != 0;
    // What the lexer or OneLine() may not have left as Lua reads it.
    if (token.kind != TokenKind::kString || text.front() == '[' ||
        text.find_first_of("\\ \t\r\n") != std::string::npos) {
      return false;
    }
    const std::string_view content = ContentOf(token).text;
    lua_pushlstring(L_, content.data(), content.size());
    return true;
  }

  /// Do ValueStore and the language compare its colours alike, and are all of them of that form?
  bool HasPlainOrder(ColourSetId type) const {
    const ColourSet& set = SetOf(type);
    switch (set.kind) {
      case ColourSetKind::kRecord:
      case ColourSetKind::kUnion:
      case ColourSetKind::kSubset:
        return false;
      case ColourSetKind::kProduct:
      case ColourSetKind::kList:
        return std::ranges::all_of(set.parts, [&](ColourSetId p) { return HasPlainOrder(p); });
      default:
        return true;
    }
  }

  static constexpr int kDeepest = 50;

  lua_State* L_;
  ModelState& m_;
  std::vector<Token> tokens_;
  std::span<const std::uint32_t> variables_;
  std::size_t at_ = 0;
  int depth_ = 0;
};

}  // namespace

std::optional<ListExpression> TranslateListExpression(lua_State* L, std::string_view text,
                                                      std::span<const std::uint32_t> variables,
                                                      ColourSetId type) {
  return Translator(L, text, variables).Run(type);
}

}  // namespace cpn::lua
