// The debugger as a person has it: through a pseudo-terminal, key by key.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <iostream>
#include <string>

#include "base/temporary_folder.h"
#include "cpngen/testing.h"

namespace cpngen {
namespace {

using ::testing::HasSubstr;

constexpr const char* kClock = R"(
var { i = INT }
Clock = place(INT, { 0 })
Tick = transition { input = { Clock(i) }, output = { Clock(expr("(i + 1) % 1000")) } }
property "never" (INV(POS(NF(function(M) return M.Clock[1] == 5000 end))))
)";

/// `cpngen debug` in a process of its own, on a terminal of its own.
class Terminal {
 public:
  explicit Terminal(const std::string& model) {
    child_ = ::forkpty(&terminal_, nullptr, nullptr, nullptr);
    if (child_ != 0) return;
    ::setenv("TERM", "dumb", 1);
    ::setenv("INPUTRC", "/dev/null", 1);
    const int code = RunProgram({"debug", model}, {std::cout, std::cerr});
    std::cout.flush();
    ::_exit(code);
  }
  ~Terminal() {
    if (child_ > 0) ::kill(child_, SIGKILL);
    if (child_ > 0) ::waitpid(child_, nullptr, 0);
    ::close(terminal_);
  }

  void Type(const std::string& keys) {
    ASSERT_EQ(::write(terminal_, keys.data(), keys.size()), static_cast<ssize_t>(keys.size()));
  }

  /// What has come since the last call, when `text` is there; all of it when it does not come.
  std::string Until(const std::string& text) {
    constexpr int kPatience = 60'000;  // ms: a machine that is busy
    std::size_t found = std::string::npos;
    while ((found = seen_.find(text)) == std::string::npos) {
      pollfd ready{terminal_, POLLIN, 0};
      if (::poll(&ready, 1, kPatience) != 1) break;
      char bytes[4096];
      const ssize_t count = ::read(terminal_, bytes, sizeof(bytes));
      if (count <= 0) break;
      seen_.append(bytes, static_cast<std::size_t>(count));
    }
    const std::size_t end = found == std::string::npos ? seen_.size() : found + text.size();
    std::string result = seen_.substr(0, end);
    seen_.erase(0, end);
    return result;
  }

  int ExitCode() {
    int status = 0;
    ::waitpid(child_, &status, 0);
    child_ = 0;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

 private:
  pid_t child_ = 0;
  int terminal_ = -1;
  std::string seen_;
};

TEST(DebugTerminal, HasEditingHistoryCompletionAndOutlivesCtrlC) {
  const base::TemporaryFolder folder;
  Terminal terminal(folder.Write("clock.lua", kClock));
  ASSERT_THAT(terminal.Until("(0/0) "), HasSubstr("at the initial marking"));
  terminal.Type("fire Tock\b\b\bick\r");  // a line that is edited
  EXPECT_THAT(terminal.Until("(1/1) "), HasSubstr("1  Tick (i = 0)"));
  terminal.Type("\x10\r");  // the last line of the history
  EXPECT_THAT(terminal.Until("(2/2) "), HasSubstr("2  Tick (i = 1)"));
  terminal.Type("fir\tTi\t\r");  // completed
  EXPECT_THAT(terminal.Until("(3/3) "), HasSubstr("3  Tick (i = 2)"));
  terminal.Type("fire no");
  EXPECT_THAT(terminal.Until("fire no"), HasSubstr("fire no"));
  terminal.Type("\x03");  // Ctrl-C gives the line up
  EXPECT_THAT(terminal.Until("(3/3) "), HasSubstr("(3/3) "));
  terminal.Type("live never steps 1000000000\r");
  terminal.Until("live never steps 1000000000\r\n");  // accepted, so the key is for the walk
  terminal.Type("\x03");
  EXPECT_THAT(terminal.Until(") "), HasSubstr("not live within"));
  terminal.Type("\x04");
  EXPECT_EQ(terminal.ExitCode(), 0);
}

}  // namespace
}  // namespace cpngen
