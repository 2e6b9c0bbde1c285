// A queue of all options, the oldest first, in which an option can be put last.
//
// Thread safety: none.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "systematic/option.h"

namespace systematic {

class ArrivalOrder {
 public:
  void Clear() {
    places_.clear();
    next_ = 0;
  }
  /// The index of the option that is first in the queue; options not seen before come last.
  std::size_t First(std::span<const Option> enabled) {
    for (const Option& option : enabled) {
      // Options that came and went unseen take a place, too, and nobody minds.
      while (places_.size() <= option.id) places_.push_back(next_++);
    }
    std::size_t first = 0;
    for (std::size_t i = 1; i < enabled.size(); ++i) {
      if (places_[enabled[i].id] < places_[enabled[first].id]) first = i;
    }
    return first;
  }
  /// Puts an option behind all others that were seen.
  void PutLast(const Option& option) { places_[option.id] = next_++; }

 private:
  std::vector<std::uint64_t> places_;  // by Option::id
  std::uint64_t next_ = 0;
};

}  // namespace systematic
