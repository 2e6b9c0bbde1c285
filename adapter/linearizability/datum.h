// A key or a value of a history that was read from a file: any JSON value, known by its text.
//
// Equal texts are equal values. Plain values.
#pragma once

#include <compare>
#include <cstddef>
#include <functional>
#include <string>

namespace adapter::linearizability {

struct Datum {
  std::string text;  ///< as JSON: 1, "a", {"n":2}
  auto operator<=>(const Datum&) const = default;
};

/// How explanations show it; found by the specifications.
inline std::string ValueText(const Datum& datum) { return datum.text; }

}  // namespace adapter::linearizability

template <>
struct std::hash<adapter::linearizability::Datum> {
  std::size_t operator()(const adapter::linearizability::Datum& datum) const {
    return std::hash<std::string>()(datum.text);
  }
};
