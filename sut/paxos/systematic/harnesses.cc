#include "sut/paxos/systematic/harnesses.h"

#include <algorithm>
#include <string>

#include "sut/paxos/systematic/client_harness.h"
#include "sut/paxos/systematic/options.h"
#include "sut/paxos/systematic/world.h"

namespace paxos {
namespace {

using systematic::HarnessInfo;

/// "3,2,1": of prepare, accept and commit.
std::string QuorumText(const QuorumSizes& sizes) {
  return std::to_string(sizes.prepare) + ',' + std::to_string(sizes.accept) + ',' +
         std::to_string(sizes.commit);
}

HarnessInfo Info(const std::string& name, const std::string& about, const WorldOptions& options,
                 const systematic::Bounds& bounds) {
  HarnessInfo info;
  info.name = name;
  info.about = about;
  info.parameters = {{"replicas", std::to_string(options.replicas)},
                     {"quorums", QuorumText(options.Quorums())},
                     {"clients", std::to_string(options.clients)},
                     {"waiters", std::to_string(options.waiters)},
                     {"losses", std::to_string(options.network.losses)},
                     {"duplicates", std::to_string(options.network.duplicates)},
                     {"late", std::to_string(options.network.late)},
                     {"cuts", std::to_string(options.network.cuts)},
                     {"crashes", std::to_string(options.crashes)},
                     {"dead", std::to_string(options.dead)},
                     {"leader failures", std::to_string(options.leader_failures)},
                     {"failed saves", std::to_string(options.failed_saves)},
                     {"false leaders", std::to_string(options.false_leaders)}};
  info.time = options.timed ? "timed" : "untimed";
  info.bounds = bounds;
  info.make = [options] { return MakeWorld(options); };
  return info;
}

WorldOptions Replicas(int replicas) {
  WorldOptions options;
  options.replicas = replicas;
  options.dead = (replicas - 1) / 2;
  return options;
}

// Quorums of different sizes, as users may set them.
WorldOptions Quorums(int replicas, const QuorumSizes& sizes) {
  WorldOptions options = Replicas(replicas);
  options.quorums = sizes;
  options.dead = replicas - std::max({sizes.prepare, sizes.accept, sizes.commit});
  options.leader_failures = std::min(options.leader_failures, options.dead);
  return options;
}

// More of everything: leaders that come back, requests of several clients in several rounds.
WorldOptions Long() {
  WorldOptions options = Replicas(3);
  options.clients = 4;
  options.waiters = 2;
  options.network.losses = 8;
  options.network.duplicates = 4;
  options.crashes = 4;
  options.failed_saves = 2;
  options.false_leaders = 6;
  options.untimed_periods = 30;
  return options;
}

// Far above the first period, so that its growth matters.
WorldOptions Detectors() {
  WorldOptions options;
  options.clients = 0;
  options.dead = 1;
  options.network.most_delay = 200'000;
  options.timeout = 2'000'000;
  options.timed = true;
  options.to_the_end = true;
  options.judged = {.safety = true, .liveness = false, .detectors = true};
  return options;
}

}  // namespace

std::vector<HarnessInfo> Harnesses(const std::function<void(const Event&)>& observe) {
  std::vector<HarnessInfo> all;
  const auto add = [&](const std::string& name, const std::string& about, WorldOptions options,
                       const systematic::Bounds& bounds) {
    options.observe = observe;
    all.push_back(Info(name, about, options, bounds));
  };
  for (int replicas = 2; replicas <= 5; ++replicas) {
    add("replicas-" + std::to_string(replicas),
        std::to_string(replicas) + " replicas, clients, messages and crashes", Replicas(replicas),
        {.choices = 4000, .heal_after = 100});
  }
  const systematic::Bounds bounds = {.choices = 4000, .heal_after = 100};
  add("quorums-3-2-1", "4 replicas, quorums of 3 promises, 2 votes, 1 learner",
      Quorums(4, {3, 2, 1}), bounds);
  add("quorums-2-3-3", "4 replicas, quorums of 2 promises, 3 votes, 3 learners",
      Quorums(4, {2, 3, 3}), bounds);
  add("quorums-2-2-3", "3 replicas, a quorum of all learners", Quorums(3, {2, 2, 3}), bounds);
  add("long", "3 replicas, 4 clients, and more of every fault", Long(),
      {.choices = 10'000, .heal_after = 400});
  WorldOptions cut = Replicas(3);
  cut.network.cuts = 2;
  cut.waiters = 1;
  add("partitions", "3 replicas whose links are cut and mended", cut,
      {.choices = 4000, .heal_after = 120});
  WorldOptions hostile = Replicas(3);
  hostile.hostile = true;
  hostile.dead = 0;
  hostile.network.reply_twice = true;
  hostile.judged = {.safety = false, .liveness = false};
  add("hostile", "a replica among two that say anything well-formed", hostile,
      {.choices = 2000, .heal_after = 150});
  add("detectors", "failure detectors of 3 replicas with time on", Detectors(),
      {.choices = 10'000, .heal_after = 200});
  all.push_back(ClientHarnessInfo());
  return all;
}

}  // namespace paxos
