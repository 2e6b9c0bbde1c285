// Goes on with the machine that ran last, and leaves it with probability 2^-p.
//
// Fair almost surely; p = 0 is nearly uniform over machines' options.
// Thread safety: none.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "systematic/draw.h"
#include "systematic/strategy.h"

namespace systematic {

class ProbabilisticStrategy : public Strategy {
 public:
  /// Requires 0 <= p <= 31.
  ProbabilisticStrategy(const StrategyContext& context, unsigned p)
      : seed_(context.seed), p_(p), random_(context.seed) {}

  std::string name() const override { return "probabilistic:" + std::to_string(p_); }
  bool Begin(std::uint64_t iteration) override;
  std::size_t Pick(std::span<const Option> enabled) override;
  std::uint64_t Choose(const Key&, std::uint64_t n) override { return Draw(random_, n); }
  bool fair() const override { return true; }

 private:
  /// An option whose machine is the current one, or is not; kStop when there is none.
  std::size_t PickOf(std::span<const Option> enabled, bool current);

  std::uint64_t seed_;
  unsigned p_;
  base::Random random_;
  MachineId machine_ = 0;
  std::vector<std::size_t> candidates_;
};

}  // namespace systematic
