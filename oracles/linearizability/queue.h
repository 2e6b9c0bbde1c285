// A queue, first in, first out, as a sequential specification. To take from an empty one gives
// nothing. Plain values.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <utility>

#include "oracles/linearizability/value_text.h"

namespace oracles::linearizability {

template <typename Value = std::string>
struct Queue {
  struct Operation {
    std::optional<Value> put{};  ///< nothing: takes the oldest one
  };
  static Operation Put(Value value) { return {std::move(value)}; }
  static Operation Take() { return {}; }

  using Result = std::optional<Value>;  ///< what was taken; of a put, nothing
  using State = std::deque<Value>;      ///< the oldest one first

  State Initial() const { return {}; }
  std::uint64_t Hash(const State& state) const {
    std::uint64_t hash = state.size();
    for (const Value& value : state) hash = HashOf(std::optional(value), hash);
    return hash;
  }

  bool Apply(State& state, const Operation& operation, const Result* result) const {
    if (operation.put) {
      state.push_back(*operation.put);
      return true;
    }
    if (state.empty()) return result == nullptr || !*result;
    if (result != nullptr && *result != state.front()) return false;
    state.pop_front();
    return true;
  }

  bool OnlyReads(const Operation& operation, const Result& result, const State&) const {
    return !operation.put && !result;
  }

  std::string Describe(const Operation& operation, const Result* result) const {
    if (operation.put) return "put(" + ValueText(*operation.put) + ')';
    return "take" + (result != nullptr ? ": " + ValueText(*result) : "");
  }
  std::string Describe(const State& state) const {
    std::string text;
    for (const Value& value : state) text += (text.empty() ? "" : ", ") + ValueText(value);
    return '[' + text + ']';
  }
};

}  // namespace oracles::linearizability
