// The characters that a stretch of source text stands for: references decoded, line ends and the
// white space of attributes normalised.
//
// Only the five entities of XML itself and character references are known; a suite cannot declare
// entities, so that none can grow.
// Thread safety: a free function without state.
// Source: XML 1.0 (fifth edition), sections 2.11, 3.3.3, 4.1 and 4.6.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace xml {

enum class TextKind { kText, kAttribute, kCdata };

struct UnescapeProblem {
  std::size_t offset = 0;  ///< in the raw text
  std::string message;
  std::string advice;
};

/// Appends what `raw` stands for to `to`; returns what is wrong with it, if anything.
std::optional<UnescapeProblem> Unescape(std::string_view raw, TextKind kind, std::string& to);

}  // namespace xml
