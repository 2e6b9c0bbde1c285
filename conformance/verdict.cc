#include "conformance/verdict.h"

#include <utility>

namespace conformance {
namespace {

/// What must come, as the verdict on a system that rests too early.
Misfit Owed(Tracker& tracker) {
  Misfit misfit;
  misfit.markings = tracker.size_behind();
  misfit.possible = tracker.Possible(cpn::lua::ObservationKind::kResponse);
  misfit.run = tracker.Explanation();
  return misfit;
}

}  // namespace

Verdict Judge(Tracker& tracker, std::span<const SeenEvent> events, const JudgeOptions& options) {
  tracker.Restart();
  Verdict verdict;
  verdict.events = events.size();
  for (const SeenEvent& seen : events) {
    if (!tracker.Take(seen.event)) {
      verdict.step = seen.step;
      verdict.misfit = tracker.WhyNot(seen.event);
      break;
    }
    ++verdict.explained;
  }
  if (!verdict.misfit && options.at_rest && !tracker.TakeQuiescence()) {
    verdict.owed = true;
    verdict.misfit = Owed(tracker);
  }
  verdict.conforms = !verdict.misfit;
  if (verdict.misfit) {
    verdict.markings = verdict.misfit->markings;
    verdict.run = std::exchange(verdict.misfit->run, {});
  } else {
    verdict.markings = tracker.size_behind();
    if (options.explain) verdict.run = tracker.Explanation();
  }
  return verdict;
}

}  // namespace conformance
