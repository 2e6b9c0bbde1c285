#include "base/interrupt.h"

#include <gtest/gtest.h>
#include <poll.h>

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

bool IsReadable(int descriptor) {
  pollfd readable = {descriptor, POLLIN, 0};
  return poll(&readable, 1, 0) == 1;
}

TEST(InterruptTest, ASignalCanBeWaitedFor) {
  const Interrupt interrupt;
  EXPECT_FALSE(IsReadable(interrupt.descriptor()));
  std::raise(SIGINT);
  EXPECT_TRUE(IsReadable(interrupt.descriptor()));
}

TEST(InterruptTest, OtherSignalsCanBeTakenToo) {
  const Interrupt interrupt({SIGINT, SIGTERM});
  EXPECT_EQ(interrupt.signal(), 0);
  std::raise(SIGTERM);
  EXPECT_TRUE(interrupt.requested());
  EXPECT_EQ(interrupt.signal(), SIGTERM);
}

TEST(InterruptTest, AHangUpThatIsIgnoredStaysSo) {
  const auto before = std::signal(SIGHUP, SIG_IGN);
  {
    const Interrupt interrupt({SIGINT, SIGHUP});
    std::raise(SIGHUP);
    EXPECT_FALSE(interrupt.requested());
  }
  std::signal(SIGHUP, before);
  const Interrupt interrupt({SIGINT, SIGHUP});
  std::raise(SIGHUP);
  EXPECT_EQ(interrupt.signal(), SIGHUP);
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
