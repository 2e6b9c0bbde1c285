// Why a transition cannot occur as wanted: its bindings that come nearest to being enabled in a
// marking, and what each of them lacks.
//
// The search is that for enabled bindings (rules 1-5 of cpn/engine/compiled_transition.h), but it
// may go on where a token is missing, a guard is false, a let has another value or an inhibitor arc
// disables, and notes it as an obstacle. Variables that nothing binds then range over hints, over
// their colour set when it is small, and over what the marking holds. It looks for bindings
// without obstacles first, then for those with one, and so on, so that what it finds first is
// nearest.
// Invariants: each binding comes once, with all its obstacles; weights ascend; the order is a
// function of net, marking and question.
// Thread safety: as the engine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "cpn/engine/engine.h"
#include "cpn/why/obstacle.h"

namespace cpn::why {

struct NearBinding {
  TransitionId transition = 0;
  std::vector<Value> binding;
  std::vector<Obstacle> obstacles;
  /// How many obstacles it has, where all tokens that one place lacks count as one.
  std::size_t weight = 0;
};

struct Question {
  TransitionId transition = 0;
  /// By variable; none: any value. May be shorter than the variables.
  std::vector<std::optional<Value>> bound = {};
  /// Values that variables may have, tried first, whatever their colour sets.
  std::vector<Value> hints = {};
};

struct NearLimits {
  std::size_t max_weight = 3;
  std::uint64_t max_steps = 50'000;  ///< candidates tried; then the search ends with what it has
  std::size_t max_values = 64;       ///< that a variable which nothing binds is given
};

/// Calls use(binding) for bindings in this marking, nearest first, until it returns false.
void ForEachNearBinding(Engine& engine, const Marking& marking, const Question& question,
                        const NearLimits& limits,
                        const std::function<bool(const NearBinding&)>& use);

}  // namespace cpn::why
