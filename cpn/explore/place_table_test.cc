#include "cpn/explore/place_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <stdexcept>

#include "base/random.h"

namespace cpn::explore {
namespace {

using Mode = PlaceTable::Mode;

class PlaceTableTest : public ::testing::Test {
 protected:
  MultiSet Bag(const std::map<int, std::uint32_t>& counts) {
    std::vector<MultiSetEntry> entries;
    for (const auto& [value, count] : counts) entries.push_back({values_.Int(value), count});
    return multisets_.Intern(entries);
  }
  PlaceTable Table(const PlaceTuning& tuning = {}) { return {0, false, &multisets_, tuning}; }

  ValueStore values_;
  MultiSetStore multisets_{&values_};
};

TEST_F(PlaceTableTest, FewTokensOnceEachAreTheirOwnField) {
  PlaceTable place = Table();
  EXPECT_EQ(place.Encode(Bag({{7, 1}, {8, 1}})), 3u);
  EXPECT_EQ(place.mode(), Mode::kRaw);
  EXPECT_EQ(place.Width(), 2u);
  EXPECT_EQ(place.Decode(2), Bag({{8, 1}}));
}

TEST_F(PlaceTableTest, EmptyMarkingIsFieldZeroInEveryMode) {
  for (const PlaceTuning& tuning :
       {PlaceTuning{}, PlaceTuning{0, 64, 1024}, PlaceTuning{0, 0, 1024}}) {
    PlaceTable place = Table(tuning);
    place.Encode(Bag({{1, 1}}));
    EXPECT_EQ(place.Encode(MultiSet{}), 0u);
    EXPECT_EQ(place.Decode(0), MultiSet{});
  }
}

TEST_F(PlaceTableTest, SecondCopyOfATokenEndsMasks) {
  PlaceTable place = Table();
  EXPECT_EQ(place.Decode(place.Encode(Bag({{1, 2}}))), Bag({{1, 2}}));
  EXPECT_EQ(place.mode(), Mode::kLists);
}

TEST_F(PlaceTableTest, TooManyTokensEndRaw) {
  PlaceTable place = Table({2, 64, 1024});
  place.Encode(Bag({{1, 1}, {2, 1}}));
  EXPECT_FALSE(place.MustLeaveRaw());
  place.InternDelta({MultiSet{}, Bag({{3, 1}}), false});
  EXPECT_TRUE(place.MustLeaveRaw());
}

TEST_F(PlaceTableTest, RawMarkingsGetIdsThatMeanTheSame) {
  PlaceTable place = Table();
  const Field raw = place.Encode(Bag({{1, 1}, {2, 1}}));
  place.InternDelta({MultiSet{}, Bag({{1, 2}}), false});  // no mask can say that
  EXPECT_TRUE(place.MustLeaveRaw());
  place.LeaveRaw();
  EXPECT_EQ(place.Renumber(0), 0u);
  EXPECT_EQ(place.Decode(place.Renumber(raw)), Bag({{1, 1}, {2, 1}}));
}

/// Applies random changes to a marking in the table, and to the multi-set by the store.
void FollowMultiSets(PlaceTable& place, ValueStore& values, MultiSetStore& multisets,
                     std::uint64_t seed) {
  base::Random random(seed);
  if (place.mode() == Mode::kRaw) place.LeaveRaw();
  MultiSet expected;
  auto at = static_cast<MarkingId>(place.Encode(expected));
  DeltaCache cache;
  for (int step = 0; step < 2000; ++step) {
    Change change;
    const MultiSetEntry entry{values.Int(random.Below(6)), 1 + random.Below(2)};
    const MultiSet part = multisets.Intern({&entry, 1});
    if (random.Below(2) == 0 && multisets.Contains(expected, part)) {
      change.removed = part;
      expected = multisets.Subtract(expected, part);
    } else if (multisets.Size(expected) < 8) {
      change.added = part;
      expected = multisets.Add(expected, part);
    } else {
      change.reset = true;
      change.added = part;
      expected = part;
    }
    const DeltaId delta = place.InternDelta(change);
    const MarkingId known = place.Apply(at, delta, cache);
    const MarkingId to = known == PlaceTable::kUnknown ? place.ApplyNew(at, delta, cache) : known;
    ASSERT_EQ(place.Decode(to), expected) << "step " << step;
    ASSERT_EQ(place.Apply(at, delta, cache), to);
    at = to;
    for (Token t = 0; t < place.tokens(); ++t) {
      ASSERT_EQ(place.Count(at, t), multisets.Count(expected, place.ValueOf(t)));
    }
  }
}

TEST_F(PlaceTableTest, AppliesChangesAsMultiSetsDoByDenseTable) {
  PlaceTable place = Table();
  FollowMultiSets(place, values_, multisets_, 1);
}

TEST_F(PlaceTableTest, AppliesChangesAsMultiSetsDoByCacheAndLists) {
  PlaceTable place = Table({0, 0, 0});
  FollowMultiSets(place, values_, multisets_, 2);
}

TEST_F(PlaceTableTest, CoefficientThatDoesNotFitIsAnError) {
  PlaceTable place = Table();
  const auto at = static_cast<MarkingId>(place.Encode(Bag({{1, 0xffffffff}})));
  const DeltaId delta = place.InternDelta({MultiSet{}, Bag({{1, 1}}), false});
  DeltaCache cache;
  EXPECT_THROW(place.ApplyNew(at, delta, cache), std::overflow_error);
}

}  // namespace
}  // namespace cpn::explore
