// A function on a stack of its own, which may stop in its middle and go on later.
//
// Invariants: it runs inside Resume(), on the thread that calls it; exceptions that it handles
// while it stops do not mix with those of others. The function must not throw.
// A fiber that began and is destroyed before its end stays for ever, with all that is on its
// stack: to unwind it would mean to throw from wherever it stopped, destructors among them.
// Thread safety: none; a fiber is one thread's.
// Library: Boost.Context.
#pragma once

#include <functional>
#include <memory>

namespace systematic::fibers {

class Fiber {
 public:
  explicit Fiber(std::function<void()> function);
  ~Fiber();
  Fiber(const Fiber&) = delete;
  Fiber& operator=(const Fiber&) = delete;

  /// Runs the function until it stops or ends. Not inside the fiber; not when it has ended.
  void Resume();
  /// Stops; returns when it is resumed. Inside the fiber only.
  void Suspend();
  bool ended() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Keeps `object` until the program ends, and has leak detectors take that for intended.
void KeepForEver(std::shared_ptr<void> object);

}  // namespace systematic::fibers
