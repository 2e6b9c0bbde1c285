#include "cpn/explore/gate.h"

#include <gtest/gtest.h>

#include <stdexcept>
#include <vector>

namespace cpn::explore {
namespace {

TEST(GateTest, ChangesHappenWhileNobodyReads) {
  Gate gate;
  std::vector<int> shared(64, 0);  // all equal whenever somebody reads
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      gate.Enter();
      for (int i = 0; i < 2000; ++i) {
        if (gate.AskedToLeave()) gate.LetOthersChange();
        EXPECT_EQ(shared.front(), shared.back());
        if (i % 10 != t) continue;
        gate.Exclusive([&] {
          for (int& item : shared) ++item;
        });
      }
      gate.Leave();
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(shared, std::vector<int>(64, 800));
}

TEST(GateTest, FailedChangeLetsOthersGoOn) {
  Gate gate;
  gate.Enter();
  EXPECT_THROW(gate.Exclusive([] { throw std::runtime_error("failed"); }), std::runtime_error);
  EXPECT_FALSE(gate.AskedToLeave());
  std::thread other([&] {
    gate.Enter();
    gate.Exclusive([] {});
    gate.Leave();
  });
  gate.Leave();
  other.join();
}

}  // namespace
}  // namespace cpn::explore
