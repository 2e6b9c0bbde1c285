// Reading a whole file into memory.
//
// Thread safety: a free function without state.
#pragma once

#include <cstddef>
#include <limits>
#include <string>

namespace base {

struct FileContents {
  std::string bytes;
  std::string problem;  ///< why the file cannot be read; empty: `bytes` is all of it
};

/// What the file at `path` holds, bytes as they are. A folder, a file of more than `most` bytes,
/// and a pipe that nobody opens to write within two seconds, cannot be read.
FileContents ReadFile(const std::string& path,
                      std::size_t most = std::numeric_limits<std::size_t>::max());

}  // namespace base
