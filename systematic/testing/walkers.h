// Machines that take steps and know nothing of each other: what a strategy does with them can be
// counted.
//
// Thread safety: none; the functions may be called from any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "systematic/harness.h"
#include "systematic/scheduler.h"

namespace systematic {

/// The machines that took the steps so far, counted from 0.
using Order = std::vector<std::size_t>;

class Walkers : public Harness {
 public:
  using Told = std::function<void(Scheduler&, const Order&)>;

  /// Machine i takes steps[i] steps, one after the other. `finished` is told of the whole order,
  /// when all are done; `each` of every step.
  Walkers(std::vector<std::uint32_t> steps, Told finished, Told each = {})
      : steps_(std::move(steps)),
        finished_(std::move(finished)),
        each_(std::move(each)),
        taken_(steps_.size()) {}

  void Start(Scheduler& scheduler) override {
    scheduler_ = &scheduler;
    walk_ = scheduler.Intern("walk");
    for (std::size_t i = 0; i < steps_.size(); ++i) {
      machines_.push_back(scheduler.AddMachine("m" + std::to_string(i)));
      if (steps_[i] > 0) EnableStep(i);
    }
  }
  void Finish() override {
    if (finished_ && scheduler_->quiescent()) finished_(*scheduler_, order_);
  }

 private:
  void EnableStep(std::size_t i) {
    const Key key{.kind = walk_, .to = scheduler_->MachineName(machines_[i]), .ordinal = taken_[i]};
    scheduler_->Enable(key, machines_[i], OptionKind::kMessage, [this, i] {
      order_.push_back(i);
      if (each_) each_(*scheduler_, order_);
      if (++taken_[i] < steps_[i]) EnableStep(i);
    });
  }

  std::vector<std::uint32_t> steps_;
  Told finished_;
  Told each_;
  std::vector<std::uint32_t> taken_;
  std::vector<MachineId> machines_;
  Order order_;
  Scheduler* scheduler_ = nullptr;
  Word walk_ = 0;
};

inline HarnessInfo WalkersOf(std::vector<std::uint32_t> steps, Walkers::Told finished,
                             Walkers::Told each = {}) {
  HarnessInfo info;
  info.name = "walkers";
  info.make = [steps = std::move(steps), finished = std::move(finished), each = std::move(each)] {
    return std::make_unique<Walkers>(steps, finished, each);
  };
  return info;
}

}  // namespace systematic
