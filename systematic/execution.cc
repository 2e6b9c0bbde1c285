#include "systematic/execution.h"

#include <exception>
#include <memory>

#include "systematic/errors.h"

namespace systematic {
std::string_view NameOf(End end) {
  switch (end) {
    case End::kQuiescent:
      return "quiescent";
    case End::kViolation:
      return "violation";
    case End::kCutOff:
      return "cut-off";
    case End::kStopped:
      return "stopped";
  }
  return "";
}

Outcome Execution::Run(const HarnessInfo& info, const Bounds& bounds, Strategy& strategy,
                       Scheduler& scheduler, bool recording) {
  scheduler.Open(strategy, recording);
  const std::unique_ptr<Harness> harness = info.make();
  struct Closing {  // while the harness is still there, whatever happens
    ~Closing() { of.Close(); }
    Scheduler& of;
  };
  const Closing closing{scheduler};
  Execution execution(bounds, strategy, scheduler);
  Outcome outcome;
  outcome.end = execution.Judge(*harness);
  outcome.choices = scheduler.choices();
  outcome.steps = scheduler.steps();
  outcome.observed = scheduler.observed();
  outcome.healed_at = execution.healed_at_;
  outcome.fair_from = execution.fair_from_;
  outcome.unwanted = execution.unwanted_;
  outcome.violation = scheduler.violation();
  return outcome;
}

End Execution::Judge(Harness& harness) {
  End end = End::kQuiescent;
  try {
    harness.Start(scheduler_);
    end = RunToEnd(harness);
    if (end == End::kQuiescent || end == End::kCutOff) harness.Finish();
  } catch (const HarnessError&) {
    throw;
  } catch (const std::exception& error) {
    scheduler_.Fail("exception", error.what());
  } catch (...) {
    scheduler_.Fail("exception", "something that is no std::exception was thrown");
  }
  return scheduler_.failed() ? End::kViolation : end;
}

End Execution::RunToEnd(Harness& harness) {
  while (!scheduler_.failed()) {
    const bool fair = IsFair();
    if (!scheduler_.healed() && scheduler_.choices() >= bounds_.heal_after) {
      Heal(harness);
      continue;
    }
    auto picked = Scheduler::Picked::kQuiet;
    if (!scheduler_.quiescent()) {
      if (AtBound(fair)) return End::kCutOff;
      picked = scheduler_.RunStep();
    }
    if (picked == Scheduler::Picked::kStop) return End::kStopped;
    if (picked == Scheduler::Picked::kQuiet) {
      if (scheduler_.healed()) return Quiescent();
      Heal(harness);
    } else if (scheduler_.healed()) {
      IsFair() ? scheduler_.HeatUp(bounds_.Temperature()) : scheduler_.CoolDown();
    }
  }
  return End::kViolation;
}

End Execution::Quiescent() {
  if (!scheduler_.quiescent()) unwanted_ = scheduler_.enabled_hash();
  scheduler_.FailWhatIsOwed();
  return End::kQuiescent;
}

bool Execution::IsFair() {
  if (!strategy_.fair()) return false;
  if (!fair_from_) fair_from_ = scheduler_.choices();
  return true;
}

bool Execution::AtBound(bool fair) const {
  const std::uint64_t choices = scheduler_.choices();
  if (choices < bounds_.choices) return false;
  return !fair || choices >= bounds_.choices * bounds_.fair_factor;
}

void Execution::Heal(Harness& harness) {
  healed_at_ = scheduler_.choices();
  scheduler_.MarkHealed();
  harness.Heal();
}

}  // namespace systematic
