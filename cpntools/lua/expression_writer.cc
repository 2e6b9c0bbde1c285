#include "cpntools/lua/expression_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "cpntools/lua/clauses.h"
#include "cpntools/lua/colour_bounds.h"
#include "cpntools/lua/colour_membership.h"
#include "cpntools/lua/colour_set_functions.h"
#include "cpntools/lua/constructors.h"
#include "cpntools/lua/multiset_sum.h"
#include "cpntools/lua/names.h"
#include "cpntools/ml/error.h"
#include "cpntools/ml/library.h"
#include "cpntools/ml/parser.h"

namespace cpntools {

using ml::Expression;
using ml::LuaPrecedence;
using ml::MlError;
using Kind = ml::Expression::Kind;

namespace {

std::string Joined(const std::vector<std::string>& parts) {
  return parts.empty() ? "{}" : fmt::format("{{ {} }}", fmt::join(parts, ", "));
}

}  // namespace

std::string ExpressionWriter::BoundOf(const Text& text) {
  return cpntools::BoundOf({scope_, *this}, text);
}

std::string ExpressionWriter::OwnCondition(const Declaration& set) {
  return cpntools::OwnCondition({scope_, *this}, set);
}

Code ExpressionWriter::Value(const Expression& e) {
  switch (e.kind) {
    case Kind::kInteger:
    case Kind::kReal:
      return {e.text, e.text.starts_with('-') ? LuaPrecedence::kUnary : LuaPrecedence::kPrimary};
    case Kind::kString:
    case Kind::kCharacter:
      return {Quoted(e.text), LuaPrecedence::kPrimary};
    case Kind::kName:
      return Name(e);
    case Kind::kTuple:
    case Kind::kList: {
      if (e.kind == Kind::kTuple && e.children.empty()) return {"unit", LuaPrecedence::kSuffix};
      std::vector<std::string> parts;
      for (const Expression& child : e.children) parts.push_back(Value(child).text);
      return {Joined(parts), LuaPrecedence::kPrimary};
    }
    case Kind::kRecord: {
      std::vector<std::string> parts;
      for (std::size_t i = 0; i < e.children.size(); ++i) {
        parts.push_back(FieldKey(e.labels[i]) + Value(e.children[i]).text);
      }
      return {Joined(parts), LuaPrecedence::kPrimary};
    }
    case Kind::kSelector:
      return {fmt::format("function(x) return {} end", FieldAccess("x", e.text)),
              LuaPrecedence::kPrimary};
    case Kind::kApply:
      return Apply(e);
    case Kind::kIf:
      return If(e);
    case Kind::kAndAlso:
      return {Operand(Value(e.children[0]), LuaPrecedence::kAnd) + " and " +
                  Operand(Value(e.children[1]), LuaPrecedence::kAnd),
              LuaPrecedence::kAnd};
    case Kind::kOrElse:
      return {Operand(Value(e.children[0]), LuaPrecedence::kOr) + " or " +
                  Operand(Value(e.children[1]), LuaPrecedence::kOr),
              LuaPrecedence::kOr};
    case Kind::kFn:
      return statements_.FunctionLiteral(ClauseViews(e.matches), 1);
    case Kind::kRaise:
      return {fmt::format("raise({})", Value(e.children[0]).text), LuaPrecedence::kSuffix};
    case Kind::kHandle:
      return Handle(e);
    case Kind::kCase:
    case Kind::kLet:
    case Kind::kSequence:
      return Immediate(e);
  }
  return {};
}

Code ExpressionWriter::Name(const Expression& e) {
  if (const Scope::Local* local = scope_.Find(e.text)) {
    if (local->parameters) return calls_.CallKnown(e, *local->parameters, {});
    return {local->lua, LuaPrecedence::kSuffix};
  }
  if (const auto found = scope_.globals().values.find(e.text);
      found != scope_.globals().values.end()) {
    scope_.Use(e.text);
    if (found->second.parameters) return calls_.CallKnown(e, *found->second.parameters, {});
    return {found->second.lua, LuaPrecedence::kSuffix};
  }
  if (const ml::Constructor* constructor = scope_.inference().FindConstructor(e.text)) {
    return ConstructorValue(e, *constructor);
  }
  if (const ml::LibraryFunction* function = ml::FindLibraryFunction(e.text)) {
    return calls_.CallKnown(e, function->parameters, {});
  }
  if (auto code = ColourSetFunction({scope_, *this}, e, {})) return *code;
  throw MlError(e.where, fmt::format("unknown name {}", e.text));
}

Code ExpressionWriter::ConstructorValue(const Expression& e, const ml::Constructor& constructor) {
  if (!constructor.argument) return Constructed(scope_, constructor, e.text);
  const Code made = Constructed(scope_, constructor, e.text, Call("x"));
  return {fmt::format("function(x) return {} end", made.text), LuaPrecedence::kPrimary};
}

Code ExpressionWriter::Apply(const Expression& e) {
  if (IsOperator(e, "++") || IsOperator(e, "`")) return MultisetSum(*this, calls_, e);
  if (IsOperator(e, "=") || IsOperator(e, "<>")) {
    return Equality(e.children[1].children[0], e.children[1].children[1],
                    e.children[0].text == "=");
  }
  std::vector<const Expression*> arguments;
  const Expression* head = &e;
  while (head->kind == Kind::kApply) {
    arguments.push_back(&head->children[1]);
    head = &head->children[0];
  }
  std::reverse(arguments.begin(), arguments.end());
  Code result;
  std::size_t taken = 1;
  if (head->kind == Kind::kName) {
    const auto known = calls_.KnownParameters(*head);
    taken = known ? std::min(arguments.size(), std::max<std::size_t>(known->size(), 1)) : 1;
    result = calls_.ApplyName(
        *head, {arguments.begin(), arguments.begin() + static_cast<std::ptrdiff_t>(taken)});
  } else if (head->kind == Kind::kSelector) {
    const std::string record = Operand(Value(*arguments[0]), LuaPrecedence::kSuffix);
    result = {FieldAccess(record, head->text), LuaPrecedence::kSuffix};
  } else {
    result = {fmt::format("{}({})", Operand(Value(*head), LuaPrecedence::kSuffix),
                          Value(*arguments[0]).text),
              LuaPrecedence::kSuffix};
  }
  for (std::size_t i = taken; i < arguments.size(); ++i) {
    result = {
        fmt::format("{}({})", Operand(result, LuaPrecedence::kSuffix), Value(*arguments[i]).text),
        LuaPrecedence::kSuffix};
  }
  return result;
}

Code ExpressionWriter::Equality(const Expression& left, const Expression& right, bool equal) {
  if (scope_.inference().types().IsNamed(left.type, "ref")) {
    throw MlError(left.where, "references are not compared here: each is its value");
  }
  const char* op = equal ? "==" : "~=";
  if (IsEmptyList(left) || IsEmptyList(right)) {
    const Code list = Value(IsEmptyList(left) ? right : left);
    return {fmt::format("#{} {} 0", Operand(list, LuaPrecedence::kPrimary), op),
            LuaPrecedence::kComparison};
  }
  const Code a = Value(left);
  const Code b = Value(right);
  const LuaPrecedence operand = Above(LuaPrecedence::kComparison);
  if (scope_.inference().types().IsPlain(left.type) ||
      scope_.inference().types().IsPlain(right.type)) {
    return {fmt::format("{} {} {}", Operand(a, operand), op, Operand(b, operand)),
            LuaPrecedence::kComparison};
  }
  scope_.UseHelper("equal");
  return {fmt::format("{}equal({}, {})", equal ? "" : "not ", a.text, b.text),
          equal ? LuaPrecedence::kSuffix : LuaPrecedence::kUnary};
}

/// `c and a or b`, which is right when a is neither false nor nil; nothing is nil here.
Code ExpressionWriter::If(const Expression& e) {
  if (NeedsStatements(e)) return Immediate(e);
  const std::string condition = Operand(Value(e.children[0]), LuaPrecedence::kAnd);
  const std::string yes = Operand(Value(e.children[1]), LuaPrecedence::kAnd);
  const Code no = Value(e.children[2]);
  if (!scope_.inference().types().IsNamed(e.type, "bool")) {
    return {fmt::format("{} and {} or {}", condition, yes, Operand(no, LuaPrecedence::kOr)),
            LuaPrecedence::kOr};
  }
  return {fmt::format("{} and {} or not ({}) and {}", condition, yes, condition,
                      Operand(no, LuaPrecedence::kAnd)),
          LuaPrecedence::kOr};
}

Code ExpressionWriter::Immediate(const Expression& e) {
  const std::size_t locals = scope_.Mark();
  const std::string body = Body(e, 1);
  scope_.Leave(locals);
  return {"(function()\n" + body + "end)()", LuaPrecedence::kSuffix};
}

Code ExpressionWriter::Handle(const Expression& e) {
  const Code body = statements_.FunctionLiteral({{{}, &e.children[0]}}, 0);
  const Code handler = statements_.FunctionLiteral(ClauseViews(e.matches), 1,
                                                   StatementWriter::Otherwise::kRaiseAgain);
  return {fmt::format("handle({}, {})", body.text, handler.text), LuaPrecedence::kSuffix};
}

}  // namespace cpntools
