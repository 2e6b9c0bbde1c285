#include "sut/paxos/systematic/guided/net_guided.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "cpn/lua/lua_model.h"
#include "nets/net_harness.h"
#include "sut/paxos/systematic/harnesses.h"
#include "systematic/runner.h"
#include "systematic/strategies/parse.h"
#include "testing/paths.h"

namespace paxos {
namespace {

using systematic::HarnessInfo;
using systematic::RunResult;

HarnessInfo ModelOf(int replicas) {
  cpn::lua::LoadOptions load;
  load.parameters["replicas"] = std::to_string(replicas);
  load.parameters["phase_two_failures"] = "1";
  load.parameters["reduce"] = "false";
  const auto benches = std::make_shared<nets::Benches>(nets::BenchOptions{
      [load] { return cpn::lua::LuaModel::Load(test::SourcePath("/models/paxos"), load); },
      {},
      {},
      nullptr});
  return nets::NetHarness(benches, {}, nets::BoundsOf(1000, 0));
}

struct Guided {
  RunResult result;
  std::map<std::string, Following::Count> counts;
};

/// `modelled`: how many replicas the model has.
Guided RunGuided(int replicas, const std::string& strategy, std::uint64_t schedules,
                 unsigned workers, int modelled = 3) {
  const std::vector<HarnessInfo> all = Harnesses();
  HarnessInfo harness =
      *std::ranges::find(all, "replicas-" + std::to_string(replicas), &HarnessInfo::name);
  harness.bounds.heal_after = 1000;  // after the plan
  const auto following = std::make_shared<Following>();
  systematic::RunOptions options;
  options.schedules = schedules;
  options.workers = workers;
  options.check_every = 50;
  Guided guided;
  guided.result = systematic::RunSchedules(
      harness,
      NetGuided({ModelOf(modelled), systematic::ParseStrategy(strategy), modelled, following}),
      options);
  guided.counts = following->counts();
  return guided;
}

Following::Count Sum(const std::map<std::string, Following::Count>& counts) {
  Following::Count sum;
  for (const auto& [transition, count] : counts) {
    sum.followed += count.followed;
    sum.missed += count.missed;
  }
  return sum;
}

TEST(NetPlan, StepsThatReplicasTakeThemselvesAreNoActions) {
  const NetPlan plan = PlanOf(
      {"Clients.ProposeValue.SendRequest (c = 1, v = M1)",
       "Replicas.Proposer.ProposerCore.InitProposer.ObtainLeaderRound (s = 1, v = M2, rnd = 1)",
       "Replicas.Proposer.ProposerCore.Prepare.SendPrepareMessages (s = 1, rnd = 1)",
       "Replicas.Acceptor.HandlePrepare.Promise (a = 2, rnd = 4, promised = 0, vote = None)"},
      3);
  ASSERT_EQ(plan.actions.size(), 2u);
  EXPECT_EQ(plan.actions[0].kind, "ask");
  EXPECT_EQ(plan.actions[0].from, "client 1");
  EXPECT_EQ(plan.actions[0].to, "replica 0");
  EXPECT_EQ(plan.actions[1].kind, "request");
  EXPECT_EQ(plan.actions[1].from, "replica 0");  // who owns round 4
  EXPECT_EQ(plan.actions[1].to, "replica 1");
  EXPECT_EQ(plan.steps[plan.actions[1].step], "Promise");
}

TEST(NetGuided, ReplicasFollowTheModel) {
  const Guided guided = RunGuided(3, "random", 200, 1);
  EXPECT_FALSE(guided.result.failure) << guided.result.failure->violation.message;
  EXPECT_FALSE(guided.result.nondeterminism);
  const Following::Count sum = Sum(guided.counts);
  EXPECT_GT(sum.followed, 2000u);
  EXPECT_EQ(sum.missed, 0u);
  EXPECT_GT(guided.counts.at("ElectNextLeader").followed, 50u);
}

TEST(NetGuided, WhatReplicasCannotFollowIsCounted) {
  const Guided guided = RunGuided(3, "random", 20, 1, 5);
  EXPECT_FALSE(guided.result.failure);
  EXPECT_GT(guided.counts.at("Promise").missed, 0u);  // of replicas 4 and 5, which are not there
  EXPECT_GT(guided.counts.at("Promise").followed, 0u);
}

TEST(NetGuided, CountsDoNotDependOnTheWorkers) {
  const Guided one = RunGuided(3, "pct:3", 100, 1);
  const Guided two = RunGuided(3, "pct:3", 100, 2);
  EXPECT_EQ(one.counts, two.counts);
  EXPECT_EQ(one.result.totals.choices, two.result.totals.choices);
}

}  // namespace
}  // namespace paxos
