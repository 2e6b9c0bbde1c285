// A harness with messages, faults, values and both kinds of monitors, for tests of what is built
// upon executions: a post office that may lose letters, and forgets what it owes.
//
// Thread safety: none; MailHarness() may be called from any thread.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "systematic/harness.h"
#include "systematic/monitor.h"
#include "systematic/scheduler.h"

namespace systematic {

/// Hot while a letter is under way or lost.
class Delivered : public Monitor {
 public:
  std::string_view name() const override { return "delivered"; }
  Heat heat() const override { return owed_ == 0 ? Heat::kCold : Heat::kHot; }
  std::string owed() const override { return std::to_string(owed_) + " letters have not arrived"; }
  void Sent() { ++owed_; }
  void Arrived() { --owed_; }

 private:
  int owed_ = 0;
};

/// Ann sends letters to Bob. "order" objects when the last one, sent with priority 2, comes first.
/// A letter that is lost is never sent again: "delivered" objects.
class Mail : public Harness {
 public:
  Mail(std::uint32_t letters, bool losses) : letters_(letters), losses_(losses) {}

  void Start(Scheduler& scheduler) override {
    scheduler_ = &scheduler;
    send_ = scheduler.Intern("send");
    deliver_ = scheduler.Intern("deliver");
    lose_ = scheduler.Intern("lose");
    priority_ = scheduler.Intern("priority");
    letter_ = scheduler.Intern("Letter");
    ann_ = scheduler.AddMachine("ann");
    bob_ = scheduler.AddMachine("bob");
    scheduler.AddMonitor(&delivered_);
    EnableSend(0);
  }

 private:
  Key KeyOf(Word kind, std::uint32_t letter) const {
    return {.kind = kind,
            .from = scheduler_->MachineName(ann_),
            .to = scheduler_->MachineName(bob_),
            .what = letter_,
            .ordinal = letter};
  }

  void EnableSend(std::uint32_t letter) {
    const Key key{.kind = send_, .to = scheduler_->MachineName(ann_), .ordinal = letter};
    scheduler_->Enable(key, ann_, OptionKind::kClient, [this, letter] { Send(letter); });
  }

  void Send(std::uint32_t letter) {
    const std::uint64_t priority = scheduler_->Choose(KeyOf(priority_, letter), 3);
    delivered_.Sent();
    scheduler_->Enable(KeyOf(deliver_, letter), bob_, OptionKind::kMessage,
                       [this, letter, priority] { Deliver(letter, priority); });
    if (losses_) {
      scheduler_->Enable(KeyOf(lose_, letter), bob_, OptionKind::kFault,
                         [this, letter] { scheduler_->Disable(KeyOf(deliver_, letter)); });
    }
    if (letter + 1 < letters_) EnableSend(letter + 1);
  }

  void Deliver(std::uint32_t letter, std::uint64_t priority) {
    scheduler_->Disable(KeyOf(lose_, letter));
    if (scheduler_->recording()) {
      scheduler_->Note("letter " + std::to_string(letter) + " <of " + std::to_string(letters_) +
                       ">");
    }
    scheduler_->Observe(letter);
    if (!arrived_ && letter + 1 == letters_ && letters_ > 1 && priority == 2) {
      scheduler_->Fail("order", "the last letter came first");
    }
    arrived_ = true;
    delivered_.Arrived();
  }

  const std::uint32_t letters_;
  const bool losses_;
  Scheduler* scheduler_ = nullptr;
  Word send_ = 0, deliver_ = 0, lose_ = 0, priority_ = 0, letter_ = 0;
  MachineId ann_ = 0, bob_ = 0;
  bool arrived_ = false;
  Delivered delivered_;
};

inline HarnessInfo MailHarness(std::string name, std::uint32_t letters, bool losses) {
  HarnessInfo info =
      HarnessOf<Mail>(std::move(name), "letters from ann to bob", {}, letters, losses);
  info.parameters = {{"letters", std::to_string(letters)}};
  return info;
}

}  // namespace systematic
