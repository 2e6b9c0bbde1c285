#include "sut/paxos/storage/systematic/disk_calls_of.h"

#include <fcntl.h>

namespace paxos {

DiskCalls CallsOf(systematic::Disk& disk) {
  DiskCalls calls;
  calls.write = [&disk](int fd, const char* bytes, std::size_t size, std::int64_t offset) {
    return disk.WriteAt(fd, bytes, size, offset);
  };
  calls.sync = [&disk](int fd) { return disk.Sync(fd); };
  calls.open = [&disk](int folder, const char* path, int flags, mode_t) {
    return disk.Open(folder, path, flags);
  };
  calls.close = [&disk](int fd) { return disk.Close(fd); };
  calls.read = [&disk](int fd, char* bytes, std::size_t size) {
    return disk.Read(fd, bytes, size);
  };
  calls.look = [&disk](int fd, struct stat* status) { return disk.Look(fd, status); };
  calls.rename = [&disk](int folder, const char* from, const char* to) {
    return disk.Rename(folder, from, folder, to);
  };
  calls.unlink = [&disk](int folder, const char* name) { return disk.Unlink(folder, name); };
  calls.make_folder = [&disk](const char* path, mode_t) { return disk.MakeFolder(AT_FDCWD, path); };
  calls.lock = [&disk](int fd) { return disk.Lock(fd); };
  calls.list = [&disk](const char* path, std::vector<std::string>& names) {
    return disk.List(AT_FDCWD, path, names);
  };
  return calls;
}

}  // namespace paxos
