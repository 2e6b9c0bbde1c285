// Seeded simulation, and its record. The next binding element is picked uniformly among the enabled
// ones of the highest enabled priority; the same model, seed and limit give the same run anywhere.
//
// Thread safety: as Engine.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/budget.h"
#include "cpn/engine/engine.h"

namespace cpn {

enum class RunEnd {
  kDead,  ///< a dead marking
  kStepLimit,
  kStopped,  ///< the stop predicate said so, or the record is at its end
  kFailed,   ///< the model failed, or the record's next step is not enabled
};

struct Run {
  std::vector<BindingElementId> steps;
  Marking last;
  RunEnd end = RunEnd::kDead;
};

struct SimulationOptions {
  std::uint64_t seed = 1;
  std::uint64_t max_steps = 1'000'000;
  /// What the program may use; null: no limits.
  const base::Budget* budget = nullptr;
  /// Asked after every step; true ends the run there.
  std::function<bool(const Marking&)> stop;
};

/// One run whose choices the seed makes. Throws ModelError when the model fails, and StopError.
Run Simulate(Engine& engine, const SimulationOptions& options);
/// One run into `run`, which has the steps that were taken also when the model fails (ModelError)
/// or the budget stops it (StopError).
void Simulate(Engine& engine, const SimulationOptions& options, Run& run);

/// A record that does not belong to the model.
class ReplayError : public ModelError {
 public:
  using ModelError::ModelError;
};

/// A run as text that survives the engine: one line per step, Engine::FormatElement.
std::vector<std::string> Record(const Engine& engine, const Run& run);
/// Takes the recorded steps again, one by one. Throws ReplayError naming the first step that is not
/// enabled, and the enabled ones instead.
Run Replay(Engine& engine, const std::vector<std::string>& record);
/// Takes the recorded steps again, one by one, into `run`, which has those that were taken also
/// when one fails. Throws ReplayError naming the first step that is not enabled.
void Replay(Engine& engine, const std::vector<std::string>& record, Run& run);

}  // namespace cpn
