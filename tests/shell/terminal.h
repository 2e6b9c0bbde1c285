// A program behind a pseudo-terminal, as if somebody sat before it.
//
// Not thread-safe.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

namespace shell {

class Terminal {
 public:
  /// Starts `command`, whose program is looked for in PATH, with these lines ("NAME=VALUE") as its
  /// whole environment. Throws std::system_error when there is no terminal.
  Terminal(const std::vector<std::string>& command, const std::vector<std::string>& environment);
  /// Hangs up, and waits for the program's end.
  ~Terminal();
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;

  /// Types `keys`.
  void Type(const std::string& keys);

  /// Reads what the program prints until `end` has come, and returns what stood before it. Throws
  /// std::runtime_error with what was read when the program ends, or says nothing for a minute.
  std::string ReadUntil(const std::string& end);

 private:
  int terminal_ = -1;
  pid_t process_ = -1;
  std::string unread_;
};

}  // namespace shell
