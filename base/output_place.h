// Where a file is to be written: whether it can become one, and whether two paths are one file.
//
// Thread safety: free functions without state.
#pragma once

#include <filesystem>
#include <string>

namespace base {

/// Why no file can be written at `path`: "the folder no does not exist", "this is a folder, and a
/// file is needed", "its folder cannot be written to". Empty when nothing is known to be wrong.
std::string ProblemOfOutput(const std::filesystem::path& path);

/// The same text for two paths that lead to one file, whatever links and detours they take, also
/// where the file is not there yet. Empty for a device, a pipe or a folder.
std::string FileIdentity(const std::filesystem::path& path);

}  // namespace base
