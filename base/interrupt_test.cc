#include "base/interrupt.h"

#include <gtest/gtest.h>

#include <csignal>

namespace base {
namespace {

TEST(InterruptTest, SignalSetsTheFlag) {
  const Interrupt interrupt;
  EXPECT_FALSE(interrupt.requested());
  std::raise(SIGINT);
  EXPECT_TRUE(interrupt.requested());
  EXPECT_TRUE(interrupt.flag()->load());
}

TEST(InterruptTest, NextOneBeginsUnset) {
  {
    const Interrupt first;
    std::raise(SIGINT);
  }
  EXPECT_FALSE(Interrupt().requested());
}

TEST(InterruptTest, SecondSignalEndsTheProgram) {
  EXPECT_EXIT(
      {
        const Interrupt interrupt;
        std::raise(SIGINT);
        std::raise(SIGINT);
      },
      ::testing::KilledBySignal(SIGINT), "");
}

TEST(InterruptTest, EarlierHandlerComesBack) {
  struct sigaction ignore {};
  ignore.sa_handler = SIG_IGN;
  struct sigaction before {};
  sigaction(SIGINT, &ignore, &before);
  {
    const Interrupt interrupt;
    std::raise(SIGINT);
  }
  struct sigaction after {};
  sigaction(SIGINT, &before, &after);
  EXPECT_EQ(after.sa_handler, SIG_IGN);
}

}  // namespace
}  // namespace base
