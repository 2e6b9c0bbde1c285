// How a page names a file. A free function without state.
#pragma once

#include <filesystem>
#include <string>

namespace cpngen {

/// `path` as it was given, but of an absolute one the name alone: a page is for others.
inline std::string ShownPath(const std::string& path) {
  const std::filesystem::path given(path);
  return given.is_absolute() && given.has_filename() ? given.filename().string() : path;
}

}  // namespace cpngen
