#include "cpntools/inscriptions.h"

#include <fmt/format.h>

#include <algorithm>

#include "cpntools/ml/parser.h"

namespace cpntools {

using ml::Expression;
using ml::MlError;
using Kind = ml::Expression::Kind;

namespace {

/// Lua source as a string of Lua's, without escapes where that is possible.
std::string Literal(const std::string& lua) {
  const auto has = [&](const char* text) { return lua.find(text) != std::string::npos; };
  if (!has("\"") && !has("\\")) return '"' + lua + '"';
  if (!has("'") && !has("\\")) return '\'' + lua + '\'';
  if (!has("]]") && !lua.ends_with(']')) return "[[" + lua + "]]";
  return Quoted(lua);
}

/// a andalso b andalso c
void Conjuncts(Expression e, std::vector<Expression>& out) {
  if (e.kind != Kind::kAndAlso) {
    out.push_back(std::move(e));
    return;
  }
  for (Expression& child : e.children) Conjuncts(std::move(child), out);
}

}  // namespace

cpntools::Code Inscriptions::Value(const Expression& e, std::set<std::string>* variables) {
  ExpressionWriter lua(&declarations_->inference(), &declarations_->globals());
  cpntools::Code code = lua.Value(e);
  used_.insert(lua.used().begin(), lua.used().end());
  helpers_.insert(lua.helpers().begin(), lua.helpers().end());
  if (variables) *variables = lua.used();
  return code;
}

std::set<std::string> Inscriptions::VariablesIn(const Expression& e) {
  std::set<std::string> used;
  Value(e, &used);
  std::erase_if(used, [&](const std::string& name) { return !declarations_->IsVariable(name); });
  return used;
}

/// Whether the inscription is one token. Throws MlError when it is neither that nor a multi-set.
bool Inscriptions::IsToken(Expression& e, const std::string& colour_set) {
  ml::Inference& inference = declarations_->inference();
  ml::TypeStore& types = inference.types();
  const auto set = inference.FindColourSet(colour_set);
  if (!set) throw MlError(e.where, fmt::format("unknown colour set {}", colour_set));
  const ml::Type type = inference.Infer(e);
  if (e.kind == Kind::kName && e.text == "empty") return false;
  if (types.Unify(type, *set)) return true;
  if (types.Unify(type, types.List(*set))) return false;
  throw MlError(e.where, fmt::format("this is of type {}, but the place holds tokens of {}",
                                     types.Text(type), colour_set));
}

// ------------------------------------------------------------------------------- inscriptions

ArcText Inscriptions::Arc(Expression e, const std::string& colour_set) {
  ArcText arc;
  arc.text = IsToken(e, colour_set) ? Token(e, &arc.binds) : Tokens(e, colour_set, &arc.binds);
  return arc;
}

/// `expr "..."`, or a function when it takes statements.
std::string Inscriptions::Computed(const Expression& e, const char* how) {
  computed_ = true;
  ExpressionWriter lua(&declarations_->inference(), &declarations_->globals());
  const bool statements = lua.NeedsStatements(e);
  const std::string text = statements ? lua.Body(e, 3) : lua.Value(e).text;
  used_.insert(lua.used().begin(), lua.used().end());
  helpers_.insert(lua.helpers().begin(), lua.helpers().end());
  const bool lines = text.find('\n') != std::string::npos;
  const bool each = std::string_view(how) == "each ";
  if (!lines) return how + Literal(text);
  const auto variables = declarations_->VariablesAmong(lua.used());
  const std::string body = statements ? text : "      return " + text + "\n";
  const std::string function =
      fmt::format("function({})\n{}    end", fmt::join(variables, ", "), body);
  return each ? "each(" + function + ")" : function;
}

/// A condition for when(...), or a guard.
std::string Inscriptions::Condition(const Expression& e, bool negated) {
  if (!negated) return Computed(e, "");
  Expression no;
  no.kind = Kind::kApply;
  no.where = e.where;
  no.children.resize(2);
  no.children[0].kind = Kind::kName;
  no.children[0].text = "not";
  no.children[1] = e;
  return Computed(no, "");
}

std::string Inscriptions::Pattern(const Expression& e, std::set<std::string>* binds) {
  const auto parts = [&](const std::vector<Expression>& children) {
    std::vector<std::string> texts;
    for (const Expression& child : children) texts.push_back(Pattern(child, binds));
    return texts;
  };
  const auto& values = declarations_->globals().values;
  switch (e.kind) {
    case Kind::kInteger:
    case Kind::kString:
    case Kind::kCharacter:
      return Value(e).text;
    case Kind::kName: {
      const auto global = values.find(e.text);
      if (global != values.end() && global->second.parameters) break;
      if (binds && declarations_->IsVariable(e.text)) binds->insert(e.text);
      if (global != values.end() || declarations_->inference().FindConstructor(e.text)) {
        return Value(e).text;
      }
      break;
    }
    case Kind::kTuple:
      if (e.children.empty()) return "unit";
      [[fallthrough]];
    case Kind::kList:
      if (e.children.empty()) return "{}";
      return fmt::format("{{ {} }}", fmt::join(parts(e.children), ", "));
    case Kind::kRecord: {
      std::vector<std::string> fields = parts(e.children);
      for (std::size_t i = 0; i < fields.size(); ++i) fields[i] = FieldKey(e.labels[i]) + fields[i];
      return fmt::format("{{ {} }}", fmt::join(fields, ", "));
    }
    case Kind::kApply: {
      if (IsOperator(e, "::")) {
        return fmt::format("cons({})", fmt::join(parts(e.children[1].children), ", "));
      }
      if (e.children[0].kind != Kind::kName || values.contains(e.children[0].text)) break;
      const auto* constructor = declarations_->inference().FindConstructor(e.children[0].text);
      if (!constructor) break;
      const std::string argument = Pattern(e.children[1], binds);
      if (constructor->kind == ml::Constructor::Kind::kIndex) return argument;
      if (constructor->kind != ml::Constructor::Kind::kUnion) break;
      used_.insert(constructor->colour_set + ".");
      const std::string made =
          FieldAccess(*declarations_->ColourSet(constructor->colour_set), e.children[0].text);
      return made + (argument.starts_with('{') ? " " + argument : "(" + argument + ")");
    }
    default:
      break;
  }
  return Computed(e, "expr ");
}

std::string Inscriptions::Alternatives(const Expression& e, const std::string& yes,
                                       const std::string& no) {
  if (yes.empty() && no.empty()) return "";
  const std::string condition = Condition(e.children[0], yes.empty());
  if (yes.empty()) return fmt::format("when({}, {})", condition, no);
  if (no.empty()) return fmt::format("when({}, {})", condition, yes);
  return fmt::format("when({}, {}, {})", condition, yes, no);
}

/// One token. What stands behind a condition binds nothing, and neither does what is computed.
std::string Inscriptions::Token(const Expression& e, std::set<std::string>* binds) {
  if (e.kind == Kind::kIf) {
    return Alternatives(e, Token(e.children[1], nullptr), Token(e.children[2], nullptr));
  }
  std::set<std::string> variables;
  computed_ = false;
  std::string text = Pattern(e, &variables);
  if (binds && !computed_) binds->insert(variables.begin(), variables.end());
  return text;
}

bool Inscriptions::IsAll(const Expression& e, const std::string& colour_set) const {
  if (e.kind != Kind::kApply || e.children[0].kind != Kind::kName) return false;
  const std::string& name = e.children[0].text;
  return name.ends_with(".all") && declarations_->IsSmall(colour_set) &&
         declarations_->SameColours(name.substr(0, name.size() - 4), colour_set);
}

std::string Inscriptions::Copies(const Expression& e, std::set<std::string>* binds) {
  const Expression& count = e.children[1].children[0];
  const Expression& token = e.children[1].children[1];
  if (!VariablesIn(count).empty()) return Computed(e, "each ");
  const std::string text = Token(token, binds);
  if (count.kind == Kind::kInteger && count.text == "1") return text;
  return fmt::format("copies({}, {})", Value(count).text, text);
}

/// A multi-set; empty when it has no tokens.
std::string Inscriptions::Tokens(const Expression& e, const std::string& colour_set,
                                 std::set<std::string>* binds) {
  if (IsEmptyList(e)) return "";
  if (IsAll(e, colour_set)) return "all";
  if (IsOperator(e, "`")) return Copies(e, binds);
  if (e.kind == Kind::kIf) {
    return Alternatives(e, Tokens(e.children[1], colour_set, nullptr),
                        Tokens(e.children[2], colour_set, nullptr));
  }
  std::vector<std::string> summands;
  if (IsOperator(e, "++")) {
    for (const Expression& child : e.children[1].children) {
      std::string text = Tokens(child, colour_set, binds);
      // Sums of sums are one sum.
      if (text.starts_with("sum(") && IsOperator(child, "++")) {
        text = text.substr(4, text.size() - 5);
      }
      if (!text.empty()) summands.push_back(std::move(text));
    }
  } else if (e.kind == Kind::kList) {
    for (const Expression& child : e.children) summands.push_back(Token(child, binds));
  } else {
    return Computed(e, "each ");
  }
  if (summands.size() == 1) return summands[0];
  return summands.empty() ? "" : fmt::format("sum({})", fmt::join(summands, ", "));
}

// ------------------------------------------------------------------------------------- guards

/// `x = e` and `(x, y) = e`, where the left side is bound by nothing else.
bool Inscriptions::BindFrom(const Expression& left, const Expression& right,
                            std::set<std::string>& bound, GuardText& out) {
  const auto is_free = [&](const Expression& e) {
    return e.kind == Kind::kName && declarations_->IsVariable(e.text) && !bound.contains(e.text);
  };
  const bool one = is_free(left);
  const bool tuple = left.kind == Kind::kTuple && !left.children.empty() &&
                     std::all_of(left.children.begin(), left.children.end(), is_free);
  if (!one && !tuple) return false;
  for (const std::string& name : VariablesIn(right)) {
    if (!bound.contains(name)) return false;
  }
  const cpntools::Code value = Value(right);
  const bool lines = value.text.find('\n') != std::string::npos;
  if (one) {
    const std::string name = Value(left).text;
    bound.insert(left.text);
    if (lines) {
      out.lets.push_back(fmt::format("{} = {}", name, Computed(right, "expr ")));
    } else {
      out.conditions.push_back(Literal(
          fmt::format("{} == {}", name, Operand(value, ml::LuaPrecedence::kConcatenation))));
    }
    return true;
  }
  if (lines) return false;
  for (std::size_t i = 0; i < left.children.size(); ++i) {
    out.lets.push_back(fmt::format(
        "{} = expr {}", Value(left.children[i]).text,
        Literal(fmt::format("{}[{}]", Operand(value, ml::LuaPrecedence::kSuffix), i + 1))));
    bound.insert(left.children[i].text);
  }
  return true;
}

bool Inscriptions::BindByEquality(const Expression& e, std::set<std::string>& bound,
                                  GuardText& out) {
  if (!IsOperator(e, "=")) return false;
  const std::vector<Expression>& sides = e.children[1].children;
  return BindFrom(sides[0], sides[1], bound, out) || BindFrom(sides[1], sides[0], bound, out);
}

GuardText Inscriptions::Guard(std::vector<Expression> conditions, std::set<std::string> bound) {
  GuardText out;
  std::vector<Expression> all;
  ml::Inference& inference = declarations_->inference();
  for (Expression& condition : conditions) {
    const ml::Type type = inference.Infer(condition);
    if (!inference.types().Unify(type, inference.types().Named("bool"))) {
      throw MlError(condition.where,
                    fmt::format("a guard is of type bool, not {}", inference.types().Text(type)));
    }
    Conjuncts(std::move(condition), all);
  }
  // Equalities bind in any order; each round binds what the last one made possible.
  std::vector<bool> done(all.size(), false);
  for (bool again = true; again;) {
    again = false;
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (!done[i] && BindByEquality(all[i], bound, out)) done[i] = again = true;
    }
  }
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (!done[i]) out.conditions.push_back(Condition(all[i], false));
  }
  return out;
}

std::vector<std::string> Inscriptions::Code(const ml::CodeSegment& code) {
  Expression action = code.action;
  declarations_->inference().Infer(action);
  std::vector<std::string> lets;
  const auto& values = declarations_->globals().values;
  for (std::size_t i = 0; i < code.output.size(); ++i) {
    if (!declarations_->IsVariable(code.output[i])) {
      throw MlError(action.where, fmt::format("{} is no variable", code.output[i]));
    }
    const std::string& name = values.at(code.output[i]).lua;
    used_.insert(code.output[i]);
    if (code.output.size() == 1) {
      lets.push_back(fmt::format("{} = {}", name, Computed(action, "expr ")));
      continue;
    }
    Expression selector;
    selector.kind = Kind::kSelector;
    selector.where = action.where;
    selector.text = std::to_string(i + 1);
    Expression part;
    part.kind = Kind::kApply;
    part.where = action.where;
    part.children = {selector, action};
    lets.push_back(fmt::format("{} = {}", name, Computed(part, "expr ")));
  }
  return lets;
}

// --------------------------------------------------------------------------- initial markings

std::string Inscriptions::Initial(Expression e, const std::string& colour_set) {
  const bool token = IsToken(e, colour_set);
  if (!token && IsEmptyList(e)) return "";
  if (!token && IsAll(e, colour_set)) return "all";
  ExpressionWriter lua(&declarations_->inference(), &declarations_->globals());
  lua.SetLoading(true);
  std::string text = lua.Value(e).text;
  const bool copies = !token && IsOperator(e, "`");
  if (copies && text.starts_with("(repeated(")) {
    text = fmt::format("{{ copies({}, {}) }}", lua.Value(e.children[1].children[0]).text,
                       lua.Value(e.children[1].children[1]).text);
  } else {
    helpers_.insert(lua.helpers().begin(), lua.helpers().end());
  }
  loading_.insert(lua.used().begin(), lua.used().end());
  for (const std::string& name : lua.used()) {
    if (declarations_->IsVariable(name)) {
      throw MlError(e.where, fmt::format("an initial marking has no variables such as {}", name));
    }
  }
  if (text == "{}") return token ? "{ {} }" : "";
  return token ? fmt::format("{{ {} }}", text) : text;
}

}  // namespace cpntools
