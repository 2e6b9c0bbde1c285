#include "sut/paxos/systematic/harnesses.h"

#include <string>

#include "sut/paxos/systematic/options.h"
#include "sut/paxos/systematic/world.h"

namespace paxos {
namespace {

using systematic::HarnessInfo;

HarnessInfo Info(const std::string& name, const std::string& about, const WorldOptions& options,
                 const systematic::Bounds& bounds) {
  HarnessInfo info;
  info.name = name;
  info.about = about;
  info.parameters = {{"replicas", std::to_string(options.replicas)},
                     {"clients", std::to_string(options.clients)},
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

std::vector<HarnessInfo> Harnesses() {
  std::vector<HarnessInfo> all;
  for (int replicas = 2; replicas <= 5; ++replicas) {
    all.push_back(Info("replicas-" + std::to_string(replicas),
                       std::to_string(replicas) + " replicas, clients, messages and crashes",
                       Replicas(replicas), {.choices = 4000, .heal_after = 100}));
  }
  WorldOptions cut = Replicas(3);
  cut.network.cuts = 2;
  all.push_back(Info("partitions", "3 replicas whose links are cut and mended", cut,
                     {.choices = 4000, .heal_after = 120}));
  WorldOptions hostile = Replicas(3);
  hostile.hostile = true;
  hostile.dead = 0;
  hostile.network.reply_twice = true;
  hostile.judged = {.safety = false, .liveness = false};
  all.push_back(Info("hostile", "a replica among two that say anything well-formed", hostile,
                     {.choices = 2000, .heal_after = 150}));
  all.push_back(Info("detectors", "failure detectors of 3 replicas with time on", Detectors(),
                     {.choices = 10'000, .heal_after = 200}));
  return all;
}

}  // namespace paxos
