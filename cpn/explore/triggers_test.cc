#include "cpn/explore/triggers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace cpn::explore {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<std::uint32_t> Due(const std::vector<std::vector<PlaceId>>& needed,
                               const std::vector<std::uint32_t>& widths,
                               const std::vector<Field>& fields) {
  std::vector<const std::vector<PlaceId>*> items;
  for (const std::vector<PlaceId>& places : needed) items.push_back(&places);
  const RecordLayout layout(widths);
  MarkedPlaces marked;
  marked.UseLayout(layout, widths.size());
  std::vector<std::uint64_t> record(layout.words(), 0);
  for (std::size_t p = 0; p < fields.size(); ++p) {
    record[layout[p].word] |= fields[p] << layout[p].shift;
  }
  std::vector<std::uint32_t> due;
  Triggers(items, widths.size()).AppendDue(marked, record.data(), due);
  return due;
}

TEST(TriggersTest, AnItemIsDueWhenThePlaceThatFewestNeedIsMarked) {
  const std::vector<std::vector<PlaceId>> needed = {{0, 1}, {0, 2}, {0}, {}};
  EXPECT_THAT(Due(needed, {1, 1, 1}, {0, 0, 0}), ElementsAre(3));
  EXPECT_THAT(Due(needed, {1, 1, 1}, {1, 0, 0}), ElementsAre(2, 3));
  EXPECT_THAT(Due(needed, {1, 1, 1}, {1, 0, 1}), ElementsAre(1, 2, 3));
  EXPECT_THAT(Due(needed, {1, 1, 1}, {0, 1, 0}), ElementsAre(0, 3));
}

TEST(TriggersTest, AWideFieldCountsOnce) {
  EXPECT_THAT(Due({{0}, {1}}, {20, 64}, {0x80401, 0}), ElementsAre(0));
  EXPECT_THAT(Due({{0}, {1}}, {20, 64}, {0, 0x8000000000000001}), ElementsAre(1));
}

TEST(TriggersTest, APlaceWithoutAFieldIsNeverMarked) {
  EXPECT_THAT(Due({{0}, {1}}, {0, 3}, {0, 0}), IsEmpty());
  EXPECT_THAT(Due({{0}, {1}}, {0, 3}, {0, 4}), ElementsAre(1));
}

TEST(TriggersTest, NothingThatCouldOccurIsLeftOut) {
  std::mt19937_64 random(7);
  const auto below = [&](std::uint64_t n) { return static_cast<std::uint32_t>(random() % n); };
  for (int run = 0; run < 300; ++run) {
    const std::uint32_t places = 1 + below(200);
    std::vector<std::uint32_t> widths(places);
    std::vector<Field> fields(places, 0);
    for (std::uint32_t p = 0; p < places; ++p) {
      widths[p] = below(4) == 0 ? below(65) : below(3);
      if (widths[p] > 0 && below(2) == 0) {
        fields[p] = random() >> (64 - widths[p]);
      }
    }
    std::vector<std::vector<PlaceId>> needed(below(150));
    for (std::vector<PlaceId>& item : needed) {
      for (std::uint32_t n = below(4); n > 0; --n) item.push_back(below(places));
    }
    const std::vector<std::uint32_t> due = Due(needed, widths, fields);
    EXPECT_TRUE(std::ranges::is_sorted(due));
    EXPECT_TRUE(std::ranges::adjacent_find(due) == due.end());
    for (std::uint32_t i = 0; i < needed.size(); ++i) {
      const bool can = std::ranges::all_of(needed[i], [&](PlaceId p) { return fields[p] != 0; });
      if (can) {
        EXPECT_TRUE(std::ranges::binary_search(due, i));
      }
      const bool none = std::ranges::none_of(needed[i], [&](PlaceId p) { return fields[p] != 0; });
      if (none && !needed[i].empty()) {
        EXPECT_FALSE(std::ranges::binary_search(due, i));
      }
    }
  }
}

}  // namespace
}  // namespace cpn::explore
