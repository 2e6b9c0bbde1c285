// The real replicas under some thousand schedules: nothing is found in them, and the same seeds
// give the same executions.
#include "sut/paxos/systematic/world.h"

#include <gtest/gtest.h>

#include <string>
#include <tuple>
#include <vector>

#include "sut/paxos/systematic/harnesses.h"
#include "systematic/runner.h"
#include "systematic/strategies/parse.h"
#include "testing/sanitized.h"

namespace paxos {
namespace {

using systematic::HarnessInfo;

systematic::RunResult RunWith(const HarnessInfo& harness, const char* strategy,
                              systematic::RunOptions options) {
  options.length = 100;
  return systematic::RunSchedules(harness, systematic::ParseStrategy(strategy), options);
}

class WorldTest : public testing::TestWithParam<std::tuple<HarnessInfo, const char*>> {
 protected:
  const HarnessInfo& harness() const { return std::get<0>(GetParam()); }
  const char* strategy() const { return std::get<1>(GetParam()); }
};

// Time makes executions end under strategies that are not fair, too.
TEST_P(WorldTest, NothingIsFoundInTheReplicas) {
  systematic::RunOptions options;
  options.schedules = harness().name == "detectors" ? 50 : test::kSanitized ? 40 : 400;
  const systematic::RunResult result = RunWith(harness(), strategy(), options);
  EXPECT_EQ(result.totals.executions, options.schedules);
  EXPECT_EQ(result.totals.cut_off, 0u);
  if (!result.failure) return;
  ADD_FAILURE() << result.failure->iteration << ": " << result.failure->violation.monitor << ": "
                << result.failure->violation.message;
}

TEST_P(WorldTest, TheSameSeedGivesTheSameExecutions) {
  const auto observed = [this](std::uint64_t seed) {
    std::vector<std::uint64_t> hashes;
    systematic::RunOptions options;
    options.schedules = 20;
    options.seed = seed;
    options.on_execution = [&](std::uint64_t, const systematic::Outcome& outcome,
                               const systematic::Scheduler&) {
      hashes.push_back(outcome.observed);
    };
    RunWith(harness(), strategy(), options);
    return hashes;
  };
  EXPECT_EQ(observed(1), observed(1));
  EXPECT_NE(observed(1), observed(2));
}

INSTANTIATE_TEST_SUITE_P(Harnesses, WorldTest,
                         testing::Combine(testing::ValuesIn(Harnesses()),
                                          testing::Values("random", "probabilistic:3", "pct:3",
                                                          "fair-pct:3", "pctcp:3", "pos",
                                                          "delay:2")),
                         [](const auto& instance) {
                           std::string name =
                               std::get<0>(instance.param).name + "_" + std::get<1>(instance.param);
                           std::erase_if(name, [](char c) { return c == '-' || c == ':'; });
                           return name;
                         });

}  // namespace
}  // namespace paxos
