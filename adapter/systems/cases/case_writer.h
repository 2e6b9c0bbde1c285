// Pieces that the writers of several kinds of cases share. Thread safety: free functions without
// state.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "xml/element.h"

namespace cases {

inline void AddNumber(xml::Element& parent, const char* name, std::int64_t number) {
  parent.Add(name, std::to_string(number));
}

inline void AddBoolean(xml::Element& parent, const char* name, bool value) {
  parent.Add(name, value ? "true" : "false");
}

/// Adds an `ID` for each.
inline void AddIds(xml::Element& list, const std::vector<std::int64_t>& ids) {
  for (const std::int64_t id : ids) AddNumber(list, "ID", id);
}

}  // namespace cases
