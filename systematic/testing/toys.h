// Small harnesses for the tests of this folder.
//
// Thread safety: none; the functions that make them may be called from any thread.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "systematic/harness.h"
#include "systematic/scheduler.h"

namespace systematic {

/// A harness whose Start() is a function.
class FunctionHarness : public Harness {
 public:
  explicit FunctionHarness(std::function<void(Scheduler&)> start) : start_(std::move(start)) {}
  void Start(Scheduler& scheduler) override { start_(scheduler); }

 private:
  std::function<void(Scheduler&)> start_;
};

/// A harness by that name whose Start() is the function.
inline HarnessInfo ToyOf(std::string name, std::function<void(Scheduler&)> start) {
  HarnessInfo info;
  info.name = std::move(name);
  info.make = [start = std::move(start)] { return std::make_unique<FunctionHarness>(start); };
  return info;
}

/// Machines that take a number of steps each, one after the other, and know nothing of each other.
/// `order` is told of each step's machine, counted from 0.
class Walkers : public Harness {
 public:
  using Order = std::function<void(std::size_t machine)>;

  Walkers(std::vector<std::uint32_t> steps, Order order)
      : steps_(std::move(steps)), order_(std::move(order)), taken_(steps_.size()) {}

  void Start(Scheduler& scheduler) override {
    scheduler_ = &scheduler;
    walk_ = scheduler.Intern("walk");
    for (std::size_t i = 0; i < steps_.size(); ++i) {
      machines_.push_back(scheduler.AddMachine("m" + std::to_string(i)));
      if (steps_[i] > 0) EnableStep(i);
    }
  }

 private:
  void EnableStep(std::size_t i) {
    const Key key{.kind = walk_, .to = scheduler_->MachineName(machines_[i]), .ordinal = taken_[i]};
    scheduler_->Enable(key, machines_[i], OptionKind::kMessage, [this, i] {
      if (order_) order_(i);
      if (++taken_[i] < steps_[i]) EnableStep(i);
    });
  }

  std::vector<std::uint32_t> steps_;
  Order order_;
  std::vector<std::uint32_t> taken_;
  std::vector<MachineId> machines_;
  Scheduler* scheduler_ = nullptr;
  Word walk_ = 0;
};

}  // namespace systematic
