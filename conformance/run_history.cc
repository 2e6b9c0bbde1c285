#include "conformance/run_history.h"

#include <optional>

namespace conformance {

RunHistory::RunHistory(const cpn::Engine& engine, std::span<const ExplainedStep> run) {
  std::size_t number = 0;
  const auto note = [&](cpn::PlaceId place, cpn::MultiSet tokens, Steps& steps) {
    for (const cpn::MultiSetEntry& entry : engine.multisets().Entries(tokens)) {
      steps[{place, entry.value.id}] = number;
    }
  };
  for (const ExplainedStep& step : run) {
    if (!step.element) continue;
    ++number;
    for (const cpn::TokenMove& move : engine.Moves(*step.element)) {
      if (move.reset) {  // takes whatever was put there
        for (const auto& [token, put] : put_) {
          if (token.first == move.place) took_[token] = number;
        }
      }
      note(move.place, move.removed, took_);
      note(move.place, move.added, put_);
    }
  }
}

cpn::why::History RunHistory::Questions() const {
  const auto ask = [](const Steps& steps) {
    return [&steps](cpn::PlaceId place, cpn::Value value) -> std::optional<std::size_t> {
      const auto found = steps.find({place, value.id});
      return found == steps.end() ? std::nullopt : std::optional<std::size_t>(found->second);
    };
  };
  return {ask(put_), ask(took_)};
}

}  // namespace conformance
