#include "base/atomic_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>

namespace base {
namespace {

FileError CannotWrite(const std::string& path, int error) {
  return FileError(path + ": cannot write: " + std::strerror(error));
}

/// Calls make(name) with names beside `target` until one is not taken; that is then in `name`.
/// `make` returns a number that is not negative, or -1 with errno, and so does this.
template <typename Make>
int WithNewName(const std::string& target, std::string& name, const Make& make) {
  for (int attempt = 0;; ++attempt) {
    name = target + "." + std::to_string(::getpid()) + "." + std::to_string(attempt) + ".tmp";
    const int made = make(name.c_str());
    if (made >= 0 || errno != EEXIST) return made;
  }
}

/// A new empty file beside `target`, open for writing. Its name is in `name`.
int OpenTemporary(const std::string& target, std::string& name) {
  return WithNewName(target, name, [](const char* path) {
    return ::open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  });
}

/// Where the kernel shows an open file, so that it can be linked to.
std::string DescriptorPath(int descriptor) { return "/proc/self/fd/" + std::to_string(descriptor); }

/// A new file without a name in the folder of `target`, open for writing; -1 where there are none.
int OpenNameless(const std::string& target) {
  const std::filesystem::path folder = std::filesystem::path(target).parent_path();
  const std::string in = folder.empty() ? "." : folder.string();
  const int descriptor = ::open(in.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666);
  if (descriptor < 0) return -1;
  if (::access(DescriptorPath(descriptor).c_str(), F_OK) == 0) return descriptor;
  ::close(descriptor);  // it could never get a name
  return -1;
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

}  // namespace

AtomicFile::AtomicFile(const std::string& path, Wait wait) : path_(path), target_(path) {
  struct stat status;
  const bool exists = ::stat(path.c_str(), &status) == 0;
  if (exists && !S_ISREG(status.st_mode)) {
    descriptor_ = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
  } else {
    target_ = FollowLinks(path);
    if (wait == Wait::kWithoutName) descriptor_ = OpenNameless(target_);
    nameless_ = descriptor_ >= 0;
    if (!nameless_) descriptor_ = OpenTemporary(target_, temporary_);
  }
  if (descriptor_ < 0) throw CannotWrite(path, errno);
}

AtomicFile::~AtomicFile() { Discard(); }

void AtomicFile::Discard() {
  if (descriptor_ < 0) return;
  ::close(descriptor_);
  descriptor_ = -1;
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

void AtomicFile::Fail(int error) {
  Discard();
  throw CannotWrite(path_, error);
}

void AtomicFile::Write(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
    if (written >= 0) {
      bytes.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno != EINTR) {
      Fail(errno);
    }
  }
}

int AtomicFile::TakeName() {
  const std::string from = DescriptorPath(descriptor_);
  const auto link = [&](const char* to) {
    return ::linkat(AT_FDCWD, from.c_str(), AT_FDCWD, to, AT_SYMLINK_FOLLOW);
  };
  if (link(target_.c_str()) == 0) return 0;
  // A link replaces nothing. To replace a file, another name is needed for a moment.
  std::string name;
  if (errno != EEXIST || WithNewName(target_, name, link) < 0) return errno;
  const int error = ::rename(name.c_str(), target_.c_str()) == 0 ? 0 : errno;
  if (error != 0) ::unlink(name.c_str());
  return error;
}

void AtomicFile::Commit() {
  if (const int failed = nameless_ ? TakeName() : 0; failed != 0) Fail(failed);
  const int descriptor = std::exchange(descriptor_, -1);
  int error = ::close(descriptor) == 0 ? 0 : errno;
  if (temporary_.empty()) {
    if (error != 0) throw CannotWrite(path_, error);
    return;
  }
  if (error == 0 && ::rename(temporary_.c_str(), target_.c_str()) != 0) error = errno;
  if (error == 0) return;
  ::unlink(temporary_.c_str());
  throw CannotWrite(path_, error);
}

void WriteFileAtomically(const std::string& path, std::string_view bytes) {
  AtomicFile file(path);
  file.Write(bytes);
  file.Commit();
}

}  // namespace base
