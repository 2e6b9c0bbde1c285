#include "adapter/systems/paxos/cluster/driver.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>

namespace adapter {
namespace {

using std::chrono_literals::operator""ms;
using ::testing::HasSubstr;
using ::testing::NiceMock;

class MockCluster : public Cluster {
 public:
  MOCK_METHOD(void, Propose, (const std::string& value, ClientEvents events), (override));
  MOCK_METHOD(void, AskAgain, (), (override));
  MOCK_METHOD(void, EndPeriod, (paxos::ReplicaId replica), (override));
  MOCK_METHOD(void, Release, (std::size_t fault), (override));
  MOCK_METHOD(void, TakeDown, (paxos::ReplicaId replica), (override));
  MOCK_METHOD(void, Restart, (paxos::ReplicaId replica), (override));
};

RunEnd RunUntilDeadline(Monitor& monitor, std::chrono::milliseconds stillness) {
  NiceMock<MockCluster> cluster;
  return Driver(3, monitor, cluster, std::chrono::steady_clock::now() + 5ms, stillness).Run();
}

TEST(DriverTest, ARunInWhichNothingHappensIsStuck) {
  Monitor monitor({8080, 8081, 8082}, 1, {});
  const RunEnd end = RunUntilDeadline(monitor, 5ms);
  EXPECT_THAT(end.missing, HasSubstr("ping"));
  EXPECT_TRUE(end.stuck);
}

TEST(DriverTest, ARunThatGoesOnIsOnlySlow) {
  Monitor monitor({8080, 8081, 8082}, 1, {});
  std::jthread reporter([&](const std::stop_token& stop) {
    while (!stop.stop_requested()) {
      monitor.PeriodBegan(0, {});
      std::this_thread::sleep_for(1ms);
    }
  });
  EXPECT_FALSE(RunUntilDeadline(monitor, std::chrono::minutes(1)).stuck);
}

TEST(DriverTest, ARunInWhichAFaultHoldsSomethingBackIsNotStuck) {
  const cases::Fault partition{.kind = cases::FaultKind::kPartition,
                               .servers = {8080},
                               .until = cases::FailurePoint::kPhaseTwoQuorum};
  Monitor monitor({8080, 8081, 8082}, 1, {.faults = {partition}});
  EXPECT_FALSE(RunUntilDeadline(monitor, 5ms).stuck);
}

}  // namespace
}  // namespace adapter
