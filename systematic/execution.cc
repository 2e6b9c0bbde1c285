#include "systematic/execution.h"

#include <exception>
#include <memory>

#include "systematic/errors.h"

namespace systematic {
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
  outcome.healed_at = scheduler.healed() ? execution.healed_at_ : outcome.choices;
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
    const bool quiescent = scheduler_.quiescent();
    if (!scheduler_.healed() && (quiescent || scheduler_.choices() >= bounds_.heal_after)) {
      Heal(harness);
      continue;
    }
    if (quiescent) {
      scheduler_.FailWhatIsOwed();
      return End::kQuiescent;
    }
    if (AtBound()) return End::kCutOff;
    if (!scheduler_.RunStep()) return End::kStopped;
    if (!scheduler_.healed()) continue;
    if (strategy_.fair()) {
      scheduler_.HeatUp(bounds_.Temperature());
    } else {
      scheduler_.CoolDown();
    }
  }
  return End::kViolation;
}

bool Execution::AtBound() const {
  const std::uint64_t choices = scheduler_.choices();
  if (choices < bounds_.choices) return false;
  return !strategy_.fair() || choices >= bounds_.choices * bounds_.fair_factor;
}

void Execution::Heal(Harness& harness) {
  scheduler_.healed_ = true;
  healed_at_ = scheduler_.choices();
  harness.Heal();
}

}  // namespace systematic
