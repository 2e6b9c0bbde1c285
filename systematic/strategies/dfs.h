// Depth-first search with iterative deepening: every schedule up to a depth of 1, then of 2, ...
//
// The depth counts choices that could have gone otherwise; an execution that has more is stopped
// where they begin. The search is over when no execution was stopped for its depth, or at the
// greatest depth.
//
// State caching: where the harness's monitors give their states, an execution is stopped in a
// state from which at least as much depth was searched already. That is right for harnesses whose
// steps share nothing but what Option says, their machine and their resource, and what they name
// by Scheduler::Touch().
// Invariants: everything is enumerated, data too; nothing is drawn.
// Thread safety: none.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>

#include "systematic/strategies/odometer.h"
#include "systematic/strategy.h"

namespace systematic {

class DfsStrategy : public Strategy {
 public:
  /// Of Options::first: no deepening, every schedule to its end at once.
  static constexpr std::size_t kUnbounded = static_cast<std::size_t>(-1);

  struct Options {
    std::size_t depth = 0;  ///< the greatest; 0: none
    std::size_t first = 1;  ///< where deepening begins
    bool cache = false;     ///< stop in states met before
  };

  explicit DfsStrategy(const Options& options) : options_(options), depth_(options.first) {}

  std::string name() const override;
  bool Begin(std::uint64_t iteration) override;
  std::size_t Pick(std::span<const Option> enabled) override;
  std::uint64_t Choose(const Key&, std::uint64_t n) override;
  bool fair() const override { return false; }
  bool learns() const override { return true; }
  bool wants_state() const override { return options_.cache; }
  void SetState(std::uint64_t hash) override { state_ = hash; }

  /// The depth that is being searched.
  std::size_t depth() const { return depth_; }
  /// Executions stopped in states met before.
  std::uint64_t cached() const { return cached_; }

 private:
  bool AtDepth() const { return odometer_.position() >= depth_; }
  /// Whether at least as much was searched from this state; remembers it otherwise.
  bool WasHere();

  Options options_;
  std::size_t depth_;
  Odometer odometer_;
  std::unordered_map<std::uint64_t, std::size_t> searched_;  // remaining depth; never iterated
  std::uint64_t state_ = 0;
  std::uint64_t cached_ = 0;
  bool began_ = false;
  bool cut_ = false;       // an execution of this depth was stopped for its depth
  bool stopping_ = false;  // this one
};

}  // namespace systematic
