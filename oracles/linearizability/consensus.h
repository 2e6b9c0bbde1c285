// Consensus on one value, as a sequential specification: the first value proposed is decided, and
// all get that one. Whoever waits for the decision gets it after it is made. Agreement, validity
// and stability follow. Plain values.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "oracles/linearizability/value_text.h"

namespace oracles::linearizability {

template <typename Value = std::string>
struct Consensus {
  struct Operation {
    std::optional<Value> proposed{};  ///< nothing: only waits
  };
  static Operation Propose(Value value) { return {std::move(value)}; }
  static Operation Wait() { return {}; }

  using Result = Value;                ///< the decided one
  using State = std::optional<Value>;  ///< the same, once there is one

  State Initial() const { return std::nullopt; }
  std::uint64_t Hash(const State& state) const { return HashOf(state); }

  bool Apply(State& state, const Operation& operation, const Result* result) const {
    if (!state) state = operation.proposed;
    return state && (result == nullptr || *result == *state);
  }

  bool OnlyReads(const Operation&, const Result&, const State& state) const {
    return state.has_value();  // it stays
  }

  std::string Describe(const Operation& operation, const Result* result) const {
    return (operation.proposed ? "propose(" + ValueText(*operation.proposed) + ')' : "wait") +
           (result != nullptr ? ": " + ValueText(*result) : "");
  }
  std::string Describe(const State& state) const {
    return state ? ValueText(*state) + " is decided" : "nothing is decided";
  }
};

}  // namespace oracles::linearizability
