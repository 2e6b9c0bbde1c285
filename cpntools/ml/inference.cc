#include "cpntools/ml/inference.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "cpntools/ml/library.h"
#include "cpntools/ml/parser.h"

namespace cpntools::ml {
namespace {

constexpr int kMostNodes = 200'000;
/// No colour set has such a name.
constexpr char kOrder[] = "General.order";

struct ScopeGuard {
  template <typename Scopes>
  static auto Enter(Scopes& scopes) {
    struct Leave {
      Scopes& scopes;
      ~Leave() { scopes.pop_back(); }
    };
    scopes.emplace_back();
    return Leave{scopes};
  }
};

}  // namespace

Inference::Inference() {
  scopes_.emplace_back();
  const Type boolean = types_.Named("bool");
  for (const char* name : {"int", "string", "unit", "real", "char", "exn"}) {
    colour_sets_[name] = types_.Named(name);
  }
  colour_sets_["bool"] = boolean;
  colour_sets_["intinf"] = colour_sets_["int"];
  types_.DeclarePlain(kOrder);
  for (const char* name : {"true", "false"}) {
    Constructor constructor{
        Constructor::Kind::kBoolean, "", boolean, std::nullopt, name, false, {}};
    constructors_[name] = std::move(constructor);
  }
  DeclareLibrary();
}

void Inference::DeclareLibrary() {
  for (const std::string& name : LibraryNames()) {
    type_variables_.clear();
    const Type type = TypeOf(ParseTypeText(FindLibraryFunction(name)->type));
    Scheme scheme{type, {}, true};
    types_.FreeVariables(type, scheme.variables);
    scopes_[0][name] = std::move(scheme);
  }
  for (const LibraryConstructor& known : LibraryConstructors()) {
    using Known = LibraryConstructor::Kind;
    type_variables_.clear();
    Constructor constructor;
    constructor.kind = known.kind == Known::kOption  ? Constructor::Kind::kOption
                       : known.kind == Known::kOrder ? Constructor::Kind::kEnumerated
                                                     : Constructor::Kind::kException;
    constructor.type = TypeOf(ParseTypeText(known.type));
    if (known.argument) constructor.argument = TypeOf(ParseTypeText(known.argument));
    constructor.tag = known.tag;
    constructor.of_library = true;
    types_.FreeVariables(constructor.type, constructor.variables);
    constructors_[known.name] = std::move(constructor);
  }
}

void Inference::DeclareColourSet(const std::string& name, Type type) { colour_sets_[name] = type; }

void Inference::DeclareConstructor(const std::string& name, Constructor constructor) {
  constructors_[name] = std::move(constructor);
  scopes_[0].erase(name);
}

void Inference::DeclareVariable(const std::string& name, Type type) {
  constructors_.erase(name);
  scopes_[0][name] = {type, {}};
}

void Inference::Forget(const std::string& name) {
  scopes_[0].erase(name);
  constructors_.erase(name);
}

const Constructor* Inference::FindConstructor(const std::string& name) const {
  const auto found = constructors_.find(name);
  return found == constructors_.end() ? nullptr : &found->second;
}

std::optional<Type> Inference::FindColourSet(const std::string& name) const {
  const auto found = colour_sets_.find(name);
  if (found == colour_sets_.end()) return std::nullopt;
  return found->second;
}

const Scheme* Inference::Find(const std::string& name) const {
  for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope) {
    const auto found = scope->find(name);
    if (found != scope->end()) return &found->second;
  }
  return nullptr;
}

bool Inference::IsConstructorOfModel(const std::string& name) const {
  const Constructor* constructor = FindConstructor(name);
  return constructor && !constructor->of_library;
}

void Inference::Work(Position where) {
  if (++work_ > kMostNodes) throw MlError(where, "too large a declaration");
}

void Inference::StartWork() {
  work_ = 0;
  types_.StartWork();
}

void Inference::Demand(Type found, Type expected, Position where) {
  Work(where);
  if (types_.Unify(found, expected)) return;
  throw MlError(where, fmt::format("this is of type {}, where {} is needed", types_.Text(found),
                                   types_.Text(expected)));
}

// -------------------------------------------------------------------------------- expressions

Type Inference::Infer(Expression& e) {
  if (scopes_.size() == 1) StartWork();
  Work(e.where);
  e.type = InferKind(e);
  if (e.annotation) Demand(e.type, TypeOf(*e.annotation), e.where);
  return e.type;
}

Type Inference::InferKind(Expression& e) {
  using Kind = Expression::Kind;
  switch (e.kind) {
    case Kind::kInteger:
      return types_.Named("int");
    case Kind::kReal:
      return types_.Named("real");
    case Kind::kString:
      return types_.Named("string");
    case Kind::kCharacter:
      return types_.Named("char");
    case Kind::kName:
      return Name(e);
    case Kind::kTuple: {
      std::vector<Type> parts;
      for (Expression& child : e.children) parts.push_back(Infer(child));
      return types_.Tuple(std::move(parts));
    }
    case Kind::kRecord: {
      std::vector<Type> parts;
      for (Expression& child : e.children) parts.push_back(Infer(child));
      return types_.Record(e.labels, std::move(parts));
    }
    case Kind::kList: {
      const Type element = types_.Fresh();
      for (Expression& child : e.children) Demand(Infer(child), element, child.where);
      return types_.List(element);
    }
    case Kind::kSelector:
      return types_.Function(types_.Fresh(), types_.Fresh());
    case Kind::kApply:
      return Apply(e);
    case Kind::kIf: {
      Demand(Infer(e.children[0]), types_.Named("bool"), e.children[0].where);
      const Type type = Infer(e.children[1]);
      Demand(Infer(e.children[2]), type, e.children[2].where);
      return type;
    }
    case Kind::kAndAlso:
    case Kind::kOrElse:
      for (Expression& child : e.children) {
        Demand(Infer(child), types_.Named("bool"), child.where);
      }
      return types_.Named("bool");
    case Kind::kCase:
      return Matches(e.matches, Infer(e.children[0]));
    case Kind::kFn: {
      const Type from = types_.Fresh();
      return types_.Function(from, Matches(e.matches, from));
    }
    case Kind::kLet:
      return Let(e);
    case Kind::kRaise:
      Demand(Infer(e.children[0]), types_.Named("exn"), e.children[0].where);
      return types_.Fresh();
    case Kind::kHandle:
      return Handle(e);
    case Kind::kSequence:
      for (Expression& child : e.children) Infer(child);
      return e.children.back().type;
  }
  return types_.Fresh();
}

Type Inference::Name(const Expression& e) {
  if (const Scheme* scheme = Find(e.text)) {
    if (scheme->of_library) used_of_library_.insert(e.text);
    return Instance(*scheme);
  }
  if (const Constructor* constructor = FindConstructor(e.text)) {
    if (constructor->of_library) used_of_library_.insert(e.text);
    const Constructor instance = Instance(*constructor);
    if (!instance.argument) return instance.type;
    return types_.Function(*instance.argument, instance.type);
  }
  if (const auto type = ColourSetFunction(e.text)) return *type;
  if (const std::string_view reason = RefusalReason(e.text); !reason.empty()) {
    throw MlError(e.where, fmt::format("{} is not supported: {}", e.text, reason));
  }
  throw MlError(e.where, fmt::format("unknown name {}", e.text));
}

std::optional<Type> Inference::ColourSetFunction(const std::string& name) {
  const std::size_t dot = name.rfind('.');
  if (dot == std::string::npos) return std::nullopt;
  const auto set = FindColourSet(name.substr(0, dot));
  if (!set) return std::nullopt;
  const std::string function = name.substr(dot + 1);
  const Type unit = types_.Named("unit");
  const Type boolean = types_.Named("bool");
  const Type text = types_.Named("string");
  if (function == "all") return types_.Function(unit, types_.List(*set));
  if (function == "size") return types_.Function(unit, types_.Named("int"));
  if (function == "ord") return types_.Function(*set, types_.Named("int"));
  if (function == "col") return types_.Function(types_.Named("int"), *set);
  if (function == "lt") return types_.Function(types_.Tuple({*set, *set}), boolean);
  if (function == "legal") return types_.Function(*set, boolean);
  if (function == "mkstr" || function == "mk_str") return types_.Function(*set, text);
  if (function == "mkstr_ms" || function == "mk_str_ms") {
    return types_.Function(types_.List(*set), text);
  }
  if (function == "mult" && types_.IsTuple(*set)) {
    std::vector<Type> factors;
    for (Type part : std::vector<Type>(types_.Parts(*set))) factors.push_back(types_.List(part));
    return types_.Function(types_.Tuple(std::move(factors)), types_.List(*set));
  }
  return std::nullopt;
}

Type Inference::Apply(Expression& e) {
  Expression& function = e.children[0];
  const Type argument = Infer(e.children[1]);
  if (function.kind == Expression::Kind::kSelector) {
    const Type result = Selected(function, argument);
    function.type = types_.Function(argument, result);
    return result;
  }
  const Type result = types_.Fresh();
  const Type callee = Infer(function);
  const Type from = types_.Fresh();
  Demand(callee, types_.Function(from, result), function.where);
  Demand(argument, from, e.children[1].where);
  return result;
}

/// The type of a field; any type while the record's is not known.
Type Inference::Selected(Expression& selector, Type argument) {
  const auto field = types_.Field(argument, selector.text);
  if (field) return *field;
  if (types_.IsVariable(argument)) return types_.Fresh();
  throw MlError(selector.where, fmt::format("{} has no #{}", types_.Text(argument), selector.text));
}

Type Inference::Matches(std::vector<Match>& matches, Type subject) {
  const Type result = types_.Fresh();
  for (Match& match : matches) {
    const auto leave = ScopeGuard::Enter(scopes_);
    Scope bound;
    Demand(InferPattern(match.pattern, bound), subject, match.pattern.where);
    scopes_.back() = std::move(bound);
    Demand(Infer(match.body), result, match.body.where);
  }
  return result;
}

Type Inference::Handle(Expression& e) {
  const Type type = Infer(e.children[0]);
  Demand(Matches(e.matches, types_.Named("exn")), type, e.matches[0].body.where);
  return type;
}

Type Inference::Let(Expression& e) {
  const auto leave = ScopeGuard::Enter(scopes_);
  for (Declaration& declaration : e.declarations) {
    Scope bound;
    if (declaration.kind == Declaration::Kind::kValue) {
      Values(declaration, bound);
    } else if (declaration.kind == Declaration::Kind::kFunctions) {
      Functions(declaration, bound);
    } else {
      throw MlError(declaration.where, "an exception is declared outside of functions");
    }
    for (auto& [name, scheme] : bound) scopes_.back()[name] = std::move(scheme);
  }
  return Infer(e.children[0]);
}

// ----------------------------------------------------------------------------------- patterns

Type Inference::InferPattern(Pattern& pattern, Scope& bound) {
  Work(pattern.where);
  const Type type = InferPatternKind(pattern, bound);
  if (pattern.type) Demand(type, TypeOf(*pattern.type), pattern.where);
  return type;
}

Type Inference::InferPatternKind(Pattern& pattern, Scope& bound) {
  using Kind = Pattern::Kind;
  switch (pattern.kind) {
    case Kind::kWildcard:
      return types_.Fresh();
    case Kind::kInteger:
      return types_.Named("int");
    case Kind::kString:
      return types_.Named("string");
    case Kind::kCharacter:
      return types_.Named("char");
    case Kind::kVariable: {
      if (FindConstructor(pattern.text)) return ConstructorPattern(pattern, bound);
      const Type type = types_.Fresh();
      if (!bound.emplace(pattern.text, Scheme{type, {}}).second) {
        throw MlError(pattern.where, fmt::format("{} stands twice in a pattern", pattern.text));
      }
      return type;
    }
    case Kind::kTuple: {
      std::vector<Type> parts;
      for (Pattern& child : pattern.children) parts.push_back(InferPattern(child, bound));
      return types_.Tuple(std::move(parts));
    }
    case Kind::kRecord: {
      std::vector<Type> parts;
      for (Pattern& child : pattern.children) parts.push_back(InferPattern(child, bound));
      if (!pattern.flexible) return types_.Record(pattern.labels, std::move(parts));
      if (!pattern.type) return types_.Fresh();
      const Type whole = TypeOf(*pattern.type);
      for (std::size_t i = 0; i < parts.size(); ++i) {
        const auto field = types_.Field(whole, pattern.labels[i]);
        if (!field) {
          throw MlError(pattern.where,
                        fmt::format("{} has no field {}", types_.Text(whole), pattern.labels[i]));
        }
        Demand(parts[i], *field, pattern.children[i].where);
      }
      return whole;
    }
    case Kind::kList: {
      const Type element = types_.Fresh();
      for (Pattern& child : pattern.children) {
        Demand(InferPattern(child, bound), element, child.where);
      }
      return types_.List(element);
    }
    case Kind::kCons: {
      const Type list = types_.List(InferPattern(pattern.children[0], bound));
      Demand(InferPattern(pattern.children[1], bound), list, pattern.children[1].where);
      return list;
    }
    case Kind::kConstructor:
      return ConstructorPattern(pattern, bound);
    case Kind::kAs: {
      const Type type = InferPattern(pattern.children[0], bound);
      bound[pattern.text] = {type, {}};
      return type;
    }
  }
  return types_.Fresh();
}

Type Inference::ConstructorPattern(Pattern& pattern, Scope& bound) {
  const Constructor* constructor = FindConstructor(pattern.text);
  if (!constructor) {
    throw MlError(pattern.where, fmt::format("unknown constructor {}", pattern.text));
  }
  if (constructor->of_library) used_of_library_.insert(pattern.text);
  pattern.kind = Pattern::Kind::kConstructor;
  if (constructor->argument.has_value() != !pattern.children.empty()) {
    throw MlError(pattern.where, fmt::format("{} takes {} argument", pattern.text,
                                             constructor->argument ? "an" : "no"));
  }
  const Constructor instance = Instance(*constructor);
  if (!pattern.children.empty()) {
    Demand(InferPattern(pattern.children[0], bound), *instance.argument, pattern.children[0].where);
  }
  return instance.type;
}

// ------------------------------------------------------------------------------- declarations

void Inference::Infer(Declaration& declaration) {
  StartWork();
  type_variables_.clear();
  Scope bound;
  switch (declaration.kind) {
    case Declaration::Kind::kValue:
      Values(declaration, bound);
      break;
    case Declaration::Kind::kFunctions:
      Functions(declaration, bound);
      break;
    case Declaration::Kind::kException:
      Exception(declaration);
      break;
  }
  for (auto& [name, scheme] : bound) scopes_[0][name] = std::move(scheme);
}

/// An exception of the model is another one than that of the library with the same name.
void Inference::Exception(const Declaration& declaration) {
  Constructor constructor;
  constructor.kind = Constructor::Kind::kException;
  constructor.type = types_.Named("exn");
  if (declaration.exception_type) constructor.argument = TypeOf(*declaration.exception_type);
  const bool also_of_library = FindConstructor(declaration.exception) != nullptr;
  constructor.tag = declaration.exception + (also_of_library ? " of the model" : "");
  DeclareConstructor(declaration.exception, std::move(constructor));
}

void Inference::Values(Declaration& declaration, Scope& into) {
  const auto leave = ScopeGuard::Enter(scopes_);
  const Type value = Infer(declaration.value);
  Scope bound;
  Demand(value, InferPattern(declaration.pattern, bound), declaration.value.where);
  // The value restriction of SML does not matter here: there are no references.
  for (const auto& [name, scheme] : bound) into[name] = {scheme.type, {}};
  scopes_.back().clear();
  for (auto& [name, scheme] : into) {
    if (bound.contains(name)) scheme = Generalise(scheme.type);
  }
}

void Inference::Functions(Declaration& declaration, Scope& into) {
  {
    const auto leave = ScopeGuard::Enter(scopes_);
    std::vector<Type> assumed;
    for (const Function& function : declaration.functions) {
      assumed.push_back(types_.Fresh());
      scopes_.back()[function.name] = {assumed.back(), {}};
    }
    for (std::size_t i = 0; i < declaration.functions.size(); ++i) {
      for (Clause& clause : declaration.functions[i].clauses) {
        Demand(ClauseType(clause), assumed[i], clause.where);
      }
      into[declaration.functions[i].name] = {assumed[i], {}};
    }
  }
  for (const Function& function : declaration.functions) {
    Scheme& scheme = into[function.name];
    scheme = Generalise(scheme.type);
  }
}

Type Inference::ClauseType(Clause& clause) {
  const auto leave = ScopeGuard::Enter(scopes_);
  Scope bound;
  std::vector<Type> parameters;
  for (Pattern& pattern : clause.patterns) parameters.push_back(InferPattern(pattern, bound));
  scopes_.back() = std::move(bound);
  Type type = Infer(clause.body);
  if (clause.result) Demand(type, TypeOf(*clause.result), clause.body.where);
  for (auto parameter = parameters.rbegin(); parameter != parameters.rend(); ++parameter) {
    type = types_.Function(*parameter, type);
  }
  return type;
}

Scheme Inference::Generalise(Type type) const {
  Scheme scheme{type, {}};
  types_.FreeVariables(type, scheme.variables);
  if (scheme.variables.empty()) return scheme;
  // Variables of the scopes around stay what they are; outermost ones are closed.
  std::vector<Type> fixed;
  for (std::size_t i = 1; i < scopes_.size(); ++i) {
    for (const auto& [name, outer] : scopes_[i]) {
      if (outer.variables.empty()) types_.FreeVariables(outer.type, fixed);
    }
  }
  std::erase_if(scheme.variables, [&](Type variable) {
    return std::find(fixed.begin(), fixed.end(), variable) != fixed.end();
  });
  return scheme;
}

Type Inference::Instance(const Scheme& scheme) {
  if (scheme.variables.empty()) return scheme.type;
  std::map<Type, Type> fresh;
  return types_.Instantiate(scheme.type, fresh, scheme.variables);
}

Constructor Inference::Instance(const Constructor& constructor) {
  Constructor instance = constructor;
  if (constructor.variables.empty()) return instance;
  std::map<Type, Type> fresh;
  instance.type = types_.Instantiate(constructor.type, fresh, constructor.variables);
  if (instance.argument) {
    instance.argument = types_.Instantiate(*instance.argument, fresh, constructor.variables);
  }
  return instance;
}

// -------------------------------------------------------------------------------------- types

Type Inference::TypeOf(const TypeSyntax& syntax) { return Syntax(syntax, type_variables_); }

Type Inference::Syntax(const TypeSyntax& syntax, std::map<std::string, Type>& variables) {
  Work(syntax.where);
  std::vector<Type> parts;
  for (const TypeSyntax& child : syntax.children) parts.push_back(Syntax(child, variables));
  switch (syntax.kind) {
    case TypeSyntax::Kind::kVariable: {
      const auto [found, added] = variables.try_emplace(syntax.name, -1);
      if (added) found->second = types_.Fresh();
      return found->second;
    }
    case TypeSyntax::Kind::kTuple:
      return types_.Tuple(std::move(parts));
    case TypeSyntax::Kind::kRecord:
      return types_.Record(syntax.labels, std::move(parts));
    case TypeSyntax::Kind::kFunction:
      return types_.Function(parts[0], parts[1]);
    case TypeSyntax::Kind::kName:
      break;
  }
  if (parts.size() == 1 && (syntax.name == "list" || syntax.name == "ms")) {
    return types_.List(parts[0]);
  }
  if (parts.size() == 1 && (syntax.name == "option" || syntax.name == "ref")) {
    return types_.Named(syntax.name, std::move(parts));
  }
  const auto set = FindColourSet(syntax.name);
  if (!set && parts.empty() && syntax.name == "order") return types_.Named(kOrder);
  if (!set || !parts.empty()) {
    throw MlError(syntax.where, fmt::format("unknown type {}", syntax.name));
  }
  return *set;
}

}  // namespace cpntools::ml
