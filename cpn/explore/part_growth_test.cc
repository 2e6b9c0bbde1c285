// What is expected of parts whose growth is known.
#include "cpn/explore/part_growth.h"

#include <gtest/gtest.h>

#include "cpn/explore/marking_store.h"

namespace cpn::explore {
namespace {

/// A store of two parts; which one a record belongs to, its lowest bit says.
class PartGrowthTest : public ::testing::Test {
 protected:
  PartGrowthTest() {
    store_.ChangeLayout(RecordLayout(std::vector<std::uint32_t>{64}), [](const auto*, auto*) {});
    store_.Divide({{0, 0, 1}});
    for (unsigned part = 0; part < 2; ++part) store_.PreparePart(part, 0, 0);
  }

  /// So many more, of each part.
  void Add(int even, int odd) {
    store_.Grow(static_cast<std::size_t>(even + odd));
    for (int i = 0; i < even; ++i) Insert(2 * next_++);
    for (int i = 0; i < odd; ++i) Insert(2 * next_++ + 1);
    growth_.Note(store_);
  }

  void Insert(std::uint64_t record) { store_.Insert<1>(&record, store_.Hash<1>(&record)); }

  MarkingStore store_{std::size_t{1} << 24, nullptr, 2};
  PartGrowth growth_;
  std::uint64_t next_ = 0;
};

TEST_F(PartGrowthTest, TheNextLevelGrowsByTheFactorOfTheLast) {
  Add(100, 100);
  EXPECT_EQ(growth_.Uneven(), 0);
  EXPECT_EQ(growth_.ExpectedOfAll(), 200u);
  Add(225, 75);
  EXPECT_DOUBLE_EQ(growth_.Uneven(), 0.5);
  EXPECT_EQ(growth_.Expected(0), 337u);
  EXPECT_EQ(growth_.Expected(1), 112u);
  EXPECT_EQ(growth_.ExpectedOfAll(), 450u);
  Add(3000, 0);
  EXPECT_DOUBLE_EQ(growth_.Uneven(), 1);
  EXPECT_EQ(growth_.Expected(0), 6000u);  // not by the factor of ten
}

TEST_F(PartGrowthTest, PartsThatAreOthersNowAreExpectedToGrowEvenly) {
  Add(200, 0);
  store_.Divide({{0, 1, 1}});
  growth_.ExpectEven();
  EXPECT_EQ(growth_.Uneven(), 0);
  EXPECT_EQ(growth_.Expected(1), 100u);
  for (unsigned part = 0; part < 2; ++part) store_.PreparePart(part, 0, 0);
  growth_.NoteSizes(store_);
  Add(8, 0);  // of two bits, half have the second
  EXPECT_EQ(growth_.Uneven(), 0);
}

TEST_F(PartGrowthTest, ALevelWithoutNewMarkingsIsEven) {
  Add(5, 0);
  Add(0, 0);
  EXPECT_EQ(growth_.Uneven(), 0);
  EXPECT_EQ(growth_.ExpectedOfAll(), 0u);
}

}  // namespace
}  // namespace cpn::explore
