#include "cpn/explore/exchange.h"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

namespace cpn::explore {
namespace {

TEST(ExchangeTest, ABatchGoesToItsOwnerAndComesBackEmpty) {
  Exchange exchange(2, 1);
  RecordBatch* const batch = exchange.Take(0);
  EXPECT_EQ(exchange.Take(0), nullptr);
  batch->count = 3;
  exchange.Send(batch, 1);
  EXPECT_EQ(exchange.UnderWay(0), 1u);
  EXPECT_EQ(exchange.Next(0), nullptr);
  EXPECT_EQ(exchange.Next(1), batch);
  EXPECT_EQ(exchange.Receive(1), batch);
  EXPECT_EQ(exchange.Receive(1), nullptr);
  exchange.Return(batch);
  EXPECT_EQ(exchange.UnderWay(0), 1u);
  EXPECT_EQ(exchange.Returned(0), batch);
  exchange.PutBack(batch);
  EXPECT_EQ(exchange.UnderWay(0), 0u);
  EXPECT_EQ(exchange.Take(0), batch);
  EXPECT_EQ(batch->count, 0u);
}

TEST(ExchangeTest, ABatchKeepsWhatItHasWhenItMakesRoom) {
  RecordBatch batch;
  for (std::uint64_t i = 0; i < 100; ++i) {
    std::uint64_t* const entry = batch.MakeRoom(1, 2);
    entry[0] = i;
    entry[1] = entry[2] = i + 1;
    ++batch.count;
  }
  ASSERT_GE(batch.entries.size(), 300u);
  for (std::uint64_t i = 0; i < 100; ++i) {
    EXPECT_EQ(batch.entries[3 * i], i);
    EXPECT_EQ(batch.entries[3 * i + 2], i + 1);
  }
}

TEST(ExchangeTest, ThreadsLoseAndDoubleNothing) {
  constexpr unsigned kThreads = 3;
  constexpr std::uint64_t kBatches = 2'000;
  Exchange exchange(kThreads, 4);
  std::vector<std::uint64_t> received(kThreads);
  std::vector<std::thread> threads;
  std::atomic<unsigned> sent = 0;
  for (unsigned me = 0; me < kThreads; ++me) {
    threads.emplace_back([&, me] {
      const auto serve = [&] {
        while (RecordBatch* const batch = exchange.Receive(me)) {
          received[me] += batch->entries[0];
          exchange.Return(batch);
        }
        while (RecordBatch* const batch = exchange.Returned(me)) exchange.PutBack(batch);
      };
      for (std::uint64_t i = 1; i <= kBatches; ++i) {
        RecordBatch* batch = nullptr;
        while ((batch = exchange.Take(me)) == nullptr) serve();
        batch->entries = {i};
        exchange.Send(batch, (me + 1) % kThreads);
      }
      ++sent;
      while (true) {
        const bool all = sent == kThreads;
        serve();
        if (all && exchange.UnderWay(me) == 0) return;
        std::this_thread::yield();
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const std::uint64_t sum : received) EXPECT_EQ(sum, kBatches * (kBatches + 1) / 2);
}

}  // namespace
}  // namespace cpn::explore
