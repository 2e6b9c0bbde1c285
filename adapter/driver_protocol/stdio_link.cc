#include "adapter/driver_protocol/stdio_link.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>

#include "adapter/driver_protocol/json_lines.h"
#include "base/poll_timeout.h"

namespace adapter::driver_protocol {
namespace {

void MakeNonBlocking(int fd) { fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) | O_NONBLOCK); }

}  // namespace

StdioLink::StdioLink(base::FileDescriptor to, base::FileDescriptor from)
    : to_(std::move(to)), from_(std::move(from)), woken_(eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)) {
  MakeNonBlocking(to_.get());
  MakeNonBlocking(from_.get());
  std::signal(SIGPIPE, SIG_IGN);
}

void StdioLink::Send(const ToDriver& message, Deadline deadline) {
  CheckUsable();
  Write(ToLine(message) + '\n', deadline);
}

void StdioLink::Write(std::string_view bytes, Deadline deadline) {
  while (!bytes.empty()) {
    const ssize_t written = write(to_.get(), bytes.data(), bytes.size());
    if (written >= 0) {
      bytes.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno == EAGAIN) {
      WaitForRoom(deadline);
    } else if (errno != EINTR) {
      Fail(errno == EPIPE ? "the driver has closed its standard input"
                          : fmt::format("writing to the driver: {}", std::strerror(errno)));
    }
  }
}

// A driver that waits until somebody reads what it wrote cannot read.
void StdioLink::WaitForRoom(Deadline deadline) {
  std::array<pollfd, 2> fds{{{to_.get(), POLLOUT, 0}, {from_.get(), POLLIN, 0}}};
  const nfds_t count = ended_ ? 1 : 2;
  const int ready = poll(fds.data(), count, base::PollTimeout(deadline));
  if (ready == 0) Fail("the driver does not read its standard input");
  if (ready > 0 && fds[1].revents != 0 && count == 2) ReadAvailable();
}

std::optional<FromDriver> StdioLink::TryReceive() {
  CheckUsable();
  if (!has_line_ && !ended_) ReadAvailable();
  if (!has_line_) {
    if (!ended_) return std::nullopt;
    if (begin_ < buffer_.size()) {
      Fail(fmt::format("the driver ended in the middle of a line of {} bytes",
                       buffer_.size() - begin_));
    }
    Fail("the driver has ended, or closed its standard output");
  }
  const std::string_view line(buffer_.data() + begin_, line_end_ - begin_);
  std::optional<FromDriver> message;
  try {
    message = FromLine(line);
  } catch (const DriverError& error) {
    Fail(error.what());
  }
  begin_ = searched_ = line_end_ + 1;
  has_line_ = false;
  FindLine();
  return message;
}

void StdioLink::Wait(Deadline deadline) {
  std::array<pollfd, 2> fds{{{woken_.get(), POLLIN, 0}, {from_.get(), POLLIN, 0}}};
  poll(fds.data(), fds.size(), base::PollTimeout(deadline));
  eventfd_t times = 0;
  if (fds[0].revents != 0) eventfd_read(woken_.get(), &times);
}

void StdioLink::Wake() { eventfd_write(woken_.get(), 1); }

void StdioLink::ReadAvailable() {
  // What was taken makes room, before the buffer grows.
  buffer_.erase(0, begin_);
  searched_ -= begin_;
  line_end_ -= has_line_ ? begin_ : 0;
  begin_ = 0;
  std::array<char, std::size_t{1} << 16> chunk;
  while (!ended_) {
    const ssize_t size = read(from_.get(), chunk.data(), chunk.size());
    if (size > 0) {
      buffer_.append(chunk.data(), static_cast<std::size_t>(size));
      if (buffer_.size() > kMostWaitingBytes) Fail("the driver sends more than can be taken");
      if (static_cast<std::size_t>(size) < chunk.size()) break;
    } else if (size == 0) {
      ended_ = true;
    } else if (errno == EAGAIN) {
      break;
    } else if (errno != EINTR) {
      Fail(fmt::format("reading from the driver: {}", std::strerror(errno)));
    }
  }
  FindLine();
}

void StdioLink::FindLine() {
  if (has_line_) return;
  const std::size_t end = buffer_.find('\n', searched_);
  has_line_ = end != std::string::npos;
  if (has_line_) line_end_ = end;
  searched_ = has_line_ ? end : buffer_.size();
  if (searched_ - begin_ > kLongestLine) {
    Fail(fmt::format("the driver sent a line of more than {} bytes", kLongestLine));
  }
}

void StdioLink::Fail(const std::string& what) {
  failure_ = what;
  throw DriverError(what);
}

void StdioLink::CheckUsable() const {
  if (!failure_.empty()) throw DriverError(failure_);
}

}  // namespace adapter::driver_protocol
