#include "cpntools/declarations.h"

#include <fmt/format.h>

#include <algorithm>

#include "cpntools/lua/clauses.h"
#include "cpntools/lua/comments.h"
#include "cpntools/ml/lexer.h"
#include "cpntools/ml/parser.h"

namespace cpntools {

using Constructor = Declaration::Constructor;
using ml::MlError;

namespace {

constexpr std::string_view kPriorities[] = {"P_HIGH", "P_NORMAL", "P_LOW"};

bool IsPriority(const std::string& name) {
  return std::find(std::begin(kPriorities), std::end(kPriorities), name) != std::end(kPriorities);
}

/// Whether some text may handle exceptions.
bool Handles(const Document& document) {
  const auto handles = [](const Text& text) {
    return text.text.find("handle") != std::string::npos;
  };
  const auto any = [&](const auto& objects, auto text_of) {
    return std::any_of(objects.begin(), objects.end(),
                       [&](const auto& object) { return handles(object.*text_of); });
  };
  return any(document.declarations, &Declaration::ml) ||
         any(document.declarations, &Declaration::predicate) ||
         std::any_of(document.pages.begin(), document.pages.end(), [&](const Page& page) {
           return any(page.places, &Place::initial) || any(page.transitions, &Transition::guard) ||
                  any(page.transitions, &Transition::code) || any(page.arcs, &Arc::inscription);
         });
}

/// Where the document assigns references, by the name on the left of := or behind inc and dec.
std::map<std::string, int> Assignments(const Document& document) {
  std::map<std::string, int> lines;
  const auto read = [&](const Text& text) {
    if (text.text.find(":=") == std::string::npos && text.text.find("inc") == std::string::npos &&
        text.text.find("dec") == std::string::npos) {
      return;
    }
    std::vector<ml::Token> tokens;
    try {
      tokens = ml::Tokens(text.text);
    } catch (const MlError&) {
      return;  // whatever needs it says what is wrong
    }
    for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
      const bool counts = tokens[i].IsName("inc") || tokens[i].IsName("dec");
      const ml::Token& name = tokens[counts ? i + 1 : i];
      if (name.kind != ml::TokenKind::kName || (!counts && !tokens[i + 1].IsName(":="))) continue;
      lines.emplace(name.text, text.line + name.where.line - 1);
    }
  };
  for (const Declaration& declaration : document.declarations) read(declaration.ml);
  for (const Page& page : document.pages) {
    for (const Transition& transition : page.transitions) {
      read(transition.guard);
      read(transition.code);
    }
    for (const Arc& arc : page.arcs) read(arc.inscription);
  }
  return lines;
}

std::string FirstLine(const std::string& text) { return text.substr(0, text.find('\n')); }

}  // namespace

Declarations::Declarations(const Document* document) : document_(document) {
  DeclarePredefinedColourSets();
  globals_.catches = Handles(*document);
  assigned_ = Assignments(*document);
  for (const Declaration& declaration : document->declarations) Read(declaration);
}

void Declarations::Fail(Item& item, const std::string& reason, const cpntools::Text& text,
                        ml::Position where) {
  const std::string object =
      item.names.empty()
          ? "a declaration"
          : fmt::format("declaration of {}", item.names[0].ends_with('.')
                                                 ? item.names[0].substr(0, item.names[0].size() - 1)
                                                 : item.names[0]);
  const int line = text.line ? text.line + where.line - 1 : item.source->line;
  const int column = text.line ? (where.line == 1 ? text.column - 1 : 0) + where.column : 0;
  item.failure = Problem{"", object, reason, document_->file, line, column};
}

void Declarations::Read(const Declaration& declaration) {
  if (declaration.kind == Declaration::Kind::kMl) return ReadMl(declaration);
  Item item;
  item.source = &declaration;
  try {
    if (declaration.kind == Declaration::Kind::kColourSet) ReadColourSet(declaration, item);
    if (declaration.kind == Declaration::Kind::kVariables) ReadVariables(declaration, item);
    if (declaration.kind == Declaration::Kind::kOther) {
      Fail(item, fmt::format("{}: nothing outside the file is read", declaration.name),
           declaration.ml, {});
    }
  } catch (const MlError& e) {
    Fail(item, e.what(), {"", 0, 0}, {});
  }
  for (const std::string& name : item.names) declared_by_[name] = items_.size();
  items_.push_back(std::move(item));
}

void Declarations::ReadMl(const Declaration& declaration) {
  std::vector<ml::Declaration> parsed;
  try {
    parsed = ml::ParseDeclarations(declaration.ml.text);
  } catch (const MlError& e) {
    Item item;
    item.source = &declaration;
    Fail(item, e.what(), declaration.ml, e.where());
    item.failure->object = fmt::format("declaration \"{}\"", FirstLine(declaration.ml.text));
    items_.push_back(std::move(item));
    return;
  }
  if (parsed.empty()) {  // it may have comments
    items_.emplace_back();
    items_.back().source = &declaration;
  }
  for (ml::Declaration& one : parsed) {
    Item item;
    item.source = &declaration;
    item.ml = std::move(one);
    if (item.ml->kind == ml::Declaration::Kind::kValue) item.names = {item.ml->pattern.text};
    for (const ml::Function& function : item.ml->functions) item.names.push_back(function.name);
    if (item.ml->kind == ml::Declaration::Kind::kException) item.names = {item.ml->exception};
    try {
      ReadValue(item);
    } catch (const MlError& e) {
      Fail(item, e.what(), declaration.ml, e.where());
      for (const std::string& name : item.names) {
        if (IsNew(name)) inference_.Forget(name);  // else an older one has it
      }
    }
    for (const std::string& name : item.names) declared_by_[name] = items_.size();
    items_.push_back(std::move(item));
  }
}

bool Declarations::IsNew(const std::string& name) const {
  return !globals_.values.contains(name) && !inference_.IsConstructorOfModel(name);
}

void Declarations::CheckNew(const std::string& name, ml::Position where) const {
  if (!IsNew(name)) {
    throw MlError(where, fmt::format("a second value of the name {}", name));
  }
  if (inference_.IsUsedOfLibrary(name)) {
    throw MlError(where, fmt::format("{} is declared after the library's {} was used", name, name));
  }
}

void Declarations::ReadValue(Item& item) {
  ml::Declaration& declaration = *item.ml;
  if (declaration.kind == ml::Declaration::Kind::kValue &&
      declaration.pattern.kind != ml::Pattern::Kind::kVariable) {
    throw MlError(declaration.where, "val takes one name here: val x = ...");
  }
  for (const std::string& name : item.names) CheckNew(name, declaration.where);
  inference_.Infer(declaration);
  if (declaration.kind == ml::Declaration::Kind::kValue) {
    const std::string& name = declaration.pattern.text;
    const ml::Expression& value = ml::Referred(declaration.value);
    const auto assigned = assigned_.find(name);
    if (&value != &declaration.value && assigned != assigned_.end()) {
      throw MlError(declaration.where,
                    fmt::format("{} is assigned in line {}: a value of the model never changes, "
                                "so that a reference is a constant, which nothing assigns",
                                name, assigned->second));
    }
    if (const auto integer = Evaluate(value)) integers_[name] = *integer;
    globals_.values[name] = {names_.Claim(name, "value"), std::nullopt};
  }
  for (const ml::Function& function : declaration.functions) {
    globals_.values[function.name] = {names_.Claim(function.name, "function"),
                                      ParametersOf(function)};
  }
}

// ---------------------------------------------------------------------- variables and values

void Declarations::ReadVariables(const Declaration& declaration, Item& item) {
  item.names = declaration.variables;
  const ml::Type type = TypeNamed(declaration.name);
  for (const std::string& name : declaration.variables) {
    if (variables_.contains(name)) continue;
    CheckNew(name, {});
    inference_.DeclareVariable(name, type);
    globals_.values[name] = {names_.Claim(name, "variable"), std::nullopt};
    variables_.emplace(name, variables_.size());
    item.variables.push_back(name);
  }
}

std::optional<std::string> Declarations::ColourSet(const std::string& name) const {
  const auto found = globals_.colour_sets.find(name);
  if (found == globals_.colour_sets.end()) return std::nullopt;
  return found->second.lua;
}

std::vector<std::string> Declarations::VariablesAmong(const std::set<std::string>& used) const {
  std::vector<std::pair<std::size_t, std::string>> ranked;
  for (const std::string& name : used) {
    const auto found = variables_.find(name);
    if (found != variables_.end()) ranked.emplace_back(found->second, globals_.values.at(name).lua);
  }
  std::sort(ranked.begin(), ranked.end());
  std::vector<std::string> names;
  for (auto& [rank, name] : ranked) names.push_back(std::move(name));
  return names;
}

const Problem* Declarations::FailureOf(const std::string& name) const {
  const auto found = declared_by_.find(name);
  if (found == declared_by_.end() || !items_[found->second].failure) return nullptr;
  return &*items_[found->second].failure;
}

std::optional<std::int64_t> Declarations::Evaluate(const ml::Expression& e) const {
  using Kind = ml::Expression::Kind;
  if (e.kind == Kind::kInteger) return std::stoll(e.text);
  if (e.kind == Kind::kName) {
    const auto found = integers_.find(e.text);
    if (found == integers_.end()) return std::nullopt;
    return found->second;
  }
  if (e.kind != Kind::kApply || e.children[0].kind != Kind::kName) return std::nullopt;
  const std::string& op = e.children[0].text;
  const ml::Expression& operands = e.children[1];
  if (op == "!") return Evaluate(operands);
  if (op == "~") {
    const auto value = Evaluate(operands);
    if (!value) return std::nullopt;
    std::int64_t negated = 0;
    if (__builtin_sub_overflow(std::int64_t{0}, *value, &negated)) return std::nullopt;
    return negated;
  }
  if (operands.kind != Kind::kTuple || operands.children.size() != 2) return std::nullopt;
  const auto a = Evaluate(operands.children[0]);
  const auto b = Evaluate(operands.children[1]);
  if (!a || !b) return std::nullopt;
  std::int64_t result = 0;
  if (op == "+" && !__builtin_add_overflow(*a, *b, &result)) return result;
  if (op == "-" && !__builtin_sub_overflow(*a, *b, &result)) return result;
  if (op == "*" && !__builtin_mul_overflow(*a, *b, &result)) return result;
  return std::nullopt;
}

// --------------------------------------------------------------------------------------- text

std::string Declarations::ValueText(const Item& item, ExpressionWriter& lua) {
  const ml::Declaration& declaration = *item.ml;
  if (declaration.kind == ml::Declaration::Kind::kException) return "";
  if (declaration.kind == ml::Declaration::Kind::kFunctions) {
    return lua.FunctionDefinitions(declaration, 0);
  }
  const std::string& name = globals_.values.at(declaration.pattern.text).lua;
  const std::string value = lua.Value(declaration.value).text;
  if (ml::IsLiteral(ml::Referred(declaration.value))) {
    return fmt::format("{} = param({})\n", name, value);
  }
  return fmt::format("{} = {}\n", name, value);
}

std::string Declarations::ItemText(const Item& item, ExpressionWriter& lua) {
  switch (item.source->kind) {
    case Declaration::Kind::kColourSet:
      return IsPredefinedColourSet(*item.source) ? "" : ColourSetText(*item.source, lua);
    case Declaration::Kind::kVariables: {
      std::vector<std::string> variables;
      const std::string set = Part(item.source->name, lua);
      for (const std::string& name : item.variables) {
        variables.push_back(fmt::format("{} = {}", globals_.values.at(name).lua, set));
      }
      if (variables.empty()) return "";
      return fmt::format("var {{ {} }}\n", fmt::join(variables, ", "));
    }
    case Declaration::Kind::kMl:
      return item.ml ? ValueText(item, lua) : "";
    default:
      return "";
  }
}

std::set<std::string> Declarations::Uses(const Item& item) {
  if (item.failure) return {};
  ExpressionWriter lua(&inference_, &globals_);
  try {
    ItemText(item, lua);
  } catch (const MlError&) {
    // Comes up again when the text is needed.
  }
  return lua.used();
}

std::set<std::size_t> Declarations::Closure(const std::set<std::string>& used,
                                            const std::vector<std::set<std::string>>& uses) const {
  std::set<std::size_t> needed;
  std::vector<std::string> open(used.begin(), used.end());
  while (!open.empty()) {
    const auto found = declared_by_.find(open.back());
    open.pop_back();
    if (found == declared_by_.end() || !needed.insert(found->second).second) continue;
    const std::set<std::string>& next = uses[found->second];
    open.insert(open.end(), next.begin(), next.end());
  }
  return needed;
}

/// Everything but functions and computed values is kept, needed or not.
bool Declarations::IsKept(const Item& item) {
  if (item.failure) return false;
  if (!item.ml) return true;
  return item.ml->kind == ml::Declaration::Kind::kValue &&
         ml::IsLiteral(ml::Referred(item.ml->value)) && !IsPriority(item.names[0]);
}

/// The items that run while the model loads: values, bounds and predicates, and what they and the
/// initial markings call.
std::set<std::size_t> Declarations::RunWhileLoading(
    const std::set<std::size_t>& written, const std::set<std::string>& loading,
    const std::vector<std::set<std::string>>& uses) const {
  std::set<std::string> early = loading;
  std::set<std::size_t> items;
  for (const std::size_t i : written) {
    const auto& ml = items_[i].ml;
    if (ml && ml->kind == ml::Declaration::Kind::kFunctions) continue;
    items.insert(i);
    early.insert(uses[i].begin(), uses[i].end());
  }
  items.merge(Closure(early, uses));
  return items;
}

std::string Declarations::Text(const std::set<std::string>& used,
                               const std::set<std::string>& loading, std::set<std::string>& helpers,
                               OriginMarks& marks, Translation& out) {
  std::vector<std::set<std::string>> uses;
  std::set<std::string> all = used;
  all.insert(loading.begin(), loading.end());
  std::set<std::string> kept = all;
  for (const Item& item : items_) {
    uses.push_back(Uses(item));
    if (IsKept(item)) kept.insert(item.names.begin(), item.names.end());
  }
  const std::set<std::size_t> needed = Closure(all, uses);
  const std::set<std::size_t> written = Closure(kept, uses);
  const std::set<std::size_t> at_load = RunWhileLoading(written, loading, uses);
  std::string text;
  std::string heading;  // of the block, until something of it is written
  for (std::size_t i = 0; i < items_.size(); ++i) {
    const Item& item = items_[i];
    if (item.source->kind == Declaration::Kind::kBlock && !item.source->name.empty()) {
      heading = fmt::format("\n-- {}\n", item.source->name);
    } else if (item.failure || written.contains(i)) {
      const std::string lines =
          Written(item, needed.contains(i), at_load.contains(i), helpers, out);
      if (lines.empty()) continue;
      text += std::exchange(heading, "") + Comments(i) + MarkOf(item, marks) + lines;
    } else if (item.names.empty()) {
      const std::string comments = Comments(i);
      if (!comments.empty()) text += std::exchange(heading, "") + comments;
    } else if (!IsPriority(item.names[0])) {
      out.notes.push_back(
          fmt::format("left out, since the net does not need it: {}", fmt::join(item.names, ", ")));
    }
  }
  return text;
}

/// The mark that the item's text comes from its declaration.
std::string Declarations::MarkOf(const Item& item, OriginMarks& marks) {
  cpntools::Text where = item.source->ml;
  if (item.ml) {
    const ml::Position first =
        item.ml->functions.empty() ? item.ml->where : item.ml->functions[0].where;
    where.column = (first.line == 1 ? where.column - 1 : 0) + first.column;
    where.line += first.line - 1;
  }
  return marks.Mark(where, item.source->line);
}

/// The comments of an item's text; those of a text with several declarations stand above the first.
std::string Declarations::Comments(std::size_t item) const {
  const Declaration& source = *items_[item].source;
  const bool first = item == 0 || items_[item - 1].source != &source;
  return first && source.kind == Declaration::Kind::kMl ? CommentLinesOf(source.ml.text, "") : "";
}

/// The item's text; what is wrong with it is a problem when the net needs it, and a note otherwise.
std::string Declarations::Written(const Item& item, bool needed, bool loading,
                                  std::set<std::string>& helpers, Translation& out) {
  std::optional<Problem> failure = item.failure;
  if (!failure) {
    ExpressionWriter lua(&inference_, &globals_);
    lua.SetLoading(loading);
    try {
      std::string text = ItemText(item, lua);
      if (item.loss && needed) out.problems.push_back(*item.loss);
      helpers.insert(lua.helpers().begin(), lua.helpers().end());
      return text;
    } catch (const MlError& e) {
      Item failed;
      failed.source = item.source;
      failed.names = item.names;
      Fail(failed, e.what(), item.source->ml, e.where());
      failure = std::move(failed.failure);
    }
  }
  if (needed) {
    out.problems.push_back(std::move(*failure));
  } else {
    out.notes.push_back("left out, since the net does not need it: " + ProblemText(*failure));
  }
  return "";
}

}  // namespace cpntools
