#include "systematic/report/trace_of.h"

#include <fmt/format.h>

#include <cstddef>
#include <string_view>
#include <vector>

namespace systematic {
namespace {

trace::Kind KindOf(const RecordedChoice& choice) {
  if (!choice.is_step) return trace::Kind::kChoice;
  switch (choice.option) {
    case OptionKind::kMessage:
      return choice.from.empty() ? trace::Kind::kEvent : trace::Kind::kDeliver;
    case OptionKind::kTimer:
      return trace::Kind::kTimer;
    case OptionKind::kClient:
      return trace::Kind::kStimulus;
    case OptionKind::kFault:
    case OptionKind::kRepair:
      return trace::Kind::kFault;
    case OptionKind::kStorage:
    case OptionKind::kControl:
    case OptionKind::kInternal:
      break;
  }
  return trace::Kind::kEvent;
}

/// Charts know faults by their kinds ("crash"), all else by what it is about ("Ack").
std::string NameOf(const RecordedChoice& choice) {
  const bool by_kind = KindOf(choice) == trace::Kind::kFault || choice.what.empty();
  const std::string& name = by_kind ? choice.kind : choice.what;
  return name.empty() ? "step" : name;
}

trace::Step StepOf(const RecordedChoice& choice) {
  trace::Step step;
  step.kind = KindOf(choice);
  step.node = choice.machine;
  step.name = NameOf(choice);
  if (!choice.is_step) {
    step.fields = {{"value", std::to_string(choice.value)}, {"of", std::to_string(choice.n)}};
  } else if (!choice.from.empty()) {
    step.fields = {{"from", choice.from}};
  }
  step.key = choice.text;
  step.hash = fmt::format("{:016x}", choice.observed);
  return step;
}

/// A text of one line, which is never empty.
std::string Line(std::string_view text) {
  std::string line(text.empty() ? std::string_view("note") : text);
  for (char& c : line) c = c == '\n' || c == '\r' ? ' ' : c;
  return line;
}

trace::Header HeaderOf(const Recording& recording, const std::string& made_by) {
  const Schedule& schedule = recording.schedule;
  trace::Header header;
  header.made_by = made_by;
  header.system = schedule.harness;
  header.parameters = {schedule.parameters.begin(), schedule.parameters.end()};
  header.seed = schedule.seed;
  header.strategy = schedule.strategy;
  if (schedule.violation) header.property = schedule.violation->monitor;
  header.nodes = recording.machines;
  return header;
}

}  // namespace

trace::Trace TraceOf(const Recording& recording, const std::string& made_by) {
  trace::Trace trace;
  trace.header = HeaderOf(recording, made_by);
  const auto add_notes = [&trace](const RecordedChoice* choice,
                                  const std::vector<std::string>& notes, std::size_t cause) {
    for (const std::string& note : notes) {
      trace::Step step;
      step.kind = trace::Kind::kNote;
      if (choice != nullptr) step.node = choice->machine;
      step.name = Line(note);
      step.cause = cause;
      trace.Add(std::move(step));
    }
  };
  add_notes(nullptr, recording.notes_at_start, 0);
  std::vector<std::size_t> numbers{0};  // of steps of the trace, by number of the choice
  for (const RecordedChoice& choice : recording.choices) {
    trace::Step step = StepOf(choice);
    step.cause = numbers[choice.cause];
    numbers.push_back(trace.Add(std::move(step)));
    add_notes(&choice, choice.notes, numbers.back());
  }
  if (recording.critical && *recording.critical > 0) {
    trace.remarks.push_back({numbers[*recording.critical],
                             "from here on no sampled execution makes good what is owed", ""});
  }
  if (recording.schedule.violation) {
    trace.outcome = trace::Outcome::kViolated;
    trace.detail = Line(recording.schedule.violation->message);
  }
  return trace;
}

}  // namespace systematic
