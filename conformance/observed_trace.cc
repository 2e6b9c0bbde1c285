#include "conformance/observed_trace.h"

#include <algorithm>
#include <cctype>
#include <string_view>
#include <utility>

namespace conformance {

using cpn::lua::ObservationKind;
constexpr std::size_t npos = std::string_view::npos;

namespace {

/// "sends prepare" is the element sends_prepare; a slash leads to an element inside another one.
std::string ElementName(std::string_view name) {
  std::string element(name);
  for (char& c : element) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x80 && std::isalnum(byte) == 0 && std::string_view("_-./@").find(c) == npos) {
      c = '_';
    }
  }
  return element;
}

bool Counts(const trace::Step& step, const Sight& sight) {
  switch (step.kind) {
    case trace::Kind::kStimulus:
    case trace::Kind::kEvent:
      return true;
    case trace::Kind::kFault:
      return !sight.faults || std::find(sight.faults->begin(), sight.faults->end(), step.name) !=
                                  sight.faults->end();
    default:
      return false;
  }
}

}  // namespace

std::vector<SeenEvent> EventsOf(const trace::Trace& trace, const Sight& sight) {
  std::vector<SeenEvent> events;
  for (std::size_t i = 0; i < trace.steps.size(); ++i) {
    const trace::Step& step = trace.steps[i];
    if (!Counts(step, sight)) continue;
    SeenEvent seen;
    seen.step = i + 1;
    seen.node = step.node;
    seen.event.kind =
        step.kind == trace::Kind::kEvent ? ObservationKind::kResponse : ObservationKind::kStimulus;
    seen.event.what.name = ElementName(step.name);
    for (const auto& [name, value] : step.fields) {
      seen.event.what.fields.emplace_back(ElementName(name), value);
    }
    if (sight.nodes && !step.node.empty()) {
      seen.event.what.fields.emplace_back("@node", step.node);
    }
    events.push_back(std::move(seen));
  }
  return events;
}

bool IsRunOfNet(const trace::Trace& trace) {
  return std::any_of(trace.steps.begin(), trace.steps.end(),
                     [](const trace::Step& step) { return step.kind == trace::Kind::kBinding; });
}

}  // namespace conformance
