// Registers by key, as a sequential specification: read, write, compare-and-set. A register that
// was never written has nothing in it. Plain values.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "oracles/linearizability/value_text.h"

namespace oracles::linearizability {

template <typename Key = std::string, typename Value = std::string>
struct Register {
  enum class Kind { kRead, kWrite, kCompareAndSet };

  struct Operation {
    Kind kind = Kind::kRead;
    Key key{};
    std::optional<Value> expected{};  ///< compare-and-set: what must be there; nothing: unwritten
    Value value{};                    ///< what is written
  };
  static Operation Read(Key key) { return {Kind::kRead, std::move(key), {}, {}}; }
  static Operation Write(Key key, Value value) {
    return {Kind::kWrite, std::move(key), {}, std::move(value)};
  }
  static Operation CompareAndSet(Key key, std::optional<Value> expected, Value value) {
    return {Kind::kCompareAndSet, std::move(key), std::move(expected), std::move(value)};
  }

  struct Result {
    std::optional<Value> value{};  ///< of a read
    bool set = true;               ///< of a compare-and-set: was it the expected value?
    bool operator==(const Result&) const = default;
  };

  using State = std::optional<Value>;

  const Key& KeyOf(const Operation& operation) const { return operation.key; }
  State Initial() const { return std::nullopt; }
  std::uint64_t Hash(const State& state) const { return HashOf(state); }

  bool Apply(State& state, const Operation& operation, const Result* result) const {
    switch (operation.kind) {
      case Kind::kRead:
        return result == nullptr || result->value == state;
      case Kind::kWrite:
        state = operation.value;
        return true;
      case Kind::kCompareAndSet:
        break;
    }
    const bool set = state == operation.expected;
    if (set) state = operation.value;
    return result == nullptr || result->set == set;
  }

  bool OnlyReads(const Operation& operation, const Result& result, const State&) const {
    if (operation.kind == Kind::kCompareAndSet) return !result.set;
    return operation.kind == Kind::kRead;
  }

  std::string Describe(const Operation& operation, const Result* result) const {
    const std::string key = '(' + ValueText(operation.key);
    switch (operation.kind) {
      case Kind::kRead:
        return "read" + key + ')' + (result != nullptr ? ": " + ValueText(result->value) : "");
      case Kind::kWrite:
        return "write" + key + ", " + ValueText(operation.value) + ')';
      case Kind::kCompareAndSet:
        break;
    }
    return "compare-and-set" + key + ", " + ValueText(operation.expected) + " to " +
           ValueText(operation.value) + ')' +
           (result == nullptr ? ""
            : result->set     ? ": set"
                              : ": not set");
  }
  std::string Describe(const State& state) const { return ValueText(state); }
};

}  // namespace oracles::linearizability
