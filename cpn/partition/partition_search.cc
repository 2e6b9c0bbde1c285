#include "cpn/partition/partition_search.h"

#include <algorithm>
#include <bit>
#include <map>
#include <numeric>
#include <utility>

#include "cpn/partition/partition_cost.h"

namespace cpn::partition {
namespace {

constexpr std::size_t kMostCandidates = 32;
constexpr std::size_t kNone = kMostCandidates;
/// Numbers that are looked at before it ends, by the square of the choices of a weight: with two
/// ranks about a millisecond.
constexpr std::uint64_t kEffort = std::uint64_t{1} << 18;
/// At random, one token in so many gets a weight.
constexpr std::uint64_t kOneIn = 4;

}  // namespace

PartitionSearch::PartitionSearch(const PartitionSample& sample, unsigned ranks, double crossing)
    : ranks_(ranks),
      mask_(std::has_single_bit(ranks) ? ranks - 1 : 0),
      crossing_cost_(crossing),
      all_steps_(static_cast<double>(std::max<std::size_t>(1, sample.steps.size()))),
      choices_{0},
      sums_(sample.markings.size()),
      trial_(sample.markings.size()) {
  // Powers of two: what these cannot tell apart, several tokens do.
  for (std::uint64_t weight = 1; weight < ranks_; weight *= 2) {
    choices_.push_back(static_cast<Weight>(weight));
  }
  most_effort_ = kEffort * choices_.size() * choices_.size();
  const std::vector<std::size_t> candidate_of = ChooseCandidates(sample);
  CountTokens(sample, candidate_of);
  UniteChanges(sample, candidate_of);
}

/// Those that are in some markings and not in others, nearest to half of them first. By token:
/// which candidate it is, or kNone.
std::vector<std::size_t> PartitionSearch::ChooseCandidates(const PartitionSample& sample) {
  std::vector<std::size_t> there(sample.tokens.size());
  for (const auto& marking : sample.markings) {
    for (const PartitionSample::Item& item : marking) ++there[item.token];
  }
  std::vector<std::size_t> order(sample.tokens.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const std::size_t all = sample.markings.size();
  const auto distance = [&](std::size_t token) {
    return 2 * there[token] > all ? 2 * there[token] - all : all - 2 * there[token];
  };
  std::ranges::sort(order, [&](std::size_t a, std::size_t b) {
    if (distance(a) != distance(b)) return distance(a) < distance(b);
    return sample.tokens[a] < sample.tokens[b];
  });
  order.resize(std::min(order.size(), kMostCandidates));
  std::vector<std::size_t> candidate_of(sample.tokens.size(), kNone);
  for (const std::size_t token : order) {
    candidate_of[token] = candidates_.size();
    candidates_.push_back(
        {sample.tokens[token], std::vector<Weight>(sample.markings.size()), {}, 0});
  }
  return candidate_of;
}

/// By marking of the sample, where it is among those of all levels, one level after the other.
std::vector<std::size_t> PartitionSearch::OrderByLevel(const PartitionSample& sample) {
  for (const std::uint32_t level : sample.levels) {
    level_sizes_.resize(std::max<std::size_t>(level_sizes_.size(), level + 1));
    ++level_sizes_[level];
  }
  std::vector<std::size_t> next(level_sizes_.size());
  std::exclusive_scan(level_sizes_.begin(), level_sizes_.end(), next.begin(), std::size_t{0});
  std::vector<std::size_t> places;
  for (const std::uint32_t level : sample.levels) places.push_back(next[level]++);
  return places;
}

void PartitionSearch::CountTokens(const PartitionSample& sample,
                                  const std::vector<std::size_t>& candidate_of) {
  const std::vector<std::size_t> places = OrderByLevel(sample);
  for (std::size_t i = 0; i < sample.markings.size(); ++i) {
    for (const PartitionSample::Item& item : sample.markings[i]) {
      const std::size_t candidate = candidate_of[item.token];
      if (candidate == kNone) continue;
      candidates_[candidate].counts[places[i]] = Rest(static_cast<std::uint64_t>(item.count));
    }
  }
}

/// Changes that are equal for the candidates are one, and what changes none of them is left out.
void PartitionSearch::UniteChanges(const PartitionSample& sample,
                                   const std::vector<std::size_t>& candidate_of) {
  std::vector<std::size_t> steps(sample.changes.size());
  for (const PartitionSample::Step& step : sample.steps) ++steps[step.change];
  std::map<std::vector<std::pair<std::size_t, Weight>>, std::size_t> united;  // steps by effects
  for (std::size_t i = 0; i < sample.changes.size(); ++i) {
    std::vector<std::pair<std::size_t, Weight>> effects;
    for (const PartitionSample::Item& item : sample.changes[i]) {
      const std::size_t candidate = candidate_of[item.token];
      if (candidate == kNone) continue;
      const std::int64_t rest = item.count % std::int64_t{ranks_};
      if (rest != 0) effects.emplace_back(candidate, rest < 0 ? rest + ranks_ : rest);
    }
    std::ranges::sort(effects);
    if (!effects.empty()) united[effects] += steps[i];
  }
  std::vector<std::vector<bool>> paired(candidates_.size(), std::vector<bool>(candidates_.size()));
  for (const auto& [effects, count] : united) {
    for (std::size_t i = 0; i < effects.size(); ++i) {
      const auto& [candidate, by] = effects[i];
      candidates_[candidate].effects.push_back({steps_.size(), by});
      for (std::size_t k = i + 1; k < effects.size(); ++k)
        paired[candidate][effects[k].first] = true;
    }
    steps_.push_back(count);
  }
  changes_.resize(steps_.size());
  for (std::size_t i = 0; i < candidates_.size(); ++i) {
    for (std::size_t k = i + 1; k < candidates_.size(); ++k) {
      if (paired[i][k]) pairs_.push_back({i, k});
    }
  }
}

PartitionSearch::Weight PartitionSearch::Rest(std::uint64_t sum) const {
  return static_cast<Weight>(mask_ != 0 ? sum & mask_ : sum % ranks_);
}

double PartitionSearch::CostWith(double imbalance) const {
  return CostOf(imbalance, static_cast<double>(crossing_), all_steps_, crossing_cost_);
}

/// Into parts_.
void PartitionSearch::CountParts(const std::vector<Weight>& sums) {
  parts_.assign(level_sizes_.size() * ranks_, 0);
  std::size_t i = 0;
  for (std::size_t level = 0; level < level_sizes_.size(); ++level) {
    const std::size_t last = i + level_sizes_[level];
    std::size_t* const parts = &parts_[level * ranks_];
    if (ranks_ == 2) {  // the sum of so many numbers takes a fraction of the time
      Weight ones = 0;
      for (; i < last; ++i) ones += sums[i];
      parts[0] = level_sizes_[level] - ones;
      parts[1] = ones;
    }
    for (; i < last; ++i) ++parts[sums[i]];
  }
  effort_ += sums.size() + parts_.size();
}

/// `candidate` weighs so much more, modulo ranks_.
void PartitionSearch::AddToChanges(const Candidate& candidate, Weight more) {
  if (more == 0) return;
  for (const auto& [change, count] : candidate.effects) {
    Weight& sum = changes_[change];
    if (sum != 0) crossing_ -= steps_[change];
    sum = Rest(sum + std::uint64_t{more} * count);
    if (sum != 0) crossing_ += steps_[change];
  }
  effort_ += candidate.effects.size();
}

/// Into trial_, from sums_, with as much more as these weigh.
void PartitionSearch::AddToSums(const Candidate& one, Weight more_of_one, const Candidate& other,
                                Weight more_of_other) {
  const Weight* const a = one.counts.data();
  const Weight* const b = other.counts.data();
  if (mask_ != 0) {  // which divides what 32 bits leave out
    const auto mask = static_cast<Weight>(mask_);
    for (std::size_t i = 0; i < sums_.size(); ++i) {
      trial_[i] = (sums_[i] + more_of_one * a[i] + more_of_other * b[i]) & mask;
    }
    return;
  }
  for (std::size_t i = 0; i < sums_.size(); ++i) {
    const std::uint64_t more = std::uint64_t{more_of_one} * a[i];
    trial_[i] = Rest(sums_[i] + more + std::uint64_t{more_of_other} * b[i]);
  }
}

/// Both get these weights if it is cheaper by them. The same candidate twice is one.
bool PartitionSearch::Try(Reweighting one, Reweighting other) {
  Candidate& a = candidates_[one.candidate];
  Candidate& b = candidates_[other.candidate];
  const Weight more_of_a = Rest(std::uint64_t{ranks_} + one.weight - a.weight);
  const Weight more_of_b = &a == &b ? 0 : Rest(std::uint64_t{ranks_} + other.weight - b.weight);
  if (more_of_a == 0 && more_of_b == 0) return false;
  AddToChanges(a, more_of_a);
  AddToChanges(b, more_of_b);
  if (CostWith(1) < cost_) {  // no parts are better than equal ones
    AddToSums(a, more_of_a, b, more_of_b);
    CountParts(trial_);
    const double cost = CostWith(Imbalance(parts_, level_sizes_, ranks_));
    if (cost < cost_) {
      a.weight = one.weight;
      b.weight = other.weight;
      sums_.swap(trial_);
      cost_ = cost;
      return true;
    }
  }
  AddToChanges(a, Rest(ranks_ - more_of_a));
  AddToChanges(b, Rest(ranks_ - more_of_b));
  return false;
}

/// Has it become any cheaper?
bool PartitionSearch::Improve() {
  bool better = false;
  for (std::size_t i = 0; i < candidates_.size() && effort_ < most_effort_; ++i) {
    for (const Weight weight : choices_) better = Try({i, weight}) || better;
  }
  for (const auto& [i, k] : pairs_) {
    if (effort_ >= most_effort_) break;
    for (const Weight weight : choices_) better = Try({i, weight}, {k, weight}) || better;
    better = Try({i, candidates_[k].weight}, {k, candidates_[i].weight}) || better;
  }
  return better;
}

void PartitionSearch::StartFrom(const std::vector<Weight>& weights) {
  std::ranges::fill(sums_, 0);
  std::ranges::fill(changes_, 0);
  crossing_ = 0;
  for (std::size_t i = 0; i < candidates_.size(); ++i) {
    candidates_[i].weight = weights[i];
    if (weights[i] == 0) continue;
    AddToChanges(candidates_[i], weights[i]);
    AddToSums(candidates_[i], weights[i], candidates_[i], 0);
    sums_.swap(trial_);
  }
  CountParts(sums_);
  cost_ = CostWith(Imbalance(parts_, level_sizes_, ranks_));
}

std::vector<PartitionSearch::Weight> PartitionSearch::RandomWeights() {
  std::vector<Weight> weights;
  while (weights.size() < candidates_.size()) {
    random_ = MixHash(random_ + 1);
    const std::size_t choice = 1 + (random_ >> 32) % (choices_.size() - 1);
    weights.push_back(random_ % kOneIn == 0 ? choices_[choice] : 0);
  }
  return weights;
}

std::optional<Partition> PartitionSearch::Cheapest(double least) {
  std::optional<Partition> cheapest;
  if (candidates_.empty()) return cheapest;
  for (std::vector<Weight> weights(candidates_.size()); effort_ < most_effort_;
       weights = RandomWeights()) {
    StartFrom(weights);
    while (Improve()) continue;
    if (cost_ >= least) continue;
    least = cost_;
    cheapest.emplace();
    for (const Candidate& candidate : candidates_) {
      if (candidate.weight != 0) cheapest->push_back({candidate.token, candidate.weight});
    }
  }
  if (cheapest) std::ranges::sort(*cheapest, {}, &CountedToken::token);
  return cheapest;
}

}  // namespace cpn::partition
