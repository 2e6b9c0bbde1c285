// Writing a whole file or nothing: readers see the old contents or the new ones, and a program that
// fails leaves no partial file behind.
//
// The bytes go to a file without a name in the same folder, which gets its name when it is whole:
// also a program that is killed leaves nothing behind. Where the file system has no files without
// names, they go to a temporary file. A symbolic link is followed; a device or pipe (/dev/stdout)
// is written to directly, since there is nothing to keep.
// Not synced to disk: this guards against failing programs, not against power loss.
// Thread safety: callers may write different paths at once, also in one folder.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace base {

/// "path: cannot write: reason".
class FileError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A file that is written piece by piece. What is not committed leaves nothing behind.
class AtomicFile {
 public:
  /// How the bytes wait: without a name where that can be, or in any case in a temporary file.
  enum class Wait { kWithoutName, kTemporary };

  /// Throws FileError, as all others; then what was at `path` is still there and no temporary file
  /// is left.
  explicit AtomicFile(const std::string& path, Wait wait = Wait::kWithoutName);
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  void Write(std::string_view bytes);
  /// Makes what was written the contents of the file at `path`. Nothing can be written afterwards.
  void Commit();

 private:
  /// Closes and removes, and throws FileError.
  [[noreturn]] void Fail(int error);
  void Discard();
  /// Gives the file without a name that of the target; returns errno, 0 for none.
  int TakeName();

  std::string path_;    // as errors name it
  std::string target_;  // where symbolic links lead
  bool nameless_ = false;
  std::string temporary_;  // empty, and it is not nameless: the target is written to directly
  int descriptor_ = -1;
};

/// Makes `bytes` the contents of the file at `path`; its folder must exist. Throws FileError, and
/// then what was at `path` is still there and no temporary file is left.
void WriteFileAtomically(const std::string& path, std::string_view bytes);

}  // namespace base
