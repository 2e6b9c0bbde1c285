#include "quorum/correctable.h"

#include <gtest/gtest.h>

#include <thread>
#include <utility>
#include <vector>

namespace quorum {
namespace {

using Source = Correctable<int>::Source;

Combined<int> At(int level, int reply) { return {reply, false, 1, level}; }

TEST(CorrectableTest, KnowsNothingBeforeTheFirstReply) {
  const Source source;
  const View<int> view = source.correctable().Get();
  EXPECT_FALSE(view.reply);
  EXPECT_EQ(view.level, kNoLevel);
  EXPECT_FALSE(view.final);
}

TEST(CorrectableTest, KeepsTheReplyOfTheHighestLevel) {
  const Source source;
  source.Update(At(2, 20));
  source.Update(At(1, 10));
  source.Update(At(2, 99));
  EXPECT_EQ(source.correctable().Get().reply, 20);
  EXPECT_EQ(source.correctable().Get().level, 2);
}

TEST(CorrectableTest, WatcherIsCalledOnceWhenItsLevelIsReached) {
  const Source source;
  std::vector<std::pair<int, int>> seen;  // (watched level, level of the view)
  for (const int level : {3, 1, 2}) {
    source.correctable().Watch(
        level, [&seen, level](const View<int>& view) { seen.emplace_back(level, view.level); });
  }
  source.Update(At(0, 0));
  EXPECT_TRUE(seen.empty());
  source.Update(At(2, 20));
  EXPECT_EQ(seen, (std::vector<std::pair<int, int>>{{1, 2}, {2, 2}}));
  source.Update(At(3, 30));
  EXPECT_EQ(seen.size(), 3u);
}

TEST(CorrectableTest, WatcherOfAReachedLevelIsCalledAtOnce) {
  const Source source;
  source.Update(At(2, 20));
  int calls = 0;
  source.correctable().Watch(1,
                             [&](const View<int>& view) { calls += view.reply == 20 ? 1 : 100; });
  EXPECT_EQ(calls, 1);
}

TEST(CorrectableTest, EndCallsAllWatchersThatWait) {
  const Source source;
  int calls = 0;
  source.correctable().Watch(9, [&](const View<int>& view) { calls += view.final ? 1 : 100; });
  source.Update(At(1, 10));
  source.Set(Outcome<int>::Failed({Cause::kIncomplete, 1, {}}, 10));
  EXPECT_EQ(calls, 1);
}

TEST(CorrectableTest, NothingChangesAfterTheEnd) {
  const Source source;
  source.Update(At(1, 10));
  source.Set(Outcome<int>::Quorum(20));
  source.Update(At(5, 50));
  EXPECT_EQ(source.correctable().Get().reply, 20);
  EXPECT_EQ(source.correctable().Get().level, 1);
  EXPECT_EQ(source.correctable().Final().value(), 20);
}

TEST(CorrectableTest, AwaitReturnsAtTheLevelOrAtTheEnd) {
  const Source source;
  std::thread thread([&] {
    source.Update(At(1, 10));
    source.Set(Outcome<int>::Quorum(20));
  });
  EXPECT_GE(source.correctable().Await(1).level, 1);
  EXPECT_TRUE(source.correctable().Await(7).final);
  thread.join();
}

TEST(CorrectableTest, CancelTriggersTheToken) {
  const Source source;
  source.correctable().Cancel();
  EXPECT_TRUE(source.cancellation().stop_requested());
}

TEST(CorrectableTest, WatcherMayUseTheCorrectable) {
  const Source source;
  int level = kNoLevel;
  source.correctable().Watch(1,
                             [&](const View<int>&) { level = source.correctable().Get().level; });
  source.Update(At(1, 10));
  EXPECT_EQ(level, 1);
}

}  // namespace
}  // namespace quorum
