// Ctrl-C as a flag: while an Interrupt lives, SIGINT asks a long computation to stop with what it
// has, instead of ending the program.
//
// Invariants:
//  1. The first SIGINT sets the flag; a second one ends the program as usual.
//  2. Afterwards SIGINT does again what it did before.
// Thread safety: one Interrupt at a time in a program; the flag may be read from any thread.
#pragma once

#include <atomic>
#include <csignal>

namespace base {

class Interrupt {
 public:
  Interrupt();
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  /// For cpn::ExplorationOptions::interrupt; valid as long as the object.
  const std::atomic<bool>* flag() const;
  bool requested() const { return flag()->load(); }

 private:
  struct sigaction before_ {};
};

}  // namespace base
