// Requests to stop among the threads of an execution, with the members of std's. Asking, looking,
// registering, and each callback are choices.
//
// std::stop_callback cannot be used by fibers: its destructor waits for a callback that another
// thread runs, and returns at once on the thread that runs it; to std all fibers are one thread.
// Invariants: those of std; callbacks run one after the other, the youngest first, as in libstdc++.
// Thread safety: as std's, among the threads of an execution.
#pragma once

#include <memory>
#include <type_traits>
#include <utility>

#include "systematic/fibers/threads.h"

namespace systematic::fibers {

class StopState;

/// A registered callback, whatever its type.
class StopHook {
 public:
  StopHook(const StopHook&) = delete;
  StopHook& operator=(const StopHook&) = delete;

 protected:
  using Call = void (*)(StopHook&);

  explicit StopHook(Call call) : call_(call) {}
  ~StopHook() = default;
  /// Has the call run when a stop is requested; at once when it was. By the end of a constructor.
  void Register(std::shared_ptr<StopState> state);
  /// It will not run any more, and does not run now but in a caller of this. In a destructor.
  void Deregister();

 private:
  friend class StopState;
  static bool HasRun(const void* hook) { return static_cast<const StopHook*>(hook)->has_run_; }

  const Call call_;
  std::shared_ptr<StopState> state_;
  bool has_run_ = false;
  bool* gone_ = nullptr;  // while it runs: says that it was destroyed
};

class StopToken {
 public:
  StopToken() noexcept = default;
  bool stop_requested() const noexcept;
  bool stop_possible() const noexcept;
  void swap(StopToken& other) noexcept { state_.swap(other.state_); }
  bool operator==(const StopToken&) const = default;

 private:
  friend class StopSource;
  template <typename Callback>
  friend class StopCallback;
  explicit StopToken(std::shared_ptr<StopState> state) : state_(std::move(state)) {}

  std::shared_ptr<StopState> state_;
};

class StopSource {
 public:
  StopSource();
  StopSource(const StopSource& other) noexcept;
  StopSource(StopSource&& other) noexcept = default;
  StopSource& operator=(StopSource other) noexcept {
    state_.swap(other.state_);
    return *this;
  }
  ~StopSource();

  /// False if it was requested before.
  bool request_stop() noexcept;
  bool stop_requested() const noexcept { return get_token().stop_requested(); }
  bool stop_possible() const noexcept { return state_ != nullptr; }
  StopToken get_token() const noexcept { return StopToken(state_); }

 private:
  std::shared_ptr<StopState> state_;
};

template <typename Callback>
class StopCallback : private StopHook {
 public:
  using callback_type = Callback;

  template <typename From>
  requires std::is_constructible_v<Callback, From> StopCallback(const StopToken& token,
                                                                From&& callback)
      : StopHook([](StopHook& hook) {
          std::forward<Callback>(static_cast<StopCallback&>(hook).callback_)();
        }),
        callback_(std::forward<From>(callback)) {
    Register(token.state_);
  }
  ~StopCallback() { Deregister(); }

 private:
  Callback callback_;
};

template <typename Callback>
StopCallback(StopToken, Callback) -> StopCallback<Callback>;

}  // namespace systematic::fibers
