// A set, as a sequential specification: add, remove, contains. Elements have nothing to do with
// each other, so that a history is checked element by element. Plain values.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "oracles/linearizability/value_text.h"

namespace oracles::linearizability {

template <typename Value = std::string>
struct Set {
  enum class Kind { kAdd, kRemove, kContains };

  struct Operation {
    Kind kind = Kind::kContains;
    Value element{};
  };
  static Operation Add(Value element) { return {Kind::kAdd, std::move(element)}; }
  static Operation Remove(Value element) { return {Kind::kRemove, std::move(element)}; }
  static Operation Contains(Value element) { return {Kind::kContains, std::move(element)}; }

  using Result = bool;  ///< add: was it new? remove and contains: was it there?
  using State = bool;   ///< is the element in the set?

  const Value& KeyOf(const Operation& operation) const { return operation.element; }
  State Initial() const { return false; }
  std::uint64_t Hash(const State& state) const { return state ? 1 : 0; }

  bool Apply(State& state, const Operation& operation, const Result* result) const {
    const bool was_there = state;
    if (operation.kind != Kind::kContains) state = operation.kind == Kind::kAdd;
    const bool expected = operation.kind == Kind::kAdd ? !was_there : was_there;
    return result == nullptr || *result == expected;
  }

  bool OnlyReads(const Operation& operation, const Result& result, const State&) const {
    return operation.kind == Kind::kContains || !result;
  }

  std::string Describe(const Operation& operation, const Result* result) const {
    const char* const name = operation.kind == Kind::kAdd      ? "add("
                             : operation.kind == Kind::kRemove ? "remove("
                                                               : "contains(";
    return name + ValueText(operation.element) + ')' +
           (result == nullptr ? ""
            : *result         ? ": true"
                              : ": false");
  }
  std::string Describe(const State& state) const { return state ? "it is in" : "it is out"; }
};

}  // namespace oracles::linearizability
