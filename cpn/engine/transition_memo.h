// What one transition can do, by the markings of the places that decide it.
//
// Invariants: at most about `memo_bytes`; a full memo is emptied. Where markings hardly ever repeat
// (fewer than one look-up in eight hits), the memo steps aside for a while, since filling it would
// cost time and memory for nothing.
// Thread safety: none, one per worker. Source: the local transition cache of LTSmin's PINS
// (Blom, van de Pol, Weber 2010).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "cpn/engine/marking.h"
#include "cpn/values/arena.h"
#include "cpn/values/id_table.h"

namespace cpn {

class TransitionMemo {
 public:
  TransitionMemo(std::span<const PlaceId> deciding_places, std::size_t memo_bytes)
      : places_(deciding_places.begin(), deciding_places.end()), memo_bytes_(memo_bytes) {}

  /// The enabled binding elements remembered for `marking`; nothing when there are none. Valid
  /// until the next Remember().
  std::optional<std::span<const BindingElementId>> Find(const Marking& marking);
  /// Requires that the Find() just before found nothing for `marking`.
  void Remember(const Marking& marking, std::span<const BindingElementId> enabled);

  std::uint64_t hits() const { return hits_; }
  std::uint64_t misses() const { return misses_; }

 private:
  void EndWindow();
  void Clear();

  std::vector<PlaceId> places_;
  std::size_t memo_bytes_;
  IdTable index_;                              // into records_
  std::vector<const std::uint32_t*> records_;  // place markings, number of elements, elements
  Arena<std::uint32_t> words_;
  std::vector<std::uint32_t> scratch_;
  std::uint64_t hash_ = 0;  // of the last Find()
  std::uint64_t hits_ = 0;
  std::uint64_t misses_ = 0;
  std::uint32_t window_lookups_ = 0;
  std::uint32_t window_hits_ = 0;
  std::uint32_t aside_ = 0;  // look-ups that still go without memo
};

}  // namespace cpn
