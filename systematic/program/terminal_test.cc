// The program with a terminal for its standard error: progress, and Ctrl-C.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "systematic/program/program_testing.h"

namespace systematic {
namespace {

/// A run of the program; its standard output is a pipe, its standard error a terminal.
class OnTerminal {
 public:
  OnTerminal(const std::string& program, std::vector<std::string> words) {
    words.insert(words.begin(), program);
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    terminal_ = ::posix_openpt(O_RDWR | O_NOCTTY);
    ::grantpt(terminal_);
    ::unlockpt(terminal_);
    const int other_side = ::open(::ptsname(terminal_), O_RDWR | O_NOCTTY);
    std::array<int, 2> pipe{};
    EXPECT_EQ(::pipe(pipe.data()), 0);
    child_ = ::fork();
    if (child_ == 0) {
      ::dup2(pipe[1], STDOUT_FILENO);
      ::dup2(other_side, STDERR_FILENO);
      for (const int descriptor : {pipe[0], pipe[1], other_side, terminal_}) ::close(descriptor);
      ::execv(program.c_str(), arguments.data());
      ::_exit(127);
    }
    ::close(pipe[1]);
    ::close(other_side);
    output_ = pipe[0];
  }
  ~OnTerminal() {
    ::close(output_);
    ::close(terminal_);
  }
  OnTerminal(const OnTerminal&) = delete;
  OnTerminal& operator=(const OnTerminal&) = delete;

  /// Waits until the text is on the terminal; false when the program ends without it.
  bool WaitFor(const std::string& text) {
    while (shown_.find(text) == std::string::npos) {
      if (!Read(terminal_, shown_)) return false;
    }
    return true;
  }
  void Signal(int signal) const { ::kill(child_, signal); }
  /// Waits for the end of the program. Returns its exit code, 128 + the signal if one ended it.
  int End() {
    while (Read(output_, printed_)) {
    }
    while (Read(terminal_, shown_)) {
    }
    int status = 0;
    ::waitpid(child_, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  }

  const std::string& printed() const { return printed_; }
  const std::string& shown() const { return shown_; }

 private:
  static bool Read(int from, std::string& to) {
    std::array<char, 4096> buffer{};
    const ssize_t got = ::read(from, buffer.data(), buffer.size());
    if (got <= 0) return false;
    to.append(buffer.data(), static_cast<std::size_t>(got));
    return true;
  }

  int terminal_ = -1;
  int output_ = -1;
  pid_t child_ = -1;
  std::string printed_, shown_;
};

class TerminalTest : public ProgramTest {
 protected:
  // Far more than anybody waits for.
  const std::vector<std::string> kForever = {"--test", "calm", "--schedules", "1000000000000"};
};

TEST_F(TerminalTest, ShowsProgressAndTakesItAwayAgain) {
  OnTerminal run(Program(), kForever);
  ASSERT_TRUE(run.WaitFor("/s"));
  EXPECT_EQ(run.shown().find("\rcalm: "), 0u);
  EXPECT_NE(run.shown().find(" of 1000000000000 schedules, 0 buggy, 0 cut off, "),
            std::string::npos)
      << run.shown();
  run.Signal(SIGINT);
  run.End();
  EXPECT_NE(run.shown().find(" \rsystematic_mail: interrupted"), std::string::npos) << run.shown();
}

TEST_F(TerminalTest, EndsWith3AndWhatItHasAtCtrlC) {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    OnTerminal run(Program(), kForever);
    ASSERT_TRUE(run.WaitFor("/s"));
    run.Signal(signal);
    EXPECT_EQ(run.End(), 3) << signal;
    EXPECT_EQ(run.printed().find("calm: ended, "), 0u) << run.printed();
    EXPECT_EQ(run.printed().find("calm: ended, 0 schedules"), std::string::npos) << run.printed();
    EXPECT_NE(run.shown().find("systematic_mail: interrupted; 1 of 1 harnesses have run"),
              std::string::npos)
        << run.shown();
  }
}

TEST_F(TerminalTest, GivesWhatItHasAsJson) {
  std::vector<std::string> words = kForever;
  words.insert(words.end(), {"--json", "--workers", "2", "--coverage"});
  OnTerminal run(Program(), words);
  ASSERT_TRUE(run.WaitFor("/s"));
  run.Signal(SIGINT);
  EXPECT_EQ(run.End(), 3);
  const auto json = nlohmann::json::parse(run.printed());
  const auto& harness = json.at("harnesses").at(0);
  EXPECT_EQ(harness.at("interrupted"), true);
  EXPECT_GT(harness.at("schedules"), 0);
  EXPECT_EQ(harness.at("coverage").at("curve").back().at("executions"), harness.at("schedules"));
}

TEST_F(TerminalTest, ASearchSaysHowFarItIsAndWhatItHasAtCtrlC) {
  OnTerminal run(Program(), {"--search", "delivered", "--test", "sought", "--fault", "none",
                             "--from-live", "1000000000", "--executions", "1000000000"});
  ASSERT_TRUE(run.WaitFor(" steps"));
  EXPECT_EQ(run.shown().find("\rsought: depth "), 0u) << run.shown();
  EXPECT_NE(run.shown().find(" executions, 100% came to life, the slowest in "), std::string::npos)
      << run.shown();
  run.Signal(SIGINT);
  EXPECT_EQ(run.End(), 3);
  EXPECT_NE(run.printed().find("\npartial: it was ended before it was done\n"), std::string::npos)
      << run.printed();
}

}  // namespace
}  // namespace systematic
