#include "cpngen/exploration.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdint>

#include "cpngen/input_error.h"
#include "cpngen/limits/why_stopped.h"
#include "cpngen/text.h"

namespace cpngen {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::uint64_t kMemoShare = 4;  // of the memory, for what can be forgotten

std::string ProgressText(const cpn::ExplorationProgress& p, Clock::time_point start) {
  const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
  const double rate = seconds > 0 ? static_cast<double>(p.states) / seconds : 0;
  return fmt::format("{} states, {} arcs, {} waiting, depth {}, {} states/s, {}", Grouped(p.states),
                     Grouped(p.arcs), Grouped(p.waiting), p.depth,
                     Grouped(static_cast<std::uint64_t>(rate)), MemoryText(p.memory_bytes));
}

}  // namespace

cpn::ExplorationOptions MakeExplorationOptions(const ExplorationLimits& limits,
                                               base::Progress& progress, base::Budget& budget) {
  cpn::ExplorationOptions options;
  options.workers = limits.workers;
  if (limits.max_states) options.max_states = *limits.max_states;
  options.budget = &budget;
  if (budget.max_memory_bytes() != base::Budget::kNoLimit) {  // the rest is for the markings
    options.tuning.memo_bytes =
        std::min<std::size_t>(options.tuning.memo_bytes, budget.max_memory_bytes() / kMemoShare);
  }
  options.progress = [&progress, start = Clock::now()](const cpn::ExplorationProgress& p) {
    progress.Report([&] { return ProgressText(p, start); });
  };
  return options;
}

const cpn::symmetry::Symmetry& SymmetryOf(cpn::lua::LuaModel& model, const std::string& path) {
  if (const cpn::symmetry::Symmetry* symmetry = model.UseSymmetry()) return *symmetry;
  throw InputError(
      fmt::format("--reduce symmetry: {} declares no colour set symmetric; a model says "
                  "so by symmetric(Worker), say (docs/symmetry.md)",
                  path));
}

const char* NameOf(cpn::ExplorationEnd end) {
  switch (end) {
    case cpn::ExplorationEnd::kComplete:
      return "complete";
    case cpn::ExplorationEnd::kStopped:
      return "stopped";
    case cpn::ExplorationEnd::kMaxStates:
      return "max-states";
    case cpn::ExplorationEnd::kMaxSeconds:
      return "max-seconds";
    case cpn::ExplorationEnd::kMaxMemory:
      return "max-memory";
    case cpn::ExplorationEnd::kInterrupted:
      return "interrupted";
  }
  return "";
}

std::string LimitText(cpn::ExplorationEnd end, const ExplorationLimits& limits,
                      const base::Budget& budget) {
  switch (end) {
    case cpn::ExplorationEnd::kComplete:
    case cpn::ExplorationEnd::kStopped:
      return "";
    case cpn::ExplorationEnd::kMaxStates:
      if (!limits.max_states) return "the limit of the program on states";
      return fmt::format("the limit of {} states (--max-states)", Grouped(*limits.max_states));
    case cpn::ExplorationEnd::kMaxSeconds:
      return WhyStopped(base::StopReason::kMaxSeconds, limits, budget);
    case cpn::ExplorationEnd::kMaxMemory:
      return WhyStopped(base::StopReason::kMaxMemory, limits, budget);
    case cpn::ExplorationEnd::kInterrupted:
      return WhyStopped(base::StopReason::kInterrupted, limits, budget);
  }
  return "";
}

}  // namespace cpngen
