// A value that the threads of an execution read and write as one step each, with the members of
// std::atomic. Every access is a choice; memory orders are taken and mean nothing: all is
// sequentially consistent.
//
// Thread safety: as std::atomic, among the threads of an execution.
#pragma once

#include <atomic>
#include <utility>

#include "systematic/fibers/threads.h"

namespace systematic::fibers {

template <typename T>
class Atomic {
 public:
  constexpr Atomic() noexcept = default;
  constexpr Atomic(T value) noexcept : value_(value) {}  // NOLINT: as std's
  Atomic(const Atomic&) = delete;
  Atomic& operator=(const Atomic&) = delete;

  T load(std::memory_order = std::memory_order_seq_cst) const noexcept {
    Pass("load");
    return value_;
  }
  void store(T value, std::memory_order = std::memory_order_seq_cst) noexcept {
    Pass("store");
    value_ = value;
  }
  T exchange(T value, std::memory_order = std::memory_order_seq_cst) noexcept {
    Pass("exchange");
    return std::exchange(value_, value);
  }
  bool compare_exchange_strong(T& expected, T value, std::memory_order = std::memory_order_seq_cst,
                               std::memory_order = std::memory_order_seq_cst) noexcept {
    Pass("compare");
    if (value_ == expected) {
      value_ = value;
      return true;
    }
    expected = value_;
    return false;
  }
  bool compare_exchange_weak(T& expected, T value, std::memory_order = std::memory_order_seq_cst,
                             std::memory_order = std::memory_order_seq_cst) noexcept {
    return compare_exchange_strong(expected, value);
  }
  template <typename Difference>
  T fetch_add(Difference difference, std::memory_order = std::memory_order_seq_cst) noexcept {
    Pass("add");
    return std::exchange(value_, static_cast<T>(value_ + difference));
  }
  template <typename Difference>
  T fetch_sub(Difference difference, std::memory_order = std::memory_order_seq_cst) noexcept {
    Pass("subtract");
    return std::exchange(value_, static_cast<T>(value_ - difference));
  }

  operator T() const noexcept { return load(); }  // NOLINT: as std's
  T operator=(T value) noexcept {                 // NOLINT: as std's
    store(value);
    return value;
  }
  T operator++() noexcept { return static_cast<T>(fetch_add(1) + 1); }
  T operator--() noexcept { return static_cast<T>(fetch_sub(1) - 1); }
  T operator++(int) noexcept { return fetch_add(1); }
  T operator--(int) noexcept { return fetch_sub(1); }

 private:
  void Pass(std::string_view what) const noexcept {
    Threads* const threads = Threads::Current();
    if (threads == nullptr) return;
    threads->Use(label_);
    threads->Await({.what = what, .resource = label_.resource});
  }

  T value_{};
  mutable Label label_;
};

}  // namespace systematic::fibers
