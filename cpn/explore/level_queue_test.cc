#include "cpn/explore/level_queue.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

namespace cpn::explore {

bool operator==(const NodeRange& a, const NodeRange& b) {
  return a.first == b.first && a.count == b.count;
}

namespace {

using ::testing::ElementsAre;

std::vector<NodeRange> TakeAll(LevelQueue& queue, unsigned worker, NodeId most) {
  std::vector<NodeRange> taken;
  while (true) {
    const NodeRange range = queue.Take(worker, most);
    if (range.count == 0) return taken;
    taken.push_back(range);
  }
}

TEST(LevelQueueTest, AWorkerBeginsWithWhatItFound) {
  LevelQueue queue(2);
  queue.Note(0, 1, {10, 5});
  queue.Note(1, 0, {15, 3});
  queue.Note(0, 0, {18, 2});
  queue.Begin(10, 20);
  EXPECT_EQ(queue.Take(1, 64), (NodeRange{10, 5}));
  EXPECT_EQ(queue.Take(0, 64), (NodeRange{15, 3}));
  EXPECT_EQ(queue.Take(0, 64), (NodeRange{18, 2}));
  EXPECT_EQ(queue.taken(), 10u);
  EXPECT_EQ(queue.Take(0, 64).count, 0u);
}

TEST(LevelQueueTest, WhoHasNoneLeftTakesTheLastOfAnother) {
  LevelQueue queue(2);
  queue.Note(0, 0, {0, 4});
  queue.Note(0, 0, {4, 7});
  queue.Begin(0, 11);
  EXPECT_THAT(TakeAll(queue, 1, 3), ElementsAre(NodeRange{8, 3}, NodeRange{5, 3}, NodeRange{4, 1},
                                                NodeRange{1, 3}, NodeRange{0, 1}));
}

TEST(LevelQueueTest, WhatNobodyNotedIsDealtOutInEqualPieces) {
  LevelQueue queue(3);
  queue.Note(2, 1, {4, 2});
  queue.Begin(0, 12);
  EXPECT_EQ(queue.Take(0, 64), (NodeRange{0, 1}));
  EXPECT_EQ(queue.Take(0, 64), (NodeRange{6, 2}));
  EXPECT_EQ(queue.Take(2, 64), (NodeRange{2, 2}));
  EXPECT_EQ(queue.Take(2, 64), (NodeRange{10, 2}));
  EXPECT_THAT(TakeAll(queue, 1, 64),
              ElementsAre(NodeRange{4, 2}, NodeRange{1, 1}, NodeRange{8, 2}));
}

TEST(LevelQueueTest, NotesOfAnEarlierLevelAreForgotten) {
  LevelQueue queue(2);
  queue.Note(0, 0, {3, 2});
  queue.Begin(8, 10);
  EXPECT_THAT(TakeAll(queue, 1, 64), ElementsAre(NodeRange{9, 1}, NodeRange{8, 1}));
}

}  // namespace
}  // namespace cpn::explore
