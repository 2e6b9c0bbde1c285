#include "cpntools/lua/statement_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "cpntools/lua/code.h"
#include "cpntools/lua/patterns.h"

namespace cpntools {

using ml::Expression;
using ml::LuaPrecedence;
using ml::Pattern;
using Kind = ml::Expression::Kind;

namespace {

constexpr int kDeepestRepeatedCondition = 8;

}  // namespace

/// `head(a, b) ... end`, where head is "function" or "function name".
std::string StatementWriter::FunctionText(const std::string& head,
                                          const std::vector<ClauseView>& clauses,
                                          std::size_t parameters, int indent, Otherwise otherwise) {
  const std::size_t locals = scope_.Mark();
  std::vector<std::string> names;
  for (std::size_t i = 0; i < parameters; ++i) {
    // A name that all clauses agree on is the parameter's.
    const auto name = CommonName(scope_.inference(), clauses, i);
    if (IsIgnored(clauses, i)) {
      names.push_back("_");
    } else if (name) {
      names.push_back(scope_.Add(*name));
    } else {
      names.push_back(scope_.Temporary(fmt::format("a{}", i + 1)));
    }
  }
  const std::string body = Clauses(clauses, names, {}, indent + 1, otherwise);
  scope_.Leave(locals);
  return fmt::format("{}({})\n{}{}end", head, fmt::join(names, ", "), body, Indent(indent));
}

Code StatementWriter::FunctionLiteral(const std::vector<ClauseView>& clauses,
                                      std::size_t parameters, Otherwise otherwise) {
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

std::string StatementWriter::FunctionDefinitions(const ml::Declaration& declaration, int indent) {
  const bool local = indent > 0;
  std::string text;
  std::vector<std::string> names;
  for (const ml::Function& function : declaration.functions) {
    if (local) {
      names.push_back(scope_.Add(function.name, true, ParametersOf(function)));
    } else {
      names.push_back(scope_.globals().values.at(function.name).lua);
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

/// The clauses as one if, tried from the first to the last.
std::string StatementWriter::Clauses(const std::vector<ClauseView>& clauses,
                                     const std::vector<std::string>& subjects, const Sink& sink,
                                     int indent, Otherwise otherwise) {
  std::string text;
  bool closed = false;
  for (const ClauseView& clause : clauses) {
    const std::size_t locals = scope_.Mark();
    PatternMatch match;
    for (std::size_t i = 0; i < subjects.size(); ++i) {
      if (clause.patterns[i]) Destructure(scope_, *clause.patterns[i], subjects[i], match);
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
    text += LocalBindings(scope_, match, inside);
    text += Statements(*clause.body, sink, inside);
    scope_.Leave(locals);
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

bool StatementWriter::NeedsStatements(const Expression& e) const {
  if (e.kind == Kind::kCase || e.kind == Kind::kLet || e.kind == Kind::kSequence) return true;
  if (e.kind != Kind::kIf) return false;
  // If() writes the condition of a boolean twice.
  const bool twice = scope_.inference().types().IsNamed(e.type, "bool") &&
                     e.children[0].depth > kDeepestRepeatedCondition;
  return twice || scope_.inference().types().IsVariable(e.type) || NeedsStatements(e.children[1]) ||
         NeedsStatements(e.children[2]);
}

std::string StatementWriter::Body(const Expression& e, int indent) {
  const std::size_t locals = scope_.Mark();
  std::string text = Statements(e, {}, indent);
  scope_.Leave(locals);
  return text;
}

std::string StatementWriter::Statements(const Expression& e, const Sink& sink, int indent) {
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

std::string StatementWriter::IfStatements(const Expression& e, const Sink& sink, int indent) {
  const std::string single = NeedsStatements(e) ? "" : Value(e).text;
  const bool plain = !single.empty() && single.size() <= 60 &&
                     !scope_.inference().types().IsNamed(e.type, "bool") &&
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
    const std::size_t locals = scope_.Mark();
    text += Statements(at->children[1], sink, indent + 1);
    scope_.Leave(locals);
    at = &at->children[2];
    word = "elseif";
  }
  text += Indent(indent) + "else\n";
  const std::size_t locals = scope_.Mark();
  text += Statements(*at, sink, indent + 1);
  scope_.Leave(locals);
  return text + Indent(indent) + "end\n";
}

std::string StatementWriter::CaseStatements(const Expression& e, const Sink& sink, int indent) {
  const std::size_t locals = scope_.Mark();
  std::string text;
  std::string subject = Value(e.children[0]).text;
  if (!IsName(subject)) {
    const std::string name = scope_.Temporary("subject");
    text += fmt::format("{}local {} = {}\n", Indent(indent), name, Indented(subject, indent));
    subject = name;
  }
  text += Clauses(ClauseViews(e.matches), {subject}, sink, indent);
  scope_.Leave(locals);
  return text;
}

std::string StatementWriter::LetStatements(const Expression& e, const Sink& sink, int indent) {
  const bool block = !sink.name.empty();
  const int inside = block ? indent + 1 : indent;
  const std::size_t locals = scope_.Mark();
  std::string text = block ? Indent(indent) + "do\n" : "";
  for (const ml::Declaration& declaration : e.declarations) {
    text += declaration.kind == ml::Declaration::Kind::kFunctions
                ? FunctionDefinitions(declaration, inside)
                : LocalValue(declaration, inside);
  }
  text += Statements(e.children[0], sink, inside);
  scope_.Leave(locals);
  return block ? text + Indent(indent) + "end\n" : text;
}

/// What is not the last is computed for its exceptions.
std::string StatementWriter::SequenceStatements(const Expression& e, const Sink& sink, int indent) {
  std::string text;
  for (std::size_t i = 0; i + 1 < e.children.size(); ++i) {
    const std::size_t locals = scope_.Mark();
    text += fmt::format("{}do local _ = {} end\n", Indent(indent),
                        Indented(Value(e.children[i]).text, indent));
    scope_.Leave(locals);
  }
  return text + Statements(e.children.back(), sink, indent);
}

std::string StatementWriter::LocalValue(const ml::Declaration& declaration, int indent) {
  const Pattern& pattern = declaration.pattern;
  const bool named = pattern.kind == Pattern::Kind::kVariable;
  std::string text;
  std::string value;
  if (NeedsStatements(declaration.value)) {
    const std::string name = scope_.Temporary(named ? pattern.text : "value");
    text = fmt::format("{}local {}\n", Indent(indent), name);
    text += Statements(declaration.value, {name}, indent);
    if (named) {
      scope_.AddAs(pattern.text, name);
      return text;
    }
    value = name;
  } else {
    value = Indented(Value(declaration.value).text, indent);
  }
  if (named) {
    return text + fmt::format("{}local {} = {}\n", Indent(indent), scope_.Add(pattern.text), value);
  }
  if (!IsName(value)) {
    const std::string name = scope_.Temporary("value");
    text += fmt::format("{}local {} = {}\n", Indent(indent), name, value);
    value = name;
  }
  PatternMatch match;
  Destructure(scope_, pattern, value, match);
  if (!match.conditions.empty()) {
    text += fmt::format("{0}if not ({1}) then\n{0}  raise({{ tag = \"Bind\" }})\n{0}end\n",
                        Indent(indent), fmt::join(match.conditions, " and "));
  }
  return text + LocalBindings(scope_, match, indent);
}

}  // namespace cpntools
