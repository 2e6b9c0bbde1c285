// Ctrl-C as a flag: while an Interrupt lives, SIGINT asks a long computation to stop with what it
// has, instead of ending the program. The same for other signals that it is told.
//
// Invariants:
//  1. The first such signal sets the flag; a second one of its kind ends the program as usual.
//  2. Afterwards the signals do again what they did before.
//  3. SIGHUP stays ignored where it was, as below nohup.
// Thread safety: one Interrupt at a time in a program; the flag may be read from any thread.
#pragma once

#include <atomic>
#include <csignal>
#include <initializer_list>
#include <utility>
#include <vector>

#include "base/file_descriptor.h"

namespace base {

class Interrupt {
 public:
  explicit Interrupt(std::initializer_list<int> signals = {SIGINT});
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  /// For cpn::ExplorationOptions::interrupt; valid as long as the object.
  const std::atomic<bool>* flag() const;
  bool requested() const { return flag()->load(); }
  /// The last signal that came; 0: none.
  int signal() const;
  /// Becomes readable when the flag is set: for poll(), not to be read.
  int descriptor() const { return descriptor_.get(); }

 private:
  std::vector<std::pair<int, struct sigaction>> before_;
  FileDescriptor descriptor_;
};

}  // namespace base
