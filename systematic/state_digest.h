// A digest of a state, in 128 bits: states that differ have different digests, but for an accident.
//
// What is added must not depend on addresses, on the order of unordered containers, or on counters
// that only grow: equal states would have different digests.
// Thread safety: none; the same on every machine and for every compiler.
#pragma once

#include <cstdint>
#include <string_view>

#include "systematic/hash.h"

namespace systematic {

class StateDigest {
 public:
  void Add(std::uint64_t value) {
    high_ = Mix(high_, value);
    low_ = Mix(low_, ~value);
  }
  void Add(std::string_view bytes) {
    Add(bytes.size());
    high_ = Mix(high_, HashOfBytes(bytes));
    std::uint64_t hash = 0;
    for (const char c : bytes) hash = (hash + static_cast<unsigned char>(c)) * 0x100000001b3u;
    low_ = Mix(low_, hash);
  }
  /// A part whose place among others does not matter: a message under way. What is in the bag
  /// counts when it is closed.
  void AddToBag(const StateDigest& part) {
    bag_high_ += part.high();
    bag_low_ += part.low();
  }
  void CloseBag() {
    Add(bag_high_);
    Add(bag_low_);
    bag_high_ = bag_low_ = 0;
  }

  std::uint64_t high() const { return high_; }
  std::uint64_t low() const { return low_; }
  bool operator==(const StateDigest&) const = default;

 private:
  std::uint64_t high_ = 1, low_ = 2;
  std::uint64_t bag_high_ = 0, bag_low_ = 0;
};

}  // namespace systematic
