#include "cpngen/replay_file.h"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <system_error>
#include <utility>
#include <vector>

#include "base/characters.h"
#include "base/read_file.h"
#include "cpngen/input_error.h"
#include "cpngen/properties.h"
#include "cpngen/run_trace.h"
#include "trace/diff.h"
#include "trace/trace_file.h"

namespace cpngen {
namespace {

constexpr std::size_t kFirstLook = 4'096;  // bytes of a file of unknown kind

/// Lines of a record that start with this say where it comes from; they are not steps.
constexpr char kComment = '#';

/// `path` is the file with the option that names it, if one does.
[[noreturn]] void Refuse(const std::string& path, const std::string& why) {
  throw InputError(fmt::format("{}: {}", path, why));
}

std::string Named(const std::string& path) { return "--replay " + path; }

[[noreturn]] void RefuseAsForeign(const std::string& path, const std::string& why) {
  Refuse(path, "this run does not belong to the model: " + why);
}

std::vector<std::string> RecordedSteps(const std::string& text) {
  std::vector<std::string> record;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    if (!line.empty() && line.back() == '\r') line.pop_back();
    if (!line.empty() && line.front() != kComment) record.push_back(line);
  }
  return record;
}

/// Trace files of programs that are older than the format had another form.
void RefuseOldForm(const std::string& path, const std::string& text) {
  const bool old_form = text.find("\"properties\"") != std::string::npos &&
                        text.find("\"format\"") == std::string::npos;
  if (!old_form) return;
  Refuse(path,
         "an older cpngen wrote this file; to make it again: cpngen check MODEL --trace FILE, or "
         "cpngen simulate MODEL --record FILE");
}

/// The trace of the property that was asked for, or the only one.
const trace::Trace& Choose(const std::string& path, const std::vector<trace::Trace>& traces,
                           const std::string& property) {
  if (traces.empty()) Refuse(path, "no trace is in it: there is nothing to replay");
  std::vector<const trace::Trace*> chosen;
  std::vector<std::string> known;
  for (const trace::Trace& each : traces) {
    if (property.empty() || each.header.property == property) chosen.push_back(&each);
    if (!each.header.property.empty()) known.push_back(each.header.property);
  }
  if (known.empty() && !property.empty()) {
    Refuse(path, "this is a record of one run; it has no properties");
  }
  if (chosen.empty()) {
    Refuse(path, fmt::format("it has no run of the property {}{}", property,
                             QuotedAlternatives(property, known)));
  }
  if (chosen.size() > 1) {
    Refuse(path, fmt::format("it has runs of several properties; choose one with --property: {}",
                             QuotedListing(known)));
  }
  return *chosen.front();
}

void RequireModel(const std::string& path, const trace::Trace& trace,
                  const cpn::lua::LuaModel& model) {
  if (trace.header.model.empty()) {
    RefuseAsForeign(path, fmt::format("it is a run of the system {}", trace.header.system));
  }
  const auto& made_with = trace.header.parameters;
  for (const cpn::lua::Parameter& parameter : model.parameters()) {
    const auto found = made_with.find(base::EscapedUtf8(parameter.name));
    if (found == made_with.end()) {
      RefuseAsForeign(path, fmt::format("it knows no parameter {}", parameter.name));
    }
    if (found->second == base::EscapedUtf8(parameter.value)) continue;
    RefuseAsForeign(path, fmt::format("it was made with {0} = {1}, and here {0} is {2}; add -D "
                                      "{0}={1}",
                                      parameter.name, found->second, parameter.value));
  }
  if (made_with.size() != model.parameters().size()) {
    RefuseAsForeign(path, "the model lacks parameters that it was made with");
  }
}

/// The model's steps must do what the trace says they did.
void RequireSameSteps(cpn::lua::LuaModel& model, const std::string& path,
                      const trace::Trace& recorded, const cpn::Run& run) {
  Trace here;
  here.steps = run.steps;
  const trace::Trace made = RunTrace(model, recorded.header.model, here);
  trace::Trace file = made;
  for (std::size_t i = 0; i < made.steps.size(); ++i) {
    file.steps[i].moves = recorded.steps[i].moves;
    file.steps[i].hash = recorded.steps[i].hash;
  }
  const auto difference = trace::FirstDifference(file, made);
  if (!difference) return;
  const char* const does =
      difference->what == "moves" ? "moves other tokens" : "leads to another marking";
  std::string text = trace::DifferenceText(file, "file", made, "model", 0);
  text.pop_back();  // the line feed
  RefuseAsForeign(path, fmt::format("step {}, {}, {} in this model\n{}", difference->step,
                                    made.steps[difference->step - 1].key, does, text));
}

/// Reads how the run goes on after its last step, and sees that it does in this model.
Trace WithEnding(cpn::Engine& engine, const std::string& path, const trace::Trace& recorded,
                 const cpn::Run& run) {
  Trace trace;
  trace.steps = run.steps;
  trace.ends_dead = recorded.dead_end;
  trace.critical = recorded.critical;
  if (trace.ends_dead && run.end != cpn::RunEnd::kDead) {
    RefuseAsForeign(path, "it ends in a dead marking, and here something is enabled there");
  }
  for (const trace::Remark& remark : recorded.remarks) {
    trace.remarks.push_back({remark.after, remark.text, remark.where});
  }
  if (!recorded.loop) return trace;
  trace.loop = *recorded.loop - 1;
  cpn::Marking begin;
  ForEachStep(engine, run.steps, [&](std::size_t i, const cpn::Marking& before) {
    if (i == *trace.loop) begin = before;
  });
  if (begin != run.last) {
    RefuseAsForeign(path, fmt::format("its last step does not lead back to the marking before step "
                                      "{}",
                                      *recorded.loop));
  }
  return trace;
}

void TakeSteps(cpn::Engine& engine, const std::string& path, const std::vector<std::string>& steps,
               cpn::Run& run) {
  try {
    cpn::Replay(engine, steps, run);
  } catch (const cpn::ReplayError& error) {
    RefuseAsForeign(path, error.message());
  }
}

Trace TakeTrace(cpn::lua::LuaModel& model, const std::string& path, const trace::Trace& recorded,
                cpn::Run& run) {
  RequireModel(path, recorded, model);
  std::vector<std::string> texts;
  for (const trace::Step& step : recorded.steps) {
    if (step.key.empty()) {
      Refuse(path, fmt::format("step {} of the run has no key, so that it cannot be taken again",
                               texts.size() + 1));
    }
    texts.push_back(step.key);
  }
  TakeSteps(model.engine(), path, texts, run);
  RequireSameSteps(model, path, recorded, run);
  return WithEnding(model.engine(), path, recorded, run);
}

}  // namespace

bool IsTraceFile(const std::string& path) {
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) return false;
  const std::string ending = std::filesystem::path(path).extension().string();
  if (ending == ".json") return true;
  if (ending == ".lua" || ending == ".cpn" || ending == ".pnml") return false;
  // A pipe could be read once only, and a model may come through one.
  if (!std::filesystem::is_regular_file(path, error)) return false;
  std::string begin(kFirstLook, ' ');
  std::ifstream(path).read(begin.data(), static_cast<std::streamsize>(begin.size()));
  return trace::LooksLikeTraces(begin);
}

std::string ReadReplay(const std::string& path) {
  base::FileContents contents = base::ReadFile(path, trace::kMaxFileBytes);
  if (!contents.problem.empty()) Refuse(Named(path), "cannot read this file: " + contents.problem);
  return std::move(contents.bytes);
}

Trace Replay(cpn::lua::LuaModel& model, const std::string& path, const std::string& bytes,
             const std::string& property, cpn::Run& run) {
  const std::string named = Named(path);
  if (trace::LooksLikeTraces(bytes)) {
    RefuseOldForm(named, bytes);
    const std::vector<trace::Trace> traces = trace::Parse(bytes, path);
    return TakeTrace(model, named, Choose(named, traces, property), run);
  }
  if (!property.empty()) Refuse(named, "this is a record of one run; it has no properties");
  TakeSteps(model.engine(), named, RecordedSteps(bytes), run);
  Trace trace;
  trace.steps = run.steps;
  return trace;
}

std::vector<Trace> ReplayAll(cpn::lua::LuaModel& model, const std::string& path,
                             const std::string& bytes) {
  std::vector<Trace> runs;
  if (!trace::LooksLikeTraces(bytes)) {
    cpn::Run run;
    TakeSteps(model.engine(), path, RecordedSteps(bytes), run);
    runs.emplace_back().steps = run.steps;
    return runs;
  }
  RefuseOldForm(path, bytes);
  for (const trace::Trace& recorded : trace::Parse(bytes, path)) {
    cpn::Run run;
    runs.push_back(TakeTrace(model, path, recorded, run));
  }
  if (runs.empty()) Refuse(path, "no trace is in it");
  return runs;
}

}  // namespace cpngen
