#include "cpntools/lua/call_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "cpntools/lua/colour_order.h"
#include "cpntools/lua/colour_set_functions.h"
#include "cpntools/lua/constructors.h"
#include "cpntools/lua/library_call.h"
#include "cpntools/ml/library.h"

namespace cpntools {

using ml::Expression;
using ml::LuaPrecedence;
using Kind = ml::Expression::Kind;

namespace {

/// Of how many values of Lua's a parameter consists.
int PartsOf(char how) { return how >= '0' && how <= '9' ? how - '0' : 1; }

}  // namespace

std::optional<std::string> CallWriter::KnownParameters(const Expression& head) const {
  if (const Scope::Local* local = scope_.Find(head.text)) return local->parameters;
  if (const auto found = scope_.globals().values.find(head.text);
      found != scope_.globals().values.end()) {
    return found->second.parameters;
  }
  if (scope_.inference().FindConstructor(head.text)) return std::nullopt;
  if (const auto* function = ml::FindLibraryFunction(head.text)) return function->parameters;
  return std::nullopt;
}

Code CallWriter::ApplyName(const Expression& head,
                           const std::vector<const Expression*>& arguments) {
  if (const auto parameters = KnownParameters(head)) {
    if (!scope_.Find(head.text) && scope_.globals().values.contains(head.text)) {
      scope_.Use(head.text);
    }
    return CallKnown(head, *parameters, arguments);
  }
  const bool variable = scope_.Find(head.text) || scope_.globals().values.contains(head.text);
  const ml::Constructor* constructor = scope_.inference().FindConstructor(head.text);
  if (!variable && constructor) {
    return Constructed(scope_, *constructor, head.text, Value(*arguments[0]));
  }
  if (!variable) {
    if (auto code = ColourSetFunction({scope_, values_}, head, arguments)) return *code;
  }
  return {fmt::format("{}({})", Operand(Value(head), LuaPrecedence::kSuffix),
                      Value(*arguments[0]).text),
          LuaPrecedence::kSuffix};
}

Code CallWriter::CallKnown(const Expression& head, const std::string& parameters,
                           const std::vector<const Expression*>& arguments) {
  const std::size_t locals = scope_.Mark();
  Arguments out;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    AddArgument(parameters[i], i < arguments.size() ? arguments[i] : nullptr, out);
  }
  Code call = CallWith(head, std::move(out.flat));
  scope_.Leave(locals);
  if (!out.before.empty()) {
    call = Call(fmt::format("(function()\n{}  return {}\nend)()", out.before, call.text));
  }
  for (auto name = out.missing.rbegin(); name != out.missing.rend(); ++name) {
    call = {fmt::format("function({}) return {} end", *name, call.text), LuaPrecedence::kPrimary};
  }
  return call;
}

void CallWriter::AddArgument(char how, const Expression* argument, Arguments& out) {
  const int parts = PartsOf(how);
  if (argument && how == 'p') {
    out.flat.push_back(PairFunction(*argument));
  } else if (argument && how == 'x') {
    out.flat.push_back(Value(*argument));
  } else if (argument && argument->kind == Kind::kTuple &&
             static_cast<int>(argument->children.size()) == parts) {
    for (const Expression& child : argument->children) out.flat.push_back(Value(child));
  } else {
    AddWhole(how, argument, out);
  }
}

/// An argument that is not there, or a tuple that is not written as one.
void CallWriter::AddWhole(char how, const Expression* argument, Arguments& out) {
  const int parts = PartsOf(how);
  std::string whole;
  if (argument && parts > 0) {
    const Code value = Value(*argument);
    whole = value.text;
    if (!IsName(whole)) {
      whole = scope_.Temporary("t");
      out.before += fmt::format("  local {} = {}\n", whole, value.text);
    }
  } else if (!argument) {
    whole = scope_.Temporary(how == 'x' ? "x" : how == 'p' ? "f" : "t");
    out.missing.push_back(whole);
  }
  if (how == 'x') {
    out.flat.push_back({whole, LuaPrecedence::kSuffix});
  } else if (how == 'p') {
    out.flat.push_back(
        {fmt::format("function(x, y) return {}({{ x, y }}) end", whole), LuaPrecedence::kPrimary});
  } else {
    for (int part = 1; part <= parts; ++part) {
      out.flat.push_back(Call(fmt::format("{}[{}]", whole, part)));
    }
  }
}

Code CallWriter::CallWith(const Expression& head, std::vector<Code> flat) {
  const Scope::Local* local = scope_.Find(head.text);
  const auto global = scope_.globals().values.find(head.text);
  if (!local && global == scope_.globals().values.end()) {
    if (head.text == "=" || head.text == "<>") scope_.UseHelper("equal");
    return LibraryCall(scope_, *ml::FindLibraryFunction(head.text), flat);
  }
  std::vector<std::string> arguments;
  for (const Code& code : flat) arguments.push_back(code.text);
  return {
      fmt::format("{}({})", local ? local->lua : global->second.lua, fmt::join(arguments, ", ")),
      LuaPrecedence::kSuffix};
}

/// A function of a pair as a Lua function of two arguments.
Code CallWriter::PairFunction(const Expression& e) {
  if (e.kind == Kind::kFn) {
    const bool pairs = std::all_of(e.matches.begin(), e.matches.end(), [](const ml::Match& m) {
      return m.pattern.kind == ml::Pattern::Kind::kTuple && m.pattern.children.size() == 2;
    });
    if (pairs) {
      std::vector<ClauseView> clauses;
      for (const ml::Match& match : e.matches) {
        clauses.push_back({{&match.pattern.children[0], &match.pattern.children[1]}, &match.body});
      }
      return statements_.FunctionLiteral(clauses, 2);
    }
  }
  if (auto named = NamedPairFunction(e)) return *named;
  // Names that the function's own text does not have.
  const std::size_t locals = scope_.Mark();
  const std::string x = scope_.Temporary("x");
  const std::string y = scope_.Temporary("y");
  const std::string function = Operand(Value(e), LuaPrecedence::kSuffix);
  scope_.Leave(locals);
  return {fmt::format("function({0}, {1}) return {2}({{ {0}, {1} }}) end", x, y, function),
          LuaPrecedence::kPrimary};
}

/// The same of a function that has a name and is known to take two arguments.
std::optional<Code> CallWriter::NamedPairFunction(const Expression& e) {
  if (e.kind != Kind::kName) return std::nullopt;
  const auto parameters = KnownParameters(e);
  const Scope::Local* local = scope_.Find(e.text);
  const auto global = scope_.globals().values.find(e.text);
  if (parameters == "2" && (local || global != scope_.globals().values.end())) {
    if (!local) scope_.Use(e.text);
    return Code{local ? local->lua : global->second.lua, LuaPrecedence::kSuffix};
  }
  if (parameters == "2") {
    const Code call = CallWith(e, {{"x", LuaPrecedence::kSuffix}, {"y", LuaPrecedence::kSuffix}});
    return Code{fmt::format("function(x, y) return {} end", call.text), LuaPrecedence::kPrimary};
  }
  if (!parameters && !local && global == scope_.globals().values.end() && e.text.ends_with(".lt")) {
    return Comparator(scope_, e.text.substr(0, e.text.size() - 3));
  }
  return std::nullopt;
}

}  // namespace cpntools
