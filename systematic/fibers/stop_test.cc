// The types of stop.h behave as std's.
#include "systematic/fibers/stop.h"

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "systematic/fibers/testing/explore.h"

namespace systematic::fibers {
namespace {

struct Std {
  using Source = std::stop_source;
  using Token = std::stop_token;
  using Callback = std::stop_callback<std::function<void()>>;
};
struct Ours {
  using Source = StopSource;
  using Token = StopToken;
  using Callback = StopCallback<std::function<void()>>;
};

template <class Types>
class StopTest : public ::testing::Test {};
using BothTypes = ::testing::Types<Std, Ours>;
TYPED_TEST_SUITE(StopTest, BothTypes);

TYPED_TEST(StopTest, TokensSayWhatTheirSourceDid) {
  typename TypeParam::Token token;
  EXPECT_FALSE(token.stop_possible());
  {
    typename TypeParam::Source source;
    token = source.get_token();
    const std::vector<typename TypeParam::Source> copies = {source};
    EXPECT_TRUE(token.stop_possible());
    EXPECT_FALSE(token.stop_requested());
    EXPECT_EQ(token, copies.front().get_token());
  }
  EXPECT_FALSE(token.stop_possible());
  typename TypeParam::Source source;
  token = source.get_token();
  EXPECT_TRUE(source.request_stop());
  EXPECT_FALSE(source.request_stop());
  EXPECT_TRUE(token.stop_requested());
  source = typename TypeParam::Source();
  EXPECT_TRUE(token.stop_possible());
}

TYPED_TEST(StopTest, CallbacksRunOnceTheYoungestFirst) {
  std::string ran;
  typename TypeParam::Source source;
  const auto token = source.get_token();
  const typename TypeParam::Callback a(token, [&] { ran += 'a'; });
  std::optional<typename TypeParam::Callback> b;
  b.emplace(token, [&] { ran += 'b'; });
  const typename TypeParam::Callback c(token, [&] { ran += 'c'; });
  b.reset();
  source.request_stop();
  source.request_stop();
  EXPECT_EQ(ran, "ca");
  const typename TypeParam::Callback late(token, [&] { ran += 'd'; });
  EXPECT_EQ(ran, "cad");
}

TYPED_TEST(StopTest, ACallbackMayDestroyItselfAndOthers) {
  std::string ran;
  typename TypeParam::Source source;
  std::optional<typename TypeParam::Callback> older, younger;
  older.emplace(source.get_token(), [&] { ran += 'o'; });
  younger.emplace(source.get_token(), [&] {
    ran += 'y';
    older.reset();
    younger.reset();
  });
  source.request_stop();
  EXPECT_EQ(ran, "y");
}

TEST(StopOfThreadsTest, WhoDestroysACallbackThatRunsWaitsForIt) {
  const RunResult result = Exhaust([](Threads& threads) {
    struct Shared {
      StopSource source;
      bool inside = false;
      bool gone = false;
    };
    const auto shared = std::make_shared<Shared>();
    threads.Start("owner", [&threads, shared] {
      {
        const StopCallback callback(shared->source.get_token(), [&threads, shared] {
          shared->inside = true;
          Yield();
          if (shared->gone) threads.scheduler().Fail("toy", "it runs after its end");
          shared->inside = false;
        });
      }
      shared->gone = true;
      if (shared->inside) threads.scheduler().Fail("toy", "it is destroyed while it runs");
    });
    threads.Start("stopper", [shared] { shared->source.request_stop(); });
  });
  EXPECT_EQ(Found(result), "");
  EXPECT_TRUE(result.exhausted);
}

TEST(StopOfThreadsTest, ACallbackThatWaitsForItsDestroyerIsADeadlock) {
  const RunResult result = Try(
      [](Threads& threads) {
        struct Shared {
          StopSource source;
          bool registered = false;
          bool gone = false;
        };
        const auto shared = std::make_shared<Shared>();
        threads.Keep(shared);
        threads.Start("owner", [shared = shared.get()] {
          {
            const StopCallback callback(shared->source.get_token(),
                                        [shared] { WaitUntil([shared] { return shared->gone; }); });
            shared->registered = true;
            WaitUntil([shared] { return shared->source.get_token().stop_requested(); });
          }
          shared->gone = true;
        });
        threads.Start("stopper", [shared = shared.get()] {
          WaitUntil([shared] { return shared->registered; });
          shared->source.request_stop();
        });
      },
      100);
  EXPECT_EQ(Found(result),
            "deadlock: owner waits for a callback of a stop that another one runs; "
            "stopper waits for a condition, and nothing can happen any more");
}

}  // namespace
}  // namespace systematic::fibers
