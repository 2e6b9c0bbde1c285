#include "systematic/step.h"

#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <string>
#include <utility>

namespace systematic {
namespace {

TEST(Step, KeepsSmallCallablesInPlaceAndLargeOnesOnTheHeap) {
  auto small = [p = std::unique_ptr<int>(), bytes = std::array<char, 40>()] {};
  auto large = [bytes = std::array<char, 64>()] {};
  EXPECT_TRUE(Step::kFits<decltype(small)>);
  EXPECT_FALSE(Step::kFits<decltype(large)>);
}

TEST(Step, CallsWhatItWasMadeOf) {
  int calls = 0;
  Step in_place([&calls] { ++calls; });
  const std::array<char, 100> large{};
  Step on_heap([&calls, large] { calls += 10 + large[7]; });
  in_place();
  on_heap();
  EXPECT_EQ(calls, 11);
}

TEST(Step, MovesWhatItOwnsAndDestroysItOnce) {
  const auto owned = std::make_shared<std::string>("payload");
  Step first([owned] {});
  EXPECT_EQ(owned.use_count(), 2);
  Step second = std::move(first);
  EXPECT_FALSE(first);  // NOLINT(bugprone-use-after-move): it is empty then
  EXPECT_EQ(owned.use_count(), 2);
  Step third([] {});
  third = std::move(second);
  EXPECT_EQ(owned.use_count(), 2);
  third.Clear();
  EXPECT_EQ(owned.use_count(), 1);
  EXPECT_FALSE(third);
}

TEST(Step, DestroysALargeCallableOnce) {
  const auto owned = std::make_shared<std::string>("payload");
  {
    Step step([owned, large = std::array<char, 100>()] { static_cast<void>(large); });
    Step moved = std::move(step);
    EXPECT_EQ(owned.use_count(), 2);
  }
  EXPECT_EQ(owned.use_count(), 1);
}

}  // namespace
}  // namespace systematic
