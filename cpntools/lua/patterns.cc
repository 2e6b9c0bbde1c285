#include "cpntools/lua/patterns.h"

#include <fmt/format.h>

#include "cpntools/lua/code.h"
#include "cpntools/lua/names.h"
#include "cpntools/ml/error.h"

namespace cpntools {

using ml::Pattern;

namespace {

/// x :: y :: rest
void DestructureCons(Scope& scope, const Pattern& pattern, const std::string& access,
                     PatternMatch& out) {
  std::vector<const Pattern*> heads;
  const Pattern* rest = &pattern;
  for (; rest->kind == Pattern::Kind::kCons; rest = &rest->children[1]) {
    heads.push_back(&rest->children[0]);
  }
  out.conditions.push_back(heads.size() == 1 ? fmt::format("#{} > 0", access)
                                             : fmt::format("#{} >= {}", access, heads.size()));
  for (std::size_t i = 0; i < heads.size(); ++i) {
    Destructure(scope, *heads[i], fmt::format("{}[{}]", access, i + 1), out);
  }
  if (rest->kind == Pattern::Kind::kWildcard) return;
  const bool one = heads.size() == 1;
  scope.UseHelper(one ? "tail" : "drop");
  Destructure(
      scope, *rest,
      one ? fmt::format("tail({})", access) : fmt::format("drop({}, {})", access, heads.size()),
      out);
}

void DestructureConstructor(Scope& scope, const Pattern& pattern, const std::string& access,
                            PatternMatch& out) {
  const ml::Constructor* found = scope.inference().FindConstructor(pattern.text);
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
      if (!pattern.children.empty()) Destructure(scope, pattern.children[0], access + "[1]", out);
      return;
    case ml::Constructor::Kind::kException:
      out.conditions.push_back(fmt::format("{}.tag == {}", access, Quoted(constructor.tag)));
      if (!pattern.children.empty())
        Destructure(scope, pattern.children[0], access + ".value", out);
      return;
    case ml::Constructor::Kind::kIndex:
      return Destructure(scope, pattern.children[0], access, out);
    case ml::Constructor::Kind::kUnion:
      out.conditions.push_back(fmt::format("{}.tag == {}", access, Quoted(pattern.text)));
      if (!pattern.children.empty())
        Destructure(scope, pattern.children[0], access + ".value", out);
      return;
  }
}

}  // namespace

void Destructure(Scope& scope, const Pattern& pattern, const std::string& access,
                 PatternMatch& out) {
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
        Destructure(scope, pattern.children[i], fmt::format("{}[{}]", access, i + 1), out);
      }
      return;
    case Pattern::Kind::kRecord:
      for (std::size_t i = 0; i < pattern.children.size(); ++i) {
        Destructure(scope, pattern.children[i], FieldAccess(access, pattern.labels[i]), out);
      }
      return;
    case Pattern::Kind::kList:
      out.conditions.push_back(fmt::format("#{} == {}", access, pattern.children.size()));
      for (std::size_t i = 0; i < pattern.children.size(); ++i) {
        Destructure(scope, pattern.children[i], fmt::format("{}[{}]", access, i + 1), out);
      }
      return;
    case Pattern::Kind::kCons:
      return DestructureCons(scope, pattern, access, out);
    case Pattern::Kind::kConstructor:
      return DestructureConstructor(scope, pattern, access, out);
    case Pattern::Kind::kAs:
      out.bindings.push_back({pattern.text, access});
      Destructure(scope, pattern.children[0], access, out);
      return;
  }
}

std::string LocalBindings(Scope& scope, const PatternMatch& match, int indent) {
  std::vector<std::string> names;
  std::vector<std::string> values;
  for (const PatternMatch::Binding& binding : match.bindings) {
    const Scope::Local* parameter = scope.Find(binding.ml);
    if (parameter && parameter->lua == binding.access) continue;
    names.push_back(scope.Add(binding.ml));
    values.push_back(binding.access);
  }
  if (names.empty()) return "";
  return fmt::format("{}local {} = {}\n", Indent(indent), fmt::join(names, ", "),
                     fmt::join(values, ", "));
}

}  // namespace cpntools
