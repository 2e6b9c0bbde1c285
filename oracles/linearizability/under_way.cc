#include "oracles/linearizability/under_way.h"

#include <bit>

namespace oracles::linearizability {

UnderWay::UnderWay(const std::vector<Interval>& operations, const Selection& selection) {
  const std::size_t returned = selection.returned.size();
  const Timeline timeline(operations);
  std::vector<std::size_t> slot_of(operations.size());
  std::uint64_t used = 0;
  std::size_t open = 0;
  for (Timeline::Node node = timeline.First(); node != Timeline::kEnd; node = timeline.Next(node)) {
    const std::size_t operation = timeline.OperationOf(node);
    const bool is_open = operation >= returned;
    const bool is_return = timeline.IsReturn(node);
    if (!is_return) {
      const auto slot = is_open ? open++ : static_cast<std::size_t>(std::countr_one(used));
      fits_ = fits_ && slot < kSlots;
      if (!fits_) return;
      slot_of[operation] = slot;
      if (!is_open) used |= std::uint64_t{1} << slot;
    } else {
      used &= ~(std::uint64_t{1} << slot_of[operation]);
    }
    events_.push_back(
        {is_return, is_open, slot_of[operation],
         is_open ? selection.open[operation - returned] : selection.returned[operation]});
  }
}

std::optional<UnderWay::Event> UnderWay::Next() {
  slots_ &= ~returned_;
  returned_ = 0;
  if (next_ == events_.size()) return std::nullopt;
  const Event& event = events_[next_++];
  const std::uint64_t bit = std::uint64_t{1} << event.slot;
  if (event.is_open) {
    open_slots_ |= bit;
    open_places_[event.slot] = event.place;
  } else if (event.is_return) {
    returned_ = bit;
  } else {
    slots_ |= bit;
    places_[event.slot] = event.place;
  }
  return event;
}

}  // namespace oracles::linearizability
