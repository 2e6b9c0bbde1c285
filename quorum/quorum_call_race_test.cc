// Quorum calls over a fake transport whose threads answer, fail, repeat and cancel at the same
// time. Meant for TSan (and ASan): what counts is that nothing races, and that each call ends once.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <barrier>
#include <functional>
#include <memory>
#include <thread>
#include <vector>

#include "quorum/correctable.h"
#include "quorum/future.h"
#include "quorum/quorum_call.h"

namespace quorum {
namespace {

using Result = NodeResult<int>;
using OnResult = std::function<void(Result)>;

constexpr int kNodes = 3;
constexpr int kRounds = 500;

QuorumFunction<int, int> Majority() {
  return [](const int&, const Replies<int>& replies) {
    const int count = static_cast<int>(replies.size());
    return Combined<int>{count, count > kNodes / 2, kNodes / 2 + 1 - count};
  };
}

// One round: a thread per node that delivers `results(node)` twice, all at the same moment.
// Returns how many outcomes there were, and leaves the last one in `end`.
template <class Results>
int Race(const Results& results, bool cancel, std::unique_ptr<Outcome<int>>& end) {
  auto outcomes = std::make_shared<std::atomic<int>>(0);
  auto ended = std::make_shared<std::unique_ptr<Outcome<int>>>();
  std::vector<OnResult> pending(kNodes);
  auto call = StartQuorumCall<int, int, int>(
      1, {0, 1, 2}, Majority(),
      [&](NodeId node, const std::shared_ptr<const int>&, OnResult on_result) {
        pending[node] = std::move(on_result);
      },
      [outcomes, ended](Outcome<int> outcome) {
        *ended = std::make_unique<Outcome<int>>(std::move(outcome));
        ++*outcomes;
      });
  std::barrier start(kNodes + 1);
  std::vector<std::thread> threads;
  for (NodeId node = 0; node < kNodes; ++node) {
    threads.emplace_back([&, node, on_result = std::move(pending[node])]() mutable {
      start.arrive_and_wait();
      on_result(results(node));
      on_result(results(node));
      on_result = nullptr;  // the last one to let go frees the call
    });
  }
  start.arrive_and_wait();
  if (cancel) call->Cancel();
  call.reset();
  for (std::thread& thread : threads) thread.join();
  end = std::move(*ended);
  return *outcomes;
}

TEST(QuorumCallRaceTest, CallEndsOnceWithAQuorumWhenAllReply) {
  for (int round = 0; round < kRounds; ++round) {
    std::unique_ptr<Outcome<int>> end;
    ASSERT_EQ(Race([](NodeId) { return Result::Ok(1); }, false, end), 1);
    ASSERT_TRUE(end->ok());
    ASSERT_EQ(end->value(), 2);
  }
}

TEST(QuorumCallRaceTest, CallEndsOnceWithoutAQuorumWhenTooManyFail) {
  for (int round = 0; round < kRounds; ++round) {
    std::unique_ptr<Outcome<int>> end;
    const auto results = [](NodeId node) {
      return node == 1 ? Result::Ok(1) : Result::Failed({node, NodeErrorCode::kUnavailable, ""});
    };
    ASSERT_EQ(Race(results, false, end), 1);
    ASSERT_FALSE(end->ok());
    ASSERT_EQ(end->error().cause, Cause::kIncomplete);
    ASSERT_EQ(end->error().errors.size(), 2u);
  }
}

TEST(QuorumCallRaceTest, CancelledCallEndsOnce) {
  for (int round = 0; round < kRounds; ++round) {
    std::unique_ptr<Outcome<int>> end;
    ASSERT_EQ(Race([](NodeId) { return Result::Ok(1); }, true, end), 1);
    if (!end->ok()) {
      ASSERT_EQ(end->error().cause, Cause::kCancelled);
    }
  }
}

TEST(QuorumCallRaceTest, QuorumFunctionIsNeverCalledConcurrently) {
  for (int round = 0; round < kRounds; ++round) {
    std::atomic<int> inside = 0;
    std::atomic<int> most = 0;
    QuorumCall<int, int> call(
        1, {0, 1, 2, 3},
        [&](const int&, const Replies<int>& replies) {
          most = std::max<int>(most, ++inside);
          std::this_thread::yield();
          --inside;
          return Combined<int>{static_cast<int>(replies.size()), replies.size() == 4};
        },
        [](const Outcome<int>&) {});
    std::barrier start(4);
    std::vector<std::jthread> threads;
    for (NodeId node = 0; node < 4; ++node) {
      threads.emplace_back([&, node] {
        start.arrive_and_wait();
        call.OnResult(node, Result::Ok(1));
      });
    }
    threads.clear();
    ASSERT_EQ(most, 1);
  }
}

TEST(QuorumCallRaceTest, FutureAndTokenMeetTheLastReply) {
  for (int round = 0; round < kRounds; ++round) {
    const Promise<int> promise;
    auto call = std::make_shared<QuorumCall<int, int>>(
        1, std::vector<NodeId>{0, 1, 2}, Majority(),
        [promise](Outcome<int> outcome) { promise.Set(std::move(outcome)); });
    call->CancelWith(promise.cancellation());
    std::barrier start(4);
    std::vector<std::jthread> threads;
    for (NodeId node = 0; node < 3; ++node) {
      threads.emplace_back([&start, call, node] {
        start.arrive_and_wait();
        call->OnResult(node, Result::Ok(1));
      });
    }
    call.reset();
    start.arrive_and_wait();
    promise.future().Cancel();
    const Outcome<int>& end = promise.future().Get();
    ASSERT_TRUE(end.ok() || end.error().cause == Cause::kCancelled);
  }
}

TEST(QuorumCallRaceTest, CorrectableNeverGetsWorse) {
  for (int round = 0; round < kRounds; ++round) {
    const Correctable<int>::Source source;
    std::atomic<int> told = 0;
    for (int level = 1; level <= kNodes; ++level) {
      source.correctable().Watch(level, [&](const View<int>&) { ++told; });
    }
    auto call = std::make_shared<QuorumCall<int, int>>(
        1, std::vector<NodeId>{0, 1, 2},
        [](const int&, const Replies<int>& replies) {
          const int count = static_cast<int>(replies.size());
          return Combined<int>{count, count == kNodes, kNodes - count, count};
        },
        [source](Outcome<int> outcome) { source.Set(std::move(outcome)); },
        [source](const Combined<int>& combined) { source.Update(combined); });
    std::barrier start(kNodes + 1);
    std::vector<std::jthread> threads;
    for (NodeId node = 0; node < kNodes; ++node) {
      threads.emplace_back([&, node] {
        start.arrive_and_wait();
        call->OnResult(node, Result::Ok(1));
      });
    }
    start.arrive_and_wait();
    for (int last = kNoLevel; !source.correctable().Get().final;) {
      const int level = source.correctable().Get().level;
      ASSERT_GE(level, last);
      last = level;
    }
    threads.clear();
    ASSERT_EQ(told, kNodes);
    ASSERT_EQ(source.correctable().Final().value(), kNodes);
  }
}

}  // namespace
}  // namespace quorum
