#include "cpn/engine/simulator.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <new>
#include <optional>
#include <utility>

#include "base/nearest.h"
#include "base/random.h"

namespace cpn {
namespace {

constexpr std::size_t kListed = 10;  // enabled binding elements that an error lists
constexpr std::size_t kGrown = 3;    // places that a stop names

/// The enabled binding element that reads as `text`.
std::optional<BindingElementId> FindByText(const Engine& engine,
                                           std::span<const BindingElementId> enabled,
                                           const std::string& text) {
  for (const BindingElementId id : enabled) {
    if (engine.FormatElement(id) == text) return id;
  }
  return std::nullopt;
}

std::string ListEnabled(const Engine& engine, std::span<const BindingElementId> enabled) {
  if (enabled.empty()) return "nothing is enabled there: the marking is dead";
  std::string out = "enabled there:";
  for (const BindingElementId id : enabled.first(std::min(kListed, enabled.size()))) {
    out += "\n  " + engine.FormatElement(id);
  }
  if (enabled.size() > kListed) out += fmt::format("\n  and {} more", enabled.size() - kListed);
  return out;
}

/// Throws ReplayError unless step `number`, written as `text`, is of some transition of the net.
void RequireTransition(const Net& net, std::size_t number, std::string_view text) {
  const std::string_view name = text.substr(0, text.find(" ("));
  std::vector<std::string> known;
  for (const Transition& transition : net.transitions()) {
    if (transition.name == name) return;
    known.push_back(transition.name);
  }
  throw ReplayError({}, fmt::format("step {}, {}: the net has no transition {}{}", number, text,
                                    name, base::DidYouMean(name, known)));
}

/// How long the run is, and the places that have gained most tokens: what takes the memory.
std::vector<std::string> WhatGrew(Engine& engine, const Run& run) {
  const MultiSetStore& multisets = engine.multisets();
  const Marking first = engine.InitialMarking();
  std::vector<std::pair<std::uint64_t, PlaceId>> grown;
  for (PlaceId place = 0; place < run.last.size(); ++place) {
    const std::uint64_t before = multisets.Size(first[place]);
    const std::uint64_t now = multisets.Size(run.last[place]);
    if (now > before) grown.emplace_back(now - before, place);
  }
  std::stable_sort(grown.begin(), grown.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  std::vector<std::string> hints = {
      fmt::format("the run had {} step{}", run.steps.size(), run.steps.size() == 1 ? "" : "s")};
  for (std::size_t i = 0; i < std::min(grown.size(), kGrown); ++i) {
    const PlaceId place = grown[i].second;
    hints.push_back(fmt::format("place {} had {} more tokens than at first",
                                engine.net().places()[place].name, grown[i].first));
  }
  return hints;
}

void SimulateSteps(Engine& engine, const SimulationOptions& options, Run& run) {
  base::Random random(options.seed);
  while (run.steps.size() < options.max_steps) {
    if (options.budget != nullptr) options.budget->Check();
    const std::span<const BindingElementId> enabled = engine.Enabled(run.last);
    if (enabled.empty()) {
      run.end = RunEnd::kDead;
      return;
    }
    const BindingElementId step = enabled[random.Below(static_cast<std::uint32_t>(enabled.size()))];
    engine.Occur(run.last, step);
    run.steps.push_back(step);
    if (options.stop && options.stop(run.last)) {
      run.end = RunEnd::kStopped;
      return;
    }
  }
  run.end = engine.Enabled(run.last).empty() ? RunEnd::kDead : RunEnd::kStepLimit;
}

}  // namespace

Run Simulate(Engine& engine, const SimulationOptions& options) {
  Run run;
  Simulate(engine, options, run);
  return run;
}

void Simulate(Engine& engine, const SimulationOptions& options, Run& run) {
  run = {{}, engine.InitialMarking(), RunEnd::kFailed};
  try {
    SimulateSteps(engine, options, run);
  } catch (const base::StopError& stop) {
    if (!stop.hints().empty()) throw;
    throw base::StopError(stop.reason(), WhatGrew(engine, run));
  } catch (const std::bad_alloc&) {
    if (options.budget == nullptr || !options.budget->refused()) throw;
    throw base::StopError(base::StopReason::kMaxMemory, WhatGrew(engine, run));
  }
}

std::vector<std::string> Record(const Engine& engine, const Run& run) {
  std::vector<std::string> record;
  record.reserve(run.steps.size());
  for (const BindingElementId id : run.steps) record.push_back(engine.FormatElement(id));
  return record;
}

Run Replay(Engine& engine, const std::vector<std::string>& record) {
  Run run;
  Replay(engine, record, run);
  return run;
}

void Replay(Engine& engine, const std::vector<std::string>& record, Run& run) {
  run = {{}, engine.InitialMarking(), RunEnd::kFailed};
  for (const std::string& text : record) {
    const std::span<const BindingElementId> enabled = engine.Enabled(run.last);
    const std::optional<BindingElementId> step = FindByText(engine, enabled, text);
    if (!step) {
      RequireTransition(engine.net(), run.steps.size() + 1, text);
      throw ReplayError({}, fmt::format("step {}, {}, is not enabled; {}", run.steps.size() + 1,
                                        text, ListEnabled(engine, enabled)));
    }
    engine.Occur(run.last, *step);
    run.steps.push_back(*step);
  }
  run.end = engine.Enabled(run.last).empty() ? RunEnd::kDead : RunEnd::kStopped;
}

}  // namespace cpn
