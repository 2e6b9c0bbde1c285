// Names of harnesses and monitors as parts of names of files.
//
// Thread safety: a free function without state.
#pragma once

#include <cctype>
#include <string>

namespace systematic {

/// Letters, digits, '-' and '.' stay; all else is '_'.
inline std::string FileNameOf(std::string name) {
  for (char& c : name) {
    const bool plain = std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '.';
    if (!plain) c = '_';
  }
  return name;
}

}  // namespace systematic
