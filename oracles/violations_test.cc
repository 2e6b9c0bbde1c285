#include "oracles/violations.h"

#include <gtest/gtest.h>

namespace oracles {
namespace {

/// Numbers must grow, and none is negative.
class Growing {
 public:
  void Observe(int number) {
    if (number < 0) violations_.Report("sign", "it is negative", position_);
    if (number <= last_) violations_.Report("growth", "it does not grow", position_);
    last_ = number;
    ++position_;
  }
  const std::vector<Violation>& violations() const { return violations_.all(); }

 private:
  int last_ = -100;
  std::size_t position_ = 0;
  Violations violations_;
};

TEST(ViolationsTest, KeepsTheFirstOfEachRule) {
  EXPECT_EQ(
      Check(Growing(), std::vector<int>{1, 1, -3, -4}),
      (std::vector<Violation>{{"growth", "it does not grow", 1}, {"sign", "it is negative", 2}}));
}

TEST(ViolationsTest, ALogThatKeepsTheRulesHasNone) {
  EXPECT_EQ(Check(Growing(), std::vector<int>{1, 2, 3}), std::vector<Violation>{});
}

}  // namespace
}  // namespace oracles
