// The search against a reference that tries all weights, and on steps that move tokens in groups.
#include "cpn/partition/partition_search.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "cpn/partition/partition_cost.h"
#include "cpn/values/hash.h"

namespace cpn::partition {
namespace {

using ItemList = std::vector<PartitionSample::Item>;

constexpr double kCrossingCost = 1.3;
constexpr double kAny = std::numeric_limits<double>::infinity();

std::uint64_t SumOf(const ItemList& items, const std::vector<std::uint64_t>& weights) {
  std::uint64_t sum = 0;
  for (const auto& [token, count] : items) {
    sum += weights[token] * static_cast<std::uint64_t>(count);
  }
  return sum;
}

/// Counted anew, marking by marking and step by step.
double CostBy(const std::vector<std::uint64_t>& weights, const PartitionSample& sample,
              unsigned ranks) {
  const std::size_t levels = std::ranges::max(sample.levels) + 1;
  std::vector<std::size_t> sizes(levels), parts(levels * ranks);
  for (std::size_t i = 0; i < sample.markings.size(); ++i) {
    ++sizes[sample.levels[i]];
    ++parts[sample.levels[i] * ranks + SumOf(sample.markings[i], weights) % ranks];
  }
  double crossing = 0;
  for (const auto& [marking, change] : sample.steps) {
    const std::uint64_t before = SumOf(sample.markings[marking], weights);
    const std::uint64_t after = before + SumOf(sample.changes[change], weights);
    if (before % ranks != after % ranks) ++crossing;
  }
  return CostOf(Imbalance(parts, sizes, ranks), crossing, static_cast<double>(sample.steps.size()),
                kCrossingCost);
}

std::vector<std::uint64_t> WeightsOf(const Partition& partition, const PartitionSample& sample) {
  std::vector<std::uint64_t> weights(sample.tokens.size());
  for (const auto& [token, weight] : partition) {
    weights[std::ranges::find(sample.tokens, token) - sample.tokens.begin()] = weight;
  }
  return weights;
}

/// The least of all weights that are a power of two below `ranks`, or 0.
double LeastCost(const PartitionSample& sample, unsigned ranks) {
  std::vector<std::uint64_t> choices = {0};
  for (std::uint64_t weight = 1; weight < ranks; weight *= 2) choices.push_back(weight);
  std::size_t ways = 1;
  for (std::size_t i = 0; i < sample.tokens.size(); ++i) ways *= choices.size();
  double least = kAny;
  for (std::size_t way = 0; way < ways; ++way) {
    std::vector<std::uint64_t> weights;
    for (std::size_t rest = way; weights.size() < sample.tokens.size(); rest /= choices.size()) {
      weights.push_back(choices[rest % choices.size()]);
    }
    least = std::min(least, CostBy(weights, sample, ranks));
  }
  return least;
}

/// `tokens` of them, up to twice in each of 96 markings on two levels; steps add and take some.
PartitionSample AtRandom(std::uint64_t seed, std::uint32_t tokens) {
  PartitionSample sample;
  std::uint64_t state = MixHash(seed);
  const auto below = [&](std::uint64_t bound) {
    state = MixHash(state + 1);
    return static_cast<std::uint32_t>((state >> 20) % bound);
  };
  for (std::uint32_t i = 0; i < tokens; ++i) sample.tokens.push_back(MixHash(1000 * seed + i));
  for (std::uint32_t i = 0; i < 24; ++i) {
    ItemList& items = sample.changes.emplace_back();
    const std::uint32_t first = below(tokens);
    items.push_back({first, -1});
    if (below(4) > 0) items.push_back({(first + 1 + below(tokens - 1)) % tokens, 1 + below(2)});
  }
  for (std::uint32_t i = 0; i < 96; ++i) {
    ItemList& items = sample.markings.emplace_back();
    sample.levels.push_back(below(2));
    for (std::uint32_t token = 0; token < tokens; ++token) {
      const std::uint32_t count = below(3);
      if (count > 0) items.push_back({token, count + (below(8) == 0 ? 5 : 0)});
    }
    for (std::uint32_t steps = below(5); steps > 0; --steps) sample.steps.push_back({i, below(24)});
  }
  for (const auto& [marking, change] : sample.steps) {  // takes what is there
    ItemList& items = sample.markings[marking];
    const std::uint32_t token = sample.changes[change].front().token;
    const auto at = std::ranges::find(items, token, &PartitionSample::Item::token);
    if (at == items.end()) items.push_back({token, 1});
  }
  return sample;
}

TEST(PartitionSearchTest, FindsWhatIsCheapestOfAllWeights) {
  for (const unsigned ranks : {2u, 3u, 4u}) {
    const std::uint32_t tokens = ranks == 2 ? 8 : 5;
    for (std::uint64_t seed = 1; seed <= 25; ++seed) {
      const PartitionSample sample = AtRandom(seed, tokens);
      const auto found = PartitionSearch(sample, ranks, kCrossingCost).Cheapest(kAny);
      ASSERT_TRUE(found);
      EXPECT_TRUE(std::ranges::is_sorted(*found, {}, &CountedToken::token));
      const double cost = CostBy(WeightsOf(*found, sample), sample, ranks);
      const double least = LeastCost(sample, ranks);
      EXPECT_NEAR(cost, least, 1e-9) << ranks << " ranks, seed " << seed;
      EXPECT_FALSE(PartitionSearch(sample, ranks, kCrossingCost).Cheapest(least * (1 - 1e-9)));
    }
  }
}

/// Machines, each in one of four states; nearly all steps lead from the first to the second of them
/// and back, or from the third to the fourth. By any one token, many steps would cross.
TEST(PartitionSearchTest, TokensThatReplaceEachOtherWeighAsMuch) {
  constexpr std::uint32_t kMachines = 4;
  PartitionSample sample;
  const auto token = [](std::uint32_t machine, std::uint32_t state) { return 4 * machine + state; };
  for (std::uint32_t i = 0; i < 4 * kMachines; ++i) sample.tokens.push_back(MixHash(i + 1));
  for (std::uint32_t machine = 0; machine < kMachines; ++machine) {
    for (std::uint32_t state = 0; state < 4; ++state) {
      sample.changes.push_back({{token(machine, state), -1}, {token(machine, state ^ 1), 1}});
    }
  }
  for (std::uint32_t i = 0; i < 256; ++i) {  // all states of all machines
    ItemList& items = sample.markings.emplace_back();
    sample.levels.push_back(0);
    for (std::uint32_t machine = 0; machine < kMachines; ++machine) {
      const std::uint32_t state = i >> (2 * machine) & 3;
      items.push_back({token(machine, state), 1});
      sample.steps.push_back({i, token(machine, state)});
    }
  }
  for (const unsigned ranks : {2u, 4u}) {
    const auto found = PartitionSearch(sample, ranks, kCrossingCost).Cheapest(kAny);
    ASSERT_TRUE(found);
    EXPECT_NEAR(CostBy(WeightsOf(*found, sample), sample, ranks), 1, 1e-9) << ranks;
  }
}

}  // namespace
}  // namespace cpn::partition
