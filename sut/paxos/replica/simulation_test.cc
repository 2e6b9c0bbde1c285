// Replicas over a fake network that reorders, loses and doubles messages, while replicas crash and
// restart and time runs unevenly: whatever happens, at most one value is decided, it was proposed,
// and when the network is good again everybody gets it. Every run is a function of its seed.
#include <gtest/gtest.h>

#include <chrono>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/random.h"
#include "sut/paxos/testing/fake_network.h"
#include "sut/paxos/testing/recorder.h"

namespace paxos {
namespace {

using std::chrono::milliseconds;

class Simulation {
 public:
  Simulation(int replicas, std::uint64_t seed) : random_(seed), network_(replicas, &recorder_) {}

  void Run() {
    for (const char* value : {"M1", "M2", "M3"}) Propose(value);
    for (int step = 0; step < 400; ++step) Disturb();
    Heal();
    CheckSafety();
  }
  int failed_phases() const { return static_cast<int>(recorder_.At(Point::kPhaseFailed).size()); }

 private:
  void Propose(const std::string& value) {
    proposed_.insert(value);
    for (ReplicaId id = 0; id < network_.size(); ++id) {
      if (down_.contains(id)) continue;
      network_.Propose(id, value, [this, id, value](const std::optional<ClientReply>& reply) {
        if (!reply) return;
        decided_.insert(reply->value());
        answered_[value].insert(id);
      });
    }
  }

  // One step of a bad day.
  void Disturb() {
    const auto choice = random_.Below(100);
    if (choice < 3) return Restart();
    if (choice < 8) {
      network_.clock().Advance(milliseconds(10 + static_cast<int>(random_.Below(120))));
      return;
    }
    if (network_.pending() == 0) return;
    const auto index = random_.Below(static_cast<std::uint32_t>(network_.pending()));
    if (choice < 20) return network_.Lose(index);
    if (choice < 30) return network_.DeliverTwice(index);
    network_.Deliver(index);
  }

  void Restart() {
    const auto id =
        static_cast<ReplicaId>(random_.Below(static_cast<std::uint32_t>(network_.size())));
    if (down_.erase(id) > 0) return network_.Restart(id);
    if (static_cast<int>(down_.size()) + 1 > (network_.size() - 1) / 2) return;
    down_.insert(id);
    network_.Crash(id);
  }

  // The network is good from now on: a late client gets its answer from all, soon.
  void Heal() {
    for (const ReplicaId id : down_) network_.Restart(id);
    down_.clear();
    Propose("late");
    for (int period = 0; period < 20 && !AllAnswered(); ++period) {
      network_.DeliverAll();
      network_.clock().Advance(milliseconds(400));
    }
    EXPECT_TRUE(AllAnswered());
  }
  bool AllAnswered() const {
    const auto answered = answered_.find("late");
    return answered != answered_.end() &&
           static_cast<int>(answered->second.size()) == network_.size();
  }

  void CheckSafety() {
    for (const Event& event : recorder_.At(Point::kLearned)) decided_.insert(*event.value);
    for (const Event& event : recorder_.At(Point::kPhaseTwoQuorum)) decided_.insert(*event.value);
    EXPECT_EQ(decided_.size(), 1u);
    for (const std::string& value : decided_) EXPECT_TRUE(proposed_.contains(value)) << value;
    std::map<Round, std::string> value_of_round;
    for (const Event& event : recorder_.At(Point::kAcceptSent)) {
      EXPECT_EQ(value_of_round.emplace(*event.rnd, *event.value).first->second, *event.value);
      EXPECT_EQ(*event.rnd % network_.size(), event.replica);
    }
  }

  base::Random random_;
  Recorder recorder_;
  std::set<std::string> proposed_;
  std::set<std::string> decided_;
  std::map<std::string, std::set<ReplicaId>> answered_;
  std::set<ReplicaId> down_;
  FakeNetwork network_;  // last: its replicas answer clients as they go
};

void RunSeeds(int replicas, std::uint64_t seeds) {
  int failed_phases = 0;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    SCOPED_TRACE("replicas " + std::to_string(replicas) + ", seed " + std::to_string(seed));
    Simulation simulation(replicas, seed);
    simulation.Run();
    failed_phases += simulation.failed_phases();
    if (testing::Test::HasFailure()) return;
  }
  // The runs are hard enough to have refusals and lost calls.
  EXPECT_GT(failed_phases, static_cast<int>(seeds) / 4);
}

TEST(SimulationTest, ThreeReplicasDecideOneValueOnBadDays) { RunSeeds(3, 300); }
TEST(SimulationTest, FiveReplicasDecideOneValueOnBadDays) { RunSeeds(5, 150); }
TEST(SimulationTest, TwoReplicasDecideOneValueOnBadDays) { RunSeeds(2, 100); }

}  // namespace
}  // namespace paxos
