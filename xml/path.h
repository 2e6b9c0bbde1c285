// Where an element is in its document, in words: Test/TestCase[2]/TestValues.
//
// Thread safety: a free function without state.
#pragma once

#include <cstddef>
#include <string>

#include "xml/element.h"

namespace xml {

/// "name", or "name[n]" (n from 1) when `parent` has several children of the name of its child
/// number `index`.
inline std::string StepTo(const Element& parent, std::size_t index) {
  const std::string& name = parent.children[index].name;
  std::size_t ordinal = 0;
  std::size_t count = 0;
  for (std::size_t i = 0; i < parent.children.size(); ++i) {
    if (parent.children[i].name != name) continue;
    ++count;
    if (i <= index) ++ordinal;
  }
  return count == 1 ? name : name + "[" + std::to_string(ordinal) + "]";
}

}  // namespace xml
