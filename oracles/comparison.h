// Collects the differences between what a case expects and what was observed, value by value.
//
// Invariant: each check gives one Mismatch at most, and neither stops the next nor depends on it.
// A type of a system's own is shown by a function Text(value) in the type's namespace.
// Not thread-safe.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "oracles/mismatch.h"

namespace oracles {

inline std::string Text(bool value) { return value ? "true" : "false"; }
inline std::string Text(std::int64_t value) { return std::to_string(value); }
inline std::string Text(const std::string& value) { return '"' + value + '"'; }

template <typename Item>
std::string TextOrNone(const std::optional<Item>& item) {
  return item ? Text(*item) : "none";
}

template <typename Container>
std::string ListText(const Container& items) {
  std::string text;
  for (const auto& item : items) text += (text.empty() ? "" : ", ") + Text(item);
  return items.empty() ? "none" : text;
}

class Comparison {
 public:
  template <typename T>
  void Check(const std::string& what, const T& expected, const T& observed) {
    if (expected != observed) mismatches_.push_back({what, Text(expected), Text(observed)});
  }
  template <typename Container>
  void CheckList(const std::string& what, const Container& expected, const Container& observed) {
    if (expected != observed) mismatches_.push_back({what, ListText(expected), ListText(observed)});
  }
  template <typename T>
  void CheckOptional(const std::string& what, const std::optional<T>& expected,
                     const std::optional<T>& observed) {
    if (expected != observed) Add({what, TextOrNone(expected), TextOrNone(observed)});
  }
  void Add(Mismatch mismatch) { mismatches_.push_back(std::move(mismatch)); }
  /// Whether both replies are there; a mismatch when one of them is missing.
  template <typename Message>
  bool BothCombined(const std::optional<Message>& expected,
                    const std::optional<Message>& observed) {
    if (expected.has_value() != observed.has_value()) {
      Add({"combined reply", TextOrNone(expected), TextOrNone(observed)});
    }
    return expected && observed;
  }
  std::vector<Mismatch> Take() { return std::move(mismatches_); }

 private:
  std::vector<Mismatch> mismatches_;
};

}  // namespace oracles
