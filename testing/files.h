// For tests: files as they are, and the files of others that some tests read.
//
// Thread safety: free functions without state.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace test {

/// The bytes of a file. Throws std::runtime_error when it cannot be read.
std::string ReadFile(const std::filesystem::path& path);

/// The files in a folder and its subfolders whose names end with `ending`, sorted; empty when there
/// is no such folder.
std::vector<std::string> FilesBelow(const std::filesystem::path& folder, std::string_view ending);

}  // namespace test
