// Runs a function under every sequence of choices that it can make of a scheduler.
//
// Thread safety: none.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "systematic/execution.h"
#include "systematic/harness.h"
#include "systematic/scheduler.h"
#include "systematic/strategy.h"
#include "systematic/testing/toys.h"

namespace systematic {

/// The last choice that has a value left takes its next one; those after it begin with 0 again.
class EveryChoice : public Strategy {
 public:
  std::string name() const override { return "every choice"; }
  bool Begin(std::uint64_t) override {
    at_ = 0;
    if (std::exchange(first_, false)) return true;
    while (!path_.empty() && path_.back().first + 1 == path_.back().second) path_.pop_back();
    if (path_.empty()) return false;
    ++path_.back().first;
    return true;
  }
  std::size_t Pick(std::span<const Option> enabled) override {
    return static_cast<std::size_t>(Next(enabled.size()));
  }
  std::uint64_t Choose(const Key&, std::uint64_t n) override { return Next(n); }
  bool fair() const override { return false; }

 private:
  std::uint64_t Next(std::uint64_t n) {
    if (n == 1) return 0;
    if (at_ == path_.size()) path_.emplace_back(0, n);
    if (path_[at_].second != n) throw std::logic_error("the code under test is not deterministic");
    return path_[at_++].first;
  }

  std::vector<std::pair<std::uint64_t, std::uint64_t>> path_;
  std::size_t at_ = 0;
  bool first_ = true;
};

/// Calls `run` once for every sequence of choices; returns how often.
inline std::uint64_t ForEveryChoice(const std::function<void(Scheduler&)>& run) {
  const HarnessInfo harness = ToyOf("every choice", run);
  EveryChoice strategy;
  Scheduler scheduler;
  std::uint64_t runs = 0;
  for (; strategy.Begin(runs); ++runs) {
    const Outcome outcome = Execution::Run(harness, {}, strategy, scheduler);
    if (outcome.violation) throw std::runtime_error(outcome.violation->message);
  }
  return runs;
}

}  // namespace systematic
