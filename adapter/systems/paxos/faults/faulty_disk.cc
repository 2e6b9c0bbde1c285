#include "adapter/systems/paxos/faults/faulty_disk.h"

#include <algorithm>
#include <cerrno>

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
  calls.sync = [this](int) { return Sync(); };
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
  marked_too_early_ = marked_too_early_ || (mark && dirty_);
  dirty_ = dirty_ || !mark;
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

int FaultyDisk::Sync() {
  dirty_ = false;
  if (!FailsAt(WriteFailure::kSync) || !record_written_) return 0;
  armed_.reset();
  errno = EIO;
  return -1;
}

}  // namespace adapter
