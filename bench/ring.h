// A harness that does nothing, to measure what systematic/ costs by itself: machines send each
// other a message each time they get one, so that the number of options stays the same.
//
// Thread safety: as systematic/harness.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "systematic/harness.h"

namespace bench {

/// A message goes round among the machines for each of them.
class Ring : public systematic::Harness {
 public:
  explicit Ring(std::size_t machines) : machines_(machines) {}
  void Start(systematic::Scheduler& scheduler) override {
    scheduler_ = &scheduler;
    deliver_ = scheduler.Intern("deliver");
    for (std::size_t i = 0; i < machines_; ++i) {
      ids_.push_back(scheduler.AddMachine("machine" + std::to_string(i)));
    }
    for (std::size_t i = 0; i < machines_; ++i) Send(i);
  }

 private:
  void Send(std::size_t from) {
    const std::size_t to = from + 1 == machines_ ? 0 : from + 1;
    const systematic::Word sender = scheduler_->MachineName(ids_[from]);
    const systematic::Word receiver = scheduler_->MachineName(ids_[to]);
    const systematic::Key key{.kind = deliver_,
                              .from = sender,
                              .to = receiver,
                              .ordinal = scheduler_->NextOrdinal(sender, receiver, 0)};
    scheduler_->Enable(key, ids_[to], systematic::OptionKind::kMessage, [this, to] {
      scheduler_->Observe(to);
      Send(to);
    });
  }

  std::size_t machines_;
  std::vector<systematic::MachineId> ids_;
  systematic::Scheduler* scheduler_ = nullptr;
  systematic::Word deliver_ = 0;
};

/// Of so many machines, started anew after each `steps` steps.
inline systematic::HarnessInfo RingOf(std::size_t machines, std::uint64_t steps) {
  return systematic::HarnessOf<Ring>("ring", "messages go round",
                                     {.choices = steps, .fair_factor = 1, .heal_after = steps},
                                     machines);
}

}  // namespace bench
