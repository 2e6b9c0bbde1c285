// Watches over the Budget of a program, from a thread of its own: raises the flag when time or
// memory are used up, or when a signal asks the program to stop; and ends the process when that did
// not help.
//
// How it works: the thread looks at the clock and at the resident memory of the process a few
// hundred times a second, and wakes up for signals. Memory is that of the whole process, so nothing
// that holds memory can be forgotten. When the flag has been up for kGrace, or when memory is
// kHardMemory per cent of its limit, whatever runs does not look at the flag: then `end_process` is
// called, from the watching thread.
// Thread safety: one watch at a time in a program, since it takes the signals (base/interrupt.h).
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <thread>

#include "base/budget.h"
#include "base/file_descriptor.h"
#include "base/interrupt.h"

namespace base {

struct WatchOptions {
  std::optional<double> max_seconds = {};
  /// Nothing: what the machine, or the control group of the process, has free, less a reserve.
  std::optional<std::uint64_t> max_memory_bytes = {};
  /// Ends the process; called from the watching thread, and should not return. Empty: the flag is
  /// all there is.
  std::function<void()> end_process = {};
};

class BudgetWatch {
 public:
  /// Time counts from here. `budget` must outlive the watch. Where the system has no thread or
  /// descriptor to give, nothing is watched, and signals do what they did before; but when a limit
  /// is asked for, that is a std::system_error.
  BudgetWatch(Budget* budget, WatchOptions options);
  /// The flag stays as it is; signals do again what they did before.
  ~BudgetWatch();
  BudgetWatch(const BudgetWatch&) = delete;
  BudgetWatch& operator=(const BudgetWatch&) = delete;

  static constexpr std::chrono::milliseconds kGrace{700};
  static constexpr unsigned kSoftMemory = 96;   ///< per cent of the limit
  static constexpr unsigned kHardMemory = 107;  ///< per cent of the limit

 private:
  void Run();
  /// True: the process should have ended by now.
  bool Look();
  std::chrono::milliseconds Pause() const;

  Budget* const budget_;
  const WatchOptions options_;
  std::optional<Interrupt> interrupt_;
  FileDescriptor done_;  // becomes readable when the watch ends
  std::thread thread_;
};

}  // namespace base
