#include "adapter/process/readiness.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <functional>
#include <utility>
#include <vector>

#include "adapter/process/listeners.h"
#include "adapter/process/log_tail.h"
#include "base/characters.h"
#include "base/file_descriptor.h"
#include "base/regular_expression.h"

namespace adapter {
namespace {

using Clock = ProcessTree::Clock;

/// What a check finds: ready, or why it never will be, or neither yet.
struct Finding {
  bool is_ready = false;
  std::string failure;
};

// Looks again and again, more and more rarely, until the check is decided, the process ends or the
// time has come.
Readiness WaitUntil(const ProcessTree& tree, const std::string& name, const std::string& awaited,
                    Clock::time_point deadline, const std::function<Finding()>& check) {
  const auto began = Clock::now();
  std::chrono::milliseconds pause{1};
  constexpr std::chrono::milliseconds kLongestPause{16};
  while (true) {
    // Asked first: what it had printed before it ended counts.
    const auto exit = tree.Exited(name);
    const Finding finding = check();
    if (!finding.failure.empty()) return NotReady(tree, name, finding.failure);
    if (exit)
      return NotReady(tree, name, fmt::format("it {}, before {}", ExitText(*exit), awaited));
    if (finding.is_ready) return {true, {}};
    const auto now = Clock::now();
    if (now >= deadline) {
      const auto waited = std::chrono::duration_cast<std::chrono::milliseconds>(now - began);
      return NotReady(tree, name,
                      fmt::format("after {} ms, not yet: {}{}", waited.count(), awaited,
                                  tree.IsPaused(name) ? ", and it stands still (SIGSTOP)" : ""));
    }
    tree.WaitForExit(name, std::min(deadline, now + pause));
    pause = std::min(pause * 2, kLongestPause);
  }
}

bool Accepts(std::uint16_t port) {
  const base::FileDescriptor socket(
      ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (::connect(socket.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0) {
    return true;
  }
  if (errno != EINPROGRESS) return false;
  // Loopback answers at once; but a server whose queue is full does not answer.
  pollfd connected = {socket.get(), POLLOUT, 0};
  constexpr int kProbePatience = 10;  // milliseconds
  if (::poll(&connected, 1, kProbePatience) <= 0) return false;
  int error = 0;
  socklen_t size = sizeof error;
  return ::getsockopt(socket.get(), SOL_SOCKET, SO_ERROR, &error, &size) == 0 && error == 0;
}

// Reads a growing log, line by line; a line ends where it is longer than anybody looks at.
class LineReader {
 public:
  LineReader(const std::filesystem::path& log, std::uint64_t start)
      : log_(::open(log.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)),
        offset_(static_cast<off_t>(start)) {}

  /// Does the predicate hold for a line that is there now? A last line without its end counts, and
  /// is looked at again when it has grown.
  bool Find(const std::function<bool(const std::string&)>& matches) {
    std::array<char, 16'384> buffer;
    ssize_t count = 0;
    while ((count = ::pread(log_.get(), buffer.data(), buffer.size(), offset_)) > 0) {
      offset_ += count;
      for (ssize_t i = 0; i < count; ++i) {
        const char c = buffer[static_cast<std::size_t>(i)];
        if (c == '\n') {
          if (matches(line_)) return true;
          line_.clear();
        } else if (line_.size() < kLongestLine) {
          line_ += c;
        }
      }
    }
    return !line_.empty() && matches(line_);
  }

 private:
  static constexpr std::size_t kLongestLine = 4000;
  base::FileDescriptor log_;
  off_t offset_;
  std::string line_;
};

Readiness WaitForLine(const ProcessTree& tree, const std::string& name, const std::string& awaited,
                      Clock::time_point deadline,
                      const std::function<bool(const std::string&)>& matches) {
  const StartedProcess started = tree.Started(name);
  LineReader lines(started.log, started.log_start);
  return WaitUntil(tree, name, awaited, deadline, [&]() -> Finding {
    return {lines.Find(matches), {}};
  });
}

}  // namespace

Readiness NotReady(const ProcessTree& tree, const std::string& name, const std::string& reason) {
  constexpr std::size_t kLines = 10;
  const StartedProcess started = tree.Started(name);
  std::string text = fmt::format("'{}' (process {}) is not ready: {}", name, started.pid, reason);
  const std::vector<std::string> lines = LastLines(started.log, kLines);
  text += lines.empty() ? "; its log is empty" : "; the end of its log:";
  for (const std::string& line : lines) text += "\n  | " + line;
  return {false, text};
}

Readiness WaitForPort(const ProcessTree& tree, const std::string& name, std::uint16_t port,
                      Clock::time_point deadline) {
  const pid_t process = tree.Started(name).pid;
  const std::string awaited = fmt::format("127.0.0.1:{} accepts connections", port);
  return WaitUntil(tree, name, awaited, deadline, [&]() -> Finding {
    if (!Accepts(port)) return {};
    const std::vector<pid_t> listeners = ListenersAt(port, process);
    const bool is_its = listeners.empty() ||
                        std::any_of(listeners.begin(), listeners.end(),
                                    [&](pid_t listener) { return IsOfFamily(listener, process); });
    if (is_its) return {true, {}};
    return {false,
            fmt::format("another one (process {}) listens at its port {}", listeners[0], port)};
  });
}

Readiness WaitForLogText(const ProcessTree& tree, const std::string& name, const std::string& text,
                         Clock::time_point deadline) {
  return WaitForLine(tree, name, fmt::format("its log contains {}", base::Quoted(text)), deadline,
                     [&](const std::string& line) { return line.find(text) != std::string::npos; });
}

Readiness WaitForLogMatch(const ProcessTree& tree, const std::string& name,
                          const std::string& expression, Clock::time_point deadline) {
  const base::RegularExpression wanted(expression);
  return WaitForLine(tree, name, fmt::format("its log matches {}", base::Quoted(expression)),
                     deadline, [&](const std::string& line) { return wanted.FoundIn(line); });
}

}  // namespace adapter
