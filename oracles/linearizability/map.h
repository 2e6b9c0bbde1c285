// A map, as a sequential specification: put, get, remove; by key. Plain values.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "oracles/linearizability/value_text.h"

namespace oracles::linearizability {

template <typename Key = std::string, typename Value = std::string>
struct Map {
  enum class Kind { kGet, kPut, kRemove };

  struct Operation {
    Kind kind = Kind::kGet;
    Key key{};
    Value value{};  ///< what is put
  };
  static Operation Get(Key key) { return {Kind::kGet, std::move(key), {}}; }
  static Operation Put(Key key, Value value) {
    return {Kind::kPut, std::move(key), std::move(value)};
  }
  static Operation Remove(Key key) { return {Kind::kRemove, std::move(key), {}}; }

  struct Result {
    std::optional<Value> value{};     ///< of a get; nothing: the key is not there
    std::optional<bool> was_there{};  ///< of a remove; nothing: it does not say
    bool operator==(const Result&) const = default;
  };

  using State = std::optional<Value>;  ///< of one key

  const Key& KeyOf(const Operation& operation) const { return operation.key; }
  State Initial() const { return std::nullopt; }
  std::uint64_t Hash(const State& state) const { return HashOf(state); }

  bool Apply(State& state, const Operation& operation, const Result* result) const {
    switch (operation.kind) {
      case Kind::kGet:
        return result == nullptr || result->value == state;
      case Kind::kPut:
        state = operation.value;
        return true;
      case Kind::kRemove:
        break;
    }
    const bool was_there = state.has_value();
    state.reset();
    return result == nullptr || !result->was_there || *result->was_there == was_there;
  }

  bool OnlyReads(const Operation& operation, const Result& result, const State&) const {
    return operation.kind == Kind::kGet ||
           (operation.kind == Kind::kRemove && result.was_there == false);
  }

  std::string Describe(const Operation& operation, const Result* result) const {
    const std::string key = '(' + ValueText(operation.key);
    switch (operation.kind) {
      case Kind::kGet:
        return "get" + key + ')' + (result != nullptr ? ": " + ValueText(result->value) : "");
      case Kind::kPut:
        return "put" + key + ", " + ValueText(operation.value) + ')';
      case Kind::kRemove:
        break;
    }
    return "remove" + key + ')' +
           (result == nullptr || !result->was_there ? ""
            : *result->was_there                    ? ": was there"
                                                    : ": was not there");
  }
  std::string Describe(const State& state) const { return ValueText(state); }
};

}  // namespace oracles::linearizability
