// A program that a test starts, whose output it reads while it runs, and which does not outlive it.
//
// Between the test and the program stands a guard: a process that adopts whatever the program
// leaves behind, browsers that a driver started among it, and kills all of it when the program
// ends, or when the test does, by whatever signal.
// Thread safety: none. A test that starts one must not have other threads then.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

namespace explorer_test {

class ChildProgram {
 public:
  /// Starts it; words[0] is found in PATH. Throws std::system_error.
  explicit ChildProgram(const std::vector<std::string>& words);
  /// Kills it, and all that it started.
  ~ChildProgram();
  ChildProgram(const ChildProgram&) = delete;
  ChildProgram& operator=(const ChildProgram&) = delete;

  /// The first line of standard output from here on that has `part`; empty when the output ends.
  std::string LineWith(const std::string& part);
  /// Sends the signal, and returns how the program ends: its exit code, or -1 for a signal.
  int End(int signal);

 private:
  pid_t guard_ = -1;
  pid_t pid_ = -1;
  int out_ = -1;
  int life_ = -1;  // closed with the test: then the guard kills the program
  std::string buffer_;
};

}  // namespace explorer_test
