#include "debugger/open_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <unordered_map>

#include "debugger/net_step.h"
#include "debugger/session.h"

namespace debugger {
namespace {

constexpr std::size_t kMostNamed = 10;

class Taking {
 public:
  explicit Taking(cpn::Engine& engine) : engine_(engine), marking_(engine.InitialMarking()) {}

  cpn::BindingElementId Take(std::size_t number, const RecordedStep& step) {
    const std::span<const cpn::BindingElementId> enabled = engine_.Enabled(marking_);
    const cpn::BindingElementId id = Find(number, step.key, enabled);
    engine_.Occur(marking_, id);
    return id;
  }

  void Compare(std::size_t number, const RecordedStep& step) const {
    if (step.hash.empty() || step.hash == HashOf(engine_, marking_)) return;
    throw SessionError(fmt::format(
        "this run does not belong to the model: the marking behind step {}, {}, is another one",
        number, step.key));
  }

 private:
  cpn::BindingElementId Find(std::size_t number, std::string_view key,
                             std::span<const cpn::BindingElementId> enabled) {
    const auto known = ids_.find(key);
    if (known != ids_.end() && Contains(enabled, known->second)) return known->second;
    for (const cpn::BindingElementId id : enabled) {
      if (engine_.FormatElement(id) != key) continue;
      ids_[key] = id;
      return id;
    }
    std::string text = fmt::format(
        "this run does not belong to the model: step {}, {}, is not enabled; ", number, key);
    if (enabled.empty()) text += "nothing is";
    for (std::size_t i = 0; i < std::min(enabled.size(), kMostNamed); ++i) {
      text += (i == 0 ? "enabled are\n  " : "\n  ") + engine_.FormatElement(enabled[i]);
    }
    throw SessionError(text);
  }

  static bool Contains(std::span<const cpn::BindingElementId> ids, cpn::BindingElementId id) {
    return std::find(ids.begin(), ids.end(), id) != ids.end();
  }

  cpn::Engine& engine_;
  cpn::Marking marking_;
  std::unordered_map<std::string_view, cpn::BindingElementId> ids_;  // never iterated
};

}  // namespace

std::vector<cpn::BindingElementId> TakeAgain(cpn::Engine& engine,
                                             const std::vector<RecordedStep>& steps) {
  std::vector<cpn::BindingElementId> taken;
  taken.reserve(steps.size());
  Taking taking(engine);
  for (const RecordedStep& step : steps) {
    taken.push_back(taking.Take(taken.size() + 1, step));
    if (taken.size() % kHashInterval == 0 || taken.size() == steps.size()) {
      taking.Compare(taken.size(), step);
    }
  }
  return taken;
}

std::vector<RecordedStep> RecordedSteps(const trace::Trace& trace) {
  std::vector<RecordedStep> steps;
  steps.reserve(trace.steps.size());
  for (const trace::Step& step : trace.steps) {
    if (step.key.empty()) {
      throw SessionError(
          fmt::format("step {} has no key, so that it cannot be taken again", steps.size() + 1));
    }
    steps.push_back({step.key, step.hash});
  }
  return steps;
}

std::vector<RecordedStep> RecordedSteps(std::string_view record) {
  std::vector<RecordedStep> steps;
  while (!record.empty()) {
    const std::size_t end = std::min(record.find('\n'), record.size());
    std::string_view line = record.substr(0, end);
    record.remove_prefix(std::min(end + 1, record.size()));
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    if (!line.empty() && line.front() != '#') steps.push_back({line});
  }
  return steps;
}

}  // namespace debugger
