// A lock for coroutines: many may share it, or one has it alone. First come, first served, so that
// nobody starves.
//
// Not thread-safe. Letting go resumes who is next before it returns.
#pragma once

#include <coroutine>
#include <list>
#include <utility>

namespace migrating_table {

class Gate {
 public:
  /// Lets go when it ends. A default one holds nothing.
  class Hold {
   public:
    Hold() = default;
    explicit Hold(Gate* gate) : gate_(gate) {}
    Hold(Hold&& other) noexcept : gate_(std::exchange(other.gate_, nullptr)) {}
    Hold& operator=(Hold&& other) noexcept {
      std::swap(gate_, other.gate_);
      return *this;
    }
    ~Hold() {
      if (gate_) gate_->Release();
    }

   private:
    Gate* gate_ = nullptr;
  };

  /// What a coroutine awaits; one that is destroyed while it waits leaves the queue.
  class Wait {
   public:
    Wait(Gate* gate, bool alone) : gate_(gate), alone_(alone) {}
    Wait(const Wait&) = delete;
    Wait& operator=(const Wait&) = delete;
    ~Wait() {
      if (waits_) gate_->waiting_.remove(this);
    }

    bool await_ready() { return gate_->waiting_.empty() && gate_->TryEnter(alone_); }
    void await_suspend(std::coroutine_handle<> coroutine) {
      coroutine_ = coroutine;
      waits_ = true;
      gate_->waiting_.push_back(this);
    }
    Hold await_resume() { return Hold(gate_); }

   private:
    friend class Gate;
    Gate* gate_;
    bool alone_;
    bool waits_ = false;
    std::coroutine_handle<> coroutine_;
  };

  /// `co_await gate.Share()` is a Hold with others who share.
  Wait Share() { return {this, false}; }
  /// `co_await gate.Alone()` is a Hold with nobody else.
  Wait Alone() { return {this, true}; }

 private:
  bool TryEnter(bool alone) {
    if (alone_ || (alone && holders_ > 0)) return false;
    alone_ = alone;
    ++holders_;
    return true;
  }

  void Release() {
    --holders_;
    if (holders_ == 0) alone_ = false;
    while (!waiting_.empty() && TryEnter(waiting_.front()->alone_)) {
      Wait* next = waiting_.front();
      waiting_.pop_front();
      next->waits_ = false;
      next->coroutine_.resume();
    }
  }

  int holders_ = 0;
  bool alone_ = false;
  std::list<Wait*> waiting_;
};

}  // namespace migrating_table
