// How a FileStorage reaches the disk: the calls of POSIX that it makes, each replaceable, so that
// it runs on any disk: a real one, one that fails, one in memory.
//
// Invariants: each call returns what the call of POSIX does, -1 and errno when it failed.
// Descriptors mean something to these calls alone. `folder` is a descriptor of a folder, or
// AT_FDCWD.
// Thread safety: that of the calls.
#pragma once

#include <sys/stat.h>
#include <sys/types.h>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace paxos {

/// The calls of the system, unless somebody puts others in their place.
struct DiskCalls {
  /// pwrite.
  std::function<ssize_t(int fd, const char* bytes, std::size_t size, std::int64_t offset)> write;
  /// fdatasync, of a file or a folder.
  std::function<int(int fd)> sync;
  /// openat.
  std::function<int(int folder, const char* path, int flags, mode_t mode)> open;
  std::function<int(int fd)> close;
  std::function<ssize_t(int fd, char* bytes, std::size_t size)> read;
  /// fstat.
  std::function<int(int fd, struct stat* status)> look;
  /// renameat within one folder.
  std::function<int(int folder, const char* from, const char* to)> rename;
  /// unlinkat, of a file.
  std::function<int(int folder, const char* name)> unlink;
  /// mkdir.
  std::function<int(const char* path, mode_t mode)> make_folder;
  /// flock, for this descriptor alone, without waiting: EWOULDBLOCK when another one has it.
  std::function<int(int fd)> lock;
  /// The names in a folder, without "." and "..", in no order.
  std::function<int(const char* path, std::vector<std::string>& names)> list;

  static DiskCalls System();
};

}  // namespace paxos
