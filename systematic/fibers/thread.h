// A thread of an execution, for code that starts threads itself, with the members of std::thread.
//
// Invariants: it runs as soon as the scheduler picks it; who destroys one that is neither joined
// nor detached breaks a rule ("threads").
// Thread safety: as std::thread.
#pragma once

#include <functional>
#include <type_traits>
#include <utility>

#include "systematic/fibers/threads.h"

namespace systematic::fibers {

class Thread {
 public:
  Thread() noexcept = default;
  /// Requires a Threads.
  template <typename Function, typename... Arguments>
  requires(!std::is_same_v<std::remove_cvref_t<Function>, Thread>) explicit Thread(
      Function&& function, Arguments&&... arguments)
      : id_(Begin(
            std::bind(std::forward<Function>(function), std::forward<Arguments>(arguments)...))) {}
  Thread(Thread&& other) noexcept : id_(std::exchange(other.id_, kHarness)) {}
  Thread& operator=(Thread&& other) noexcept {
    std::swap(id_, other.id_);
    return *this;
  }
  ~Thread() {
    if (joinable()) Threads::Current()->Fail("a thread is neither joined nor detached");
  }

  bool joinable() const noexcept { return id_ != kHarness; }
  void detach() noexcept { id_ = kHarness; }
  void join() {
    Threads* const threads = Threads::Current();
    threads->Await({.what = "join",
                    .about = &id_,
                    .possible =
                        [](const void* id) {
                          return Threads::Current()->Ended(*static_cast<const ThreadId*>(id));
                        },
                    .awaited =
                        [](const void* id) {
                          const ThreadId thread = *static_cast<const ThreadId*>(id);
                          return "the end of " + Threads::Current()->NameOf(thread);
                        }});
    id_ = kHarness;
  }
  ThreadId get_id() const noexcept { return id_; }

 private:
  static ThreadId Begin(std::function<void()> function) {
    Threads* const threads = Threads::Current();
    return threads->Start("thread of " + threads->NameOf(threads->running()), std::move(function));
  }

  ThreadId id_ = kHarness;
};

}  // namespace systematic::fibers
