// Expressions; functions and statements are in statement_writer.cc.
#include "cpntools/lua/expression_writer.h"

#include <fmt/format.h>

#include <algorithm>

#include "cpntools/lua/helpers.h"
#include "cpntools/lua/names.h"
#include "cpntools/ml/parser.h"

namespace cpntools {

using ml::Expression;
using ml::LuaPrecedence;
using ml::MlError;
using Kind = ml::Expression::Kind;

namespace {

constexpr std::int64_t kMostWrittenCopies = 8;
constexpr int kDeepestRepeatedCondition = 8;

/// The precedence that is just stronger.
LuaPrecedence Above(LuaPrecedence p) { return static_cast<LuaPrecedence>(static_cast<int>(p) + 1); }

std::string Joined(const std::vector<std::string>& parts) {
  return parts.empty() ? "{}" : fmt::format("{{ {} }}", fmt::join(parts, ", "));
}

/// A literal, and not zero.
bool IsNonZero(const std::string& text) {
  return !text.empty() && text.find_first_not_of("-0123456789") == std::string::npos &&
         text.find_first_of("123456789") != std::string::npos;
}

}  // namespace

std::string Operand(const Code& code, LuaPrecedence least) {
  if (code.precedence >= least) return code.text;
  return "(" + code.text + ")";
}

std::string FieldAccess(const std::string& access, const std::string& label) {
  if (std::all_of(label.begin(), label.end(), [](char c) { return c >= '0' && c <= '9'; })) {
    return fmt::format("{}[{}]", access, label);
  }
  const std::string field = Identifier(label);
  if (field == label && !IsReserved(field)) return access + "." + field;
  return fmt::format("{}[{}]", access, Quoted(label));
}

std::string FieldKey(const std::string& label) {
  const std::string field = Identifier(label);
  if (field == label && !IsReserved(field)) return field + " = ";
  return fmt::format("[{}] = ", Quoted(label));
}

// -------------------------------------------------------------------------------------- names

const LuaExpressions::Local* LuaExpressions::FindLocal(const std::string& name) const {
  const auto found = std::find_if(locals_.rbegin(), locals_.rend(),
                                  [&](const Local& local) { return local.ml == name; });
  return found == locals_.rend() ? nullptr : &*found;
}

std::string LuaExpressions::AddLocal(const std::string& name, bool fresh,
                                     std::optional<std::string> parameters) {
  const std::string plain = Identifier(name);
  const auto clashes = [&](const std::string& lua) {
    if (IsReserved(lua)) return true;
    const auto names_other = [&](const auto& entry) {
      return entry.second.lua == lua && entry.first != name;
    };
    if (std::any_of(globals_->values.begin(), globals_->values.end(), names_other) ||
        std::any_of(globals_->colour_sets.begin(), globals_->colour_sets.end(), names_other)) {
      return true;
    }
    return std::any_of(locals_.begin(), locals_.end(), [&](const Local& local) {
      return local.lua == lua && (fresh || local.ml != name);
    });
  };
  std::string lua = plain;
  for (int i = 2; clashes(lua); ++i) lua = fmt::format("{}_{}", plain, i);
  locals_.push_back({name, lua, std::move(parameters)});
  return lua;
}

std::string LuaExpressions::Temporary(const std::string& name) {
  // No ML name has a space: nothing finds it.
  return AddLocal(name + " ", true);
}

std::string LuaExpressions::ColourSetLua(const std::string& name) {
  used_.insert(name + ".");
  return globals_->colour_sets.at(name).lua;
}

Code LuaExpressions::Name(const Expression& e) {
  if (const Local* local = FindLocal(e.text)) {
    if (local->parameters) return CallKnown(e, *local->parameters, {});
    return {local->lua, LuaPrecedence::kSuffix};
  }
  if (const auto found = globals_->values.find(e.text); found != globals_->values.end()) {
    used_.insert(e.text);
    if (found->second.parameters) return CallKnown(e, *found->second.parameters, {});
    return {found->second.lua, LuaPrecedence::kSuffix};
  }
  if (const ml::Constructor* constructor = inference_->FindConstructor(e.text)) {
    return ConstructorValue(e, *constructor);
  }
  if (const ml::LibraryFunction* function = ml::FindLibraryFunction(e.text)) {
    return CallKnown(e, function->parameters, {});
  }
  if (auto code = ColourSetFunction(e, {})) return *code;
  throw MlError(e.where, fmt::format("unknown name {}", e.text));
}

Code LuaExpressions::ConstructorValue(const Expression& e, const ml::Constructor& constructor) {
  if (!constructor.argument) return Constructed(constructor, e.text, nullptr, "");
  const Code made = Constructed(constructor, e.text, nullptr, "x");
  return {fmt::format("function(x) return {} end", made.text), LuaPrecedence::kPrimary};
}

/// The constructor of `argument`, or of the Lua expression `text` when that is null.
Code LuaExpressions::Constructed(const ml::Constructor& constructor, const std::string& name,
                                 const Expression* argument, const std::string& text) {
  using Constructor = ml::Constructor;
  if (constructor.kind == Constructor::Kind::kIndex) {
    return argument ? Value(*argument) : Code{text, LuaPrecedence::kSuffix};
  }
  const std::string value = argument ? Value(*argument).text : text;
  switch (constructor.kind) {
    case Constructor::Kind::kUnit:
      return {"unit", LuaPrecedence::kSuffix};
    case Constructor::Kind::kBoolean:
      return {constructor.tag, LuaPrecedence::kPrimary};
    case Constructor::Kind::kEnumerated:
      return {Quoted(name), LuaPrecedence::kPrimary};
    case Constructor::Kind::kOption:
      return {value.empty() ? "{}" : Joined({value}), LuaPrecedence::kPrimary};
    case Constructor::Kind::kException:
      return {fmt::format("{{ tag = {}{} }}", Quoted(constructor.tag),
                          value.empty() ? "" : ", value = " + value),
              LuaPrecedence::kPrimary};
    default:
      break;
  }
  if (loading_) {
    return {fmt::format("{{ tag = {}, value = {} }}", Quoted(name), value.empty() ? "unit" : value),
            LuaPrecedence::kPrimary};
  }
  const std::string made = FieldAccess(ColourSetLua(constructor.colour_set), name);
  if (!constructor.argument) return {made, LuaPrecedence::kSuffix};
  const bool table = value.starts_with('{');
  return {table ? made + " " + value : made + "(" + value + ")", LuaPrecedence::kSuffix};
}

// -------------------------------------------------------------------------------- expressions

Code LuaExpressions::Value(const Expression& e) {
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
    case Kind::kFn: {
      std::vector<ClauseView> clauses;
      for (const ml::Match& match : e.matches) clauses.push_back({{&match.pattern}, &match.body});
      return FunctionLiteral(clauses, 1);
    }
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

bool LuaExpressions::NeedsStatements(const Expression& e) const {
  if (e.kind == Kind::kCase || e.kind == Kind::kLet || e.kind == Kind::kSequence) return true;
  if (e.kind != Kind::kIf) return false;
  // If() writes the condition of a boolean twice.
  const bool twice = inference_->types().IsNamed(e.type, "bool") &&
                     e.children[0].depth > kDeepestRepeatedCondition;
  return twice || inference_->types().IsVariable(e.type) || NeedsStatements(e.children[1]) ||
         NeedsStatements(e.children[2]);
}

/// `c and a or b`, which is right when a is neither false nor nil; nothing is nil here.
Code LuaExpressions::If(const Expression& e) {
  if (NeedsStatements(e)) return Immediate(e);
  const std::string condition = Operand(Value(e.children[0]), LuaPrecedence::kAnd);
  const std::string yes = Operand(Value(e.children[1]), LuaPrecedence::kAnd);
  const Code no = Value(e.children[2]);
  if (!inference_->types().IsNamed(e.type, "bool")) {
    return {fmt::format("{} and {} or {}", condition, yes, Operand(no, LuaPrecedence::kOr)),
            LuaPrecedence::kOr};
  }
  return {fmt::format("{} and {} or not ({}) and {}", condition, yes, condition,
                      Operand(no, LuaPrecedence::kAnd)),
          LuaPrecedence::kOr};
}

Code LuaExpressions::Immediate(const Expression& e) {
  const std::size_t locals = locals_.size();
  const std::string body = Body(e, 1);
  locals_.resize(locals);
  return {"(function()\n" + body + "end)()", LuaPrecedence::kSuffix};
}

Code LuaExpressions::Equality(const Expression& left, const Expression& right, bool equal) {
  const char* op = equal ? "==" : "~=";
  if (IsEmptyList(left) || IsEmptyList(right)) {
    const Code list = Value(IsEmptyList(left) ? right : left);
    return {fmt::format("#{} {} 0", Operand(list, LuaPrecedence::kPrimary), op),
            LuaPrecedence::kComparison};
  }
  const Code a = Value(left);
  const Code b = Value(right);
  const LuaPrecedence operand = Above(LuaPrecedence::kComparison);
  if (inference_->types().IsPlain(left.type) || inference_->types().IsPlain(right.type)) {
    return {fmt::format("{} {} {}", Operand(a, operand), op, Operand(b, operand)),
            LuaPrecedence::kComparison};
  }
  UseHelper("equal");
  return {fmt::format("{}equal({}, {})", equal ? "" : "not ", a.text, b.text),
          equal ? LuaPrecedence::kSuffix : LuaPrecedence::kUnary};
}

void LuaExpressions::Summands(const Expression& e, std::vector<const Expression*>& out) const {
  const Expression* left = &e;
  std::vector<const Expression*> reversed;
  while (IsOperator(*left, "++")) {
    reversed.push_back(&left->children[1].children[1]);
    left = &left->children[1].children[0];
  }
  reversed.push_back(left);
  out.assign(reversed.rbegin(), reversed.rend());
}

/// A sum of multi-sets: what is written token by token becomes one list.
Code LuaExpressions::Sum(const Expression& e) {
  std::vector<const Expression*> summands;
  Summands(e, summands);
  std::vector<std::string> lists;
  std::vector<std::string> tokens;
  const auto flush = [&] {
    if (!tokens.empty()) lists.push_back(Joined(tokens));
    tokens.clear();
  };
  for (const Expression* summand : summands) {
    if (IsEmptyList(*summand)) continue;
    const bool copies = IsOperator(*summand, "`");
    const Expression* count = copies ? &summand->children[1].children[0] : nullptr;
    if (copies && count->kind == Kind::kInteger && std::stoll(count->text) >= 0 &&
        std::stoll(count->text) <= kMostWrittenCopies) {
      const std::string token = Value(summand->children[1].children[1]).text;
      tokens.insert(tokens.end(), static_cast<std::size_t>(std::stoll(count->text)), token);
    } else if (summand->kind == Kind::kList) {
      for (const Expression& child : summand->children) tokens.push_back(Value(child).text);
    } else {
      flush();
      const Code list =
          copies ? CallKnown(summand->children[0], "2", {&summand->children[1]}) : Value(*summand);
      lists.push_back(list.text);
    }
  }
  flush();
  if (lists.empty()) return {"{}", LuaPrecedence::kPrimary};
  if (lists.size() == 1) {
    return {lists[0].starts_with('{') ? lists[0] : "(" + lists[0] + ")", LuaPrecedence::kPrimary};
  }
  std::string sum = lists[0];
  for (std::size_t i = 1; i < lists.size(); ++i) sum = fmt::format("append({}, {})", sum, lists[i]);
  return {std::move(sum), LuaPrecedence::kSuffix};
}

// ------------------------------------------------------------------------------- applications

Code LuaExpressions::Apply(const Expression& e) {
  if (IsOperator(e, "++") || IsOperator(e, "`")) return Sum(e);
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
    const auto known = KnownParameters(*head);
    taken = known ? std::min(arguments.size(), std::max<std::size_t>(known->size(), 1)) : 1;
    result = ApplyName(*head,
                       {arguments.begin(), arguments.begin() + static_cast<std::ptrdiff_t>(taken)});
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

std::optional<std::string> LuaExpressions::KnownParameters(const Expression& head) const {
  if (const Local* local = FindLocal(head.text)) return local->parameters;
  if (const auto found = globals_->values.find(head.text); found != globals_->values.end()) {
    return found->second.parameters;
  }
  if (inference_->FindConstructor(head.text)) return std::nullopt;
  if (const auto* function = ml::FindLibraryFunction(head.text)) return function->parameters;
  return std::nullopt;
}

Code LuaExpressions::ApplyName(const Expression& head,
                               const std::vector<const Expression*>& arguments) {
  if (const auto parameters = KnownParameters(head)) {
    if (!FindLocal(head.text) && globals_->values.contains(head.text)) used_.insert(head.text);
    return CallKnown(head, *parameters, arguments);
  }
  const bool variable = FindLocal(head.text) || globals_->values.contains(head.text);
  const ml::Constructor* constructor = inference_->FindConstructor(head.text);
  if (!variable && constructor) return Constructed(*constructor, head.text, arguments[0], "");
  if (!variable) {
    if (auto code = ColourSetFunction(head, arguments)) return *code;
  }
  return {
      fmt::format("{}({})", Operand(Name(head), LuaPrecedence::kSuffix), Value(*arguments[0]).text),
      LuaPrecedence::kSuffix};
}

/// A call of a function whose parameters are known; with too few arguments, a function of the
/// others.
Code LuaExpressions::CallKnown(const Expression& head, const std::string& parameters,
                               const std::vector<const Expression*>& arguments) {
  const std::size_t locals = locals_.size();
  std::vector<Code> flat;
  std::vector<std::string> missing;
  std::string before;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const char how = parameters[i];
    const Expression* argument = i < arguments.size() ? arguments[i] : nullptr;
    const int parts = how >= '0' && how <= '9' ? how - '0' : 1;
    if (argument && how == 'p') {
      flat.push_back(PairFunction(*argument));
    } else if (argument && how == 'x') {
      flat.push_back(Value(*argument));
    } else if (argument && argument->kind == Kind::kTuple &&
               static_cast<int>(argument->children.size()) == parts) {
      for (const Expression& child : argument->children) flat.push_back(Value(child));
    } else {
      std::string whole;
      if (argument && parts > 0) {
        const Code value = Value(*argument);
        whole = value.text;
        if (Identifier(whole) != whole) {
          whole = Temporary("t");
          before += fmt::format("  local {} = {}\n", whole, value.text);
        }
      } else if (!argument) {
        whole = Temporary(how == 'x' ? "x" : how == 'p' ? "f" : "t");
        missing.push_back(whole);
      }
      if (how == 'x') flat.push_back({whole, LuaPrecedence::kSuffix});
      if (how == 'p') {
        flat.push_back({fmt::format("function(x, y) return {}({{ x, y }}) end", whole),
                        LuaPrecedence::kPrimary});
      }
      for (int part = 1; how != 'x' && how != 'p' && part <= parts; ++part) {
        flat.push_back({fmt::format("{}[{}]", whole, part), LuaPrecedence::kSuffix});
      }
    }
  }
  Code call = CallWith(head, std::move(flat));
  locals_.resize(locals);
  if (!before.empty()) {
    call = {fmt::format("(function()\n{}  return {}\nend)()", before, call.text),
            LuaPrecedence::kSuffix};
  }
  for (auto name = missing.rbegin(); name != missing.rend(); ++name) {
    call = {fmt::format("function({}) return {} end", *name, call.text), LuaPrecedence::kPrimary};
  }
  return call;
}

Code LuaExpressions::CallWith(const Expression& head, std::vector<Code> flat) {
  const Local* local = FindLocal(head.text);
  const auto global = globals_->values.find(head.text);
  if (!local && global == globals_->values.end()) {
    if (head.text == "=" || head.text == "<>") UseHelper("equal");
    return FillTemplate(*ml::FindLibraryFunction(head.text), flat);
  }
  std::vector<std::string> arguments;
  for (const Code& code : flat) arguments.push_back(code.text);
  return {
      fmt::format("{}({})", local ? local->lua : global->second.lua, fmt::join(arguments, ", ")),
      LuaPrecedence::kSuffix};
}

void LuaExpressions::UseHelper(std::string_view names) {
  for (std::string& name : SplitHelperNames(names)) helpers_.insert(std::move(name));
}

Code LuaExpressions::FillTemplate(const ml::LibraryFunction& function,
                                  const std::vector<Code>& arguments) {
  if (function.helper) UseHelper(function.helper);
  const std::string_view name = function.name;
  if (globals_->catches && (name == "div" || name == "mod") && !IsNonZero(arguments[1].text)) {
    // Division by zero is an error in Lua, which nothing catches.
    const char* const helper = name == "div" ? "quotient_of" : "modulus_of";
    UseHelper(helper);
    return {fmt::format("{}({}, {})", helper, arguments[0].text, arguments[1].text),
            LuaPrecedence::kSuffix};
  }
  if (loading_ && name == "::") {
    return {fmt::format("append({{ {} }}, {})", arguments[0].text, arguments[1].text),
            LuaPrecedence::kSuffix};
  }
  const std::string_view lua = function.lua;
  if (lua == "$1") return arguments[0];
  std::string text;
  for (std::size_t i = 0; i < lua.size(); ++i) {
    const bool marked = std::string_view("$@%!").find(lua[i]) != std::string_view::npos &&
                        i + 1 < lua.size() && lua[i + 1] >= '1' && lua[i + 1] <= '9';
    if (!marked) {
      text += lua[i];
      continue;
    }
    const Code& argument = arguments[static_cast<std::size_t>(lua[i + 1] - '1')];
    switch (lua[i]) {
      case '$':
        text += argument.text;
        break;
      case '@':
        text += Operand(argument, function.precedence);
        break;
      case '%':
        text += Operand(argument, Above(function.precedence));
        break;
      default:
        text += Operand(argument, LuaPrecedence::kSuffix);
    }
    ++i;
  }
  return {std::move(text), function.precedence};
}

/// A function of a pair as a Lua function of two arguments.
Code LuaExpressions::PairFunction(const Expression& e) {
  if (e.kind == Kind::kFn) {
    const bool pairs = std::all_of(e.matches.begin(), e.matches.end(), [](const ml::Match& m) {
      return m.pattern.kind == ml::Pattern::Kind::kTuple && m.pattern.children.size() == 2;
    });
    if (pairs) {
      std::vector<ClauseView> clauses;
      for (const ml::Match& match : e.matches) {
        clauses.push_back({{&match.pattern.children[0], &match.pattern.children[1]}, &match.body});
      }
      return FunctionLiteral(clauses, 2);
    }
  }
  if (e.kind == Kind::kName) {
    const auto parameters = KnownParameters(e);
    const Local* local = FindLocal(e.text);
    const auto global = globals_->values.find(e.text);
    if (parameters == "2" && (local || global != globals_->values.end())) {
      if (!local) used_.insert(e.text);
      return {local ? local->lua : global->second.lua, LuaPrecedence::kSuffix};
    }
    if (parameters == "2") {
      const Code call = CallWith(e, {{"x", LuaPrecedence::kSuffix}, {"y", LuaPrecedence::kSuffix}});
      return {fmt::format("function(x, y) return {} end", call.text), LuaPrecedence::kPrimary};
    }
    if (!parameters && !local && global == globals_->values.end() && e.text.ends_with(".lt")) {
      return Comparator(e.text.substr(0, e.text.size() - 3));
    }
  }
  // Names that the function's own text does not have.
  const std::size_t locals = locals_.size();
  const std::string x = Temporary("x");
  const std::string y = Temporary("y");
  const std::string function = Operand(Value(e), LuaPrecedence::kSuffix);
  locals_.resize(locals);
  return {fmt::format("function({0}, {1}) return {2}({{ {0}, {1} }}) end", x, y, function),
          LuaPrecedence::kPrimary};
}

}  // namespace cpntools
