// Takes the private state of the roles, value by value, so that a search can tell states apart, and
// people can read them.
// What only grows and decides nothing is left out: a failure detector's period and delay.
//
// Only with PAXOS_INSTRUMENTATION, as instrumentation.h; marked as GCOVR_EXCL in the roles, since
// it is no code to cover. Not thread-safe: one replica at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace paxos {

class StateSink {
 public:
  virtual ~StateSink() = default;
  virtual void Number(std::int64_t value) = 0;
  virtual void Text(std::string_view bytes) = 0;
  /// What the values from here on are, for people.
  virtual void Name(std::string_view name) { static_cast<void>(name); }
  /// How many of them follow.
  virtual void Count(std::size_t count) { Number(static_cast<std::int64_t>(count)); }

  template <class Integer>
  void Numbers(const std::optional<Integer>& value) {
    Count(value ? 1 : 0);
    if (value) Number(*value);
  }
  /// Integers in an order of their own.
  template <class Container>
  void AllOf(const Container& values) {
    Count(values.size());
    for (const auto& value : values) Number(value);
  }
};

}  // namespace paxos
