// All sequences of decisions, one after the other, in depth-first order: what was decided before
// is decided again, but for the last decision that has an alternative left.
//
// Invariants: the decisions of a sequence may depend on those before; the same prefix must lead to
// the same next decision.
// Thread safety: none.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace systematic {

class Odometer {
 public:
  /// The next decision of this sequence, below `n`. A prefix that does not fit is left.
  std::uint64_t Next(std::uint64_t n) {
    if (position_ == wheels_.size()) wheels_.push_back({0, n});
    Wheel& wheel = wheels_[position_++];
    wheel.n = n;
    if (wheel.value >= n) wheel.value = n - 1;
    return wheel.value;
  }
  /// Whether the next decision was made in the sequence before, too.
  bool Repeating() const { return position_ < wheels_.size(); }
  /// Decisions of this sequence so far.
  std::size_t position() const { return position_; }

  /// Goes to the next sequence; false when there is none.
  bool Advance() {
    wheels_.resize(position_);  // what this sequence did not reach is gone
    position_ = 0;
    while (!wheels_.empty() && wheels_.back().value + 1 >= wheels_.back().n) wheels_.pop_back();
    if (wheels_.empty()) return false;
    ++wheels_.back().value;
    return true;
  }
  /// Begins with the first sequence again.
  void Reset() {
    wheels_.clear();
    position_ = 0;
  }

 private:
  struct Wheel {
    std::uint64_t value;
    std::uint64_t n;
  };
  std::vector<Wheel> wheels_;
  std::size_t position_ = 0;
};

}  // namespace systematic
