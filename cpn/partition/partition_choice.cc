#include "cpn/partition/partition_choice.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <unordered_map>
#include <utility>

namespace cpn::partition {
namespace {

/// How much less than now it must cost to be chosen.
constexpr double kClearly = 0.92;
constexpr std::size_t kMostCandidates = 32;

/// A token that may be chosen: where it is and by what it changes.
struct Candidate {
  std::uint64_t token = 0;
  std::vector<std::uint64_t> markings;  // count, by marking of the sample
  std::vector<std::uint64_t> changes;   // difference, by change
};

class Chooser {
 public:
  Chooser(const PartitionSample& sample, unsigned ranks, double crossing)
      : sample_(sample),
        ranks_(ranks),
        mask_(std::has_single_bit(ranks) ? ranks - 1 : 0),
        crossing_(crossing),
        sums_(sample.markings.size()),
        changes_(sample.changes.size()),
        steps_(sample.changes.size()) {
    for (const auto& [marking, change] : sample.steps) ++steps_[change];
    for (const std::uint32_t level : sample.levels) {
      level_sizes_.resize(std::max<std::size_t>(level_sizes_.size(), level + 1));
      ++level_sizes_[level];
    }
    FindCandidates();
  }

  /// Of a partition of which the sample has all tokens that matter.
  double CostOf(const Partition& partition) {
    const auto weight = [&](std::uint32_t number) -> std::uint64_t {
      const std::uint64_t token = sample_.tokens[number];
      if (partition.empty()) return token;
      const auto at = std::ranges::lower_bound(partition, token, {}, &CountedToken::token);
      return at != partition.end() && at->token == token ? at->weight : 0;
    };
    const auto sum = [&](const auto& lists, std::vector<std::uint64_t>& sums) {
      for (std::size_t i = 0; i < lists.size(); ++i) {
        sums[i] = 0;
        for (const PartitionSample::Item& item : lists[i]) {
          sums[i] += weight(item.token) * static_cast<std::uint64_t>(item.count);
        }
      }
    };
    sum(sample_.markings, sums_);
    sum(sample_.changes, changes_);
    if (partition.empty()) return CostByHashes();
    return CostByWeights([&](std::size_t i) { return sums_[i]; },
                         [&](std::size_t i) { return changes_[i]; });
  }

  /// What costs least, if that is less than `least`.
  std::optional<Partition> Choose(double least) {
    std::ranges::fill(sums_, 0);
    std::ranges::fill(changes_, 0);
    Partition chosen;
    std::optional<Partition> best;
    // n parts take at least log n tokens, and the first ones may be no gain by themselves.
    const auto patience = static_cast<std::size_t>(3 + std::bit_width(ranks_));
    for (std::size_t since = 0; since < patience && !candidates_.empty(); ++since) {
      const auto [next, weight, cost] = Cheapest();
      Add(candidates_[next], weight);
      chosen.push_back({candidates_[next].token, weight});
      candidates_.erase(candidates_.begin() + static_cast<std::ptrdiff_t>(next));
      if (cost >= least) continue;
      least = cost;
      best = chosen;
      since = 0;
    }
    if (best) std::ranges::sort(*best, {}, &CountedToken::token);
    return best;
  }

 private:
  struct Addition {
    std::size_t candidate = 0;
    std::uint64_t weight = 0;
    double cost = std::numeric_limits<double>::infinity();
  };

  /// The candidate that makes the cost least. Weights are powers of two: what these cannot tell
  /// apart, several tokens do.
  Addition Cheapest() {
    Addition cheapest;
    for (std::size_t i = 0; i < candidates_.size(); ++i) {
      const Candidate& candidate = candidates_[i];
      for (std::uint64_t weight = 1; weight < ranks_; weight *= 2) {
        const double cost = CostByWeights(
            [&](std::size_t k) { return sums_[k] + weight * candidate.markings[k]; },
            [&](std::size_t k) { return changes_[k] + weight * candidate.changes[k]; });
        if (cost < cheapest.cost) cheapest = {i, weight, cost};
      }
    }
    return cheapest;
  }

  /// Those that are in some markings and not in others, nearest to half of them first.
  void FindCandidates() {
    std::vector<std::size_t> there(sample_.tokens.size());
    for (const auto& marking : sample_.markings) {
      for (const PartitionSample::Item& item : marking) ++there[item.token];
    }
    std::vector<std::uint32_t> order;
    for (std::uint32_t token = 0; token < there.size(); ++token) order.push_back(token);
    const std::size_t all = sample_.markings.size();
    const auto distance = [&](std::uint32_t token) {
      return 2 * there[token] > all ? 2 * there[token] - all : all - 2 * there[token];
    };
    std::ranges::sort(order, [&](std::uint32_t a, std::uint32_t b) {
      if (distance(a) != distance(b)) return distance(a) < distance(b);
      return sample_.tokens[a] < sample_.tokens[b];
    });
    order.resize(std::min(order.size(), kMostCandidates));
    std::vector<std::size_t> at(sample_.tokens.size(), kMostCandidates);
    for (const std::uint32_t token : order) {
      at[token] = candidates_.size();
      candidates_.push_back({sample_.tokens[token],
                             std::vector<std::uint64_t>(sample_.markings.size()),
                             std::vector<std::uint64_t>(sample_.changes.size())});
    }
    const auto fill = [&](const auto& lists, auto member) {
      for (std::size_t i = 0; i < lists.size(); ++i) {
        for (const PartitionSample::Item& item : lists[i]) {
          if (at[item.token] == kMostCandidates) continue;
          (candidates_[at[item.token]].*member)[i] = static_cast<std::uint64_t>(item.count);
        }
      }
    };
    fill(sample_.markings, &Candidate::markings);
    fill(sample_.changes, &Candidate::changes);
  }

  void Add(const Candidate& candidate, std::uint64_t weight) {
    for (std::size_t i = 0; i < sums_.size(); ++i) sums_[i] += weight * candidate.markings[i];
    for (std::size_t i = 0; i < changes_.size(); ++i) changes_[i] += weight * candidate.changes[i];
  }

  /// The remainder by ranks_, of what counts modulo 2^64; without a division for powers of two.
  unsigned Rest(std::uint64_t sum) const {
    return mask_ != 0 ? static_cast<unsigned>(sum) & mask_ : OwnerByWeight(sum, ranks_);
  }

  /// Of a partition by weights, which have these sums.
  template <typename SumOf, typename ChangeOf>
  double CostByWeights(const SumOf& sum_of, const ChangeOf& change_of) {
    parts_.assign(level_sizes_.size() * ranks_, 0);
    for (std::size_t i = 0; i < sums_.size(); ++i) {
      ++parts_[sample_.levels[i] * ranks_ + Rest(sum_of(i))];
    }
    // A step crosses, whichever marking it is from, when its change is no multiple of ranks_.
    std::size_t crossing = 0;
    for (std::size_t i = 0; i < changes_.size(); ++i) {
      const auto change = static_cast<std::int64_t>(change_of(i));
      const auto by = static_cast<std::uint64_t>(change < 0 ? -change : change);
      if (Rest(by) != 0) crossing += steps_[i];
    }
    return CostWith(crossing);
  }

  double CostByHashes() {
    parts_.assign(level_sizes_.size() * ranks_, 0);
    for (std::size_t i = 0; i < sums_.size(); ++i) {
      ++parts_[sample_.levels[i] * ranks_ + OwnerByHash(sums_[i], ranks_)];
    }
    std::size_t crossing = 0;
    for (const auto& [marking, change] : sample_.steps) {
      const std::uint64_t before = sums_[marking];
      if (OwnerByHash(before + changes_[change], ranks_) != OwnerByHash(before, ranks_)) ++crossing;
    }
    return CostWith(crossing);
  }

  /// Of such parts as parts_ says, with so many steps that cross.
  double CostWith(std::size_t crossing) const {
    const double steps = std::max<double>(1, static_cast<double>(sample_.steps.size()));
    return Imbalance() * (1 + crossing_ * static_cast<double>(crossing) / steps);
  }

  /// The expected largest part of a level to the mean one, less what a sample of this size varies
  /// by itself.
  double Imbalance() const {
    const double n = ranks_;
    const double spread = std::max(1.0, std::sqrt(2 * std::log(n)));
    double sum = 0;
    for (std::size_t level = 0; level < level_sizes_.size(); ++level) {
      const auto size = static_cast<double>(level_sizes_[level]);
      if (size == 0) continue;
      double squares = 0;
      for (unsigned rank = 0; rank < ranks_; ++rank) {
        const double share = static_cast<double>(parts_[level * ranks_ + rank]) * n / size - 1;
        squares += share * share;
      }
      const double variance = std::max(0.0, squares / n - n / size);
      sum += size * (1 + spread * std::sqrt(variance));
    }
    return sum / static_cast<double>(std::max<std::size_t>(1, sample_.markings.size()));
  }

  const PartitionSample& sample_;
  unsigned ranks_;
  unsigned mask_;  // instead of a division, where ranks_ is a power of two; else 0
  double crossing_;
  std::vector<std::size_t> level_sizes_;
  std::vector<Candidate> candidates_;
  std::vector<std::uint64_t> sums_;     // by marking
  std::vector<std::uint64_t> changes_;  // of the sum, by change
  std::vector<std::size_t> steps_;      // by change
  std::vector<std::size_t> parts_;      // by level and rank
};

}  // namespace

void Join(PartitionSample& sample, const PartitionSample& more) {
  std::unordered_map<std::uint64_t, std::uint32_t> numbers;
  for (const std::uint64_t hash : sample.tokens) {
    numbers.emplace(hash, static_cast<std::uint32_t>(numbers.size()));
  }
  std::vector<std::uint32_t> number_of;
  for (const std::uint64_t hash : more.tokens) {
    const auto [at, fresh] =
        numbers.try_emplace(hash, static_cast<std::uint32_t>(sample.tokens.size()));
    if (fresh) sample.tokens.push_back(hash);
    number_of.push_back(at->second);
  }
  const auto append = [&](const auto& from, auto& to) {
    for (std::vector<PartitionSample::Item> items : from) {
      for (PartitionSample::Item& item : items) item.token = number_of[item.token];
      to.push_back(std::move(items));
    }
  };
  const auto markings = static_cast<std::uint32_t>(sample.markings.size());
  const auto changes = static_cast<std::uint32_t>(sample.changes.size());
  append(more.markings, sample.markings);
  append(more.changes, sample.changes);
  sample.levels.insert(sample.levels.end(), more.levels.begin(), more.levels.end());
  for (const auto& [marking, change] : more.steps) {
    sample.steps.push_back({markings + marking, changes + change});
  }
}

std::optional<Partition> BetterPartition(const PartitionSample& sample, unsigned ranks,
                                         const Partition& now, double crossing) {
  if (ranks == 1 || sample.markings.empty()) return std::nullopt;
  Chooser chooser(sample, ranks, crossing);
  const double cost = chooser.CostOf(now);
  const double by_all = now.empty() ? cost : chooser.CostOf({});
  const std::optional<Partition> some = chooser.Choose(kClearly * std::min(cost, by_all));
  if (some) return some;
  if (by_all < kClearly * cost) return Partition{};
  return std::nullopt;
}

}  // namespace cpn::partition
