// The end of a log: the last lines for a message, or what a case added.
//
// Thread safety: free functions without state.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace adapter {

/// The last lines of a file, at most `count`, without their line ends; fewer where they are longer
/// than 64 KiB together. A line of more than 500 bytes is cut, and says so; control characters and
/// what is no UTF-8 become '?'. Empty when the file cannot be read.
std::vector<std::string> LastLines(const std::filesystem::path& file, std::size_t count);

/// What stands in a file from that byte on, as it is. Of more than `most` bytes the last ones,
/// behind a line that says how many are left out. Empty when the file cannot be read.
std::string TextFrom(const std::filesystem::path& file, std::uint64_t begin, std::size_t most);

/// Of a file, in bytes; 0 when it cannot be read.
std::uint64_t SizeOf(const std::filesystem::path& file);

}  // namespace adapter
