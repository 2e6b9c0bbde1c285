// A coroutine that makes a value of type T. It begins when it is awaited, runs on the thread of
// whoever resumes it, and goes on with its awaiter when it is done; what it throws, the awaiter
// gets. Destroying a task destroys the coroutine wherever it waits.
//
// Not thread-safe.
#pragma once

#include <coroutine>
#include <exception>
#include <optional>
#include <utility>

namespace migrating_table {

template <typename T>
class Task;

namespace detail {

struct PromiseBase {
  std::suspend_always initial_suspend() noexcept { return {}; }
  auto final_suspend() noexcept {
    struct Continue {
      bool await_ready() noexcept { return false; }
      std::coroutine_handle<> await_suspend(std::coroutine_handle<>) noexcept { return awaiter; }
      void await_resume() noexcept {}
      std::coroutine_handle<> awaiter;
    };
    return Continue{awaiter};
  }
  void unhandled_exception() { error = std::current_exception(); }

  std::coroutine_handle<> awaiter = std::noop_coroutine();
  std::exception_ptr error;
};

template <typename T>
struct Promise : PromiseBase {
  Task<T> get_return_object();
  void return_value(T result) { value = std::move(result); }
  T Take() {
    if (error) std::rethrow_exception(error);
    return std::move(*value);
  }
  std::optional<T> value;
};

template <>
struct Promise<void> : PromiseBase {
  Task<void> get_return_object();
  void return_void() {}
  void Take() const {
    if (error) std::rethrow_exception(error);
  }
};

}  // namespace detail

template <typename T = void>
class [[nodiscard]] Task {
 public:
  using promise_type = detail::Promise<T>;
  using Handle = std::coroutine_handle<promise_type>;

  Task() = default;
  explicit Task(Handle handle) : handle_(handle) {}
  Task(Task&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  Task& operator=(Task&& other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~Task() {
    if (handle_) handle_.destroy();
  }

  /// Begins a task that nobody awaits; its first wait returns here.
  void Start() { handle_.resume(); }
  bool done() const { return handle_ && handle_.done(); }

  bool await_ready() const { return false; }
  std::coroutine_handle<> await_suspend(std::coroutine_handle<> awaiter) {
    handle_.promise().awaiter = awaiter;
    return handle_;
  }
  T await_resume() { return handle_.promise().Take(); }

 private:
  Handle handle_ = nullptr;
};

namespace detail {

template <typename T>
Task<T> Promise<T>::get_return_object() {
  return Task<T>(Task<T>::Handle::from_promise(*this));
}

inline Task<void> Promise<void>::get_return_object() {
  return Task<void>(Task<void>::Handle::from_promise(*this));
}

}  // namespace detail

}  // namespace migrating_table
