// Takes the private state of the roles, value by value, so that a search can tell states apart.
// What only grows and decides nothing is left out: a failure detector's period and delay.
//
// Only with PAXOS_INSTRUMENTATION, as instrumentation.h. Not thread-safe: one replica at a time.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace paxos {

class StateSink {
 public:
  virtual ~StateSink() = default;
  virtual void Number(std::int64_t value) = 0;
  virtual void Text(std::string_view bytes) = 0;

  template <class Integer>
  void Numbers(const std::optional<Integer>& value) {
    Number(value ? 1 : 0);
    if (value) Number(*value);
  }
  /// Integers in an order of their own.
  template <class Container>
  void AllOf(const Container& values) {
    Number(static_cast<std::int64_t>(values.size()));
    for (const auto& value : values) Number(value);
  }
};

}  // namespace paxos
