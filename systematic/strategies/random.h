// Uniform over the enabled options.
//
// Finds what many schedules show; a schedule of k steps that alone shows a bug may be as rare as
// exponentially small in k. Fair almost surely.
// Thread safety: none.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "systematic/draw.h"
#include "systematic/strategy.h"

namespace systematic {

class RandomStrategy : public Strategy {
 public:
  explicit RandomStrategy(const StrategyContext& context)
      : seed_(context.seed), random_(context.seed) {}

  std::string name() const override { return "random"; }
  bool Begin(std::uint64_t iteration) override {
    random_ = RandomOf(seed_, iteration);
    return true;
  }
  std::size_t Pick(std::span<const Option> enabled) override {
    return enabled.size() == 1 ? 0 : random_.Below(static_cast<std::uint32_t>(enabled.size()));
  }
  std::uint64_t Choose(const Key&, std::uint64_t n) override { return Draw(random_, n); }
  bool fair() const override { return true; }

 private:
  std::uint64_t seed_;
  base::Random random_;
};

}  // namespace systematic
