// Lets another strategy choose, and remembers what the options were that it took: the log of an
// execution has their keys only.
//
// Invariants: one entry for each choice, in the order of Scheduler::log().
// Thread safety: none.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "systematic/option.h"
#include "systematic/scheduler.h"
#include "systematic/strategy.h"

namespace systematic {

class OptionRecorder : public Strategy {
 public:
  struct Taken {
    Option option;  ///< of a value: that of the step that asked for it
    bool is_step = false;
    std::vector<Heat> heats;  ///< of the monitors, before the choice; only with a scheduler
  };

  /// Both must outlive this. With `scheduler`, which runs the execution, heats are kept, too.
  explicit OptionRecorder(Strategy& inner, const Scheduler* scheduler = nullptr)
      : inner_(inner), scheduler_(scheduler) {}

  std::string name() const override { return inner_.name(); }
  bool Begin(std::uint64_t iteration) override {
    taken_.clear();
    monitors_.clear();
    return inner_.Begin(iteration);
  }
  std::size_t Pick(std::span<const Option> enabled) override {
    const std::size_t index = inner_.Pick(enabled);
    if (index < enabled.size()) Add(enabled[index], true);
    return index;
  }
  std::uint64_t Choose(const Key& key, std::uint64_t n) override {
    Add(taken_.empty() ? Option{} : taken_.back().option, false);
    return inner_.Choose(key, n);
  }
  bool fair() const override { return inner_.fair(); }
  bool learns() const override { return inner_.learns(); }
  void Heal() override { inner_.Heal(); }
  void Use(const Names& names) override { inner_.Use(names); }
  bool wants_state() const override { return inner_.wants_state(); }
  void SetState(std::uint64_t hash) override { inner_.SetState(hash); }

  const std::vector<Taken>& taken() const { return taken_; }
  /// The names of the monitors, in the order in which they were added; only with a scheduler.
  const std::vector<std::string>& monitors() const { return monitors_; }

 private:
  void Add(Option option, bool is_step) {
    taken_.push_back({option, is_step, {}});
    if (scheduler_ == nullptr) return;
    for (const auto& [name, heat] : scheduler_->Heats()) {
      std::vector<Heat>& heats = taken_.back().heats;
      if (heats.size() == monitors_.size()) monitors_.emplace_back(name);
      heats.push_back(heat);
    }
  }

  Strategy& inner_;
  const Scheduler* scheduler_;
  std::vector<Taken> taken_;
  std::vector<std::string> monitors_;
};

}  // namespace systematic
