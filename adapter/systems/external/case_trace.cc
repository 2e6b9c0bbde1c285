#include "adapter/systems/external/case_trace.h"

#include <algorithm>

#include "adapter/process/process_tree.h"
#include "adapter/process/readiness.h"

namespace adapter::external {
namespace {

using std::chrono::microseconds;

/// Of a driver's log, more is not kept: it is for people. Events need no limit, since the first
/// that is not expected ends the case.
constexpr std::size_t kMostLogLines = 1'000;

}  // namespace

CaseTrace::CaseTrace(const SystemDescription& system) {
  trace_.header.system = system.name;
  for (const ProcessDescription& process : system.processes) {
    trace_.header.nodes.push_back(process.name);
  }
}

std::int64_t CaseTrace::Now() const {
  const auto now = std::chrono::steady_clock::now();
  return std::chrono::duration_cast<microseconds>(now - start_).count();
}

std::int64_t CaseTrace::TimeOf(const driver_protocol::Event& event) const {
  const std::int64_t now = Now();
  const std::chrono::duration<double> begin = wall_start_.time_since_epoch();
  const double time = (event.time - begin.count()) * 1e6;
  return time >= 0 && time <= static_cast<double>(now) ? static_cast<std::int64_t>(time) : now;
}

std::size_t CaseTrace::StepOfStimulus(int id) const {
  const auto found = std::ranges::find(stimulus_steps_, id, &std::pair<int, std::size_t>::first);
  return found == stimulus_steps_.end() ? 0 : found->second;
}

std::size_t CaseTrace::Add(trace::Kind kind, std::string node, std::string name,
                           trace::Fields fields, int part) {
  trace::Step step;
  step.kind = kind;
  step.node = std::move(node);
  step.name = std::move(name);
  step.fields = std::move(fields);
  step.time = Now();
  step.part = part;
  return trace_.Add(std::move(step));
}

std::size_t CaseTrace::AddStimulus(const driver_protocol::Stimulus& message, trace::Fields fields,
                                   int part) {
  const std::size_t step =
      Add(trace::Kind::kStimulus, "driver", message.name, std::move(fields), part);
  stimulus_steps_.emplace_back(message.id, step);
  return step;
}

std::size_t CaseTrace::AddEvent(const driver_protocol::Event& event, int part) {
  oracles::ObservedEvent observed = ObservedOf(event);
  const std::size_t step = Add(trace::Kind::kEvent, std::move(observed.source),
                               std::move(observed.name), std::move(observed.fields), part);
  trace_.steps[step - 1].time = TimeOf(event);
  trace_.steps[step - 1].cause = StepOfStimulus(event.answers);
  return step;
}

std::size_t CaseTrace::AddFault(const Deed& deed, int part) {
  const auto of_process = [&](std::string_view name) {
    return Add(trace::Kind::kFault, deed.target, std::string(name), {}, part);
  };
  switch (deed.action) {
    case Action::kKill:
      return of_process(trace::kCrash);
    case Action::kRestart:
      return of_process(trace::kRestart);
    case Action::kPause:
      return of_process(trace::kPause);
    case Action::kResume:
      return of_process(trace::kResume);
    default:
      return Add(trace::Kind::kFault, "", deed.text, {}, part);
  }
}

std::size_t CaseTrace::AddEnd(const ProcessExit& exit, int part) {
  return Add(trace::Kind::kFault, exit.name, "ended", {{"", ExitText(exit)}}, part);
}

void CaseTrace::AddLog(const driver_protocol::Log& log, int part) {
  if (++log_lines_ > kMostLogLines) return;
  Add(trace::Kind::kNote, log.source.empty() ? "driver" : log.source, "log", {{"", log.line}},
      part);
}

void CaseTrace::AddOutputs(const Instance& instance, int part) {
  try {
    for (auto& [process, line] : instance.LastLogLines(10)) {
      Add(trace::Kind::kNote, process, "output", {{"", std::move(line)}}, part);
    }
  } catch (const ProcessError&) {  // nothing was started that could say something
  }
}

}  // namespace adapter::external
