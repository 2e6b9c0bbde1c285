#include "adapter/systems/quorum/network_call_case.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

#include "adapter/systems/quorum/network_plan.h"
#include "adapter/systems/quorum/network_player.h"

namespace adapter {

namespace {

// gRPC lets go of what it holds a little after the last event.
bool AreGone(const std::vector<std::weak_ptr<const NetworkCall>>& calls) {
  const auto deadline = std::chrono::steady_clock::now() + CallBoard::kPatience;
  const auto is_gone = [](const auto& call) { return call.expired(); };
  while (!std::ranges::all_of(calls, is_gone)) {
    if (std::chrono::steady_clock::now() >= deadline) return false;
    std::this_thread::sleep_for(std::chrono::microseconds(100));
  }
  return true;
}

}  // namespace

Verdict RunOverNetwork(const cases::QuorumCallCase& test, const cases::Configuration& configuration,
                       CallNetworks& networks, std::uint64_t seed) {
  const NetworkPlan plan = DrawPlan(test, configuration, seed);
  std::unique_ptr<CallNetwork> network = networks.Take(plan.kind);
  Verdict verdict;
  std::vector<std::weak_ptr<const NetworkCall>> calls;
  {
    NetworkPlayer player(test, configuration, plan, *network);
    verdict = Judge(oracles::Compare(test, player.Play()));
    verdict.trace.steps = player.TakeSteps();
    calls = player.calls();
  }
  if (verdict.outcome == Outcome::kPass && !AreGone(calls)) {
    const trace::Trace trace = std::move(verdict.trace);
    verdict = Judge({{"what is left of a call that is over", "nothing", "a part of it"}});
    verdict.trace = trace;
  }
  if (verdict.outcome == Outcome::kPass) {
    networks.GiveBack(std::move(network));
  } else {
    verdict.detail = fmt::format("{}: {}", Describe(plan), verdict.detail);
  }
  return verdict;
}

}  // namespace adapter
