#include "cpn/explore/find_growth.h"

#include <algorithm>
#include <bit>

namespace cpn::explore {
namespace {

/// What the markings of one place have in common that were looked at so far.
class PlaceCount {
 public:
  explicit PlaceCount(const PlaceTable* table)
      : table_(table), seen_(table->Markings()), has_colour_(table->tokens()) {}

  void Look(Field field) {
    if (field == last_) return;
    last_ = field;
    if (table_->mode() == PlaceTable::Mode::kRaw) return LookAtMask(field);
    if (seen_[field]) return;
    seen_[field] = true;
    if (table_->mode() == PlaceTable::Mode::kMasks) return LookAtMask(table_->MaskOf(field));
    std::uint64_t tokens = 0;
    for (const TokenCount& entry : table_->ListOf(field)) {
      tokens += entry.count;
      AddColour(entry.token);
    }
    tokens_ = std::max(tokens_, tokens);
  }

  std::uint64_t tokens() const { return tokens_; }
  std::uint64_t colours() const { return colours_; }

 private:
  void LookAtMask(std::uint64_t mask) {
    tokens_ = std::max(tokens_, static_cast<std::uint64_t>(std::popcount(mask)));
    for (std::uint64_t rest = mask & ~mask_; rest != 0; rest &= rest - 1) {
      AddColour(static_cast<Token>(std::countr_zero(rest)));
    }
    mask_ |= mask;
  }

  void AddColour(Token token) {
    if (!has_colour_[token]) ++colours_;
    has_colour_[token] = true;
  }

  const PlaceTable* table_;
  Field last_ = 0;          // the empty marking, which adds nothing
  std::vector<bool> seen_;  // by id of a marking
  std::vector<bool> has_colour_;
  std::uint64_t mask_ = 0;  // of all masks
  std::uint64_t tokens_ = 0;
  std::uint64_t colours_ = 0;
};

/// The last level that can be looked at. Level d is [levels[d], levels[d + 1]).
std::size_t LastLevel(const Explored& explored, std::uint64_t most_fields) {
  std::size_t last = explored.levels.size() - 2;
  const std::uint64_t places = std::max<std::uint64_t>(explored.tables.place_count(), 1);
  while (last > 0 && explored.levels[last + 1] > most_fields / places) --last;
  return last;
}

std::vector<PlaceGrowth> Measure(const Explored& explored,
                                 const std::array<std::uint64_t, 3>& steps) {
  std::vector<PlaceGrowth> growth(explored.tables.place_count());
  std::vector<PlaceCount> counts;
  for (PlaceId p = 0; p < growth.size(); ++p) {
    growth[p].place = p;
    counts.emplace_back(&explored.tables.place(p));
  }
  const RecordLayout& layout = explored.store.layout();
  NodeId node = 0;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    for (; node < explored.levels[steps[i] + 1]; ++node) {
      const char* const record = explored.store.At(node);
      for (PlaceId p = 0; p < counts.size(); ++p) counts[p].Look(layout.Read(record, p));
    }
    for (PlaceId p = 0; p < counts.size(); ++p) {
      growth[p].tokens[i] = counts[p].tokens();
      growth[p].colours[i] = counts[p].colours();
    }
  }
  return growth;
}

bool GrowsMore(const PlaceGrowth& a, const PlaceGrowth& b) {
  if (a.more_tokens() != b.more_tokens()) return a.more_tokens();
  return a.more_tokens() ? a.tokens.back() > b.tokens.back() : a.colours.back() > b.colours.back();
}

}  // namespace

Growth FindGrowth(const Explored& explored, std::uint64_t most_fields) {
  const std::uint64_t last = LastLevel(explored, most_fields);
  if (last < 3) return {};
  Growth growth{{last / 3, 2 * last / 3, last}, {}};
  growth.places = Measure(explored, growth.steps);
  std::erase_if(growth.places,
                [](const PlaceGrowth& p) { return !p.more_tokens() && !p.more_colours(); });
  std::stable_sort(growth.places.begin(), growth.places.end(), GrowsMore);
  return growth;
}

}  // namespace cpn::explore
