// Memory for the stacks of fibers.
//
// Invariants: below a stack is a page that nobody may touch, so that a fiber that needs more ends
// the program and does not write into what belongs to others. A stack that is given back is used
// again by the same thread.
// Thread safety: a stack is one thread's.
#pragma once

#include <cstddef>
#include <utility>

namespace systematic::fibers {

class Stack {
 public:
  /// Large enough for code of tests with its messages and strings, also with sanitizers.
  static constexpr std::size_t kSize = 256 * 1024;

  /// One that this thread has left over, or a new one. Throws std::bad_alloc.
  Stack();
  ~Stack();
  Stack(Stack&& other) noexcept : bottom_(std::exchange(other.bottom_, nullptr)) {}
  Stack& operator=(Stack&&) = delete;

  /// Its lowest address.
  void* bottom() const { return bottom_; }
  void* top() const { return static_cast<std::byte*>(bottom_) + kSize; }

 private:
  void* bottom_ = nullptr;
};

}  // namespace systematic::fibers
