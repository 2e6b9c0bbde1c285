#include "conformance/observed_trace.h"

#include <algorithm>

namespace conformance {

using cpn::lua::ObservationKind;

std::vector<SeenEvent> EventsOf(const trace::Trace& trace) {
  std::vector<SeenEvent> events;
  for (std::size_t i = 0; i < trace.steps.size(); ++i) {
    const trace::Step& step = trace.steps[i];
    const bool response = step.kind == trace::Kind::kEvent;
    if (!response && step.kind != trace::Kind::kStimulus && step.kind != trace::Kind::kFault) {
      continue;
    }
    events.push_back({{response ? ObservationKind::kResponse : ObservationKind::kStimulus,
                       {step.name, step.fields, ""}},
                      i + 1,
                      step.node});
  }
  return events;
}

bool IsRunOfNet(const trace::Trace& trace) {
  return std::any_of(trace.steps.begin(), trace.steps.end(),
                     [](const trace::Step& step) { return step.kind == trace::Kind::kBinding; });
}

}  // namespace conformance
