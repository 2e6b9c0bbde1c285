// Probabilistic concurrency testing: random priorities, the highest enabled one runs, and at d-1
// random moments the one that would run becomes one of the lowest.
//
// Invariants: a bug that d ordering constraints show is found with probability at least 1 / (n
// k^(d-1)), with n lanes and k steps. Not fair: what has the highest priority may starve the
// others for ever.
// Thread safety: none.
// Source: Burckhardt, Kothari, Musuvathi, Nagarakatte, "A randomized scheduler with probabilistic
// guarantees of finding bugs", ASPLOS 2010.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "systematic/draw.h"
#include "systematic/strategies/change_points.h"
#include "systematic/strategies/lanes.h"
#include "systematic/strategy.h"

namespace systematic {

class PctStrategy : public Strategy {
 public:
  /// Requires depth >= 1.
  PctStrategy(const StrategyContext& context, unsigned depth, Lanes::Unit unit)
      : context_(context), depth_(depth), unit_(unit), random_(context.seed), lanes_(unit) {}

  std::string name() const override;
  bool Begin(std::uint64_t iteration) override;
  std::size_t Pick(std::span<const Option> enabled) override;
  std::uint64_t Choose(const Key&, std::uint64_t n) override { return Draw(random_, n); }
  bool fair() const override { return false; }

 private:
  /// The lane of the highest priority.
  struct Top {
    LaneId lane = 0;
    std::size_t oldest = 0;  // index of its oldest option
  };
  Top Highest(std::span<const Option> enabled);

  StrategyContext context_;
  unsigned depth_;
  Lanes::Unit unit_;
  base::Random random_;
  Lanes lanes_;
  std::vector<std::uint64_t> priorities_;  // by lane
  ChangePoints points_;
  std::uint64_t step_ = 0;
};

}  // namespace systematic
