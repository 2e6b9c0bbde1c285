#include "cpn/lua/language/inscription.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <string>

#include "cpn/lua/interpreter/handle.h"
#include "cpn/lua/interpreter/table_reader.h"
#include "cpn/lua/interpreter/value_table.h"
#include "cpn/lua/language/function.h"
#include "cpn/lua/language/import_place.h"
#include "cpn/lua/language/loading.h"

namespace cpn::lua {
namespace {

constexpr std::size_t kMostSummands = 100'000;
/// What it takes to copy a part of a pattern.
constexpr std::size_t kPatternWork = 4;

/// A function or expression, possibly inside a pattern.
bool IsComputed(lua_State* L, int index) {
  return lua_type(L, index) == LUA_TFUNCTION || HandleAt(L, index, HandleKind::kExpression);
}

Pattern Constant(Value v) {
  Pattern pattern;
  pattern.kind = PatternKind::kConstant;
  pattern.constant = v;
  return pattern;
}

/// Makes patterns of what a designer wrote. One object may stand for several patterns (`all`).
class PatternMaker {
 public:
  PatternMaker(lua_State* L, ColourSetId type, std::string what)
      : L_(L), m_(ModelOf(L)), type_(type), what_(std::move(what)) {}

  std::vector<Pattern> Make(int index) {
    whole_ = lua_absindex(L_, index);
    return Patterns(whole_, type_);
  }
  const std::vector<std::pair<FunctionId, ColourSetId>>& parts() const { return parts_; }

 private:
  [[noreturn]] void Fail(int index, const std::string& right) {
    Mismatch why;
    why.path = path_;
    why.offender = Describe(L_, index);
    why.what = right;
    m_.lua.FailAt(
        L_, what_,
        fmt::format("{}: {}", what_,
                    MismatchText(m_.model.colour_sets, Describe(L_, whole_), type_, why)));
  }
  [[noreturn]] void FailColour(int index, ColourSetId type) {
    Fail(index, DescribeColours(m_.model.colour_sets, type));
  }

  std::vector<Pattern> Patterns(int index, ColourSetId type) {
    luaL_checkstack(L_, 8, "nested too deeply");
    m_.lua.Charge(L_, kPatternWork);  // a table may stand many times in others
    if (path_.size() > 100) Fail(index, "nested too deeply");
    if (IsComputed(L_, index)) return {Computed(index, type)};
    if (HandleAt(L_, index)) return Handles(index, type);
    if (lua_type(L_, index) == LUA_TTABLE) return Table(index, type);
    return {Scalar(index, type)};
  }

  Pattern Computed(int index, ColourSetId type) {
    parts_.emplace_back(AddComputation(L_, index, "a computed part", type), type);
    Pattern pattern;
    pattern.kind = PatternKind::kVariable;
    pattern.variable = kComputedPart | static_cast<std::uint32_t>(parts_.size() - 1);
    return pattern;
  }

  Pattern Scalar(int index, ColourSetId type) {
    Mismatch why;
    const auto v = m_.converter.TryColour(L_, index, type, &why);
    if (!v) FailColour(index, type);
    return Constant(*v);
  }

  std::vector<Pattern> Handles(int index, ColourSetId type) {
    const Handle handle = *HandleAt(L_, index);
    const ColourSetId base = m_.colour_sets.Resolve(type);
    Pattern pattern;
    switch (handle.kind) {
      case HandleKind::kVariable:
        pattern.kind = PatternKind::kVariable;
        pattern.variable = handle.a;
        return {pattern};
      case HandleKind::kWildcard:
        return {pattern};
      case HandleKind::kUnit:
        return {Scalar(index, type)};
      case HandleKind::kAll:
        return All(type);
      case HandleKind::kCons:
        return Cons(index, type, base);
      case HandleKind::kConstructor:
      case HandleKind::kConstructed:
        return Union(index, handle, type, base);
      case HandleKind::kEach:
      case HandleKind::kCopies:
      case HandleKind::kSum:
      case HandleKind::kWhen:
        m_.lua.FailAt(L_, what_,
                      fmt::format("{}: {} stands for a whole inscription, not for a part of one; "
                                  "write it around the part's whole",
                                  what_, DescribeHandle(L_, handle)));
      default:
        FailColour(index, type);
    }
  }

  std::vector<Pattern> All(ColourSetId type) {
    const std::vector<Value>* colours = m_.colour_sets.Enumerate(type, *m_.evaluator);
    if (!colours) {
      m_.lua.FailAt(L_, what_,
                    fmt::format("{}: all stands for every colour of {}, and that has more than {}",
                                what_, m_.model.colour_sets[type].name, ColourSets::kSmall));
    }
    std::vector<Pattern> patterns;
    for (Value v : *colours) patterns.push_back(Constant(v));
    return patterns;
  }

  /// Patterns of a part; `name` is what a message calls it.
  std::vector<Pattern> Part(int index, ColourSetId type, std::string name) {
    path_.push_back(std::move(name));
    std::vector<Pattern> patterns = Patterns(index, type);
    path_.pop_back();
    return patterns;
  }

  /// One pattern per combination of the parts' patterns, the last part varying fastest.
  std::vector<Pattern> Combine(Pattern whole, const std::vector<std::vector<Pattern>>& parts) {
    std::vector<Pattern> patterns{std::move(whole)};
    for (const std::vector<Pattern>& part : parts) {
      if (patterns.size() * part.size() > kMostSummands) {
        m_.lua.FailAt(
            L_, what_,
            fmt::format("{}: all stands for more than {} summands here", what_, kMostSummands));
      }
      // Every pattern is copied with what it has up to now.
      const std::size_t copied = patterns.size() * part.size();
      m_.lua.Charge(L_, kPatternWork * copied *
                            (patterns.empty() ? 0 : 1 + patterns.front().children.size()));
      std::vector<Pattern> longer;
      longer.reserve(copied);
      for (const Pattern& begun : patterns) {
        for (const Pattern& child : part) {
          longer.push_back(begun);
          longer.back().children.push_back(child);
        }
      }
      patterns = std::move(longer);
    }
    for (Pattern& pattern : patterns) Fold(pattern);
    return patterns;
  }

  /// A pattern of constants is a constant.
  void Fold(Pattern& pattern) {
    std::vector<Value> parts;
    for (const Pattern& child : pattern.children) {
      if (child.kind != PatternKind::kConstant) return;
      parts.push_back(child.constant);
    }
    switch (pattern.kind) {
      case PatternKind::kTuple:
        pattern = Constant(m_.values.Tuple(parts));
        return;
      case PatternKind::kList:
        pattern = Constant(m_.values.List(parts));
        return;
      case PatternKind::kCons: {
        const std::span<const Value> rest = m_.values.Elements(parts[1]);
        parts.pop_back();
        parts.insert(parts.end(), rest.begin(), rest.end());
        pattern = Constant(m_.values.List(parts));
        return;
      }
      case PatternKind::kRecord: {
        std::vector<std::pair<std::string, Value>> fields;
        for (std::size_t i = 0; i < parts.size(); ++i) {
          fields.emplace_back(pattern.names[i], parts[i]);
        }
        pattern = Constant(m_.values.Record(fields));
        return;
      }
      case PatternKind::kUnion:
        pattern = Constant(
            m_.values.Union(pattern.names[0], parts.empty() ? m_.values.Unit() : parts[0]));
        return;
      default:
        return;
    }
  }

  std::vector<Pattern> Cons(int index, ColourSetId type, ColourSetId base) {
    const ColourSet& set = m_.model.colour_sets[base];
    if (set.kind != ColourSetKind::kList) FailColour(index, type);
    const ColourSetId element = set.parts[0];
    Pattern pattern;
    pattern.kind = PatternKind::kCons;
    lua_getiuservalue(L_, index, 1);
    lua_getiuservalue(L_, index, 2);
    const int rest = lua_gettop(L_);
    std::vector<std::vector<Pattern>> parts;
    parts.push_back(Part(rest - 1, element, "the head"));
    parts.push_back(Part(rest, base, "the rest"));
    lua_pop(L_, 2);
    return Combine(std::move(pattern), parts);
  }

  std::vector<Pattern> Union(int index, const Handle& handle, ColourSetId type, ColourSetId base) {
    if (m_.colour_sets.Resolve(handle.a) != base) FailColour(index, type);
    const ColourSetField field = m_.model.colour_sets[base].fields[handle.b];
    Pattern pattern;
    pattern.kind = PatternKind::kUnion;
    pattern.names = {field.name};
    const bool argument = handle.kind == HandleKind::kConstructed;
    if (field.type && !argument) {
      Fail(index, fmt::format("{} takes an argument, a colour of {}", field.name,
                              m_.model.colour_sets[*field.type].name));
    }
    std::vector<std::vector<Pattern>> parts;
    if (field.type) {
      lua_getiuservalue(L_, index, 1);
      parts.push_back(Part(lua_gettop(L_), *field.type, "the argument of " + field.name));
      lua_pop(L_, 1);
    }
    return Combine(std::move(pattern), parts);
  }

  std::vector<Pattern> Table(int index, ColourSetId type) {
    const ColourSet& set = m_.model.colour_sets[m_.colour_sets.Resolve(type)];
    switch (set.kind) {
      case ColourSetKind::kProduct:
        return Product(index, type, set);
      case ColourSetKind::kList:
        return List(index, set);
      case ColourSetKind::kRecord:
        return Record(index, type, set);
      default:
        // { tag = ..., value = ... } of constants; nothing else is written as a table.
        return {Scalar(index, type)};
    }
  }

  std::vector<Pattern> Product(int index, ColourSetId type, const ColourSet& set) {
    if (lua_rawlen(L_, index) != set.parts.size()) FailColour(index, type);
    Pattern pattern;
    pattern.kind = PatternKind::kTuple;
    std::vector<std::vector<Pattern>> parts;
    ForEachElement(L_, index, what_, [&](int element, lua_Integer i) {
      parts.push_back(Part(element, set.parts[static_cast<std::size_t>(i) - 1],
                           fmt::format("component {}", i)));
    });
    return Combine(std::move(pattern), parts);
  }

  std::vector<Pattern> List(int index, const ColourSet& set) {
    Pattern pattern;
    pattern.kind = PatternKind::kList;
    std::vector<std::vector<Pattern>> parts;
    ForEachElement(L_, index, what_, [&](int element, lua_Integer i) {
      parts.push_back(Part(element, set.parts[0], fmt::format("element {}", i)));
    });
    return Combine(std::move(pattern), parts);
  }

  std::vector<Pattern> Record(int index, ColourSetId type, const ColourSet& set) {
    Pattern pattern;
    pattern.kind = PatternKind::kRecord;
    std::vector<std::vector<Pattern>> parts;
    ForEachField(L_, index, what_, [&](const std::string& name, int element) {
      const auto field = std::find_if(set.fields.begin(), set.fields.end(),
                                      [&](const ColourSetField& f) { return f.name == name; });
      if (field == set.fields.end()) FailColour(index, type);
      pattern.names.push_back(name);
      parts.push_back(Part(element, *field->type, "field " + name));
    });
    // Fields left out match anything.
    for (const ColourSetField& field : set.fields) {
      const bool there =
          std::find(pattern.names.begin(), pattern.names.end(), field.name) != pattern.names.end();
      if (there) continue;
      pattern.names.push_back(field.name);
      parts.push_back({Pattern{}});
    }
    return Combine(std::move(pattern), parts);
  }

  lua_State* L_;
  ModelState& m_;
  ColourSetId type_;
  std::string what_;
  int whole_ = 0;
  std::vector<std::string> path_;
  std::vector<std::pair<FunctionId, ColourSetId>> parts_;
};

bool HasComputedPart(const Pattern& pattern) {
  if (pattern.kind == PatternKind::kVariable) return (pattern.variable & kComputedPart) != 0;
  return std::any_of(pattern.children.begin(), pattern.children.end(), HasComputedPart);
}

/// What has no value in a colour that is to be built, in words; nothing when all has one.
std::optional<std::string> PartWithoutValue(const Pattern& pattern) {
  if (pattern.kind == PatternKind::kAny) return "the wildcard _ has no value; give one";
  for (std::size_t i = 0; i < pattern.children.size(); ++i) {
    const Pattern& child = pattern.children[i];
    if (pattern.kind == PatternKind::kRecord && child.kind == PatternKind::kAny) {
      return fmt::format("field {} has no value; give one", pattern.names[i]);
    }
    if (auto problem = PartWithoutValue(child)) return problem;
  }
  return std::nullopt;
}

/// Makes the summands of a whole inscription.
class TermMaker {
 public:
  TermMaker(lua_State* L, ColourSetId type, std::string what)
      : L_(L), m_(ModelOf(L)), type_(type), what_(std::move(what)) {}

  std::vector<ArcTerm> Make(int index) {
    Terms(lua_absindex(L_, index), 1, std::nullopt, 0);
    return std::move(terms_);
  }

 private:
  void Terms(int index, std::uint32_t count, std::optional<FunctionId> condition, int depth) {
    luaL_checkstack(L_, 8, "nested too deeply");
    m_.lua.Charge(L_, kPatternWork);
    if (depth > 100) m_.lua.FailAt(L_, what_, what_ + ": nested too deeply");
    const Handle* handle = HandleAt(L_, index);
    if (lua_isnil(L_, index)) {
      m_.lua.FailAt(L_, what_, fmt::format("{}: the inscription is nothing (nil)", what_));
    }
    if (!handle) return Patterns(index, count, condition);
    switch (handle->kind) {
      case HandleKind::kCopies:
        return Copies(index, *handle, count, condition, depth);
      case HandleKind::kSum:
        return Sum(index, count, condition, depth);
      case HandleKind::kWhen:
        return When(index, count, condition, depth);
      case HandleKind::kEach:
        return Each(index, count, condition);
      default:
        return Patterns(index, count, condition);
    }
  }

  void Copies(int index, const Handle& handle, std::uint32_t count,
              std::optional<FunctionId> condition, int depth) {
    const std::uint64_t product = std::uint64_t{count} * handle.a;
    if (product > std::numeric_limits<std::uint32_t>::max()) {
      m_.lua.FailAt(L_, what_, fmt::format("{}: {} copies are too many", what_, product));
    }
    const std::size_t before = terms_.size();
    lua_getiuservalue(L_, index, 1);
    Terms(lua_gettop(L_), std::max(static_cast<std::uint32_t>(product), 1u), condition, depth + 1);
    lua_pop(L_, 1);
    // What there are no copies of must be an inscription all the same.
    if (product == 0)
      terms_.erase(terms_.begin() + static_cast<std::ptrdiff_t>(before), terms_.end());
  }

  void Sum(int index, std::uint32_t count, std::optional<FunctionId> condition, int depth) {
    lua_getiuservalue(L_, index, 1);
    ForEachElement(L_, -1, "sum",
                   [&](int element, lua_Integer) { Terms(element, count, condition, depth + 1); });
    lua_pop(L_, 1);
  }

  void When(int index, std::uint32_t count, std::optional<FunctionId> condition, int depth) {
    lua_getiuservalue(L_, index, 1);
    const FunctionId holds = AddCondition(L_, -1, "the condition of when(...)");
    lua_getiuservalue(L_, index, 2);
    Terms(lua_gettop(L_), count, Both(condition, holds), depth + 1);
    if (lua_getiuservalue(L_, index, 3) != LUA_TNIL) {
      Terms(lua_gettop(L_), count, Both(condition, AddNot(m_, holds)), depth + 1);
    }
    lua_pop(L_, 3);
  }

  FunctionId Both(std::optional<FunctionId> outer, FunctionId inner) {
    return outer ? AddAnd(m_, *outer, inner) : inner;
  }

  void Each(int index, std::uint32_t count, std::optional<FunctionId> condition) {
    lua_getiuservalue(L_, index, 1);
    ArcTerm term;
    term.kind = ArcTerm::Kind::kMultiSet;
    term.function = AddCondition(L_, -1, "each(...)");
    term.count = count;
    term.condition = condition;
    Add(std::move(term));
    lua_pop(L_, 1);
  }

  void Patterns(int index, std::uint32_t count, std::optional<FunctionId> condition) {
    PatternMaker maker(L_, type_, what_);
    for (Pattern& pattern : maker.Make(index)) {
      ArcTerm term;
      term.count = count;
      term.condition = condition;
      const bool computed = HasComputedPart(pattern);
      if (!computed) {
        term.pattern = std::move(pattern);
      } else {
        // It is built also where the arc takes tokens: which ones, is computed.
        if (const auto problem = PartWithoutValue(pattern)) {
          m_.lua.FailAt(L_, what_, fmt::format("{}: {}", what_, *problem));
        }
        term.kind = ArcTerm::Kind::kFunction;
        const bool whole = pattern.kind == PatternKind::kVariable;
        term.function = whole ? maker.parts()[0].first
                              : AddTemplate(m_, pattern, maker.parts(),
                                            InscriptionText(L_, index, type_), m_.lua.Blame(L_));
      }
      Add(std::move(term));
    }
  }

  void Add(ArcTerm term) {
    terms_.push_back(std::move(term));
    if (terms_.size() > kMostSummands) {
      m_.lua.FailAt(L_, what_, fmt::format("{}: more than {} summands", what_, kMostSummands));
    }
  }

  lua_State* L_;
  ModelState& m_;
  ColourSetId type_;
  std::string what_;
  std::vector<ArcTerm> terms_;
};

[[noreturn]] void FailConstant(lua_State* L, int index, const std::string& what) {
  ModelOf(L).lua.FailAt(L, what, fmt::format("{}: {} is no constant", what, Describe(L, index)));
}

}  // namespace

std::vector<ArcTerm> TermsAt(lua_State* L, int index, ColourSetId type, const std::string& what) {
  return TermMaker(L, type, what).Make(index);
}

std::vector<Value> ConstantsAt(lua_State* L, int index, ColourSetId type, const std::string& what) {
  PatternMaker maker(L, type, what);
  std::vector<Value> constants;
  for (const Pattern& pattern : maker.Make(index)) {
    if (pattern.kind != PatternKind::kConstant) FailConstant(L, index, what);
    constants.push_back(pattern.constant);
  }
  return constants;
}

Value ConstantAt(lua_State* L, int index, ColourSetId type, const std::string& what) {
  const std::vector<Value> constants = ConstantsAt(L, index, type, what);
  if (constants.size() != 1) FailConstant(L, index, what);
  return constants[0];
}

int CallPlace(lua_State* L) {
  ModelState& m = ModelOf(L);
  RequireLoading(L, "an arc inscription");
  const Handle handle = *HandleAt(L, 1);
  const std::uint32_t place = ImportPlace(L, handle);
  const PlaceDeclaration& declaration = m.model.modules[m.loading->current.back()].places[place];
  const std::string name = declaration.name.empty() ? "place" : declaration.name;
  if (lua_gettop(L) != 2) {
    m.lua.FailAt(L, name,
                 fmt::format("{0}(...) takes one inscription, not {1}; a tuple is written "
                             "{0} {{ a, b }}",
                             name, lua_gettop(L) - 1));
  }
  const ColourSetId type = declaration.type;
  Inscription inscription;
  inscription.module = m.loading->current.back();
  inscription.place = place;
  inscription.where = m.sources.Name(m.lua.Blame(L), name);
  inscription.terms = TermsAt(L, 2, type, name);
  inscription.text = InscriptionText(L, 2, type);
  m.loading->inscriptions.push_back(std::move(inscription));
  PushHandle(L, {HandleKind::kInscription,
                 static_cast<std::uint32_t>(m.loading->inscriptions.size() - 1), 0, HereOf(L)});
  return 1;
}

int CallConstructor(lua_State* L) {
  ModelState& m = ModelOf(L);
  const Handle handle = *HandleAt(L, 1);
  const ColourSetField& field = m.model.colour_sets[handle.a].fields[handle.b];
  if (lua_gettop(L) > 2) {
    m.lua.Fail(L, fmt::format("{0}(...) takes one argument, not {1}; a tuple is written "
                              "{0} {{ a, b }}",
                              field.name, lua_gettop(L) - 1));
  }
  const bool argument = lua_gettop(L) == 2;
  if (field.type.has_value() != argument && !(argument && HandleAt(L, 2, HandleKind::kUnit))) {
    m.lua.Fail(L, fmt::format("{} takes {}", field.name,
                              field.type ? "an argument, a colour of " +
                                               m.model.colour_sets[*field.type].name
                                         : std::string("no argument")));
  }
  if (!IsEvaluating(m)) {
    if (!field.type) {
      lua_settop(L, 1);
      return 1;
    }
    PushHandle(L, {HandleKind::kConstructed, handle.a, handle.b, HereOf(L)}, 1);
    return 1;
  }
  // Checked when the inscription's result becomes a colour.
  if (!field.type) PushConstant(L, HandleKind::kUnit);
  lua_createtable(L, 0, 2);
  lua_pushlstring(L, field.name.data(), field.name.size());
  lua_setfield(L, -2, "tag");
  lua_pushvalue(L, -2);
  lua_setfield(L, -2, "value");
  MarkTable(L, TableKind::kUnion);
  return 1;
}

}  // namespace cpn::lua
