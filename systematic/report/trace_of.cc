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

/// Charts know faults by their kinds ("crash"), all else by what it is about ("Ack"). "reply
/// Prepare" and "request Prepare" are two; there is one "deliver".
std::string NameOf(const RecordedChoice& choice) {
  const trace::Kind kind = KindOf(choice);
  if (kind == trace::Kind::kFault || choice.what.empty()) {
    return choice.kind.empty() ? "step" : choice.kind;
  }
  const bool by_both = kind == trace::Kind::kDeliver && choice.kind != "deliver";
  return by_both ? choice.kind + ' ' + choice.what : choice.what;
}

/// Those that have a value.
trace::Fields WithValues(trace::Fields parts) {
  std::erase_if(parts, [](const auto& part) { return part.second.empty(); });
  return parts;
}

/// The step in which the machine starts, if the trace has it; else 0.
std::size_t StartOf(const std::string& machine, const RecordedRun& run) {
  for (std::size_t i = 0; i < run.start.size(); ++i) {
    if (run.start[i].machine == machine) return i + 1;
  }
  return 0;
}

/// `numbers` are those of the steps so far, by number of the choice.
trace::Step StepOf(const RecordedChoice& choice, const RecordedRun& run,
                   const std::vector<std::size_t>& numbers, const trace::Trace& trace) {
  trace::Step step;
  step.kind = KindOf(choice);
  step.node = choice.machine;
  step.name = NameOf(choice);
  const bool is_fault = step.kind == trace::Kind::kFault;
  // A crash is possible since the start, whatever happened last.
  if (!is_fault || !choice.from.empty()) step.cause = numbers[choice.cause];
  if (choice.cause == 0 && !choice.from.empty()) step.cause = StartOf(choice.from, run);
  if (!choice.is_step) {
    step.fields = {{"value", std::to_string(choice.value)}, {"of", std::to_string(choice.n)}};
  } else if (!choice.from.empty()) {
    const bool is_sent = step.kind == trace::Kind::kDeliver && step.cause > 0;
    step.fields = {{"from", is_sent ? trace.steps[step.cause - 1].node : choice.from}};
  }
  if (is_fault && !choice.what.empty()) step.fields.emplace_back("message", choice.what);
  step.state = choice.state;
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
  return header;
}

}  // namespace

std::vector<std::size_t> AddSteps(const RecordedRun& run, trace::Trace& trace) {
  trace.header.nodes = run.machines;
  for (const MachineState& machine : run.start) {
    trace.Add({.kind = trace::Kind::kNote,
               .node = machine.machine,
               .name = "starts",
               .state = WithValues(machine.parts)});
  }
  const auto add_notes = [&trace](const std::string& machine, const std::vector<std::string>& notes,
                                  std::size_t cause) {
    const std::string who = machine + ": ";  // it is the node
    for (const std::string& note : notes) {
      const bool says_who = !machine.empty() && note.starts_with(who);
      trace.Add({.kind = trace::Kind::kNote,
                 .node = machine,
                 .name = Line(says_who ? std::string_view(note).substr(who.size()) : note),
                 .cause = cause});
    }
  };
  add_notes("", run.notes_at_start, 0);
  std::vector<std::size_t> numbers{0};
  for (const RecordedChoice& choice : run.choices) {
    numbers.push_back(trace.Add(StepOf(choice, run, numbers, trace)));
    add_notes(choice.machine, choice.notes, numbers.back());
  }
  return numbers;
}

trace::Trace TraceOf(const Recording& recording, const std::string& made_by) {
  trace::Trace trace;
  trace.header = HeaderOf(recording, made_by);
  const std::vector<std::size_t> numbers = AddSteps(recording, trace);
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
