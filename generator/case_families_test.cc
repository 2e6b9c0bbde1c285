#include "generator/case_families.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <map>
#include <random>
#include <set>
#include <vector>

namespace generator {
namespace {

using ::testing::ElementsAre;
using ::testing::UnorderedElementsAre;
using Case = std::vector<std::uint32_t>;

std::vector<Case> List(const CaseFamilies& families, CaseFamily family) {
  std::vector<Case> cases;
  families.ForEach(family, [&](std::span<const std::uint32_t> items) {
    cases.emplace_back(items.begin(), items.end());
  });
  return cases;
}

CaseFamily Single(CaseFamilies& families, const Case& items) {
  CaseFamily family = families.EmptyCase();
  for (auto item = items.rbegin(); item != items.rend(); ++item) {
    family = families.Extend(family, *item);
  }
  return family;
}

TEST(CaseFamiliesTest, DefaultFamilyHasNoCase) {
  CaseFamilies families(CaseOrder::kSet);
  EXPECT_EQ(families.Count(CaseFamily{}), 0u);
  EXPECT_THAT(List(families, CaseFamily{}), ElementsAre());
}

TEST(CaseFamiliesTest, EmptyCaseIsOneCaseWithoutItems) {
  CaseFamilies families(CaseOrder::kSet);
  EXPECT_THAT(List(families, families.EmptyCase()), ElementsAre(Case{}));
}

TEST(CaseFamiliesTest, NoFamilyStaysEmptyWhenExtended) {
  CaseFamilies families(CaseOrder::kSet);
  EXPECT_EQ(families.Extend(CaseFamily{}, 3), CaseFamily{});
}

TEST(CaseFamiliesTest, SetsForgetOrderAndRepetition) {
  CaseFamilies families(CaseOrder::kSet);
  EXPECT_EQ(Single(families, {2, 1, 2}), Single(families, {1, 2}));
  EXPECT_THAT(List(families, Single(families, {2, 1, 2})), ElementsAre(Case{1, 2}));
}

TEST(CaseFamiliesTest, SequencesKeepOrderAndRepetition) {
  CaseFamilies families(CaseOrder::kSequence);
  const CaseFamily both = families.Union(Single(families, {2, 1, 2}), Single(families, {1, 2}));
  EXPECT_THAT(List(families, both), UnorderedElementsAre(Case{2, 1, 2}, Case{1, 2}));
}

TEST(CaseFamiliesTest, ExtendingMergesCasesThatBecomeEqual) {
  CaseFamilies families(CaseOrder::kSet);
  const CaseFamily both = families.Union(Single(families, {1}), families.EmptyCase());
  EXPECT_EQ(families.Count(both), 2u);
  EXPECT_THAT(List(families, families.Extend(both, 1)), ElementsAre(Case{1}));
}

TEST(CaseFamiliesTest, FreeChoicesShareTheirNodes) {
  CaseFamilies families(CaseOrder::kSet);
  CaseFamily family = families.EmptyCase();
  for (std::uint32_t i = 100; i-- > 0;) {
    family = families.Union(families.Extend(family, 2 * i), families.Extend(family, 2 * i + 1));
  }
  EXPECT_EQ(families.Count(family), std::numeric_limits<std::uint64_t>::max());
  EXPECT_LT(families.size(), 1000u);
}

TEST(CaseFamiliesTest, CountsExactlyUpToTheMaximum) {
  CaseFamilies families(CaseOrder::kSet);
  CaseFamily family = families.EmptyCase();
  for (std::uint32_t i = 63; i-- > 0;) family = families.Union(families.Extend(family, i), family);
  EXPECT_EQ(families.Count(family), std::uint64_t{1} << 63);
}

TEST(CaseFamiliesTest, LongSequencesNeedNoCallStack) {
  CaseFamilies families(CaseOrder::kSequence);
  const std::size_t length = 1'000'000;
  Case one(length, 7);
  one.back() = 1;
  Case two(length, 7);
  two.back() = 2;
  const CaseFamily both = families.Union(Single(families, one), Single(families, two));
  EXPECT_THAT(List(families, both), UnorderedElementsAre(one, two));
}

TEST(CaseFamiliesTest, LargeSetsNeedNoCallStack) {
  CaseFamilies families(CaseOrder::kSet);
  const std::uint32_t size = 1'000'000;
  CaseFamily family = families.EmptyCase();
  for (std::uint32_t i = size; i-- > 0;) family = families.Extend(family, i);
  family = families.Extend(family, size);  // goes to the very bottom
  EXPECT_EQ(List(families, family).front().size(), size + 1);
}

/// Random operations against sets of sets, as many as make the tables grow several times.
void CompareWithExplicitSets(CaseOrder order) {
  std::mt19937 random(20);
  CaseFamilies families(order);
  std::vector<std::pair<CaseFamily, std::set<Case>>> pool{{CaseFamily{}, {}},
                                                          {families.EmptyCase(), {Case{}}}};
  std::map<std::set<Case>, std::uint32_t> ids;
  for (int i = 0; i < 5'000; ++i) {
    const auto& a = pool[random() % pool.size()];
    const auto& b = pool[random() % pool.size()];
    std::pair<CaseFamily, std::set<Case>> next;
    if (random() % 2 == 0) {
      next = {families.Union(a.first, b.first), a.second};
      next.second.insert(b.second.begin(), b.second.end());
    } else {
      const std::uint32_t item = random() % 9;
      next.first = families.Extend(a.first, item);
      for (Case items : a.second) {
        items.insert(items.begin(), item);
        if (order == CaseOrder::kSet) {
          const std::set<std::uint32_t> sorted(items.begin(), items.end());
          items.assign(sorted.begin(), sorted.end());
        }
        next.second.insert(items);
      }
    }
    if (next.second.size() > 40) continue;
    const std::vector<Case> listed = List(families, next.first);
    ASSERT_EQ(std::set<Case>(listed.begin(), listed.end()), next.second);
    ASSERT_EQ(listed.size(), next.second.size()) << "a case is listed twice";
    ASSERT_EQ(families.Count(next.first), next.second.size());
    const auto known = ids.emplace(next.second, next.first.id).first;
    ASSERT_EQ(known->second, next.first.id) << "equal families have different ids";
    if (pool.size() < 300) {
      pool.push_back(next);
    } else {
      pool[2 + random() % 298] = next;
    }
  }
  EXPECT_GT(families.size(), 1500u) << "the tables never grew";
}

TEST(CaseFamiliesTest, SetsAgreeWithExplicitFamilies) { CompareWithExplicitSets(CaseOrder::kSet); }

TEST(CaseFamiliesTest, SequencesAgreeWithExplicitFamilies) {
  CompareWithExplicitSets(CaseOrder::kSequence);
}

}  // namespace
}  // namespace generator
