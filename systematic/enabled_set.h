// The enabled options of an execution, sorted by key, each with its step.
//
// Invariants: options and their steps change one at a time and keep their order, so that
// strategies see a sorted span without sorting; steps are kept in places that are used again, so
// that nothing is allocated once the set has been as large.
// Thread safety: none.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "systematic/option.h"
#include "systematic/step.h"

namespace systematic {

class EnabledSet {
 public:
  std::span<const Option> options() const { return options_; }
  /// A sum over the options that does not depend on their order.
  std::uint64_t hash() const { return hash_; }
  /// The same over the origins with which the options were inserted.
  std::uint64_t origins() const { return origins_; }
  /// Of the option at `index`.
  std::uint64_t OriginOf(std::size_t index) const { return places_[places_of_[index]].origin; }

  bool Contains(const Key& key) const {
    const std::size_t position = PositionOf(key);
    return position < options_.size() && options_[position].key == key;
  }

  /// False, and nothing changes, if the key is enabled already. `hash` is the key's,
  /// `origin` whatever tells the option from others with that key in other executions.
  bool Insert(const Option& option, std::uint64_t hash, std::uint64_t origin, Step step);
  /// Takes out the option at `index` and returns its step.
  Step Take(std::size_t index);
  /// Takes out the option with that key; an empty step when there is none.
  Step Take(const Key& key);
  /// Takes out any option and returns its step. Requires one.
  Step TakeLast() { return Take(options_.size() - 1); }

 private:
  struct Place {
    Step step;
    std::uint64_t hash = 0;
    std::uint64_t origin = 0;
  };

  std::size_t PositionOf(const Key& key) const;

  std::vector<Option> options_;
  std::vector<std::uint32_t> places_of_;  // of each option, its place
  std::vector<Place> places_;
  std::vector<std::uint32_t> free_;
  std::uint64_t hash_ = 0;
  std::uint64_t origins_ = 0;
};

}  // namespace systematic
