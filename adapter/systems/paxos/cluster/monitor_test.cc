#include "adapter/systems/paxos/cluster/monitor.h"

#include <gtest/gtest.h>

#include <thread>

namespace adapter {
namespace {

using paxos::Action;
using paxos::Point;
using namespace std::chrono_literals;

paxos::Event PhaseOne(paxos::ReplicaId replica) {
  return {.point = Point::kPhaseOneQuorum, .replica = replica, .rnd = 0};
}
paxos::Event PhaseTwo(paxos::ReplicaId replica) {
  return {.point = Point::kPhaseTwoQuorum, .replica = replica, .rnd = 0, .value = "a"};
}
auto In(std::chrono::milliseconds span) { return std::chrono::steady_clock::now() + span; }

TEST(MonitorTest, FailsALeaderOnceInThePhaseThatTheCaseNames) {
  Monitor monitor({8080, 8081}, 1, {{{2, 8081}}, 0, {}});
  EXPECT_EQ(monitor.Decide(PhaseOne(1)), Action::kGo);
  EXPECT_EQ(monitor.Decide(PhaseTwo(0)), Action::kGo);
  EXPECT_EQ(monitor.Decide(PhaseTwo(1)), Action::kFail);
  EXPECT_EQ(monitor.Decide(PhaseTwo(1)), Action::kGo);
}

TEST(MonitorTest, FailsTheFirstLeadersWhoeverTheyAre) {
  Monitor monitor({8080, 8081}, 1, {{}, 1, {}});
  EXPECT_EQ(monitor.Decide(PhaseTwo(1)), Action::kGo);
  EXPECT_EQ(monitor.Decide(PhaseOne(1)), Action::kFail);
  EXPECT_EQ(monitor.Decide(PhaseOne(0)), Action::kGo);
}

TEST(MonitorTest, ALeaderTakesTheFirstValueUnlessTheCaseNamesOne) {
  Monitor monitor({8080, 8081}, 2, {{}, 0, {{8081, "b"}}});
  EXPECT_EQ(monitor.ChooseProposal(0, {"a", "b"}), 0u);
  EXPECT_EQ(monitor.ChooseProposal(1, {"a", "b"}), 1u);
}

TEST(MonitorTest, ALeaderWaitsForTheValueThatTheCaseNames) {
  Monitor monitor({8080}, 2, {{}, 0, {{8080, "b"}}});
  EXPECT_EQ(monitor.ChooseProposal(0, {"a"}), std::nullopt);
}

TEST(MonitorTest, WaitForEndsAtItsDeadline) {
  Monitor monitor({8080}, 1, {});
  EXPECT_FALSE(monitor.WaitFor([](const ClusterView&) { return false; }, In(1ms)));
}

TEST(MonitorTest, WaitForSeesWhatOtherThreadsReport) {
  Monitor monitor({8080}, 1, {});
  std::jthread client([&] {
    monitor.Proposed(0, "a");
    monitor.Answered(0, "a");
  });
  EXPECT_TRUE(monitor.WaitFor([](const ClusterView& view) { return view.AllAnswered(); }, In(60s)));
}

TEST(MonitorTest, KeepsTheEventsOfEachReplicaInOrder) {
  constexpr int kEvents = 500;
  Monitor monitor({8080, 8081, 8082}, 0, {});
  {
    std::vector<std::jthread> replicas;
    for (const paxos::ReplicaId replica : {0, 1, 2}) {
      replicas.emplace_back([&monitor, replica] {
        for (paxos::Round rnd = 0; rnd < kEvents; ++rnd) {
          monitor.Observe({.point = Point::kPrepareSent, .replica = replica, .rnd = rnd});
        }
      });
    }
  }
  std::map<cases::ServerId, cases::Round> next;
  for (const oracles::Event& event :
       monitor.Look([](const ClusterView& view) { return view.log(); })) {
    const auto& sent = std::get<oracles::PrepareSent>(event);
    EXPECT_EQ(sent.rnd, 8080 + next[sent.replica]++);
  }
  EXPECT_EQ(next.size(), 3u);
  for (const auto& [replica, count] : next) EXPECT_EQ(count, kEvents) << replica;
}

}  // namespace
}  // namespace adapter
