#include "quorum/future.h"

#include <gtest/gtest.h>

#include <thread>

namespace quorum {
namespace {

TEST(FutureTest, IsReadyOnceTheOutcomeIsSet) {
  const Promise<int> promise;
  const Future<int> future = promise.future();
  EXPECT_FALSE(future.Ready());
  promise.Set(Outcome<int>::Quorum(7));
  EXPECT_TRUE(future.Ready());
  EXPECT_EQ(future.Get().value(), 7);
  EXPECT_EQ(future.Get().value(), 7);
}

TEST(FutureTest, GetWaitsForAnotherThread) {
  const Promise<int> promise;
  std::thread thread([&] { promise.Set(Outcome<int>::Quorum(7)); });
  EXPECT_EQ(promise.future().Get().value(), 7);
  thread.join();
}

TEST(FutureTest, CancelTriggersTheTokenOfACallThatRuns) {
  const Promise<int> promise;
  promise.future().Cancel();
  EXPECT_TRUE(promise.cancellation().stop_requested());
}

TEST(FutureTest, CancelLeavesTheStragglersOfAnEndedCallAlone) {
  const Promise<int> promise;
  promise.Set(Outcome<int>::Quorum(7));
  promise.future().Cancel();
  EXPECT_FALSE(promise.cancellation().stop_requested());
}

}  // namespace
}  // namespace quorum
