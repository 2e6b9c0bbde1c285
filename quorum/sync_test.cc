// A normal build pays nothing for sync.h: its names are std's types.
#include "quorum/sync.h"

#include <gtest/gtest.h>

#include <atomic>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <stop_token>
#include <type_traits>

#include "quorum/method.h"

namespace quorum {
namespace {

TEST(SyncTest, NamesAreStdsTypesInANormalBuild) {
  using Callback = std::function<void()>;
  EXPECT_TRUE((std::is_same_v<sync::Mutex, std::mutex>));
  EXPECT_TRUE((std::is_same_v<sync::ConditionVariable, std::condition_variable>));
  EXPECT_TRUE((std::is_same_v<sync::Atomic<bool>, std::atomic<bool>>));
  EXPECT_TRUE((std::is_same_v<sync::StopSource, std::stop_source>));
  EXPECT_TRUE((std::is_same_v<sync::StopToken, std::stop_token>));
  EXPECT_TRUE((std::is_same_v<sync::StopCallback<Callback>, std::stop_callback<Callback>>));
}

TEST(SyncTest, CallersCancelWithStdsTokens) {
  EXPECT_TRUE((std::is_same_v<decltype(CallOptions::cancellation), std::stop_token>));
}

}  // namespace
}  // namespace quorum
