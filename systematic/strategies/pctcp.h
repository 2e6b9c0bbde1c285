// Probabilistic concurrency testing over chains of causes instead of machines: an option belongs
// to the chain of the step that enabled it; chains are made online.
//
// Invariants: a bug that d ordering constraints show is found with probability at least 1 / (w^2
// k^(d-1)), with w the width of the partial order and k steps. Not fair.
// Thread safety: none.
// Source: Ozkan, Majumdar, Niksic, Befrouei, Weissenbacher, "Randomized testing of distributed
// systems with probabilistic guarantees", OOPSLA 2018.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "systematic/draw.h"
#include "systematic/strategies/chain_partition.h"
#include "systematic/strategies/change_points.h"
#include "systematic/strategy.h"

namespace systematic {

class PctcpStrategy : public Strategy {
 public:
  /// Requires depth >= 1.
  PctcpStrategy(const StrategyContext& context, unsigned depth)
      : context_(context), depth_(depth), random_(context.seed) {}

  std::string name() const override { return "pctcp:" + std::to_string(depth_); }
  bool Begin(std::uint64_t iteration) override;
  std::size_t Pick(std::span<const Option> enabled) override;
  std::uint64_t Choose(const Key&, std::uint64_t n) override;
  bool fair() const override { return false; }

 private:
  void AddNewOptions(std::span<const Option> enabled);
  std::size_t Highest(std::span<const Option> enabled) const;

  StrategyContext context_;
  unsigned depth_;
  base::Random random_;
  ChainPartition partition_;
  std::vector<std::uint64_t> priorities_;  // by chain
  ChangePoints points_;
  std::uint64_t step_ = 0;
  std::uint32_t unseen_ = 0;  // the first id that was not shown
  EventId running_ = ChainPartition::kNone;
  std::vector<EventId> ran_at_;  // by choice, the step that it was or belonged to
  std::vector<Option> new_;
};

}  // namespace systematic
