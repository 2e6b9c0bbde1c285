// The end of a log, for a message.
//
// Thread safety: free functions without state.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace adapter {

/// The last lines of a file, at most `count`, without their line ends; fewer where they are longer
/// than 64 KiB together. A line of more than 500 bytes is cut, and says so; control characters and
/// what is no UTF-8 become '?'. Empty when the file cannot be read.
std::vector<std::string> LastLines(const std::filesystem::path& file, std::size_t count);

}  // namespace adapter
