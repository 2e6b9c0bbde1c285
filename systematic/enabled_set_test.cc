#include "systematic/enabled_set.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <vector>

#include "base/random.h"

namespace systematic {
namespace {

Option OptionOf(std::uint16_t to, std::uint32_t ordinal) {
  return {.key = {.kind = 1, .to = to, .ordinal = ordinal}};
}

TEST(EnabledSet, StaysSortedAndAgreesWithAMapUnderRandomChanges) {
  base::Random random(7);
  EnabledSet set;
  std::map<Key, int> expected;
  int ran = -1;
  for (int i = 0; i < 20'000; ++i) {
    const Option option = OptionOf(static_cast<std::uint16_t>(random.Below(4)), random.Below(20));
    if (random.Below(2) == 0) {
      const bool inserted = set.Insert(option, option.key.ordinal + 1, 0, [&ran, i] { ran = i; });
      EXPECT_EQ(inserted, expected.emplace(option.key, i).second);
    } else {
      Step step = set.Take(option.key);
      const auto found = expected.find(option.key);
      ASSERT_EQ(static_cast<bool>(step), found != expected.end());
      if (!step) continue;
      step();
      EXPECT_EQ(ran, found->second);
      expected.erase(found);
    }
    ASSERT_EQ(set.options().size(), expected.size());
    ASSERT_TRUE(std::equal(expected.begin(), expected.end(), set.options().begin(),
                           [](const auto& e, const Option& o) { return e.first == o.key; }));
  }
}

TEST(EnabledSet, HashDoesNotDependOnTheOrder) {
  EnabledSet forth;
  EnabledSet back;
  for (std::uint32_t i = 0; i < 5; ++i) forth.Insert(OptionOf(1, i), 100 + i, 0, [] {});
  for (std::uint32_t i = 6; i > 0; --i) back.Insert(OptionOf(1, i - 1), 99 + i, 0, [] {});
  EXPECT_NE(forth.hash(), back.hash());
  back.Take(OptionOf(1, 5).key);
  EXPECT_EQ(forth.hash(), back.hash());
}

}  // namespace
}  // namespace systematic
