#include "base/read_file.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <utility>

#include "base/file_descriptor.h"

namespace base {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::seconds kPatience{2};  // for somebody who writes into a pipe
constexpr int kPauseMs = 10;

/// Waits until somebody writes into the pipe, which was opened without blocking; what is read to
/// find out goes to `bytes`. False: nobody has it open.
bool AwaitWriter(int pipe, std::string& bytes) {
  const Clock::time_point deadline = Clock::now() + kPatience;
  while (Clock::now() < deadline) {
    char byte = 0;
    const ssize_t count = ::read(pipe, &byte, 1);
    if (count > 0) bytes += byte;
    if (count != 0) return true;  // EAGAIN: there is a writer, who has written nothing yet
    ::poll(nullptr, 0, kPauseMs);
  }
  return false;
}

}  // namespace

FileContents ReadFile(const std::string& path, std::size_t most) {
  const FileDescriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  struct stat status {};
  if (!file || ::fstat(file.get(), &status) != 0) return {"", std::strerror(errno)};
  std::string bytes;
  if (S_ISFIFO(status.st_mode) && !AwaitWriter(file.get(), bytes)) {
    return {"", "nobody writes into this pipe"};
  }
  ::fcntl(file.get(), F_SETFL, 0);  // from here on a read waits
  char block[1 << 16];
  while (true) {
    const ssize_t count = ::read(file.get(), block, sizeof block);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return {"", std::strerror(errno)};
    if (count == 0) return {std::move(bytes), ""};
    bytes.append(block, static_cast<std::size_t>(count));
    if (bytes.size() > most) return {"", "it has more than " + std::to_string(most) + " bytes"};
  }
}

}  // namespace base
