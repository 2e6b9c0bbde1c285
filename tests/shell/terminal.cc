#include "tests/shell/terminal.h"

#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <stdexcept>
#include <system_error>

namespace shell {
namespace {

constexpr int kSilenceMs = 60'000;

std::vector<char*> Pointers(const std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (const std::string& text : texts) pointers.push_back(const_cast<char*>(text.c_str()));
  pointers.push_back(nullptr);
  return pointers;
}

}  // namespace

Terminal::Terminal(const std::vector<std::string>& command,
                   const std::vector<std::string>& environment) {
  const std::vector<char*> words = Pointers(command);
  const std::vector<char*> variables = Pointers(environment);
  winsize size{};
  size.ws_row = 60;
  size.ws_col = 250;
  process_ = ::forkpty(&terminal_, nullptr, nullptr, &size);
  if (process_ < 0) throw std::system_error(errno, std::generic_category(), "forkpty");
  if (process_ == 0) {
    ::execvpe(words.front(), words.data(), variables.data());
    ::_exit(127);
  }
}

Terminal::~Terminal() {
  ::close(terminal_);
  ::kill(process_, SIGKILL);
  int status = 0;
  ::waitpid(process_, &status, 0);
}

void Terminal::Type(const std::string& keys) {
  for (std::size_t typed = 0; typed < keys.size();) {
    const ssize_t count = ::write(terminal_, keys.data() + typed, keys.size() - typed);
    if (count < 0) throw std::system_error(errno, std::generic_category(), "write");
    typed += static_cast<std::size_t>(count);
  }
}

std::string Terminal::ReadUntil(const std::string& end) {
  while (true) {
    const std::size_t at = unread_.find(end);
    if (at != std::string::npos) {
      const std::string text = unread_.substr(0, at);
      unread_.erase(0, at + end.size());
      return text;
    }
    pollfd waiting{terminal_, POLLIN, 0};
    std::array<char, 4096> buffer;
    const bool spoke = ::poll(&waiting, 1, kSilenceMs) > 0;
    const ssize_t count = spoke ? ::read(terminal_, buffer.data(), buffer.size()) : 0;
    if (count <= 0) throw std::runtime_error("no '" + end + "' but: " + unread_);
    unread_.append(buffer.data(), static_cast<std::size_t>(count));
  }
}

}  // namespace shell
