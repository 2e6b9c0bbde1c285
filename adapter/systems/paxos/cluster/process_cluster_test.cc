#include "adapter/systems/paxos/cluster/process_cluster.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>

#include "adapter/systems/grpc/grpc_session.h"
#include "adapter/systems/paxos/cluster/fork_server.h"

namespace adapter {
namespace {

using ::testing::ElementsAre;
using namespace std::chrono_literals;

constexpr cases::ServerId kServerA = 8080, kServerB = 8081, kServerC = 8082;
constexpr cases::Round kFirstRound = 8080;
constexpr paxos::ReplicaId kReplicaB = 1;

bool IsThere(pid_t process) { return ::kill(process, 0) == 0 || errno != ESRCH; }

// The sockets to the adapter that a process has, by inode.
std::set<std::string> ControlSocketsOf(pid_t process) {
  std::set<std::string> all;
  std::ifstream table("/proc/net/unix");
  for (std::string line; std::getline(table, line);) {
    std::istringstream columns(line);
    std::string number, references, protocol, flags, type, state, inode;
    columns >> number >> references >> protocol >> flags >> type >> state >> inode;
    if (type == "0005") all.insert("socket:[" + inode + "]");  // SOCK_SEQPACKET
  }
  std::set<std::string> its;
  for (const auto& entry :
       std::filesystem::directory_iterator("/proc/" + std::to_string(process) + "/fd")) {
    const std::string target = std::filesystem::read_symlink(entry).string();
    if (all.contains(target)) its.insert(target);
  }
  return its;
}

// What the disk of a replica held, each time it was written or opened.
std::vector<oracles::Saved> SavedBy(cases::ServerId replica, const Monitor& monitor) {
  std::vector<oracles::Saved> all;
  for (const oracles::Event& event :
       monitor.Look([](const ClusterView& view) { return view.log(); })) {
    const auto* const saved = std::get_if<oracles::Saved>(&event);
    if (saved != nullptr && saved->replica == replica) all.push_back(*saved);
  }
  return all;
}

// B crashes when it has promised, and comes back.
class ProcessClusterTest : public ::testing::TestWithParam<Transport> {
 protected:
  /// A client proposes, and B's process is waited for.
  void CrashB() {
    monitor_.Proposed(0, "M1");
    cluster_.Propose("M1", ReachesAll(3),
                     {[this](const std::string& value) { monitor_.Answered(0, value); },
                      [this](const std::string& why) { monitor_.ClientFailed(0, why); }});
    ASSERT_TRUE(monitor_.WaitFor(
        [](const ClusterView& view) { return view.plan().IsDown(kReplicaB); }, Deadline()));
    ASSERT_THAT(monitor_.Plan([](FaultPlan& plan) { return plan.TakeCrashed(); }),
                ElementsAre(kReplicaB));
    cluster_.TakeDown(kReplicaB);
  }

  static Monitor::Deadline Deadline() { return std::chrono::steady_clock::now() + 60s; }

  ForkServer fork_server_;
  const GrpcSession session_;
  const cases::Fault crash_{.kind = cases::FaultKind::kCrash,
                            .servers = {kServerB},
                            .at = cases::FailurePoint::kPromise,
                            .restart = cases::Restart::kAtOnce};
  Monitor monitor_{{kServerA, kServerB, kServerC}, 1, {{}, 0, {}, {crash_}}};
  ProcessCluster cluster_{
      {3, paxos::QuorumSizes::Majority(3), GetParam(), 60s}, monitor_, fork_server_};
};

TEST_P(ProcessClusterTest, ACrashIsASigkillOfTheProcess) {
  const pid_t process = cluster_.ProcessOf(kReplicaB);
  ASSERT_TRUE(IsThere(process));
  CrashB();  // throws when it was something else than SIGKILL
  EXPECT_FALSE(IsThere(process));
  EXPECT_EQ(cluster_.ProcessOf(kReplicaB), -1);
}

TEST_P(ProcessClusterTest, AProcessThatEndsByItselfIsNoCrash) {
  ::kill(cluster_.ProcessOf(kReplicaB), SIGTERM);
  try {
    cluster_.TakeDown(kReplicaB);
    FAIL() << "a SIGTERM was taken for a crash";
  } catch (const SystemFailure& failure) {
    EXPECT_STREQ(failure.what(),
                 "the process of 8081: expected to be killed, observed its end by signal 15");
  }
}

TEST_P(ProcessClusterTest, AProcessThatEndsByItselfIsSeen) {
  ::kill(cluster_.ProcessOf(kReplicaB), SIGTERM);
  EXPECT_TRUE(monitor_.WaitFor(
      [](const ClusterView& view) { return !view.broken_processes().empty(); }, Deadline()));
  EXPECT_EQ(
      monitor_.Look([](const ClusterView& view) { return view.broken_processes(); }),
      (std::vector<oracles::Mismatch>{{"process of 8081", "to go on", "its end by signal 15"}}));
}

TEST_P(ProcessClusterTest, ACrashOfThePlanIsNoBreakdown) {
  CrashB();
  EXPECT_TRUE(
      monitor_.Look([](const ClusterView& view) { return view.broken_processes().empty(); }));
}

TEST_P(ProcessClusterTest, AProcessHasNoSocketOfAnotherOne) {
  CrashB();
  cluster_.Restart(kReplicaB);
  std::set<std::string> all = ControlSocketsOf(fork_server_.process());
  EXPECT_EQ(all.size(), 1u);
  for (paxos::ReplicaId replica = 0; replica < 3; ++replica) {
    const std::set<std::string> its = ControlSocketsOf(cluster_.ProcessOf(replica));
    EXPECT_EQ(its.size(), 2u);
    all.insert(its.begin(), its.end());
  }
  EXPECT_EQ(all.size(), 1u + 3 * 2);
}

TEST_P(ProcessClusterTest, WithoutTheForkServerNobodyComesBack) {
  CrashB();
  ::kill(fork_server_.process(), SIGKILL);
  EXPECT_THROW(cluster_.Restart(kReplicaB), ForkServerError);
  EXPECT_EQ(cluster_.ProcessOf(kReplicaB), -1);
}

TEST_P(ProcessClusterTest, WhoComesBackIsAnotherProcessWithTheSameDisk) {
  const pid_t first = cluster_.ProcessOf(kReplicaB);
  CrashB();
  cluster_.Restart(kReplicaB);
  const pid_t second = cluster_.ProcessOf(kReplicaB);
  EXPECT_NE(second, first);
  EXPECT_TRUE(IsThere(second));
  const oracles::Saved nothing{kServerB, std::nullopt, std::nullopt};
  const oracles::Saved promise{kServerB, kFirstRound, std::nullopt};
  std::vector<oracles::Saved> saved = SavedBy(kServerB, monitor_);
  saved.resize(3);  // what it does after that depends on speed
  EXPECT_THAT(saved, ElementsAre(nothing, promise, promise));
}

INSTANTIATE_TEST_SUITE_P(Transports, ProcessClusterTest,
                         ::testing::Values(Transport::kTcp, Transport::kUnix),
                         [](const auto& test) { return std::string(TransportName(test.param)); });

}  // namespace
}  // namespace adapter
