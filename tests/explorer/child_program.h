// A program that a test starts, whose output it reads while it runs, and which does not outlive it.
//
// Thread safety: none.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

namespace explorer_test {

class ChildProgram {
 public:
  /// Starts it in a process group of its own; words[0] is found in PATH. Throws std::system_error.
  explicit ChildProgram(const std::vector<std::string>& words);
  /// Kills the group.
  ~ChildProgram();
  ChildProgram(const ChildProgram&) = delete;
  ChildProgram& operator=(const ChildProgram&) = delete;

  /// The first line of standard output from here on that has `part`; empty when the output ends.
  std::string LineWith(const std::string& part);
  /// Sends the signal, and returns how the program ends: its exit code, or -1 for a signal.
  int End(int signal);

 private:
  pid_t pid_ = -1;
  int out_ = -1;
  std::string buffer_;
};

}  // namespace explorer_test
