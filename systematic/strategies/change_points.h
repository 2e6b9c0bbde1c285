// The moments at which a strategy departs from its plan: numbers drawn from 1..k, one by one and
// independently.
//
// Invariants: each point is met once; a point that would change nothing can be moved on by one.
// Thread safety: none.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "systematic/draw.h"

namespace systematic {

class ChangePoints {
 public:
  /// Draws `count` points anew.
  void Draw(base::Random& random, std::size_t count, std::uint64_t length) {
    points_.clear();
    for (std::size_t i = 0; i < count; ++i) {
      points_.push_back(1 + systematic::Draw(random, length));
    }
  }
  /// The number of a point at `moment`, from 1 on, that was not met; it counts as met then. 0 when
  /// there is none.
  std::size_t Meet(std::uint64_t moment) {
    for (std::size_t i = 0; i < points_.size(); ++i) {
      if (points_[i] != moment) continue;
      points_[i] = 0;
      return i + 1;
    }
    return 0;
  }
  /// Points at `moment` are at the next one instead.
  void MoveOn(std::uint64_t moment) {
    for (std::uint64_t& point : points_) {
      if (point == moment) ++point;
    }
  }

 private:
  std::vector<std::uint64_t> points_;  // 0: met
};

}  // namespace systematic
