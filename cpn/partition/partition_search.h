// The search for the weights of tokens by which an exploration costs least (partition_choice.h says
// what it costs).
//
// A step crosses from one part to another when the weights of what it takes away and of what it
// puts down differ. So good weights come in groups: a token that replaces another one weighs as
// much. A search that adds one token after the other finds few of these groups, since the first one
// of a group makes more steps cross, not fewer. Hence this one changes two tokens of a step at a
// time, too, and climbs from several beginnings: the first gives no token a weight, the others a
// quarter of them, at random.
//
// To try a change costs little where it is bad, as nearly all are. The steps that it makes cross
// are a short list; where these alone cost too much, no marking is looked at.
// Thread safety: none.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "cpn/partition/partition.h"
#include "cpn/partition/partition_sample.h"

namespace cpn::partition {

class PartitionSearch {
 public:
  /// Requires ranks > 1 and at least one marking. `crossing` as for BetterPartition().
  PartitionSearch(const PartitionSample& sample, unsigned ranks, double crossing);

  /// The cheapest that was found, if it costs less than `least`. Its effort is bounded. What it
  /// finds does not depend on the order of the sample's tokens, markings, changes and steps.
  std::optional<Partition> Cheapest(double least);

 private:
  using Weight = std::uint32_t;  // and sums of weights, modulo ranks_

  /// How often a change adds the token, modulo ranks_.
  struct Effect {
    std::size_t change = 0;
    Weight count = 0;
  };
  /// A token that may get a weight.
  struct Candidate {
    std::uint64_t token = 0;
    std::vector<Weight> counts;  // by marking, modulo ranks_
    std::vector<Effect> effects;
    Weight weight = 0;
  };
  /// Two candidates that one change has.
  struct Pair {
    std::size_t first = 0;
    std::size_t second = 0;
  };
  struct Reweighting {
    std::size_t candidate = 0;
    Weight weight = 0;
  };

  std::vector<std::size_t> OrderByLevel(const PartitionSample& sample);
  std::vector<std::size_t> ChooseCandidates(const PartitionSample& sample);
  void CountTokens(const PartitionSample& sample, const std::vector<std::size_t>& candidate_of);
  void UniteChanges(const PartitionSample& sample, const std::vector<std::size_t>& candidate_of);

  Weight Rest(std::uint64_t sum) const;
  double CostWith(double imbalance) const;
  void CountParts(const std::vector<Weight>& sums);
  void AddToChanges(const Candidate& candidate, Weight more);
  void AddToSums(const Candidate& one, Weight more_of_one, const Candidate& other,
                 Weight more_of_other);
  bool Try(Reweighting one) { return Try(one, one); }
  bool Try(Reweighting one, Reweighting other);
  bool Improve();
  void StartFrom(const std::vector<Weight>& weights);
  std::vector<Weight> RandomWeights();

  const unsigned ranks_;
  const std::uint64_t mask_;  // instead of a division, where ranks_ is a power of two; else 0
  const double crossing_cost_;
  const double all_steps_;
  std::vector<Weight> choices_;           // of weights
  std::vector<std::size_t> level_sizes_;  // markings are in the order of their levels
  std::vector<Candidate> candidates_;
  std::vector<Pair> pairs_;
  std::vector<std::size_t> steps_;  // by change
  // By the weights that candidates have now:
  std::vector<Weight> sums_;     // by marking
  std::vector<Weight> changes_;  // of the sum, by change
  std::size_t crossing_ = 0;     // steps
  double cost_ = 0;
  std::vector<Weight> trial_;       // sums by the weights that are tried
  std::vector<std::size_t> parts_;  // of what was counted last, by level and rank
  std::uint64_t effort_ = 0;        // numbers that were looked at
  std::uint64_t most_effort_ = 0;
  std::uint64_t random_ = std::uint64_t{1} << 40;  // any number
};

}  // namespace cpn::partition
