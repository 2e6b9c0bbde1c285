// Seeded simulation, and its record. The next binding element is picked uniformly among the enabled
// ones of the highest enabled priority; the same model, seed and limit give the same run anywhere.
//
// Thread safety: as Engine.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "cpn/engine.h"

namespace cpn {

enum class RunEnd {
  kDead,  ///< a dead marking
  kStepLimit,
  kStopped,  ///< the stop predicate said so
};

struct Run {
  std::vector<BindingElementId> steps;
  Marking last;
  RunEnd end = RunEnd::kDead;
};

struct SimulationOptions {
  std::uint64_t seed = 1;
  std::uint64_t max_steps = 1'000'000;
  /// Asked after every step; true ends the run there.
  std::function<bool(const Marking&)> stop;
};

Run Simulate(Engine& engine, const SimulationOptions& options);

/// A run as text that survives the engine: one line per step, Engine::FormatElement.
std::vector<std::string> Record(const Engine& engine, const Run& run);
/// Takes the recorded steps again, one by one. Throws ModelError naming the first step that is not
/// enabled, and the enabled ones instead.
Run Replay(Engine& engine, const std::vector<std::string>& record);

}  // namespace cpn
