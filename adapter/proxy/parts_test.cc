// The parts of the proxy that have a meaning of their own.
#include <gtest/gtest.h>
#include <sys/epoll.h>
#include <sys/socket.h>

#include <utility>
#include <vector>

#include "adapter/proxy/byte_queue.h"
#include "adapter/proxy/rate.h"
#include "adapter/proxy/reactor.h"

namespace adapter {
namespace {

using std::chrono::milliseconds;

TEST(ByteQueueTest, AnEarlierTimeWaitsForTheOneBefore) {
  ByteQueue queue;
  const ByteQueue::Time start{};
  queue.Push("late", start + milliseconds(10));
  queue.Push("early", start + milliseconds(5));
  EXPECT_EQ(queue.front(), "lateearly");
  EXPECT_EQ(queue.due(), start + milliseconds(10));
  EXPECT_EQ(queue.size(), 9u);
}

TEST(ByteQueueTest, ForgetsWhatIsTakenOut) {
  ByteQueue queue;
  queue.Push("abc", {});
  queue.Push("def", ByteQueue::Time{} + milliseconds(1));
  queue.Pop(2);
  EXPECT_EQ(queue.front(), "c");
  queue.Pop(1);
  EXPECT_EQ(queue.front(), "def");
  queue.Pop(3);
  EXPECT_TRUE(queue.empty());
}

TEST(RateTest, LetsPassWhatTheTimeAllows) {
  Rate rate;
  const Rate::Clock::time_point start{};
  rate.Set(1000, start);
  EXPECT_EQ(rate.Take(100, start), 0u);
  EXPECT_EQ(rate.Take(100, start + milliseconds(5)), 5u);
  EXPECT_EQ(rate.Take(100, start + milliseconds(1000)), 20u);  // not more at once
  EXPECT_EQ(rate.Next(3, start + milliseconds(1000)), start + milliseconds(1003));
}

TEST(RateTest, WithoutALimitAllPasses) { EXPECT_EQ(Rate().Take(1 << 30, {}), 1u << 30); }

struct Told : LinkEvents {
  void OnEvents(std::uint64_t token, std::uint32_t what) override {
    events.emplace_back(token, what);
  }
  void OnTimer(std::uint64_t token) override { timers.push_back(token); }
  std::vector<std::pair<std::uint64_t, std::uint32_t>> events;
  std::vector<std::uint64_t> timers;
};

// What nobody reads is told once: a link that holds it back does not keep the thread busy.
TEST(ReactorTest, TellsOfAnEventOnce) {
  Reactor reactor;
  Told told;
  reactor.AddLink(&told);
  int ends[2];
  ASSERT_EQ(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends), 0);
  const base::FileDescriptor ours(ends[0]);
  base::FileDescriptor theirs(ends[1]);
  ASSERT_TRUE(reactor.Watch(ours.get(), 0, 5));
  ASSERT_EQ(::write(theirs.get(), "x", 1), 1);
  theirs.Close();
  reactor.Wait(0);
  reactor.Dispatch();
  ASSERT_EQ(told.events.size(), 1u);
  EXPECT_EQ(told.events[0].first, 5u);
  EXPECT_NE(told.events[0].second & EPOLLIN, 0u);
  reactor.Wait(0);
  reactor.Dispatch();
  EXPECT_EQ(told.events.size(), 1u);
}

TEST(ReactorTest, TimersComeInTheirOrder) {
  Reactor reactor;
  Told told;
  reactor.AddLink(&told);
  const auto now = Reactor::Clock::now();
  reactor.Schedule(now - milliseconds(1), 0, 2);
  reactor.Schedule(now - milliseconds(2), 0, 1);
  reactor.Schedule(now + std::chrono::hours(1), 0, 3);
  reactor.Dispatch();
  EXPECT_EQ(told.timers, (std::vector<std::uint64_t>{1, 2}));
  EXPECT_EQ(reactor.Patience(), 1'000'000);  // then it waits again
}

TEST(ReactorTest, WaitsForEverWithoutTimers) { EXPECT_EQ(Reactor().Patience(), -1); }

}  // namespace
}  // namespace adapter
