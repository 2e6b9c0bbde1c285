// Interning at a size where 32-bit hashes collide many times: ids must not be mixed up.
#include <gtest/gtest.h>

#include "cpn/engine/change_memo.h"
#include "cpn/engine/element_store.h"
#include "cpn/engine/transition_memo.h"
#include "cpn/values/id_table.h"

namespace cpn {
namespace {

/// 300,000 things have about ten pairs with equal 32-bit hashes.
constexpr std::uint32_t kMany = 300'000;

TEST(IdTableTest, EqualHashesAreToldApart) {
  IdTable table;
  for (std::uint32_t id = 0; id < 100; ++id) table.Insert(42, id);
  for (std::uint32_t id = 0; id < 100; ++id) {
    EXPECT_EQ(table.Find(42, [&](std::uint32_t i) { return i == id; }), id);
  }
  EXPECT_EQ(table.Find(42, [](std::uint32_t) { return false; }), IdTable::kNone);
  EXPECT_EQ(table.Find(43ull << 32, [](std::uint32_t) { return true; }), IdTable::kNone);
}

TEST(InterningTest, ManyValuesKeepTheirContents) {
  ValueStore values;
  for (std::uint32_t i = 0; i < kMany; ++i) {
    const Value v = values.Int(i);
    values.Tuple(std::vector<Value>{v, Value{0}});
    values.String(std::to_string(i));
  }
  EXPECT_EQ(values.size(), 3 * kMany + 3);
  for (std::uint32_t i = 0; i < kMany; ++i) {
    const Value v = values.Int(i);
    ASSERT_EQ(values.AsInt(v), i);
    ASSERT_EQ(values.Elements(values.Tuple(std::vector<Value>{v, Value{0}}))[0], v);
    ASSERT_EQ(values.AsText(values.String(std::to_string(i))), std::to_string(i));
  }
  EXPECT_EQ(values.size(), 3 * kMany + 3);
}

TEST(InterningTest, ManyMultiSetsKeepTheirContents) {
  ValueStore values;
  MultiSetStore multisets(&values);
  std::vector<MultiSet> all;
  for (std::uint32_t i = 1; i <= kMany; ++i) {
    const MultiSetEntry entry{values.Int(i % 7), i};
    all.push_back(multisets.Intern({&entry, 1}));
  }
  for (std::uint32_t i = 1; i <= kMany; ++i) {
    ASSERT_EQ(multisets.Count(all[i - 1], values.Int(i % 7)), i);
  }
}

TEST(InterningTest, ManyBindingElementsKeepTheirBindings) {
  ElementStore elements({2, 2});
  for (std::uint32_t i = 0; i < kMany; ++i) {
    const std::vector<Value> values = {Value{i}, Value{i / 2}, Value{7}};
    ASSERT_EQ(elements.Intern(i % 2, values), i);
  }
  for (std::uint32_t i = 0; i < kMany; ++i) {
    const BindingElement element = elements[i];
    ASSERT_EQ(element.transition, i % 2);
    ASSERT_EQ(element.binding[0], Value{i});
    ASSERT_EQ(element.binding.size(), 2u);
    ASSERT_EQ(element.wildcards[0], Value{7});
  }
}

class TransitionMemoTest : public ::testing::Test {
 protected:
  /// Places 1 and 3 decide.
  static Marking MarkingOf(std::uint32_t i) {
    return {MultiSet{9}, MultiSet{i}, MultiSet{i * 7}, MultiSet{5}};
  }
  const std::vector<PlaceId> deciding_ = {1, 3};
};

/// `last`: the last deciding place tells the markings apart, not the first.
void CheckManyMarkings(const std::vector<PlaceId>& deciding, bool last) {
  TransitionMemo memo(deciding, std::size_t{1} << 30);
  const auto marking_of = [last](std::uint32_t i) {
    return Marking{MultiSet{i}, MultiSet{last ? 5 : i}, MultiSet{}, MultiSet{last ? i : 5}};
  };
  for (std::uint32_t i = 0; i < kMany; ++i) {
    // Every second look-up hits, so that the memo does not step aside.
    ASSERT_FALSE(memo.Find(marking_of(i)).has_value()) << i;
    const std::vector<BindingElementId> enabled = {i, i + 1};
    memo.Remember(marking_of(i), enabled);
    ASSERT_EQ(memo.Find(marking_of(i))->front(), i);
  }
  for (std::uint32_t i = 0; i < kMany; ++i) {
    const auto known = memo.Find(marking_of(i));
    ASSERT_TRUE(known.has_value());
    ASSERT_EQ(known->size(), 2u);
    ASSERT_EQ(known->back(), i + 1);
  }
}

TEST_F(TransitionMemoTest, ManyMarkingsKeepTheirAnswers) {
  CheckManyMarkings(deciding_, false);
  CheckManyMarkings(deciding_, true);
}

TEST_F(TransitionMemoTest, FullMemoIsEmptiedAndStillRight) {
  TransitionMemo memo(deciding_, 10'000);
  std::uint64_t found = 0;
  for (std::uint32_t i = 0; i < 100'000; ++i) {
    const Marking marking = MarkingOf(i % 500);
    if (const auto known = memo.Find(marking)) {
      ++found;
      ASSERT_EQ(known->front(), i % 500);
    } else {
      const std::vector<BindingElementId> enabled = {i % 500};
      memo.Remember(marking, enabled);
    }
  }
  EXPECT_EQ(found, memo.hits());
}

TEST_F(TransitionMemoTest, StepsAsideWhereMarkingsNeverRepeat) {
  TransitionMemo memo(deciding_, std::size_t{1} << 30);
  bool remembers = true;
  for (std::uint32_t i = 0; i < 20'000; ++i) {
    const std::vector<BindingElementId> enabled = {i};
    if (!memo.Find(MarkingOf(i))) memo.Remember(MarkingOf(i), enabled);
    remembers = memo.Find(MarkingOf(i - i % 16)).has_value();
    for (int again = 0; again < 14; ++again) memo.Find(MarkingOf(1'000'000 + i));
  }
  EXPECT_FALSE(remembers);
}

TEST(ChangeMemoTest, AppliesChangesAlsoAfterForgetting) {
  ValueStore values;
  MultiSetStore multisets(&values);
  ChangeMemo memo(&multisets, 0);  // the smallest table: 1,024 entries
  const auto of = [&](int value, std::uint32_t count) {
    const MultiSetEntry entry{values.Int(value), count};
    return multisets.Intern({&entry, 1});
  };
  const ChangeId add = memo.Intern({{}, of(1, 1), false});
  const ChangeId take = memo.Intern({of(1, 1), {}, false});
  const ChangeId reset = memo.Intern({{}, of(2, 5), true});
  EXPECT_EQ(memo.Intern({{}, of(1, 1), false}), add);
  for (int round = 0; round < 3; ++round) {
    MultiSet m;
    for (std::uint32_t i = 1; i <= 5000; ++i) {
      m = memo.Apply(add, m);
      ASSERT_EQ(m, of(1, i));
      ASSERT_EQ(memo.Apply(take, memo.Apply(add, m)), m);
      ASSERT_EQ(memo.Apply(reset, m), of(2, 5));
    }
  }
}

}  // namespace
}  // namespace cpn
