// The other half of LuaExpressions: functions, clauses and what else needs statements.
#include <fmt/format.h>

#include <algorithm>

#include "cpntools/lua/expression_writer.h"
#include "cpntools/lua/names.h"

namespace cpntools {

using ml::Expression;
using ml::LuaPrecedence;
using ml::Pattern;
using Kind = ml::Expression::Kind;

namespace {

std::string Indent(int indent) { return std::string(static_cast<std::size_t>(indent) * 2, ' '); }

/// The text with every line but the first indented by `indent` more levels.
std::string Indented(const std::string& text, int indent) {
  std::string indented;
  for (const char c : text) {
    indented += c;
    if (c == '\n') indented += Indent(indent);
  }
  return indented;
}

bool IsName(const std::string& text) { return Identifier(text) == text; }

}  // namespace

// ----------------------------------------------------------------------------------- patterns

void LuaExpressions::Destructure(const Pattern& pattern, const std::string& access, Match& out) {
  switch (pattern.kind) {
    case Pattern::Kind::kWildcard:
      return;
    case Pattern::Kind::kVariable:
      out.bindings.push_back({pattern.text, access});
      return;
    case Pattern::Kind::kInteger:
      out.conditions.push_back(fmt::format("{} == {}", access, pattern.text));
      return;
    case Pattern::Kind::kString:
    case Pattern::Kind::kCharacter:
      out.conditions.push_back(fmt::format("{} == {}", access, Quoted(pattern.text)));
      return;
    case Pattern::Kind::kTuple:
      for (std::size_t i = 0; i < pattern.children.size(); ++i) {
        Destructure(pattern.children[i], fmt::format("{}[{}]", access, i + 1), out);
      }
      return;
    case Pattern::Kind::kRecord:
      for (std::size_t i = 0; i < pattern.children.size(); ++i) {
        Destructure(pattern.children[i], FieldAccess(access, pattern.labels[i]), out);
      }
      return;
    case Pattern::Kind::kList:
      out.conditions.push_back(fmt::format("#{} == {}", access, pattern.children.size()));
      for (std::size_t i = 0; i < pattern.children.size(); ++i) {
        Destructure(pattern.children[i], fmt::format("{}[{}]", access, i + 1), out);
      }
      return;
    case Pattern::Kind::kCons:
      return DestructureCons(pattern, access, out);
    case Pattern::Kind::kConstructor:
      return DestructureConstructor(pattern, access, out);
    case Pattern::Kind::kAs:
      out.bindings.push_back({pattern.text, access});
      Destructure(pattern.children[0], access, out);
      return;
  }
}

/// x :: y :: rest
void LuaExpressions::DestructureCons(const Pattern& pattern, const std::string& access,
                                     Match& out) {
  std::vector<const Pattern*> heads;
  const Pattern* rest = &pattern;
  for (; rest->kind == Pattern::Kind::kCons; rest = &rest->children[1]) {
    heads.push_back(&rest->children[0]);
  }
  out.conditions.push_back(heads.size() == 1 ? fmt::format("#{} > 0", access)
                                             : fmt::format("#{} >= {}", access, heads.size()));
  for (std::size_t i = 0; i < heads.size(); ++i) {
    Destructure(*heads[i], fmt::format("{}[{}]", access, i + 1), out);
  }
  if (rest->kind == Pattern::Kind::kWildcard) return;
  const bool one = heads.size() == 1;
  UseHelper(one ? "tail" : "drop");
  Destructure(
      *rest,
      one ? fmt::format("tail({})", access) : fmt::format("drop({}, {})", access, heads.size()),
      out);
}

void LuaExpressions::DestructureConstructor(const Pattern& pattern, const std::string& access,
                                            Match& out) {
  const ml::Constructor* found = inference_->FindConstructor(pattern.text);
  if (!found || found->argument.has_value() == pattern.children.empty()) {
    throw ml::MlError(pattern.where, fmt::format("{} gets another meaning later", pattern.text));
  }
  const ml::Constructor& constructor = *found;
  switch (constructor.kind) {
    case ml::Constructor::Kind::kUnit:
      return;
    case ml::Constructor::Kind::kBoolean:
      out.conditions.push_back(constructor.tag == "true" ? access : "not " + access);
      return;
    case ml::Constructor::Kind::kEnumerated:
      out.conditions.push_back(fmt::format("{} == {}", access, Quoted(pattern.text)));
      return;
    case ml::Constructor::Kind::kOption:
      out.conditions.push_back(fmt::format("#{} == {}", access, pattern.children.size()));
      if (!pattern.children.empty()) Destructure(pattern.children[0], access + "[1]", out);
      return;
    case ml::Constructor::Kind::kException:
      out.conditions.push_back(fmt::format("{}.tag == {}", access, Quoted(constructor.tag)));
      if (!pattern.children.empty()) Destructure(pattern.children[0], access + ".value", out);
      return;
    case ml::Constructor::Kind::kIndex:
      return Destructure(pattern.children[0], access, out);
    case ml::Constructor::Kind::kUnion:
      out.conditions.push_back(fmt::format("{}.tag == {}", access, Quoted(pattern.text)));
      if (!pattern.children.empty()) Destructure(pattern.children[0], access + ".value", out);
      return;
  }
}

/// `local a, b = t[1], t[2]`, and the names in scope.
std::string LuaExpressions::LocalBindings(const Match& match, int indent) {
  std::vector<std::string> names;
  std::vector<std::string> values;
  for (const Binding& binding : match.bindings) {
    const Local* parameter = FindLocal(binding.ml);
    if (parameter && parameter->lua == binding.access) continue;
    names.push_back(AddLocal(binding.ml));
    values.push_back(binding.access);
  }
  if (names.empty()) return "";
  return fmt::format("{}local {} = {}\n", Indent(indent), fmt::join(names, ", "),
                     fmt::join(values, ", "));
}

// ---------------------------------------------------------------------------------- functions

std::string LuaExpressions::ParametersOf(const ml::Function& function) {
  std::string parameters;
  for (std::size_t i = 0; i < function.clauses[0].patterns.size(); ++i) {
    std::optional<std::size_t> parts;
    bool tuples = true;
    for (const ml::Clause& clause : function.clauses) {
      const Pattern& pattern = clause.patterns[i];
      if (pattern.kind == Pattern::Kind::kWildcard) continue;
      const std::size_t size = pattern.children.size();
      tuples = tuples && pattern.kind == Pattern::Kind::kTuple && size <= 9 &&
               (!parts || *parts == size);
      parts = size;
    }
    parameters += tuples && parts ? static_cast<char>('0' + *parts) : 'x';
  }
  return parameters;
}

std::vector<LuaExpressions::ClauseView> LuaExpressions::ClauseViews(
    const ml::Function& function) const {
  const std::string parameters = ParametersOf(function);
  std::vector<ClauseView> views;
  for (const ml::Clause& clause : function.clauses) {
    ClauseView view{{}, &clause.body};
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      const Pattern& pattern = clause.patterns[i];
      if (parameters[i] == 'x') {
        view.patterns.push_back(&pattern);
        continue;
      }
      const int parts = parameters[i] - '0';
      for (int part = 0; part < parts; ++part) {
        const bool tuple = pattern.kind == Pattern::Kind::kTuple;
        view.patterns.push_back(tuple ? &pattern.children[static_cast<std::size_t>(part)]
                                      : nullptr);
      }
    }
    views.push_back(std::move(view));
  }
  return views;
}

/// The name that the pattern gives to the whole of what it matches.
std::optional<std::string> LuaExpressions::NameOf(const Pattern& pattern) const {
  if (pattern.kind == Pattern::Kind::kVariable || pattern.kind == Pattern::Kind::kAs) {
    return pattern.text;
  }
  if (pattern.kind != Pattern::Kind::kConstructor || pattern.children.empty()) return std::nullopt;
  const ml::Constructor* constructor = inference_->FindConstructor(pattern.text);
  if (!constructor || constructor->kind != ml::Constructor::Kind::kIndex) return std::nullopt;
  return NameOf(pattern.children[0]);
}

/// `head(a, b) ... end`, where head is "function" or "function name".
std::string LuaExpressions::FunctionText(const std::string& head,
                                         const std::vector<ClauseView>& clauses,
                                         std::size_t parameters, int indent, Otherwise otherwise) {
  const std::size_t locals = locals_.size();
  std::vector<std::string> names;
  for (std::size_t i = 0; i < parameters; ++i) {
    // A name that all clauses agree on is the parameter's.
    std::optional<std::string> name;
    bool agreed = true;
    bool used = false;
    for (const ClauseView& clause : clauses) {
      const Pattern* pattern = clause.patterns[i];
      if (!pattern || pattern->kind == Pattern::Kind::kWildcard) continue;
      used = true;
      const auto own = NameOf(*pattern);
      agreed = agreed && own && (!name || *name == *own);
      if (own) name = own;
    }
    if (!used) {
      names.push_back("_");
    } else if (agreed && name) {
      names.push_back(AddLocal(*name));
    } else {
      names.push_back(Temporary(fmt::format("a{}", i + 1)));
    }
  }
  const std::string body = Clauses(clauses, names, {}, indent + 1, otherwise);
  locals_.resize(locals);
  return fmt::format("{}({})\n{}{}end", head, fmt::join(names, ", "), body, Indent(indent));
}

Code LuaExpressions::FunctionLiteral(const std::vector<ClauseView>& clauses, std::size_t parameters,
                                     Otherwise otherwise) {
  std::string text = FunctionText("function", clauses, parameters, 0, otherwise);
  // One statement goes on one line.
  const std::string_view body = text;
  if (std::count(body.begin(), body.end(), '\n') <= 3 && text.size() <= 90 &&
      text.find("if ") == std::string::npos && text.find("(function") == std::string::npos) {
    std::string line;
    bool gap = false;
    for (const char c : text) {
      if (c == '\n') {
        gap = true;
      } else if (!gap || c != ' ') {
        if (gap) line += ' ';
        gap = false;
        line += c;
      }
    }
    text = std::move(line);
  }
  return {std::move(text), LuaPrecedence::kPrimary};
}

std::string LuaExpressions::FunctionDefinitions(const ml::Declaration& declaration, int indent) {
  const bool local = indent > 0;
  std::string text;
  std::vector<std::string> names;
  for (const ml::Function& function : declaration.functions) {
    if (local) {
      names.push_back(AddLocal(function.name, true, ParametersOf(function)));
    } else {
      names.push_back(globals_->values.at(function.name).lua);
    }
  }
  const bool together = local && declaration.functions.size() > 1;
  if (together) text += fmt::format("{}local {}\n", Indent(indent), fmt::join(names, ", "));
  for (std::size_t i = 0; i < declaration.functions.size(); ++i) {
    const auto views = ClauseViews(declaration.functions[i]);
    const std::string head = (local && !together ? "local function " : "function ") + names[i];
    text += Indent(indent) + FunctionText(head, views, views[0].patterns.size(), indent) + "\n";
  }
  return text;
}

// --------------------------------------------------------------------------------- statements

/// The clauses as one if, tried from the first to the last.
std::string LuaExpressions::Clauses(const std::vector<ClauseView>& clauses,
                                    const std::vector<std::string>& subjects, const Sink& sink,
                                    int indent, Otherwise otherwise) {
  std::string text;
  bool closed = false;
  for (const ClauseView& clause : clauses) {
    const std::size_t locals = locals_.size();
    Match match;
    for (std::size_t i = 0; i < subjects.size(); ++i) {
      if (clause.patterns[i]) Destructure(*clause.patterns[i], subjects[i], match);
    }
    const bool first = text.empty();
    const bool always = match.conditions.empty();
    const int inside = first && always ? indent : indent + 1;
    if (!always) {
      text += fmt::format("{}{} {} then\n", Indent(indent), first ? "if" : "elseif",
                          fmt::join(match.conditions, " and "));
    } else if (!first) {
      text += Indent(indent) + "else\n";
    }
    text += LocalBindings(match, inside);
    text += Statements(*clause.body, sink, inside);
    locals_.resize(locals);
    if (always) {
      if (!first) text += Indent(indent) + "end\n";
      closed = true;
      break;
    }
  }
  if (closed) return text;
  const std::string raised =
      otherwise == Otherwise::kRaiseAgain ? subjects[0] : "{ tag = \"Match\" }";
  return text + fmt::format("{0}else\n{0}  raise({1})\n{0}end\n", Indent(indent), raised);
}

std::string LuaExpressions::Body(const Expression& e, int indent) {
  const std::size_t locals = locals_.size();
  std::string text = Statements(e, {}, indent);
  locals_.resize(locals);
  return text;
}

std::string LuaExpressions::Statements(const Expression& e, const Sink& sink, int indent) {
  switch (e.kind) {
    case Kind::kIf:
      return IfStatements(e, sink, indent);
    case Kind::kCase:
      return CaseStatements(e, sink, indent);
    case Kind::kLet:
      return LetStatements(e, sink, indent);
    case Kind::kRaise:
      return Indent(indent) + Value(e).text + "\n";
    case Kind::kSequence:
      return SequenceStatements(e, sink, indent);
    default:
      break;
  }
  const std::string value = Indented(Value(e).text, indent);
  if (sink.name.empty()) return fmt::format("{}return {}\n", Indent(indent), value);
  return fmt::format("{}{} = {}\n", Indent(indent), sink.name, value);
}

std::string LuaExpressions::IfStatements(const Expression& e, const Sink& sink, int indent) {
  const std::string single = NeedsStatements(e) ? "" : Value(e).text;
  const bool plain = !single.empty() && single.size() <= 60 &&
                     !inference_->types().IsNamed(e.type, "bool") &&
                     single.find('\n') == std::string::npos;
  if (plain && !sink.name.empty()) {
    return fmt::format("{}{} = {}\n", Indent(indent), sink.name, single);
  }
  std::string text;
  const Expression* at = &e;
  const char* word = "if";
  while (at->kind == Kind::kIf) {
    text += fmt::format("{}{} {} then\n", Indent(indent), word,
                        Indented(Value(at->children[0]).text, indent));
    const std::size_t locals = locals_.size();
    text += Statements(at->children[1], sink, indent + 1);
    locals_.resize(locals);
    at = &at->children[2];
    word = "elseif";
  }
  text += Indent(indent) + "else\n";
  const std::size_t locals = locals_.size();
  text += Statements(*at, sink, indent + 1);
  locals_.resize(locals);
  return text + Indent(indent) + "end\n";
}

std::string LuaExpressions::CaseStatements(const Expression& e, const Sink& sink, int indent) {
  const std::size_t locals = locals_.size();
  std::string text;
  std::string subject = Value(e.children[0]).text;
  if (!IsName(subject)) {
    const std::string name = Temporary("subject");
    text += fmt::format("{}local {} = {}\n", Indent(indent), name, Indented(subject, indent));
    subject = name;
  }
  std::vector<ClauseView> clauses;
  for (const ml::Match& match : e.matches) clauses.push_back({{&match.pattern}, &match.body});
  text += Clauses(clauses, {subject}, sink, indent);
  locals_.resize(locals);
  return text;
}

std::string LuaExpressions::LetStatements(const Expression& e, const Sink& sink, int indent) {
  const bool block = !sink.name.empty();
  const int inside = block ? indent + 1 : indent;
  const std::size_t locals = locals_.size();
  std::string text = block ? Indent(indent) + "do\n" : "";
  for (const ml::Declaration& declaration : e.declarations) {
    text += declaration.kind == ml::Declaration::Kind::kFunctions
                ? FunctionDefinitions(declaration, inside)
                : LocalValue(declaration, inside);
  }
  text += Statements(e.children[0], sink, inside);
  locals_.resize(locals);
  return block ? text + Indent(indent) + "end\n" : text;
}

/// What is not the last is computed for its exceptions.
std::string LuaExpressions::SequenceStatements(const Expression& e, const Sink& sink, int indent) {
  std::string text;
  for (std::size_t i = 0; i + 1 < e.children.size(); ++i) {
    const std::size_t locals = locals_.size();
    text += fmt::format("{}do local _ = {} end\n", Indent(indent),
                        Indented(Value(e.children[i]).text, indent));
    locals_.resize(locals);
  }
  return text + Statements(e.children.back(), sink, indent);
}

Code LuaExpressions::Handle(const Expression& e) {
  const Code body = FunctionLiteral({{{}, &e.children[0]}}, 0);
  std::vector<ClauseView> clauses;
  for (const ml::Match& match : e.matches) clauses.push_back({{&match.pattern}, &match.body});
  const Code handler = FunctionLiteral(clauses, 1, Otherwise::kRaiseAgain);
  return {fmt::format("handle({}, {})", body.text, handler.text), LuaPrecedence::kSuffix};
}

std::string LuaExpressions::LocalValue(const ml::Declaration& declaration, int indent) {
  const Pattern& pattern = declaration.pattern;
  const bool named = pattern.kind == Pattern::Kind::kVariable;
  std::string text;
  std::string value;
  if (NeedsStatements(declaration.value)) {
    const std::string name = Temporary(named ? pattern.text : "value");
    text = fmt::format("{}local {}\n", Indent(indent), name);
    text += Statements(declaration.value, {name}, indent);
    if (named) {
      locals_.push_back({pattern.text, name, std::nullopt});
      return text;
    }
    value = name;
  } else {
    value = Indented(Value(declaration.value).text, indent);
  }
  if (named)
    return text + fmt::format("{}local {} = {}\n", Indent(indent), AddLocal(pattern.text), value);
  if (!IsName(value)) {
    const std::string name = Temporary("value");
    text += fmt::format("{}local {} = {}\n", Indent(indent), name, value);
    value = name;
  }
  Match match;
  Destructure(pattern, value, match);
  if (!match.conditions.empty()) {
    text += fmt::format("{0}if not ({1}) then\n{0}  raise({{ tag = \"Bind\" }})\n{0}end\n",
                        Indent(indent), fmt::join(match.conditions, " and "));
  }
  return text + LocalBindings(match, indent);
}

}  // namespace cpntools
