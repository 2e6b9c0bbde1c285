// The words of an enumeration, as the cases of unit tests write them.
//
// Invariant: the words stand in the order of the enumeration's values, from 0 on.
// Thread safety: free functions without state.
#pragma once

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string>
#include <string_view>

#include "base/characters.h"
#include "xml/checked.h"

namespace xml {

/// The leaf as one of the words. Throws ParseError.
template <typename Enumeration, typename Words>
Enumeration ReadWord(const Checked& leaf, const Words& words) {
  const std::string_view text = base::Trim(leaf.Text());
  const auto word = std::find(std::begin(words), std::end(words), text);
  if (word == std::end(words)) {
    std::string all;
    for (const char* const each : words) all += (all.empty() ? "" : ", ") + std::string(each);
    leaf.FailAtText(text.empty() ? "missing word" : base::Quoted(text) + " is not one of the words",
                    leaf.tag() + " is one of " + all);
  }
  return static_cast<Enumeration>(word - std::begin(words));
}

template <typename Enumeration, typename Words>
const char* WordOf(Enumeration value, const Words& words) {
  return words[static_cast<std::size_t>(value)];
}

}  // namespace xml
