#include "cpn/values/multiset.h"

#include <gtest/gtest.h>

#include <map>
#include <stdexcept>

#include "base/random.h"

namespace cpn {
namespace {

class MultiSetTest : public ::testing::Test {
 protected:
  MultiSet Of(const std::vector<std::pair<int, std::uint32_t>>& tokens) {
    std::vector<MultiSetEntry> entries;
    for (const auto& [value, count] : tokens) entries.push_back({values_.Int(value), count});
    return store_.Intern(entries);
  }

  ValueStore values_;
  MultiSetStore store_{&values_};
};

TEST_F(MultiSetTest, OrderAndRepetitionOfEntriesDoNotMatter) {
  EXPECT_EQ(Of({{3, 1}, {1, 2}, {3, 1}, {2, 0}}), Of({{1, 2}, {3, 2}}));
  EXPECT_NE(Of({{1, 2}, {3, 2}}), Of({{1, 2}, {3, 1}}));
}

TEST_F(MultiSetTest, EmptyOneIsIdZero) {
  EXPECT_EQ(Of({}), MultiSet{});
  EXPECT_EQ(Of({{1, 0}}), MultiSet{});
  EXPECT_EQ(store_.Size(MultiSet{}), 0u);
}

TEST_F(MultiSetTest, EntriesAreInStructuralOrder) {
  const MultiSet m = Of({{30, 1}, {-5, 1}, {7, 4}});
  std::vector<std::int64_t> order;
  for (const MultiSetEntry& entry : store_.Entries(m)) {
    order.push_back(values_.AsInt(entry.value));
  }
  EXPECT_EQ(order, (std::vector<std::int64_t>{-5, 7, 30}));
  EXPECT_EQ(store_.Size(m), 6u);
}

TEST_F(MultiSetTest, ContainsComparesCoefficients) {
  const MultiSet m = Of({{1, 2}, {2, 1}});
  EXPECT_TRUE(store_.Contains(m, Of({{1, 2}})));
  EXPECT_TRUE(store_.Contains(m, m));
  EXPECT_TRUE(store_.Contains(m, MultiSet{}));
  EXPECT_FALSE(store_.Contains(m, Of({{1, 3}})));
  EXPECT_FALSE(store_.Contains(m, Of({{3, 1}})));
}

TEST_F(MultiSetTest, AddAndSubtractAreInverse) {
  const MultiSet a = Of({{1, 2}, {5, 1}});
  const MultiSet b = Of({{1, 1}, {3, 4}});
  const MultiSet sum = store_.Add(a, b);
  EXPECT_EQ(sum, Of({{1, 3}, {3, 4}, {5, 1}}));
  EXPECT_EQ(store_.Subtract(sum, b), a);
  EXPECT_EQ(store_.Subtract(sum, sum), MultiSet{});
}

/// Many random operations, compared with std::map; large enough for the binary search of Count().
TEST_F(MultiSetTest, OperationsEqualThoseOfAMap) {
  base::Random random(7);
  MultiSet m;
  std::map<int, std::uint32_t> expected;
  for (int step = 0; step < 3000; ++step) {
    const int value = static_cast<int>(random.Below(80));
    if (random.Below(3) > 0) {
      m = store_.Add(m, Of({{value, 1}, {value + 1, 2}}));
      expected[value] += 1;
      expected[value + 1] += 2;
    } else if (expected.contains(value)) {
      m = store_.Subtract(m, Of({{value, 1}}));
      if (--expected[value] == 0) expected.erase(value);
    }
    EXPECT_EQ(store_.Count(m, values_.Int(value)), expected.contains(value) ? expected[value] : 0u);
  }
  EXPECT_EQ(m, Of({expected.begin(), expected.end()}));
}

TEST_F(MultiSetTest, TooManyCopiesOverflow) {
  const MultiSet many = Of({{1, 4'000'000'000u}});
  EXPECT_THROW(store_.Add(many, many), std::overflow_error);
  EXPECT_THROW(Of({{1, 4'000'000'000u}, {1, 4'000'000'000u}}), std::overflow_error);
}

TEST_F(MultiSetTest, FormatWritesCoefficients) {
  EXPECT_EQ(store_.Format(Of({{2, 1}, {1, 2}})), "2`1 ++ 1`2");
  EXPECT_EQ(store_.Format(MultiSet{}), "empty");
}

}  // namespace
}  // namespace cpn
