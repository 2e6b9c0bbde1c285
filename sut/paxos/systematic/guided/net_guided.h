// A strategy that lets a run of a model lead the real replicas: model coverage steers the
// implementation.
//
// Before each execution the model runs once, under a strategy of its own (`random`, `pct:3`, ...):
// its enabled binding elements are options, and the one that is picked says what happens to the
// replicas next (net_plan.h). Where no option of the world is what the plan wants, the replicas do
// not follow the model there: that is counted by the transition of the model, and the plan goes on.
// When it is over, the rest is random, and fair; nothing else goes wrong before.
// Invariants: an iteration depends on the seed and its number alone.
// Thread safety: none, but for Following, which all workers share.
// Source: the idea is that of Wang et al., "Model checking guided testing for distributed systems",
// EuroSys 2023.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "base/random.h"
#include "sut/paxos/systematic/guided/net_plan.h"
#include "systematic/harness.h"
#include "systematic/scheduler.h"
#include "systematic/strategy.h"

namespace paxos {

/// How far replicas followed the plans. Thread-safe.
class Following {
 public:
  struct Count {
    std::uint64_t followed = 0;
    std::uint64_t missed = 0;  ///< there was no such option
    bool operator==(const Count&) const = default;
  };

  void Add(const std::map<std::string, Count>& counts);
  /// By transition of the model.
  std::map<std::string, Count> counts() const;

 private:
  mutable std::mutex mutex_;
  std::map<std::string, Count> counts_;
};

struct GuideOptions {
  systematic::HarnessInfo model;         ///< of nets::NetHarness(), with models/paxos
  systematic::MakeStrategy run;          ///< who picks the model's steps
  int replicas = 3;                      ///< of the model and of the world
  std::shared_ptr<Following> following;  ///< where it is counted
};

/// Makes strategies for a world of so many replicas.
systematic::MakeStrategy NetGuided(GuideOptions options);

}  // namespace paxos
