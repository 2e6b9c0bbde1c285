// A verdict in words: for a history that cannot be explained, how far it can, and what does not
// fit.
//
// The specification says how its operations and states are shown: `Describe(operation, result)`,
// without a result for nullptr, and `Describe(state)`.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>

#include "oracles/linearizability/check.h"

namespace oracles::linearizability {

/// One operation of a history: "client 2: read(\"x\"): \"1\" (7 to 9)"; its result can be left out.
template <Specification Spec>
std::string Describe(const Spec& spec, const Call<Spec>& call, bool with_result = true) {
  const auto* const result = call.result && with_result ? &*call.result : nullptr;
  return "client " + std::to_string(call.client) + ": " + spec.Describe(call.operation, result) +
         " (" + std::to_string(call.called) +
         (call.result ? " to " + std::to_string(call.returned) : ", never returned") + ')';
}

/// The verdict of Check() on this history, as lines without a newline at the end. Of the order that
/// explains what returned before, at most the last `most` operations, and what state those before
/// them lead to.
template <Specification Spec>
std::string Explain(const Spec& spec, const History<Spec>& history, const Verdict& verdict,
                    std::size_t most = std::numeric_limits<std::size_t>::max()) {
  const std::string steps = std::to_string(verdict.steps) + " steps";
  if (verdict.answer == Answer::kLinearizable) return "linearizable";
  if (verdict.answer == Answer::kUndecided) return "undecided after " + steps;
  const Call<Spec>& misfit = history[verdict.misfit];
  std::string text = "not linearizable: nothing explains " + Describe(spec, misfit) +
                     "\nwhat returned before it is explained by this order" +
                     (verdict.longest ? ":" : ", as far as " + steps + " could tell:");
  typename Spec::State state = spec.Initial();
  if (verdict.order.empty()) text += "\n  nothing happens; then " + spec.Describe(state);
  const std::size_t hidden = verdict.order.size() - std::min(most, verdict.order.size());
  for (std::size_t i = 0; i < verdict.order.size(); ++i) {
    const Call<Spec>& call = history[verdict.order[i]];
    const bool returned = call.result && call.returned <= misfit.returned;
    spec.Apply(state, call.operation, returned ? &*call.result : nullptr);
    if (i + 1 == hidden) {
      text += "\n  " + std::to_string(hidden) + " operations; then " + spec.Describe(state);
    }
    if (i < hidden) continue;
    text += "\n  " + Describe(spec, call, returned) + "; then " + spec.Describe(state);
  }
  if (!verdict.under_way.empty()) text += "\nalso under way then:";
  for (const std::size_t place : verdict.under_way) {
    text += "\n  " + Describe(spec, history[place], false);
  }
  return text;
}

}  // namespace oracles::linearizability
