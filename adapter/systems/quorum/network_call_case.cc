#include "adapter/systems/quorum/network_call_case.h"

#include <fmt/format.h>

#include <memory>
#include <utility>

#include "adapter/systems/quorum/network_plan.h"
#include "adapter/systems/quorum/network_player.h"

namespace adapter {

Verdict RunOverNetwork(const cases::QuorumCallCase& test, const cases::Configuration& configuration,
                       CallNetworks& networks, std::uint64_t seed) {
  const NetworkPlan plan = DrawPlan(test, configuration, seed);
  std::unique_ptr<CallNetwork> network = networks.Take(plan.kind);
  Verdict verdict;
  {
    NetworkPlayer player(test, configuration, plan, *network);
    verdict = Judge(oracles::Compare(test, player.Play()));
    verdict.trace.steps = player.TakeSteps();
  }
  if (verdict.outcome == Outcome::kPass) {
    networks.GiveBack(std::move(network));
  } else {
    verdict.detail = fmt::format("{}: {}", Describe(plan), verdict.detail);
  }
  return verdict;
}

}  // namespace adapter
