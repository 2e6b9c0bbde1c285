// Delay bounding: the oldest option runs, but at most D times the one whose turn it is goes to the
// end of the queue. Few delays show many bugs, and there are only about C(k+D, D) such schedules.
//
// DelayStrategy draws the moments of the delays; AllDelaysStrategy goes through all of them. An
// option alone is not delayed. Not fair by contract: judge liveness elsewhere.
// Thread safety: none.
// Source: Emmi, Qadeer, Rakamaric, "Delay-bounded scheduling", POPL 2011.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "systematic/draw.h"
#include "systematic/strategies/arrival_order.h"
#include "systematic/strategies/change_points.h"
#include "systematic/strategies/odometer.h"
#include "systematic/strategy.h"

namespace systematic {

class DelayStrategy : public Strategy {
 public:
  DelayStrategy(const StrategyContext& context, unsigned delays)
      : context_(context), delays_(delays), random_(context.seed) {}

  std::string name() const override { return "delay:" + std::to_string(delays_); }
  bool Begin(std::uint64_t iteration) override;
  std::size_t Pick(std::span<const Option> enabled) override;
  std::uint64_t Choose(const Key&, std::uint64_t n) override { return Draw(random_, n); }
  bool fair() const override { return false; }

 private:
  StrategyContext context_;
  unsigned delays_;
  base::Random random_;
  ArrivalOrder order_;
  ChangePoints points_;
  std::uint64_t step_ = 0;
};

class AllDelaysStrategy : public Strategy {
 public:
  AllDelaysStrategy(const StrategyContext& context, unsigned delays)
      : context_(context), delays_(delays), random_(context.seed) {}

  std::string name() const override { return "delay:" + std::to_string(delays_) + ",all"; }
  bool Begin(std::uint64_t iteration) override;
  std::size_t Pick(std::span<const Option> enabled) override;
  /// Drawn, the same in all iterations as long as they go the same way.
  std::uint64_t Choose(const Key&, std::uint64_t n) override { return Draw(random_, n); }
  bool fair() const override { return false; }
  bool learns() const override { return true; }

 private:
  StrategyContext context_;
  unsigned delays_;
  base::Random random_;
  ArrivalOrder order_;
  Odometer odometer_;
  bool began_ = false;
  std::uint64_t left_ = 0;  // delays
};

}  // namespace systematic
