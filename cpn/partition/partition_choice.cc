#include "cpn/partition/partition_choice.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "cpn/partition/partition_cost.h"
#include "cpn/partition/partition_search.h"

namespace cpn::partition {
namespace {

/// How much less than now it must cost to be chosen.
constexpr double kClearly = 0.92;

/// A token adds this to the sum that says who owns a marking.
std::uint64_t WeightOf(std::uint64_t token, const Partition& partition) {
  if (partition.empty()) return token;
  const auto at = std::ranges::lower_bound(partition, token, {}, &CountedToken::token);
  return at != partition.end() && at->token == token ? at->weight : 0;
}

/// By marking or change.
std::vector<std::uint64_t> Sums(const std::vector<std::vector<PartitionSample::Item>>& lists,
                                const std::vector<std::uint64_t>& weights) {
  std::vector<std::uint64_t> sums;
  for (const auto& items : lists) {
    std::uint64_t sum = 0;
    for (const PartitionSample::Item& item : items) {
      sum += weights[item.token] * static_cast<std::uint64_t>(item.count);
    }
    sums.push_back(sum);
  }
  return sums;
}

/// What the sample costs by `partition`, of which it has all tokens that matter.
double CostBy(const Partition& partition, const PartitionSample& sample, unsigned ranks,
              double crossing) {
  std::vector<std::uint64_t> weights;
  for (const std::uint64_t token : sample.tokens) weights.push_back(WeightOf(token, partition));
  const std::vector<std::uint64_t> sums = Sums(sample.markings, weights);
  const std::vector<std::uint64_t> changes = Sums(sample.changes, weights);
  std::vector<std::size_t> sizes, parts;
  for (std::size_t i = 0; i < sums.size(); ++i) {
    const std::size_t level = sample.levels[i];
    if (level >= sizes.size()) {
      sizes.resize(level + 1);
      parts.resize(sizes.size() * ranks);
    }
    ++sizes[level];
    ++parts[level * ranks + OwnerOf(partition, sums[i], ranks)];
  }
  std::size_t crossing_steps = 0;
  for (const auto& [marking, change] : sample.steps) {
    const std::uint64_t before = sums[marking];
    const unsigned owner = OwnerOf(partition, before, ranks);
    if (OwnerOf(partition, before + changes[change], ranks) != owner) ++crossing_steps;
  }
  const double steps = static_cast<double>(std::max<std::size_t>(1, sample.steps.size()));
  return CostOf(Imbalance(parts, sizes, ranks), static_cast<double>(crossing_steps), steps,
                crossing);
}

}  // namespace

std::optional<Partition> BetterPartition(const PartitionSample& sample, unsigned ranks,
                                         const Partition& now, double crossing) {
  if (ranks == 1 || sample.markings.empty()) return std::nullopt;
  const double cost = CostBy(now, sample, ranks, crossing);
  const double by_all = now.empty() ? cost : CostBy({}, sample, ranks, crossing);
  const double least = kClearly * std::min(cost, by_all);
  if (auto some = PartitionSearch(sample, ranks, crossing).Cheapest(least)) return some;
  if (by_all < kClearly * cost) return Partition{};
  return std::nullopt;
}

}  // namespace cpn::partition
