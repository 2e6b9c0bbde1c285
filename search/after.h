// A system that begins where another one is after some steps: a search from the end of a run in
// which everything has come to hold once, since what fails during a start only looks like a start
// that failed.
//
// Thread safety: as the system behind it.
// Source: NSDI 2007, section 3.2 (prefix-based search).
#pragma once

#include <memory>
#include <utility>

#include "search/system.h"

namespace search {

class After final : public System {
 public:
  /// `begin` can be taken from the start of the system.
  After(std::unique_ptr<System> system, Choices begin)
      : system_(std::move(system)), begin_(std::move(begin)) {
    Restart();
  }

  /// Later executions begin after these.
  void BeginWith(Choices begin) {
    begin_ = std::move(begin);
    Restart();
  }
  const Choices& begin() const { return begin_; }
  System& whole() { return *system_; }

  void Restart() override { Replay(*system_, begin_); }
  std::uint32_t Options() override { return system_->Options(); }
  std::optional<Choice> Pick(base::Random& random) override { return system_->Pick(random); }
  void Take(Choice choice) override { system_->Take(choice); }
  std::uint32_t LabelOf(Choice choice) override { return system_->LabelOf(choice); }
  Fairness OwedTo(std::uint32_t label) override { return system_->OwedTo(label); }
  Properties Live() override { return system_->Live(); }
  Properties Violated() override { return system_->Violated(); }
  StateKey Key() override { return system_->Key(); }
  Fate FateOf(std::size_t property, std::uint64_t states, Choices& recovery) override {
    return system_->FateOf(property, states, recovery);
  }

 private:
  std::unique_ptr<System> system_;
  Choices begin_;
};

/// A run by chance, from the start, in which each of the properties has held; nothing: within so
/// many steps it did not come to that. `number` tells such runs apart.
std::optional<Choices> LiveRun(System& system, std::uint64_t seed, std::uint64_t number,
                               Properties liveness, std::uint64_t most_steps);

}  // namespace search
