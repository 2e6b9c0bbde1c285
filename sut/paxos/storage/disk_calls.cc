#include "sut/paxos/storage/disk_calls.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <string_view>

namespace paxos {
namespace {

int List(const char* path, std::vector<std::string>& names) {
  DIR* const folder = opendir(path);
  if (folder == nullptr) return -1;
  errno = 0;
  while (const dirent* const entry = readdir(folder)) {
    const std::string_view name = entry->d_name;
    if (name != "." && name != "..") names.emplace_back(name);
    errno = 0;
  }
  const int error = errno;
  closedir(folder);
  errno = error;
  return error == 0 ? 0 : -1;
}

}  // namespace

DiskCalls DiskCalls::System() {
  DiskCalls calls;
  calls.write = ::pwrite;
  calls.sync = ::fdatasync;
  calls.open = [](int folder, const char* path, int flags, mode_t mode) {
    return ::openat(folder, path, flags, mode);
  };
  calls.close = ::close;
  calls.read = ::read;
  calls.look = [](int fd, struct stat* status) { return ::fstat(fd, status); };
  calls.rename = [](int folder, const char* from, const char* to) {
    return ::renameat(folder, from, folder, to);
  };
  calls.unlink = [](int folder, const char* name) { return ::unlinkat(folder, name, 0); };
  calls.make_folder = ::mkdir;
  calls.lock = [](int fd) { return ::flock(fd, LOCK_EX | LOCK_NB); };
  calls.list = List;
  return calls;
}

}  // namespace paxos
