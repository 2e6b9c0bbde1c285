#include "adapter/process/warden/log_pump.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>

namespace adapter {
namespace {

// The log is best effort: on a full disk the process goes on, and what is lost counts as dropped.
bool WriteAll(int file, const char* data, std::size_t size) {
  while (size > 0) {
    const ssize_t count = ::write(file, data, size);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    data += count;
    size -= static_cast<std::size_t>(count);
  }
  return true;
}

}  // namespace

std::string CutNotice(std::uint64_t limit) {
  return "\n[the log ends here: its limit of " + std::to_string(limit) +
         " bytes is reached, the rest is dropped]\n";
}

LogPump::LogPump(base::FileDescriptor pipe, base::FileDescriptor log, std::uint64_t limit)
    : pipe_(std::move(pipe)), log_(std::move(log)), limit_(limit) {}

void LogPump::Pump() {
  constexpr int kRounds = 32;
  std::array<char, 32'768> buffer;
  for (int round = 0; round < kRounds && pipe_; ++round) {
    const ssize_t count = ::read(pipe_.get(), buffer.data(), buffer.size());
    if (count > 0) {
      Write(buffer.data(), static_cast<std::size_t>(count));
    } else if (count == 0 || (errno != EAGAIN && errno != EINTR)) {
      pipe_.Close();
    } else if (errno == EAGAIN) {
      return;
    }
  }
}

void LogPump::Write(const char* data, std::size_t size) {
  const std::size_t room =
      static_cast<std::size_t>(std::min<std::uint64_t>(size, limit_ - written_));
  if (room > 0 && !WriteAll(log_.get(), data, room)) {
    dropped_ += size;
    return;
  }
  written_ += room;
  if (room == size) return;
  if (dropped_ == 0) {
    const std::string notice = CutNotice(limit_);
    WriteAll(log_.get(), notice.data(), notice.size());
  }
  dropped_ += size - room;
}

}  // namespace adapter
