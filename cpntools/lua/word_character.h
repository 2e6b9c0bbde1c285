// Which characters make up a name of Lua.
//
// Thread safety: a free function without state.
#pragma once

#include <cctype>

namespace cpntools {

/// A letter of ASCII, a digit, or an underscore.
inline bool IsWordCharacter(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

}  // namespace cpntools
