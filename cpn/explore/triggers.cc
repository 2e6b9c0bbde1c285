#include "cpn/explore/triggers.h"

#include <algorithm>

namespace cpn::explore {

void MarkedPlaces::UseLayout(const RecordLayout& layout, std::size_t places) {
  words_ = layout.words();
  owners_.assign(64 * words_, {});
  for (PlaceId place = 0; place < places; ++place) {
    const FieldPosition& field = layout[place];
    const std::uint64_t bits = field.mask << field.shift;
    for (std::uint64_t rest = bits; rest != 0; rest &= rest - 1) {
      owners_[64 * std::size_t{field.word} + static_cast<std::size_t>(__builtin_ctzll(rest))] = {
          bits, place};
    }
  }
}

Triggers::Triggers(std::span<const std::vector<PlaceId>* const> needed, std::size_t places)
    : first_(places + 1, 0) {
  std::vector<std::uint32_t> uses(places, 0);
  for (const std::vector<PlaceId>* item : needed) {
    for (const PlaceId place : *item) ++uses[place];
  }
  // Of its places the one that the fewest others need: that one tells it apart best.
  std::vector<std::vector<std::uint32_t>> of(places);
  for (std::uint32_t i = 0; i < needed.size(); ++i) {
    const std::vector<PlaceId>& its = *needed[i];
    if (its.empty()) {
      always_.push_back(i);
      continue;
    }
    of[*std::ranges::min_element(its, {}, [&](PlaceId p) { return uses[p]; })].push_back(i);
  }
  for (std::size_t place = 0; place < places; ++place) {
    first_[place] = static_cast<std::uint32_t>(items_.size());
    items_.insert(items_.end(), of[place].begin(), of[place].end());
  }
  first_[places] = static_cast<std::uint32_t>(items_.size());
}

void Triggers::AppendDue(const MarkedPlaces& marked, const std::uint64_t* record,
                         std::vector<std::uint32_t>& due) const {
  if (first_.empty()) return;
  const auto begin = static_cast<std::ptrdiff_t>(due.size());
  due.insert(due.end(), always_.begin(), always_.end());
  marked.ForEach(record, [&](PlaceId place) {
    due.insert(due.end(), items_.begin() + first_[place], items_.begin() + first_[place + 1]);
  });
  std::sort(due.begin() + begin, due.end());
}

}  // namespace cpn::explore
