// Partial order sampling: each option draws a priority, the highest runs, and those that depend on
// what ran (the same machine, or the same resource) draw anew.
//
// Samples partial orders more evenly than a uniform choice of options does. Every option runs in
// the end, but that may take long: use it with a random suffix for liveness.
// Thread safety: none.
// Source: Yuan, Yang, Gu, "Partial order aware concurrency sampling", CAV 2018.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "systematic/draw.h"
#include "systematic/strategy.h"

namespace systematic {

class PosStrategy : public Strategy {
 public:
  explicit PosStrategy(const StrategyContext& context)
      : seed_(context.seed), random_(context.seed) {}

  std::string name() const override { return "pos"; }
  bool Begin(std::uint64_t iteration) override;
  std::size_t Pick(std::span<const Option> enabled) override;
  std::uint64_t Choose(const Key&, std::uint64_t n) override { return Draw(random_, n); }
  bool fair() const override { return false; }

 private:
  static constexpr std::uint64_t kNotDrawn = 0;

  std::uint64_t& PriorityOf(const Option& option);

  std::uint64_t seed_;
  base::Random random_;
  std::vector<std::uint64_t> priorities_;  // by Option::id
};

}  // namespace systematic
