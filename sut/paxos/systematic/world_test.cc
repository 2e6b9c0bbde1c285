// The real replicas under some thousand schedules: nothing is found in them, and the same seeds
// give the same executions.
#include "sut/paxos/systematic/world.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "sut/paxos/systematic/harnesses.h"
#include "systematic/runner.h"
#include "systematic/strategies/random.h"

namespace paxos {
namespace {

using systematic::HarnessInfo;

systematic::RunResult RunRandom(const HarnessInfo& harness, systematic::RunOptions options) {
  options.length = 100;
  return systematic::RunSchedules(
      harness,
      [](const systematic::StrategyContext& context) {
        return std::make_unique<systematic::RandomStrategy>(context);
      },
      options);
}

class WorldTest : public testing::TestWithParam<HarnessInfo> {};

TEST_P(WorldTest, NothingIsFoundInTheReplicas) {
  systematic::RunOptions options;
  options.schedules = GetParam().name == "detectors" ? 200 : 1000;
  const systematic::RunResult result = RunRandom(GetParam(), options);
  EXPECT_EQ(result.totals.quiescent, options.schedules);
  if (!result.failure) return;
  ADD_FAILURE() << result.failure->iteration << ": " << result.failure->violation.monitor << ": "
                << result.failure->violation.message;
}

TEST_P(WorldTest, TheSameSeedGivesTheSameExecutions) {
  const auto observed = [](std::uint64_t seed) {
    std::vector<std::uint64_t> hashes;
    systematic::RunOptions options;
    options.schedules = 50;
    options.seed = seed;
    options.on_execution = [&](std::uint64_t, const systematic::Outcome& outcome,
                               const systematic::Scheduler&) {
      hashes.push_back(outcome.observed);
    };
    RunRandom(GetParam(), options);
    return hashes;
  };
  EXPECT_EQ(observed(1), observed(1));
  EXPECT_NE(observed(1), observed(2));
}

INSTANTIATE_TEST_SUITE_P(Harnesses, WorldTest, testing::ValuesIn(Harnesses()),
                         [](const auto& instance) {
                           std::string name = instance.param.name;
                           std::erase(name, '-');
                           return name;
                         });

}  // namespace
}  // namespace paxos
