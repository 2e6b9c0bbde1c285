// An execution whose choices are made from outside, one at a time: for whoever looks at the state
// after each step, and goes back to the start as often as he likes.
//
// How it works: choices are numbers. One that picks a step is the index of an enabled option; one
// that a running step asks for (Scheduler::Choose) is the value. A step cannot wait for a value
// that is not known yet: it goes on with 0, and the value is the next choice to be made. When it
// turns out to be another one, the execution is run again from the start, which happens when it is
// looked at next.
//
// Invariants: the same choices from the start give the same execution; Harness::Heal() is called as
// Execution calls it. An exception of the harness is a violation, but for HarnessError.
// Thread safety: none; an execution is one thread's.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "systematic/harness.h"
#include "systematic/scheduler.h"

namespace systematic {

class Stepping {
 public:
  using Make = std::function<std::unique_ptr<Harness>()>;

  Stepping(Make make, const Bounds& bounds);
  ~Stepping();
  Stepping(const Stepping&) = delete;
  Stepping& operator=(const Stepping&) = delete;

  /// To the start. With `recording` the scheduler keeps notes.
  void Restart(bool recording = false);
  /// From the next Restart() on, the scheduler keeps hashes of states.
  void KeepStates() { scheduler_.KeepStates(true); }
  /// How many choices there are now; 0: the execution is over.
  std::uint32_t options();
  /// Requires choice < options(), once it is asked for.
  void Take(std::uint32_t choice) { choices_.push_back(choice); }
  const std::vector<std::uint32_t>& choices() const { return choices_; }

  /// The steps among which a choice is now; empty when it is one of a value.
  std::span<const Option> enabled();
  /// A value that the step that ran last asked for is still open.
  bool wants_value();
  /// Of the execution so far. Valid until the next Take() or Restart().
  const Scheduler& scheduler();
  Harness& harness();

 private:
  class Script;

  void Settle();
  void Open();
  void Close();
  void RunStep();
  void HealIfDue();
  template <typename Function>
  void Guarded(Function function);

  const Make make_;
  const Bounds bounds_;
  Scheduler scheduler_;
  std::unique_ptr<Script> script_;
  std::unique_ptr<Harness> harness_;
  std::vector<std::uint32_t> choices_;
  bool recording_ = false;
};

}  // namespace systematic
