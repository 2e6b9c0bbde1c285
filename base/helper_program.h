// Programs that another program starts and no user does: beside it where it is built, in the folder
// for such programs (libexec) where it is installed. Nothing depends on where that is: an installed
// tree can be moved.
//
// Thread safety: free functions without state.
#pragma once

#include <filesystem>
#include <string>

namespace base {

/// The path of the helper `name` of the running program. Whether it is there shows when it is
/// started.
std::string HelperProgram(const std::string& name);

/// The same for a program in the folder `programs`.
std::filesystem::path HelperProgramOf(const std::filesystem::path& programs,
                                      const std::string& name);

}  // namespace base
