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
  MOCK_METHOD(void, Propose,
              (const std::string& value, const ClientReach& reach, ClientEvents events),
              (override));
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

TEST(DriverTest, ARunInWhichAFaultHoldsSomethingBackIsStuckAsWell) {
  const cases::Fault partition{.kind = cases::FaultKind::kPartition,
                               .servers = {8080},
                               .until = cases::FailurePoint::kPhaseTwoQuorum};
  Monitor monitor({8080, 8081, 8082}, 1, {.faults = {partition}});
  EXPECT_TRUE(RunUntilDeadline(monitor, 5ms).stuck);
}

// A detector that never suspects: periods end, and nobody notices that 8082 is down.
class BlindDetectors : public NiceMock<MockCluster> {
 public:
  explicit BlindDetectors(Monitor& monitor) : monitor_(monitor) {
    for (paxos::ReplicaId replica : {0, 1}) Report(replica, paxos::Point::kPingsDone, 1);
  }
  void EndPeriod(paxos::ReplicaId replica) override {
    const std::int64_t period =
        monitor_.Look([&](const ClusterView& view) { return view.PeriodOf(replica); });
    Report(replica, paxos::Point::kTimeout, period);
    monitor_.PeriodBegan(replica, {});
    Report(replica, paxos::Point::kPingsDone, period + 1);
  }

 private:
  void Report(paxos::ReplicaId replica, paxos::Point point, std::int64_t period) {
    monitor_.Observe({.point = point, .replica = replica, .period = period});
  }

  Monitor& monitor_;
};

TEST(DriverTest, ARunThatHadManyPeriodsIsStuckThoughItGoesOn) {
  const cases::Fault crash{
      .kind = cases::FaultKind::kCrash, .servers = {8082}, .at = cases::FailurePoint::kStart};
  Monitor monitor({8080, 8081, 8082}, 1, {.faults = {crash}});
  BlindDetectors cluster(monitor);
  const auto deadline = std::chrono::steady_clock::now() + 5ms;
  const RunEnd end = Driver(3, monitor, cluster, deadline, std::chrono::minutes(1), 2).Run();
  EXPECT_TRUE(end.stuck);
  EXPECT_GE(end.periods, 2);
  EXPECT_THAT(end.missing, HasSubstr("the answer to client 1"));
}

}  // namespace
}  // namespace adapter
