// Which transitions of a priority need a look, where there are hundreds of them: those of whose
// needed places one, the trigger, has a token. So a marking costs as many looks as it has marked
// places, not as many as there are transitions.
//
// Invariants:
//  1. Every item has one trigger, or needs no place and is always looked at.
//  2. Of a place, the field 0 is the empty marking (place_table.h): what is marked is found by
//     looking at the bits of a record that are set.
// Thread safety: const members from any thread while no other member runs.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "cpn/engine/compiled_transition.h"
#include "cpn/explore/record_layout.h"

namespace cpn::explore {

/// Which place each bit of a record belongs to.
class MarkedPlaces {
 public:
  void UseLayout(const RecordLayout& layout, std::size_t places);

  /// Calls `visit(place)` for each place that is marked in `record`, in the order of the layout.
  template <typename Visit>
  void ForEach(const std::uint64_t* record, const Visit& visit) const {
    for (std::size_t word = 0; word < words_; ++word) {
      for (std::uint64_t rest = record[word]; rest != 0;) {
        const Owner& owner = owners_[64 * word + static_cast<std::size_t>(__builtin_ctzll(rest))];
        rest &= ~owner.bits;
        visit(owner.place);
      }
    }
  }

 private:
  struct Owner {
    std::uint64_t bits = 0;  // of the word, that are the place's
    PlaceId place = 0;
  };
  std::size_t words_ = 0;
  std::vector<Owner> owners_;  // by bit
};

class Triggers {
 public:
  /// Nothing is ever due.
  Triggers() = default;
  /// `needed`: by item, the places that must not be empty.
  Triggers(std::span<const std::vector<PlaceId>* const> needed, std::size_t places);

  /// Appends, in their order, the items that need no place or whose trigger is marked.
  void AppendDue(const MarkedPlaces& marked, const std::uint64_t* record,
                 std::vector<std::uint32_t>& due) const;

 private:
  std::vector<std::uint32_t> always_;
  std::vector<std::uint32_t> items_;  // by place, all in one
  std::vector<std::uint32_t> first_;  // by place, into items_; then their number
};

}  // namespace cpn::explore
