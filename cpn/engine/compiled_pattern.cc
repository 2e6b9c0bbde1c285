#include "cpn/engine/compiled_pattern.h"

#include <algorithm>
#include <cassert>

#include "cpn/net/pattern_check.h"

namespace cpn {
namespace {

class Compiler {
 public:
  Compiler(const TransitionDeclaration& transition, const ColourSets& colour_sets,
           ValueStore& values)
      : transition_(transition), sets_(colour_sets), values_(values) {}

  CompiledPattern Compile(const Pattern& pattern, ColourSetId set) {
    CompiledPattern compiled;
    compiled.kind = pattern.kind;
    switch (pattern.kind) {
      case PatternKind::kVariable:
        compiled.variable = pattern.variable;
        compiled.type = transition_.variables[pattern.variable].type;
        compiled.ask = !Includes(sets_, compiled.type, set);
        break;
      case PatternKind::kConstant:
        compiled.constant = pattern.constant;
        break;
      case PatternKind::kAny:
        compiled.wildcard = true;
        break;
      case PatternKind::kTuple:
      case PatternKind::kList:
      case PatternKind::kCons:
        for (std::size_t i = 0; i < pattern.children.size(); ++i) {
          AddChild(pattern.children[i], Part(pattern.kind, sets_.Resolve(set), i), compiled);
        }
        break;
      case PatternKind::kRecord:
        AddFields(pattern, sets_[sets_.Resolve(set)], compiled);
        break;
      case PatternKind::kUnion:
        AddArgument(pattern, sets_[sets_.Resolve(set)], compiled);
        break;
    }
    return compiled;
  }

 private:
  /// Colour set of the i-th child of a tuple, list or cons pattern for `base`.
  ColourSetId Part(PatternKind kind, ColourSetId base, std::size_t i) const {
    if (kind == PatternKind::kTuple) return sets_[base].parts[i];
    return kind == PatternKind::kCons && i == 1 ? base : sets_[base].parts[0];
  }

  void AddChild(const Pattern& pattern, ColourSetId set, CompiledPattern& parent) {
    parent.children.push_back(Compile(pattern, set));
    parent.wildcard = parent.wildcard || parent.children.back().wildcard;
  }

  void AddFields(const Pattern& pattern, const ColourSet& record, CompiledPattern& compiled) {
    std::vector<std::string> names;
    for (const ColourSetField& field : record.fields) names.push_back(field.name);
    std::ranges::sort(names);
    compiled.shape = values_.Shape(names);
    for (std::uint32_t i = 0; i < names.size(); ++i) {
      const auto at = std::ranges::find(pattern.names, names[i]);
      if (at == pattern.names.end()) {
        compiled.wildcard = true;
        continue;
      }
      const auto field = std::ranges::find(record.fields, names[i], &ColourSetField::name);
      compiled.positions.push_back(i);
      AddChild(pattern.children[static_cast<std::size_t>(at - pattern.names.begin())],
               field->type.value(), compiled);
    }
  }

  void AddArgument(const Pattern& pattern, const ColourSet& set, CompiledPattern& compiled) {
    compiled.constructor = pattern.names[0];
    if (pattern.children.empty()) return;
    const auto field = std::ranges::find(set.fields, pattern.names[0], &ColourSetField::name);
    AddChild(pattern.children[0], field->type.value(), compiled);
  }

  const TransitionDeclaration& transition_;
  const ColourSets& sets_;
  ValueStore& values_;
};

}  // namespace

CompiledPattern CompilePattern(const Pattern& pattern, ColourSetId set,
                               const TransitionDeclaration& transition,
                               const ColourSets& colour_sets, ValueStore& values) {
  return Compiler(transition, colour_sets, values).Compile(pattern, set);
}

bool PatternRunner::Match(const CompiledPattern& pattern, Value token, PartialBinding& binding) {
  switch (pattern.kind) {
    case PatternKind::kVariable:
      return MatchVariable(pattern, token, binding);
    case PatternKind::kConstant:
      return token == pattern.constant;
    case PatternKind::kAny:
      return true;
    case PatternKind::kTuple:
    case PatternKind::kList:
      return MatchParts(pattern, values_->Elements(token), binding);
    case PatternKind::kCons:
      return MatchCons(pattern, token, binding);
    case PatternKind::kRecord:
      return MatchRecord(pattern, token, binding);
    case PatternKind::kUnion:
      return MatchUnion(pattern, token, binding);
  }
  return false;
}

bool PatternRunner::MatchVariable(const CompiledPattern& pattern, Value token,
                                  PartialBinding& binding) {
  if (binding.IsBound(pattern.variable)) return binding[pattern.variable] == token;
  if (pattern.ask && !colour_sets_->Contains(pattern.type, token, *evaluator_)) return false;
  binding.Bind(pattern.variable, token);
  return true;
}

bool PatternRunner::MatchParts(const CompiledPattern& pattern, std::span<const Value> parts,
                               PartialBinding& binding) {
  if (parts.size() != pattern.children.size()) return false;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (!Match(pattern.children[i], parts[i], binding)) return false;
  }
  return true;
}

bool PatternRunner::MatchCons(const CompiledPattern& pattern, Value token,
                              PartialBinding& binding) {
  const std::span<const Value> elements = values_->Elements(token);
  if (elements.empty() || !Match(pattern.children[0], elements[0], binding)) return false;
  const CompiledPattern& rest = pattern.children[1];
  return rest.kind == PatternKind::kAny || Match(rest, values_->List(elements.subspan(1)), binding);
}

bool PatternRunner::MatchRecord(const CompiledPattern& pattern, Value token,
                                PartialBinding& binding) {
  const std::span<const Value> elements = values_->Elements(token);
  for (std::size_t i = 0; i < pattern.children.size(); ++i) {
    if (!Match(pattern.children[i], elements[pattern.positions[i]], binding)) return false;
  }
  return true;
}

bool PatternRunner::MatchUnion(const CompiledPattern& pattern, Value token,
                               PartialBinding& binding) {
  if (values_->Constructor(token) != pattern.constructor) return false;
  return pattern.children.empty() ||
         Match(pattern.children[0], values_->Elements(token)[0], binding);
}

Value PatternRunner::Build(const CompiledPattern& pattern, const PartialBinding& binding) {
  assert(!pattern.wildcard);
  if (pattern.kind == PatternKind::kVariable) return binding[pattern.variable];
  if (pattern.kind == PatternKind::kConstant) return pattern.constant;
  const std::size_t base = stack_.size();
  for (const CompiledPattern& child : pattern.children) {
    const Value part = Build(child, binding);
    stack_.push_back(part);
  }
  const std::span<const Value> parts = std::span<const Value>(stack_).subspan(base);
  Value built;
  switch (pattern.kind) {
    case PatternKind::kTuple:
      built = values_->Tuple(parts);
      break;
    case PatternKind::kList:
      built = values_->List(parts);
      break;
    case PatternKind::kRecord:
      built = values_->Record(pattern.shape, parts);
      break;
    case PatternKind::kUnion:
      built = values_->Union(pattern.constructor, parts.empty() ? values_->Unit() : parts[0]);
      break;
    default: {  // kCons
      const std::span<const Value> rest = values_->Elements(parts[1]);
      stack_.insert(stack_.end(), rest.begin(), rest.end());
      stack_.erase(stack_.begin() + static_cast<std::ptrdiff_t>(base) + 1);
      built = values_->List(std::span<const Value>(stack_).subspan(base));
      break;
    }
  }
  stack_.resize(base);
  return built;
}

}  // namespace cpn
