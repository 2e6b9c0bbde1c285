#include "systematic/ordinals.h"

#include <gtest/gtest.h>

namespace systematic {
namespace {

TEST(Ordinals, CountsEachNameApartAlsoWhenItGrows) {
  Ordinals ordinals;
  for (std::uint32_t round = 0; round < 3; ++round) {
    for (std::uint64_t names = 0; names < 1000; ++names) {
      EXPECT_EQ(ordinals.Next(names, 0), round);
      EXPECT_EQ(ordinals.Next(names, 1), round);
    }
  }
}

TEST(Ordinals, BeginsAnewAfterClear) {
  Ordinals ordinals;
  ordinals.Next(5, 0);
  ordinals.Next(5, 0);
  ordinals.Clear();
  EXPECT_EQ(ordinals.Next(5, 0), 0u);
}

}  // namespace
}  // namespace systematic
