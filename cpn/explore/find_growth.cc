#include "cpn/explore/find_growth.h"

#include <algorithm>
#include <bit>

namespace cpn::explore {

PlaceCount::PlaceCount(const PlaceTable* table)
    : table_(table), seen_(table->Markings()), has_colour_(table->tokens()) {}

void PlaceCount::Look(Field field) {
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

void PlaceCount::LookAtMask(std::uint64_t mask) {
  tokens_ = std::max(tokens_, static_cast<std::uint64_t>(std::popcount(mask)));
  AddColours(0, mask, 0);
}

void PlaceCount::LookAtSlices(std::span<const Field> slices) {
  std::uint64_t tokens = 0;
  for (std::size_t i = 0; i < slices.size(); ++i) {
    tokens += static_cast<std::uint64_t>(std::popcount(slices[i]));
    AddColours(i, slices[i], static_cast<Token>(i * table_->tuning().slice_tokens));
  }
  tokens_ = std::max(tokens_, tokens);
}

void PlaceCount::AddColours(std::size_t slice, std::uint64_t mask, Token first) {
  for (std::uint64_t rest = mask & ~masks_[slice]; rest != 0; rest &= rest - 1) {
    AddColour(first + static_cast<Token>(std::countr_zero(rest)));
  }
  masks_[slice] |= mask;
}

void PlaceCount::AddColour(Token token) {
  if (!has_colour_[token]) colours_.push_back(token);
  has_colour_[token] = true;
}

std::array<std::uint64_t, 3> StepsForGrowth(std::span<const std::uint64_t> levels,
                                            std::uint64_t places, std::uint64_t most_fields) {
  std::uint64_t last = levels.size() - 2;
  while (last > 0 && levels[last + 1] > most_fields / std::max<std::uint64_t>(places, 1)) --last;
  if (last < 3) return {};
  return {last / 3, 2 * last / 3, last};
}

namespace {

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
      const auto read = [&](std::size_t column) { return layout.Read(record, column); };
      for (PlaceId p = 0; p < counts.size(); ++p) {
        if (explored.tables.SlicesOf(p).empty()) {
          counts[p].Look(read(p));
        } else {
          Field slices[kMostSlices];
          counts[p].LookAtSlices(explored.tables.ReadSlices(p, slices, read));
        }
      }
    }
    for (PlaceId p = 0; p < counts.size(); ++p) {
      growth[p].tokens[i] = counts[p].tokens();
      growth[p].colours[i] = counts[p].colours().size();
    }
  }
  return growth;
}

bool GrowsMore(const PlaceGrowth& a, const PlaceGrowth& b) {
  if (a.more_tokens() != b.more_tokens()) return a.more_tokens();
  return a.more_tokens() ? a.tokens.back() > b.tokens.back() : a.colours.back() > b.colours.back();
}

}  // namespace

std::vector<PlaceGrowth> GrowingPlaces(std::vector<PlaceGrowth> places) {
  std::erase_if(places, [](const PlaceGrowth& p) { return !p.more_tokens() && !p.more_colours(); });
  std::stable_sort(places.begin(), places.end(), GrowsMore);
  return places;
}

Growth FindGrowth(const Explored& explored, std::uint64_t most_fields) {
  const std::vector<std::uint64_t> levels(explored.levels.begin(), explored.levels.end());
  const auto steps = StepsForGrowth(levels, explored.tables.place_count(), most_fields);
  if (steps.back() == 0) return {};
  return {steps, GrowingPlaces(Measure(explored, steps))};
}

}  // namespace cpn::explore
