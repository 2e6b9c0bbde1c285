#include "adapter/systems/paxos/faults/faulty_disk.h"

#include <algorithm>
#include <cerrno>
#include <string_view>

namespace adapter {
namespace {

// Whether these bytes of the file are a mark, or the end of one. A new log is written in pieces
// that are longer than a mark, or that end behind the marks.
bool InMark(std::int64_t offset, std::size_t size) {
  constexpr std::int64_t kMarkSize = 20;
  const auto end = offset + static_cast<std::int64_t>(size);
  return (offset >= 512 && end <= 512 + kMarkSize) || (offset >= 1024 && end <= 1024 + kMarkSize);
}

}  // namespace

using cases::WriteFailure;

paxos::DiskCalls FaultyDisk::Calls() {
  paxos::DiskCalls calls = system_;
  calls.write = [this](int fd, const char* bytes, std::size_t size, std::int64_t offset) {
    return Write(fd, bytes, size, offset);
  };
  calls.sync = [this](int fd) { return Sync(fd); };
  calls.open = [this](int folder, const char* path, int flags, mode_t mode) {
    return Open(folder, path, flags, mode);
  };
  calls.close = [this](int fd) { return Close(fd); };
  calls.rename = [this](int folder, const char* from, const char* to) {
    renamed_in_.insert(folder);
    return system_.rename(folder, from, to);
  };
  calls.make_folder = [this](const char* path, mode_t mode) {
    const int made = system_.make_folder(path, mode);
    made_folder_ = made_folder_ || made == 0;
    return made;
  };
  return calls;
}

void FaultyDisk::FailAt(WriteFailure failure, bool opening) {
  armed_ = Failure{failure, opening};
  record_written_ = false;
}

ssize_t FaultyDisk::Write(int fd, const char* bytes, std::size_t size, std::int64_t offset) {
  const bool record = offset >= static_cast<std::int64_t>(paxos::kFirstRecordOffset);
  if (armed_ && (armed_->opening || record) && armed_->at < WriteFailure::kSync) {
    return FailWrite(fd, bytes, size, offset);
  }
  const bool mark = InMark(offset, size);
  if (mark && FailsAt(WriteFailure::kMark) && record_written_) {
    return FailWrite(fd, bytes, 0, offset);
  }
  marked_too_early_ = marked_too_early_ || (mark && dirty_.contains(fd));
  if (!mark) dirty_.insert(fd);
  record_written_ = record_written_ || record || (armed_ && armed_->opening);
  if (!interrupted_) return system_.write(fd, bytes, size, offset);
  was_interrupted_ = !was_interrupted_;
  if (was_interrupted_) {
    errno = EINTR;
    return -1;
  }
  return system_.write(fd, bytes, std::max<std::size_t>(size / 2, 1), offset);
}

ssize_t FaultyDisk::FailWrite(int fd, const char* bytes, std::size_t size, std::int64_t offset) {
  const std::size_t written = FailsAt(WriteFailure::kTornHead)       ? size / 2
                              : FailsAt(WriteFailure::kTornChecksum) ? size - 1
                                                                     : 0;
  if (written > 0) system_.write(fd, bytes, written, offset);
  armed_.reset();
  errno = ENOSPC;
  return -1;
}

int FaultyDisk::Open(int folder, const char* path, int flags, mode_t mode) {
  const int fd = system_.open(folder, path, flags, mode);
  if (fd >= 0) open_.insert(fd);
  if (fd >= 0 && std::string_view(path).ends_with("/..")) parents_.insert(fd);
  return fd;
}

// The number means another file later. What was written and not synced then has failed.
int FaultyDisk::Close(int fd) {
  open_.erase(fd);
  dirty_.erase(fd);
  renamed_in_.erase(fd);
  parents_.erase(fd);
  return system_.close(fd);
}

int FaultyDisk::Sync(int fd) {
  dirty_.erase(fd);
  renamed_in_.erase(fd);
  if (parents_.contains(fd)) made_folder_ = false;
  if (!FailsAt(WriteFailure::kSync) || !record_written_) return 0;
  armed_.reset();
  errno = EIO;
  return -1;
}

}  // namespace adapter
