// The real clock, for paxos_server: one thread that sleeps until the next timer.
//
// Invariants: those of Clock; after the destructor no timer fires.
// Thread-safe. The destructor joins the thread: do not run it inside on_fire.
#pragma once

#include <memory>

#include "sut/paxos/roles/clock.h"

namespace paxos {

class SystemClock : public Clock {
 public:
  SystemClock();
  ~SystemClock() override;

  TimerId StartTimer(Duration delay, std::function<void()> on_fire) override;
  void CancelTimer(TimerId timer) override;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace paxos
