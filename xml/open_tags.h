// Which start tag is still open at a place of a malformed document, so that "the tags do not match"
// can name both.
//
// Thread safety: a free function without state.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace xml {

struct OpenTag {
  std::string name;
  std::size_t offset = 0;  ///< of its '<'
};

/// The innermost start tag before `end` that no end tag before `end` closes; nullopt when there is
/// none. Requires that the text before `end` is well-formed apart from tags that are not closed.
std::optional<OpenTag> InnermostOpenTag(std::string_view text, std::size_t end);

}  // namespace xml
