#include "cpn/why/obstacle_finder.h"

#include <algorithm>
#include <span>
#include <utility>

#include "cpn/why/pattern_text.h"

namespace cpn::why {

ObstacleFinder::ObstacleFinder(Engine& engine, const Marking& marking,
                               const CompiledTransition& transition,
                               std::function<void()> count_step)
    : engine_(engine),
      marking_(marking),
      transition_(transition),
      count_step_(std::move(count_step)),
      terms_(engine.context()),
      inhibitors_(&terms_, engine.context().multisets) {}

std::vector<Obstacle> ObstacleFinder::Of(PartialBinding& binding) {
  taken_.clear();
  obstacles_.clear();
  AddTokens(binding);
  for (const CompiledTerm& term : transition_.matched) {
    if (term.pattern.wildcard) TakeAny(term, binding);
  }
  AddGuards(binding);
  AddInhibitors(binding);
  if (obstacles_.empty()) AddPriority();
  return std::exchange(obstacles_, {});
}

/// The tokens that all arcs together need, place by place, in the order of the terms.
void ObstacleFinder::AddTokens(const PartialBinding& binding) {
  taken_.clear();
  std::vector<MultiSetEntry> tokens;
  for (const std::vector<CompiledTerm>* terms : {&transition_.matched, &transition_.computed}) {
    for (const CompiledTerm& term : *terms) {
      if (term.pattern.wildcard) continue;
      tokens.clear();
      terms_.AppendTokens(term, binding, tokens);
      for (const MultiSetEntry& token : tokens) Take(term.place, token);
    }
  }
}

void ObstacleFinder::Take(PlaceId place, const MultiSetEntry& token) {
  std::uint64_t wanted = token.count;
  for (const Taken& other : taken_) {
    if (other.place == place && other.value == token.value) wanted += other.count;
  }
  taken_.push_back({place, token.value, token.count});
  const std::uint64_t available = engine_.multisets().Count(marking_[place], token.value);
  if (wanted <= available) return;
  for (Obstacle& known : obstacles_) {  // one of an earlier arc at the same token
    if (known.place != place || known.needed != token.value) continue;
    known.count = wanted;
    return;
  }
  Obstacle obstacle;
  obstacle.place = place;
  obstacle.needed = token.value;
  obstacle.count = wanted;
  obstacle.available = available;
  obstacles_.push_back(std::move(obstacle));
}

/// A term with a wildcard takes the first token that is left and matches.
void ObstacleFinder::TakeAny(const CompiledTerm& term, PartialBinding& binding) {
  const std::size_t mark = binding.Mark();
  for (const MultiSetEntry& entry : engine_.multisets().Entries(marking_[term.place])) {
    const bool matches = terms_.Match(term.pattern, entry.value, binding);
    binding.Undo(mark);
    std::uint64_t left = entry.count;
    for (const Taken& other : taken_) {
      if (other.place != term.place || !(other.value == entry.value)) continue;
      left -= std::min(left, other.count);
    }
    if (!matches || left < term.count) continue;
    taken_.push_back({term.place, entry.value, term.count});
    return;
  }
  Obstacle obstacle;
  obstacle.place = term.place;
  obstacle.count = term.count;
  obstacle.pattern = PatternText(engine_, transition_.id, term.pattern, binding.values());
  obstacles_.push_back(std::move(obstacle));
}

void ObstacleFinder::AddGuards(const PartialBinding& binding) {
  for (const Call& guard : transition_.guards) {
    if (terms_.Holds(guard, binding)) continue;
    Obstacle obstacle;
    obstacle.kind = Obstacle::Kind::kGuard;
    obstacle.function = guard.function;
    obstacles_.push_back(std::move(obstacle));
  }
  for (const CompiledLet& let : transition_.lets) {
    const Value value = terms_.Compute(let.call, let.type, binding);
    if (value == binding[let.variable]) continue;
    Obstacle obstacle;
    obstacle.kind = Obstacle::Kind::kLet;
    obstacle.function = let.call.function;
    obstacle.variable = let.variable;
    obstacle.value = value;
    obstacles_.push_back(std::move(obstacle));
  }
}

void ObstacleFinder::AddInhibitors(PartialBinding& binding) {
  for (const CompiledInhibitor& inhibitor : transition_.inhibitors) {
    if (!inhibitors_.Disables(inhibitor, marking_[inhibitor.place], binding, count_step_)) {
      continue;
    }
    Obstacle obstacle;
    obstacle.kind = Obstacle::Kind::kInhibitor;
    obstacle.place = inhibitor.place;
    obstacles_.push_back(std::move(obstacle));
  }
}

void ObstacleFinder::AddPriority() {
  const std::span<const BindingElementId> enabled = engine_.Enabled(marking_);
  if (enabled.empty()) return;
  const auto priority = [&](TransitionId t) {
    return engine_.net().transitions()[t].declaration->priority;
  };
  const BindingElementId first = enabled.front();
  if (priority(engine_.Element(first).transition) <= priority(transition_.id)) return;
  Obstacle obstacle;
  obstacle.kind = Obstacle::Kind::kPriority;
  obstacle.element = first;
  obstacles_.push_back(std::move(obstacle));
}

}  // namespace cpn::why
