#include "suite/atomic_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>

namespace suite {
namespace {

FileError CannotWrite(const std::string& path, int error) {
  return FileError(path + ": cannot write: " + std::strerror(error));
}

/// Writes all bytes and closes the file; returns 0 or the errno.
int WriteAndClose(int descriptor, std::string_view bytes) {
  int error = 0;
  while (!bytes.empty() && error == 0) {
    const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
    if (written >= 0) {
      bytes.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno != EINTR) {
      error = errno;
    }
  }
  if (::close(descriptor) != 0 && error == 0) error = errno;
  return error;
}

/// A new empty file beside `target`, open for writing. Its name is in `name`.
int OpenTemporary(const std::string& target, std::string& name) {
  for (int attempt = 0;; ++attempt) {
    name = target + "." + std::to_string(::getpid()) + "." + std::to_string(attempt) + ".tmp";
    const int descriptor = ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor >= 0 || errno != EEXIST) return descriptor;
  }
}

/// The path of the file that `path` leads to, which need not exist.
std::string FollowLinks(const std::string& path) {
  constexpr int kMostLinks = 40;  // as in Linux
  std::filesystem::path target = path;
  std::error_code error;
  for (int links = 0; std::filesystem::is_symlink(target, error); ++links) {
    if (links == kMostLinks) throw CannotWrite(path, ELOOP);
    const std::filesystem::path next = std::filesystem::read_symlink(target, error);
    if (error) throw CannotWrite(path, error.value());
    target = target.parent_path() / next;  // an absolute `next` replaces the left side
  }
  return target.string();
}

void WriteThroughTemporary(const std::string& path, const std::string& target,
                           std::string_view bytes) {
  std::string temporary;
  const int descriptor = OpenTemporary(target, temporary);
  if (descriptor < 0) throw CannotWrite(path, errno);
  int error = WriteAndClose(descriptor, bytes);
  if (error == 0 && ::rename(temporary.c_str(), target.c_str()) != 0) error = errno;
  if (error == 0) return;
  ::unlink(temporary.c_str());
  throw CannotWrite(path, error);
}

void WriteDirectly(const std::string& path, std::string_view bytes) {
  const int descriptor = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
  if (descriptor < 0) throw CannotWrite(path, errno);
  if (const int error = WriteAndClose(descriptor, bytes)) throw CannotWrite(path, error);
}

}  // namespace

void WriteFileAtomically(const std::string& path, std::string_view bytes) {
  struct stat status;
  const bool exists = ::stat(path.c_str(), &status) == 0;
  if (exists && !S_ISREG(status.st_mode)) return WriteDirectly(path, bytes);
  WriteThroughTemporary(path, FollowLinks(path), bytes);
}

}  // namespace suite
