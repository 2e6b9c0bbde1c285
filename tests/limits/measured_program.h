// Runs the cpngen program as a process of its own, and measures it.
//
// Thread safety: free functions without state.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace limits {

struct Measured {
  int code = -1;               ///< exit code; -1: a signal ended it
  int signal = 0;              ///< that signal; 0: none
  std::size_t peak_bytes = 0;  ///< the most that was resident, as the kernel counts it
  std::chrono::duration<double> time{};
  std::string out;
  std::string err;
};

struct Calling {
  std::vector<std::string> arguments;
  std::string folder;                  ///< the working directory
  std::function<void()> prepare = {};  ///< runs in the new process, before the program
  int signal = 0;                      ///< sent to it once it is at work; 0: none
};

/// Calls cpngen and waits for its end. One that is to get a signal gets it a fifth of a second
/// after it has begun to catch it; `time` then counts from there.
Measured RunMeasured(const Calling& calling);

}  // namespace limits
