// Writing a whole file or nothing: readers see the old contents or the new ones, and a program that
// fails leaves no partial file behind.
//
// The bytes go to a temporary file in the same folder, which is then renamed. A symbolic link is
// followed; a device or pipe (/dev/stdout) is written to directly, since there is nothing to keep.
// Not synced to disk: this guards against failing programs, not against power loss.
// Thread safety: callers may write different paths at once, also in one folder.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace suite {

/// "path: cannot write: reason".
class FileError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Makes `bytes` the contents of the file at `path`; its folder must exist. Throws FileError, and
/// then what was at `path` is still there and no temporary file is left.
void WriteFileAtomically(const std::string& path, std::string_view bytes);

}  // namespace suite
