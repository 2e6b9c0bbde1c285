// Goes through the calls and returns of a history, and numbers what is under way: an operation has
// a slot from its call to its return, and one that never returned has one of another row for good.
//
// Invariant: a slot is free again only after its operation's return has been passed. Not
// thread-safe.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "oracles/linearizability/selection.h"
#include "oracles/linearizability/timeline.h"

namespace oracles::linearizability {

class UnderWay {
 public:
  static constexpr std::size_t kSlots = 64;
  struct Event {
    bool is_return;
    bool is_open;  ///< of an operation that never returned
    std::size_t slot;
    std::size_t place;  ///< of the operation in the history
  };

  template <typename Spec>
  UnderWay(const History<Spec>& history, const Selection& selection)
      : UnderWay(IntervalsOf(history, selection), selection) {}
  /// Of operations 0, 1, ...: first those that returned, then the others, as in the selection.
  UnderWay(const std::vector<Interval>& operations, const Selection& selection);

  /// Is there a slot for each operation, at every moment?
  bool Fits() const { return fits_; }
  /// Goes to the next event; nothing at the end. What returns is under way until the next call.
  std::optional<Event> Next();

  /// What is under way now, as bits.
  std::uint64_t slots() const { return slots_; }
  /// What was called and never returns, as bits.
  std::uint64_t open_slots() const { return open_slots_; }
  std::size_t PlaceOf(std::size_t slot) const { return places_[slot]; }
  std::size_t OpenPlaceOf(std::size_t slot) const { return open_places_[slot]; }

 private:
  std::vector<Event> events_;
  bool fits_ = true;
  std::size_t next_ = 0;
  std::uint64_t slots_ = 0;
  std::uint64_t returned_ = 0;  // to be freed
  std::uint64_t open_slots_ = 0;
  std::array<std::size_t, kSlots> places_{};
  std::array<std::size_t, kSlots> open_places_{};
};

}  // namespace oracles::linearizability
