#include "cpn/why/domains.h"

#include <unordered_set>

#include "cpn/engine/term_evaluator.h"

namespace cpn::why {
namespace {

/// Parts of tokens that are looked at: a marking may hold very many.
constexpr std::size_t kMaxHeld = 4096;

}  // namespace

const std::vector<Value>& Domains::Of(std::uint32_t variable) {
  if (of_variable_.size() <= variable) of_variable_.resize(variable + 1);
  std::optional<std::vector<Value>>& known = of_variable_[variable];
  if (!known) known = Collect(variable);
  return *known;
}

std::vector<Value> Domains::Collect(std::uint32_t variable) {
  const Transition& transition = engine_.net().transitions()[transition_];
  const ColourSetId type = transition.declaration->variables[variable].type;
  ColourSets& colour_sets = *engine_.context().colour_sets;
  std::vector<Value> values;
  std::unordered_set<std::uint32_t> taken;
  const auto add = [&](Value value) {
    if (values.size() < max_values_ && !taken.contains(value.id) &&
        colour_sets.Contains(type, value, engine_.evaluator())) {
      taken.insert(value.id);
      values.push_back(value);
    }
  };
  for (const Value hint : hints_) add(hint);
  if (const std::vector<Value>* all = colour_sets.Enumerate(type, engine_.evaluator())) {
    for (const Value value : *all) add(value);
    return values;
  }
  for (const Value value : Held()) add(value);
  return values;
}

const std::vector<Value>& Domains::Held() {
  if (held_) return *held_;
  std::vector<Value> values;
  std::unordered_set<std::uint32_t> taken;
  const auto add = [&](Value value) {
    if (values.size() < kMaxHeld && taken.insert(value.id).second) values.push_back(value);
  };
  for (const MultiSet place : marking_) {
    for (const MultiSetEntry& entry : engine_.multisets().Entries(place)) add(entry.value);
  }
  for (std::size_t i = 0; i < values.size(); ++i) {
    const Value value = values[i];
    switch (engine_.values().Kind(value)) {
      case ValueKind::kTuple:
      case ValueKind::kList:
      case ValueKind::kRecord:
      case ValueKind::kUnion:
        for (const Value part : engine_.values().Elements(value)) add(part);
        break;
      default:
        break;
    }
  }
  held_ = std::move(values);
  return *held_;
}

}  // namespace cpn::why
