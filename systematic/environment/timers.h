// Timers of a modelled world, and its time.
//
// Untimed: any running timer may fire at any moment, since what is right must not hinge on how long
// a timer takes; but not more than so many of one process, or a strategy could let nothing else
// happen. Timed: a virtual clock; a timer fires when it is due, and time does not pass while
// one is due, nor beyond a limit that somebody holds it to (a message that must have arrived).
//
// Invariants:
//  1. a timer fires once, never inside Start; none fires that was cancelled, or whose process has
//     crashed;
//  2. after Stop() none fires. It is called when time has run out (`horizon`).
// Not thread-safe: belongs to one execution.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "systematic/environment/processes.h"
#include "systematic/scheduler.h"

namespace systematic {

/// Virtual time and spans of it, in microseconds.
using Microseconds = std::int64_t;

class Timers : public Processes::Listener {
 public:
  /// A timer, as long as it runs; later ones have other ids.
  using Id = std::uint64_t;
  /// What holds time back, as long as it does.
  using HoldId = std::uint32_t;

  /// `untimed`: as many timers of each process may fire before time is on.
  Timers(Scheduler& scheduler, Processes& processes, int untimed = 1'000'000);

  /// Has `fire` called as a step of `node`, `delay` from now. `what` is the timer's name.
  Id Start(Node node, Word what, Microseconds delay, std::function<void()> fire);
  /// Does nothing when it has fired.
  void Cancel(Id timer);

  /// From now on timers fire when due; all that run now are due their delay from now. Time ends
  /// `horizon` from now: then timers stop.
  void RunTimed(Microseconds horizon);
  bool timed() const { return timed_; }
  Microseconds now() const { return now_; }
  /// No timer fires any more, and time stands still.
  void Stop();
  bool stopped() const { return stopped_; }

  /// Time does not pass `limit` before Release. Timed mode only.
  HoldId Hold(Microseconds limit);
  void Release(HoldId hold);

  void OnCrash(Node node) override;

 private:
  struct Timer {
    bool running = false;
    bool enabled = false;
    std::uint32_t generation = 1;
    Node node = 0;
    Key key;
    Microseconds due = 0;
    Microseconds delay = 0;
    std::function<void()> fire;
  };
  struct Limit {
    bool held = false;
    bool reached = false;
    Microseconds at = 0;
  };
  bool MayFire(const Timer& timer) const;
  void Enable(std::uint32_t index);
  void Disarm(std::uint32_t index);
  void Fire(std::uint32_t index);
  void Pass();
  void Reach();
  void Refresh();

  Scheduler& scheduler_;
  Processes& processes_;
  std::vector<Timer> timers_;
  std::vector<std::uint32_t> free_timers_;
  std::vector<int> fired_;  // by process, before time is on
  const int untimed_;
  std::vector<Limit> limits_;
  std::vector<HoldId> free_limits_;
  bool timed_ = false;
  bool stopped_ = false;
  bool can_pass_ = false;  // the option that lets time pass is enabled
  int blocking_ = 0;       // timers due and limits reached
  int running_ = 0;        // timers that run and limits that are held
  Microseconds now_ = 0;
  Microseconds end_ = 0;
  Word timer_word_;
  Key pass_key_;
  MachineId machine_;
};

}  // namespace systematic
