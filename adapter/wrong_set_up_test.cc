#include "adapter/wrong_set_up.h"

#include <gtest/gtest.h>

#include "adapter/grpc_session.h"

namespace adapter {
namespace {

TEST(WrongSetUpTest, EachIsRefusedWithItsReason) {
  const GrpcSession session;
  CallNetworks networks;
  const auto network = networks.Take({3, quorum::Order::kNone, true});
  for (int number = 0; number < kWrongSetUps; ++number) {
    EXPECT_EQ(TryWrongSetUp(*network, number), "") << number;
  }
}

}  // namespace
}  // namespace adapter
