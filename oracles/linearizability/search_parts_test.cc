#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <vector>

#include "base/random.h"
#include "oracles/linearizability/done_set.h"
#include "oracles/linearizability/level.h"
#include "oracles/linearizability/memo.h"
#include "oracles/linearizability/timeline.h"

namespace oracles::linearizability {
namespace {

// "c0 r0": the call and the return of operation 0.
std::vector<std::string> Events(const Timeline& timeline) {
  std::vector<std::string> events;
  for (auto node = timeline.First(); node != Timeline::kEnd; node = timeline.Next(node)) {
    events.push_back((timeline.IsReturn(node) ? "r" : "c") +
                     std::to_string(timeline.OperationOf(node)));
  }
  return events;
}

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(TimelineTest, EventsAreInTheOrderOfTime) {
  EXPECT_THAT(Events(Timeline(std::vector<Interval>{{5, 8}, {1, 6}, {3, std::nullopt}})),
              ElementsAre("c1", "c2", "c0", "r1", "r0"));
}

TEST(TimelineTest, OfEventsAtOneMomentCallsComeFirst) {
  EXPECT_THAT(Events(Timeline(std::vector<Interval>{{1, 2}, {2, 2}})),
              ElementsAre("c0", "c1", "r0", "r1"));
}

TEST(TimelineTest, WhatIsLiftedComesBackToItsPlace) {
  Timeline timeline(std::vector<Interval>{{1, 5}, {2, 4}, {3, std::nullopt}});
  const auto first = timeline.First();
  const auto second = timeline.Next(first);
  const auto third = timeline.Next(second);
  timeline.Lift(second);
  EXPECT_THAT(Events(timeline), ElementsAre("c0", "c2", "r0"));
  timeline.Lift(first);
  timeline.Lift(third);
  EXPECT_THAT(Events(timeline), IsEmpty());
  timeline.PutBack(third);
  timeline.PutBack(first);
  timeline.PutBack(second);
  EXPECT_THAT(Events(timeline), ElementsAre("c0", "c1", "c2", "r1", "r0"));
}

// Sets of 300 operations, 100 of which never returned, as a walk takes and puts them back.
TEST(DoneSetTest, EqualSetsHaveEqualKeysAndOthersDoNot) {
  DoneSet done(200, 100);
  base::Random random(1);
  std::set<std::size_t> in;
  std::map<std::vector<std::uint64_t>, std::set<std::size_t>> sets;
  std::map<std::set<std::size_t>, std::uint64_t> hashes;
  for (int i = 0; i < 20'000; ++i) {
    // Mostly few operations, so that the same sets come again.
    const std::size_t operation = random.Below(10) == 0 ? random.Below(300) : 62 + random.Below(4);
    if (in.erase(operation) > 0) {
      done.Remove(operation);
    } else {
      in.insert(operation);
      done.Add(operation);
    }
    const std::set<std::size_t> returned(in.begin(), in.lower_bound(200));
    const auto key = done.Key();
    const auto [known, is_new] = sets.emplace(std::vector(key.begin(), key.end()), returned);
    EXPECT_EQ(known->second, returned);
    EXPECT_EQ(hashes.emplace(returned, done.hash()).first->second, done.hash());
    std::set<std::size_t> open;
    for (std::size_t bit = 0; bit < 100; ++bit) {
      if ((done.Open()[bit / 64] >> bit % 64 & 1) != 0) open.insert(200 + bit);
    }
    EXPECT_EQ(open, std::set<std::size_t>(in.lower_bound(200), in.end()));
  }
  EXPECT_EQ(sets.size(), hashes.size());
  EXPECT_LT(sets.size(), 19'000u);
}

TEST(DoneSetTest, TheKeyOfALongHistoryIsShort) {
  DoneSet done(100'000, 1);
  for (std::size_t i = 0; i < 50'000; ++i) done.Add(i);
  EXPECT_LE(done.Key().size(), 3u);
}

using Words = std::vector<std::uint64_t>;

TEST(MemoTest, ASituationIsNewOnce) {
  Memo<int> memo;
  EXPECT_TRUE(memo.Insert({7, Words{1}, {}}, 3, 30));
  EXPECT_FALSE(memo.Insert({7, Words{1}, {}}, 3, 30));
}

TEST(MemoTest, EqualHashesDoNotMakeSituationsEqual) {
  Memo<int> memo;
  EXPECT_TRUE(memo.Insert({7, Words{1}, {}}, 3, 30));
  EXPECT_TRUE(memo.Insert({7, Words{1, 2}, {}}, 3, 30));
  EXPECT_TRUE(memo.Insert({7, Words{1}, {}}, 3, 31));
  EXPECT_FALSE(memo.Insert({7, Words{1, 2}, {}}, 3, 30));
}

TEST(MemoTest, OneWithFewerOpenOperationsStandsForThoseWithMore) {
  Memo<int> memo;
  EXPECT_TRUE(memo.Insert({7, Words{1}, Words{6}}, 3, 30));
  EXPECT_FALSE(memo.Insert({7, Words{1}, Words{7}}, 3, 30));
  EXPECT_TRUE(memo.Insert({7, Words{1}, Words{9}}, 3, 30));
  EXPECT_TRUE(memo.Insert({7, Words{1}, Words{2}}, 3, 30));
  EXPECT_FALSE(memo.Insert({7, Words{1}, Words{6}}, 3, 30));
  EXPECT_FALSE(memo.Insert({7, Words{1}, Words{9}}, 3, 30));
}

TEST(MemoTest, NothingIsLostWhenItGrows) {
  Memo<std::uint64_t> memo;
  for (std::uint64_t i = 0; i < 10'000; ++i) EXPECT_TRUE(memo.Insert({i, Words{1}, {}}, 0, i));
  for (std::uint64_t i = 0; i < 10'000; ++i) EXPECT_FALSE(memo.Insert({i, Words{1}, {}}, 0, i));
}

using OneLevel = Level<int>;

std::vector<std::uint64_t> OpenOfDone(OneLevel& level) {
  std::vector<std::uint64_t> open;
  for (const OneLevel::Situation& situation : level.Done()) open.push_back(situation.open);
  return open;
}

TEST(LevelTest, OneThatReadMoreAndNeededFewerStandsForTheOther) {
  OneLevel level(1);
  EXPECT_NE(level.Add({1, 6, 2, 0, 5}, 5), nullptr);
  EXPECT_EQ(level.Add({1, 2, 2, 0, 5}, 5), nullptr);
  EXPECT_EQ(level.Add({1, 6, 3, 0, 5}, 5), nullptr);
  EXPECT_NE(level.Add({1, 8, 2, 0, 5}, 5), nullptr);
  EXPECT_NE(level.Add({1, 6, 2, 0, 6}, 6), nullptr);
  EXPECT_NE(level.Add({3, 6, 2, 0, 5}, 5), nullptr);
  EXPECT_NE(level.Add({1, 6, 0, 0, 5}, 5), nullptr);
  EXPECT_THAT(OpenOfDone(level), ElementsAre(2, 2, 2, 0));
}

TEST(LevelTest, ThoseThatNeedFewestComeFirst) {
  OneLevel level(1);
  level.Add({2, 0, 7, 0, 5}, 5);
  level.Add({2, 0, 0, 0, 6}, 6);
  level.Add({2, 0, 1, 0, 7}, 7);
  std::vector<int> states;
  while (const auto next = level.Next()) states.push_back(level.at(*next).state);
  EXPECT_THAT(states, ElementsAre(6, 7, 5));
}

}  // namespace
}  // namespace oracles::linearizability
