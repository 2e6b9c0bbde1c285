#include "sut/paxos/replica/systematic/replica_threads.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <tuple>

#include "systematic/runner.h"
#include "systematic/strategies/parse.h"

namespace paxos {
namespace {

class ReplicaThreadsTest : public testing::TestWithParam<std::tuple<std::size_t, const char*>> {};

TEST_P(ReplicaThreadsTest, IsCleanInEveryOrder) {
  const auto& [index, strategy] = GetParam();
  const systematic::HarnessInfo harness = ReplicaThreadHarnesses()[index];
  const auto result =
      systematic::RunSchedules(harness, systematic::ParseStrategy(strategy), {.schedules = 2000});
  EXPECT_EQ(result.totals.quiescent, 2000u);
  EXPECT_FALSE(result.nondeterminism);
  ASSERT_FALSE(result.failure) << harness.name << ", schedule " << result.failure->iteration << ": "
                               << result.failure->violation.monitor << ": "
                               << result.failure->violation.message;
}

INSTANTIATE_TEST_SUITE_P(All, ReplicaThreadsTest,
                         testing::Combine(testing::Range<std::size_t>(0, 3),
                                          testing::Values("random", "pct:3", "portfolio")));

}  // namespace
}  // namespace paxos
