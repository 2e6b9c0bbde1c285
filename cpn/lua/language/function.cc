#include "cpn/lua/language/function.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/nearest.h"
#include "cpn/lua/interpreter/chunk_name.h"
#include "cpn/lua/interpreter/compile.h"
#include "cpn/lua/interpreter/handle.h"
#include "cpn/lua/interpreter/value_table.h"
#include "cpn/lua/language/environment.h"
#include "cpn/lua/language/list_translation.h"
#include "cpn/lua/language/loading.h"

namespace cpn::lua {
namespace {

FunctionId Add(ModelState& m, Function function, FunctionBody body) {
  m.model.functions.push_back(std::move(function));
  m.bodies.push_back(std::move(body));
  return static_cast<FunctionId>(m.bodies.size() - 1);
}

LuaReference Keep(lua_State* L, int index) {
  lua_pushvalue(L, index);
  return luaL_ref(L, LUA_REGISTRYINDEX);
}

/// Adds `variable` as a parameter unless it is one; its position.
std::uint32_t AddParameter(ModelState& m, Function& function, FunctionBody& body,
                           std::uint32_t variable) {
  const auto known = std::find(body.variables.begin(), body.variables.end(), variable);
  if (known != body.variables.end()) {
    return static_cast<std::uint32_t>(known - body.variables.begin());
  }
  body.variables.push_back(variable);
  function.parameters.push_back(m.loading->variables[variable].name);
  return static_cast<std::uint32_t>(body.variables.size() - 1);
}

void AddOperand(ModelState& m, Function& function, FunctionBody& body, FunctionId operand,
                ColourSetId type) {
  FunctionBody::Operand added{operand, type, {}};
  // A copy: adding functions may move the table.
  const std::vector<std::uint32_t> variables = m.bodies[operand].variables;
  for (std::uint32_t variable : variables) {
    added.arguments.push_back(AddParameter(m, function, body, variable));
  }
  body.operands.push_back(std::move(added));
}

/// Where an expression's text stands, and how to find a position inside it.
struct ExpressionPlace {
  const SourceFile* file = nullptr;
  int line = 1;            ///< of the text's first character
  std::size_t offset = 0;  ///< of it in the file
  bool exact = false;      ///< the text stands in the file as it is

  SourceLocation At(int in_line, std::size_t in_offset) const {
    if (!file) return {};
    if (!exact) return {file->name(), line, 0};
    return file->At(line + in_line - 1, offset + in_offset);
  }
};

/// `text` is the end of `whole`, which stands in a literal at or after `where`.
ExpressionPlace Locate(const ModelState& m, std::string_view text, const SourceLocation& where,
                       std::string_view whole) {
  ExpressionPlace place;
  place.file = m.sources.Find(where.file);
  place.line = where.line;
  if (!place.file) return place;
  if (const auto literal = place.file->Literal(where.line, whole)) {
    const std::string_view before = whole.substr(0, whole.size() - text.size());
    place.line = literal->line + static_cast<int>(std::count(before.begin(), before.end(), '\n'));
    place.offset = literal->offset + before.size();
    place.exact = true;
  }
  return place;
}

/// A `=` outside of all tables and functions, where an expression has none.
const Token* AssignmentIn(const std::vector<Token>& tokens) {
  int depth = 0;
  for (const Token& t : tokens) {
    if (t.Is("{") || t.Is("function")) ++depth;
    if (t.Is("}") || t.Is("end")) --depth;
    if (depth == 0 && t.Is("=")) return &t;
  }
  return nullptr;
}

/// Compiles an expression, leaving the chunk on the stack.
void CompileExpression(lua_State* L, const ChunkText& chunk, const ExpressionPlace& place) {
  const std::string file = place.file ? place.file->name() : "expression";
  if (!Compile(L, chunk, ChunkName(file, place.line - 1).substr(1))) return;
  // Messages name lines, too: once more, with as many lines before it as the file has.
  std::string before(static_cast<std::size_t>(place.line - 1), '\n');
  before += chunk.before;
  const auto error = Compile(L, {before, chunk.text, chunk.after, chunk.tokens}, file);
  if (!error) return;
  if (const Token* assignment = AssignmentIn(chunk.tokens)) {
    throw ModelError(place.At(assignment->line, assignment->offset),
                     fmt::format("= assigns, and this expression only compares, with ==: \"{}\"",
                                 OneLine(chunk.text)));
  }
  throw ModelError(place.At(error->token.line, error->token.offset),
                   fmt::format("{} in the expression \"{}\"", error->message, OneLine(chunk.text)));
}

/// The first comma outside all brackets: more than one value.
const Token* TopLevelComma(const std::vector<Token>& tokens) {
  int depth = 0;
  for (const Token& t : tokens) {
    if (t.Is("(") || t.Is("{") || t.Is("[") || t.Is("function") || t.Is("if") || t.Is("do")) {
      ++depth;
    }
    if (t.Is(")") || t.Is("}") || t.Is("]") || t.Is("end")) --depth;
    if (depth == 0 && t.Is(",")) return &t;
  }
  return nullptr;
}

[[noreturn]] void FailUnknownVariable(lua_State* L, const SourceLocation& where,
                                      const std::string& name) {
  ModelState& m = ModelOf(L);
  throw ModelError(m.sources.Name(where, name),
                   fmt::format("parameter {} is not a variable of the model; parameters name the "
                               "variables that a function reads{}",
                               name, base::DidYouMean(name, VariableNames(L))));
}

}  // namespace

std::vector<std::string> ParameterNames(lua_State* L, int index) {
  lua_Debug info{};
  lua_pushvalue(L, index);
  lua_getinfo(L, ">u", &info);
  if (info.isvararg) {
    throw ModelError(FunctionLocation(L, index),
                     "an inscription names the variables that it reads: no ... here");
  }
  std::vector<std::string> names;
  lua_pushvalue(L, index);
  for (int i = 1; i <= info.nparams; ++i) names.emplace_back(lua_getlocal(L, nullptr, i));
  lua_pop(L, 1);
  return names;
}

SourceLocation FunctionLocation(lua_State* L, int index) {
  lua_Debug info{};
  lua_pushvalue(L, index);
  lua_getinfo(L, ">S", &info);
  if (info.source[0] != '@') return ModelOf(L).lua.Blame(L);
  return ModelOf(L).sources.Text(LocationInChunk(info.source, info.linedefined), "function");
}

const FunctionText* FunctionInFile(lua_State* L, int index, const SourceFile*& file) {
  lua_Debug info{};
  lua_pushvalue(L, index);
  lua_getinfo(L, ">S", &info);
  if (info.source[0] != '@') return nullptr;
  const ChunkPlace chunk = ChunkPlaceOf(info.source);
  file = ModelOf(L).sources.Find(chunk.file);
  if (!file) return nullptr;
  return file->Function(info.linedefined + chunk.lines_before,
                        info.lastlinedefined + chunk.lines_before, ParameterNames(L, index));
}

std::string FunctionTextOf(lua_State* L, int index) {
  if (lua_iscfunction(L, index)) return "function";
  const SourceFile* file = nullptr;
  const FunctionText* text = FunctionInFile(L, index, file);
  if (!text) return fmt::format("function({}) ... end", fmt::join(ParameterNames(L, index), ", "));
  const std::string body =
      OneLine(file->text().substr(text->body_begin, text->body_end - text->body_begin));
  constexpr std::string_view kReturn = "return ";
  const bool one_return = body.starts_with(kReturn) && body.find("return", 1) == std::string::npos;
  if (one_return) return body.substr(kReturn.size());
  return OneLine(file->text().substr(text->begin, text->end - text->begin));
}

std::optional<std::uint32_t> FindVariable(lua_State* L, std::string_view name) {
  const int top = lua_gettop(L);
  std::optional<std::uint32_t> variable;
  if (PushName(L, LoadingOf(L).current.back(), name)) {
    if (const Handle* handle = HandleAt(L, -1, HandleKind::kVariable)) variable = handle->a;
  }
  lua_settop(L, top);
  return variable;
}

std::vector<std::string> VariableNames(lua_State* L) {
  std::vector<std::string> names;
  for (const VariableDeclaration& variable : LoadingOf(L).variables) {
    if (FindVariable(L, variable.name)) names.push_back(variable.name);
  }
  return names;
}

FunctionId AddFunction(lua_State* L, int index) {
  ModelState& m = ModelOf(L);
  index = lua_absindex(L, index);
  Function function;
  FunctionBody body;
  function.where = FunctionLocation(L, index);
  if (lua_iscfunction(L, index)) {
    m.lua.Fail(L,
               "a function of the library is no inscription; write function(...) return ... end");
  }
  for (const std::string& name : ParameterNames(L, index)) {
    const auto variable = FindVariable(L, name);
    if (!variable) FailUnknownVariable(L, function.where, name);
    AddParameter(m, function, body, *variable);
  }
  function.text = FunctionTextOf(L, index);
  body.function = Keep(L, index);
  return Add(m, std::move(function), std::move(body));
}

FunctionId AddPredicate(lua_State* L, int index) {
  Function function;
  FunctionBody body;
  function.where = FunctionLocation(L, index);
  function.parameters = ParameterNames(L, index);
  if (function.parameters.size() != 1) {
    throw ModelError(function.where, "the predicate of a subset has one parameter, the candidate");
  }
  function.text = FunctionTextOf(L, index);
  body.function = Keep(L, index);
  return Add(ModelOf(L), std::move(function), std::move(body));
}

FunctionId AddExpression(lua_State* L, std::string_view text, const SourceLocation& where,
                         std::string_view whole) {
  ModelState& m = ModelOf(L);
  const ExpressionPlace place = Locate(m, text, where, whole.empty() ? text : whole);
  const std::vector<Token> tokens = Tokenise(text);
  if (tokens.size() == 1) throw ModelError(where, "this expression is empty");
  CompileExpression(L, {"return ", text, "", tokens}, place);
  lua_pop(L, 1);
  if (const Token* comma = TopLevelComma(tokens)) {
    throw ModelError(place.At(comma->line, comma->offset),
                     fmt::format("the expression \"{}\" has more than one value", text));
  }

  Function function;
  FunctionBody body;
  function.text = OneLine(text);
  function.where = place.At(tokens[0].line, tokens[0].offset);
  for (const FreeName& free : AnalyseExpression(tokens).free_names) {
    const auto variable = FindVariable(L, free.name);
    if (variable) {
      AddParameter(m, function, body, *variable);
    } else if (!PushName(L, m.loading->current.back(), free.name)) {
      FailUnknownName(L, m.loading->current.back(), free.name, place.At(free.line, free.offset));
    } else {
      lua_pop(L, 1);
    }
  }
  const std::string before =
      fmt::format("return function({}) return ", fmt::join(function.parameters, ","));
  CompileExpression(L, {before, text, "\nend", tokens}, place);
  PushEnvironment(L, m.loading->current.back());
  lua_setupvalue(L, -2, 1);
  lua_call(L, 0, 1);
  body.function = luaL_ref(L, LUA_REGISTRYINDEX);
  body.is_expression = true;
  return Add(m, std::move(function), std::move(body));
}

FunctionId AddCondition(lua_State* L, int index, std::string_view what) {
  ModelState& m = ModelOf(L);
  if (lua_type(L, index) == LUA_TFUNCTION) return AddFunction(L, index);
  if (lua_type(L, index) == LUA_TSTRING) {
    return AddExpression(L, lua_tostring(L, index), m.lua.Blame(L));
  }
  if (const Handle* handle = HandleAt(L, index, HandleKind::kExpression)) {
    const SourceLocation where = m.loading->locations[handle->where];
    lua_getiuservalue(L, index, 1);
    const std::string text = lua_tostring(L, -1);
    lua_pop(L, 1);
    return AddExpression(L, text, where);
  }
  m.lua.Fail(L, fmt::format("{} is a function, or an expression in a string, not {}", what,
                            Describe(L, index)));
}

FunctionId AddComputation(lua_State* L, int index, std::string_view what, ColourSetId type) {
  const FunctionId function = AddCondition(L, index, what);
  Translate(L, function, type);
  return function;
}

void Translate(lua_State* L, FunctionId function, ColourSetId type) {
  ModelState& m = ModelOf(L);
  FunctionBody& body = m.bodies[function];
  if (!body.is_expression) return;
  body.list_expression =
      TranslateListExpression(L, m.model.functions[function].text, body.variables, type);
}

FunctionId AddNot(ModelState& m, FunctionId operand) {
  Function function{{},
                    fmt::format("not ({})", m.model.functions[operand].text),
                    m.model.functions[operand].where};
  FunctionBody body;
  body.kind = FunctionBody::Kind::kNot;
  AddOperand(m, function, body, operand, 0);
  return Add(m, std::move(function), std::move(body));
}

FunctionId AddAnd(ModelState& m, FunctionId a, FunctionId b) {
  Function function{{},
                    fmt::format("{} and {}", m.model.functions[a].text, m.model.functions[b].text),
                    m.model.functions[b].where};
  FunctionBody body;
  body.kind = FunctionBody::Kind::kAnd;
  AddOperand(m, function, body, a, 0);
  AddOperand(m, function, body, b, 0);
  return Add(m, std::move(function), std::move(body));
}

namespace {

void Renumber(ModelState& m, Function& function, FunctionBody& body, Pattern& pattern) {
  if (pattern.kind == PatternKind::kVariable && !(pattern.variable & kComputedPart)) {
    pattern.variable = AddParameter(m, function, body, pattern.variable);
  }
  for (Pattern& child : pattern.children) Renumber(m, function, body, child);
}

}  // namespace

FunctionId AddTemplate(ModelState& m, const Pattern& pattern,
                       const std::vector<std::pair<FunctionId, ColourSetId>>& parts,
                       std::string text, const SourceLocation& where) {
  Function function{{}, std::move(text), where};
  FunctionBody body;
  body.kind = FunctionBody::Kind::kTemplate;
  body.pattern = pattern;
  Renumber(m, function, body, body.pattern);
  for (const auto& [part, type] : parts) AddOperand(m, function, body, part, type);
  return Add(m, std::move(function), std::move(body));
}

std::optional<Equality> AsEquality(lua_State* L, std::string_view text) {
  const std::vector<Token> tokens = Tokenise(text);
  if (tokens.size() < 4 || tokens[0].kind != TokenKind::kName || !tokens[1].Is("==")) {
    return std::nullopt;
  }
  const auto variable = FindVariable(L, tokens[0].text);
  if (!variable) return std::nullopt;
  // What binds no tighter than == would make the whole something else: w == 1 or x.
  static constexpr std::string_view kLooser[] = {"and", "or", "==", "~=", "<", ">", "<=", ">="};
  int depth = 0;
  for (std::size_t i = 2; i < tokens.size(); ++i) {
    const Token& t = tokens[i];
    if (t.Is("(") || t.Is("{") || t.Is("[") || t.Is("function") || t.Is("if") || t.Is("do")) {
      ++depth;
    }
    if (t.Is(")") || t.Is("}") || t.Is("]") || t.Is("end")) --depth;
    const bool looser = std::any_of(std::begin(kLooser), std::end(kLooser),
                                    [&](std::string_view op) { return t.Is(op); });
    if (depth == 0 && looser) return std::nullopt;
  }
  const std::string_view rest = text.substr(tokens[2].offset);
  for (const FreeName& free : AnalyseExpression(Tokenise(rest)).free_names) {
    if (free.name == tokens[0].text) return std::nullopt;
  }
  return Equality{*variable, std::string(rest)};
}

}  // namespace cpn::lua
