#include "cpngen/commands/debug/open.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <ostream>
#include <utility>

#include "base/read_file.h"
#include "cpngen/input_error.h"
#include "cpngen/load.h"
#include "cpngen/output_files.h"
#include "cpngen/properties.h"
#include "cpngen/replay_file.h"
#include "debugger/open_run.h"
#include "trace/trace_file.h"

namespace cpngen {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kLive = " (comes to life)";  // as `cpngen search --trace` writes it

std::string ReadRun(const std::string& path) {
  base::FileContents contents = base::ReadFile(path, trace::kMaxFileBytes);
  if (!contents.problem.empty()) {
    throw InputError(fmt::format("{}: cannot read this file: {}", path, contents.problem));
  }
  return std::move(contents.bytes);
}

/// Of this property; the first one of all when it is empty.
trace::Trace& Chosen(const std::string& path, std::vector<trace::Trace>& traces,
                     const std::string& property) {
  if (traces.empty()) throw InputError(fmt::format("{}: no trace is in it", path));
  if (property.empty()) return traces.front();
  std::vector<std::string> known;
  for (trace::Trace& each : traces) {
    if (each.header.property == property) return each;
    if (!each.header.property.empty()) known.push_back(each.header.property);
  }
  throw InputError(fmt::format("{}: it has no run of the property {}{}", path, property,
                               QuotedAlternatives(property, known)));
}

/// The model of a trace, where it says it is, or beside the trace.
std::string ModelOf(const std::string& path, const trace::Trace& trace) {
  std::error_code error;
  if (fs::exists(trace.header.model, error)) return trace.header.model;
  const fs::path beside = fs::path(path).parent_path() / fs::path(trace.header.model).filename();
  return fs::exists(beside, error) ? beside.string() : "";
}

std::vector<cpn::BindingElementId> Take(cpn::lua::LuaModel& model, const std::string& path,
                                        const std::vector<debugger::RecordedStep>& steps) {
  try {
    return debugger::TakeAgain(model.engine(), steps);
  } catch (const debugger::SessionError& error) {
    throw InputError(fmt::format("{}: {}", path, error.what()));
  }
}

std::unique_ptr<debugger::NetSession> OpenNet(cpn::lua::LuaModel& model, const std::string& path,
                                              const trace::Trace& trace) {
  std::vector<cpn::BindingElementId> steps;
  try {
    steps = Take(model, path, debugger::RecordedSteps(trace));
  } catch (const debugger::SessionError& error) {
    throw InputError(fmt::format("{}: {}", path, error.what()));
  }
  return std::make_unique<debugger::NetSession>(&model, std::move(steps), trace.header,
                                                trace.remarks, trace.critical);
}

trace::Header HeaderOf(const std::string& model) {
  trace::Header header;
  header.model = model;
  return header;
}

DebugSubject OpenTrace(const DebugOptions& options, std::ostream& remarks,
                       const base::Budget* budget) {
  const std::string& path = options.model.path;
  std::vector<trace::Trace> traces = trace::Parse(ReadRun(path), path);
  trace::Trace& trace = Chosen(path, traces, options.property);
  DebugSubject subject;
  subject.path = path;
  subject.inputs = {path};
  ModelArguments arguments = options.model;
  arguments.path = trace.header.model.empty() ? "" : ModelOf(path, trace);
  if (arguments.path.empty()) {
    if (!trace.header.model.empty()) {
      remarks << fmt::format(
          "cpngen: note: the model {} is not there: states are what the trace "
          "holds; cpngen debug MODEL --replay {} names another\n",
          trace.header.model, path);
    }
    subject.session = std::make_unique<debugger::TraceSession>(std::move(trace));
    return subject;
  }
  for (const auto& [name, value] : trace.header.parameters) {
    arguments.parameters.emplace(name, value);  // -D goes before
  }
  subject.model = LoadModelFor(arguments, &remarks, budget);
  for (const fs::path& input : InputsOf(arguments, *subject.model)) subject.inputs.push_back(input);
  subject.session = OpenNet(*subject.model, path, trace);
  return subject;
}

}  // namespace

DebugSubject OpenSubject(const DebugOptions& options, std::ostream& remarks,
                         const base::Budget* budget) {
  if (options.replay.empty() && IsTraceFile(options.model.path)) {
    return OpenTrace(options, remarks, budget);
  }
  DebugSubject subject;
  subject.path = options.model.path;
  subject.model = LoadModelFor(options.model, &remarks, budget);
  subject.inputs = InputsOf(options.model, *subject.model);
  if (options.replay.empty()) {
    if (!options.property.empty()) {
      throw InputError("--property names a run of a trace; give one, or --replay");
    }
    subject.session = std::make_unique<debugger::NetSession>(
        subject.model.get(), std::vector<cpn::BindingElementId>(), HeaderOf(subject.path));
    return subject;
  }
  subject.inputs.emplace_back(options.replay);
  const std::string bytes = ReadRun(options.replay);
  if (trace::LooksLikeTraces(bytes)) {
    std::vector<trace::Trace> traces = trace::Parse(bytes, options.replay);
    subject.session =
        OpenNet(*subject.model, options.replay, Chosen(options.replay, traces, options.property));
  } else {
    subject.session = std::make_unique<debugger::NetSession>(
        subject.model.get(), Take(*subject.model, options.replay, debugger::RecordedSteps(bytes)),
        HeaderOf(subject.path));
  }
  return subject;
}

OtherRun OpenOther(const std::string& file, const std::string& property,
                   const std::string& present_property, cpn::lua::LuaModel* model) {
  const std::string bytes = ReadRun(file);
  if (!trace::LooksLikeTraces(bytes)) {
    if (model == nullptr) throw InputError(fmt::format("{}: this is no trace", file));
    return {std::make_unique<debugger::NetSession>(
        model, Take(*model, file, debugger::RecordedSteps(bytes)))};
  }
  std::vector<trace::Trace> traces = trace::Parse(bytes, file);
  trace::Trace* chosen = &Chosen(file, traces, property);
  if (property.empty()) {
    const auto other = [&](const trace::Trace& each) {
      return each.header.property != present_property;
    };
    const auto live = [&](const trace::Trace& each) {
      return each.header.property == present_property + std::string(kLive);
    };
    auto found = std::find_if(traces.begin(), traces.end(), live);
    if (found == traces.end()) found = std::find_if(traces.begin(), traces.end(), other);
    if (found != traces.end()) chosen = &*found;
  }
  if (model == nullptr) return {std::make_unique<debugger::TraceSession>(std::move(*chosen))};
  return {OpenNet(*model, file, *chosen)};
}

}  // namespace cpngen
