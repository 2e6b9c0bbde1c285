#include <fmt/format.h>

#include <exception>
#include <ostream>
#include <string>
#include <vector>

#include "cpn/engine/simulator.h"
#include "cpngen/colour.h"
#include "cpngen/commands/commands.h"
#include "cpngen/commands/evidence_report.h"
#include "cpngen/commands/json.h"
#include "cpngen/commands/simulate_runs.h"
#include "cpngen/commands/simulate_schedules.h"
#include "cpngen/load.h"
#include "cpngen/output_files.h"
#include "cpngen/replay_file.h"
#include "cpngen/run_trace.h"
#include "cpngen/text.h"
#include "cpngen/trace.h"

namespace cpngen {
namespace {

std::string Heading(const cpn::lua::LuaModel& model, const SimulateOptions& options) {
  std::string heading = options.model.path;
  const std::string parameters = ParametersText(model);
  if (!parameters.empty()) heading += ": " + parameters;
  return heading + (options.replay.empty() ? fmt::format("; seed {}", options.seed)
                                           : fmt::format("; replay of {}", options.replay));
}

Paths ReadBy(const SimulateOptions& options, const cpn::lua::LuaModel& model) {
  Paths inputs = InputsOf(options.model, model);
  if (!options.replay.empty()) inputs.emplace_back(options.replay);
  return inputs;
}

/// Seed and strategy are those of the simulation; a replay has neither.
trace::Trace Recorded(cpn::lua::LuaModel& model, const SimulateOptions& options, const Trace& run) {
  trace::Trace trace = RunTrace(model, options.model.path, run);
  if (options.replay.empty()) {
    trace.header.seed = options.seed;
    trace.header.strategy = "random";
  }
  return trace;
}

std::string EndText(const Trace& trace, const cpn::Run& run) {
  const std::string after = "after " + Plural(run.steps.size(), "step");
  if (trace.loop) return "end of the loop " + after;
  switch (run.end) {
    case cpn::RunEnd::kDead:
      return "dead marking " + after;
    case cpn::RunEnd::kStepLimit:
      return "stopped " + after + ", the limit (--steps)";
    case cpn::RunEnd::kStopped:
      return "end of the record " + after;
    case cpn::RunEnd::kFailed:
      return "the model fails " + after;
  }
  return "";
}

std::string RunText(cpn::lua::LuaModel& model, const SimulateOptions& options, const Trace& trace,
                    const cpn::Run& run) {
  cpn::Marking last;
  const std::string steps = StepsText(model.engine(), trace, last);
  return fmt::format("{}\n{}{}:\n{}", Heading(model, options), steps, EndText(trace, run),
                     MarkingText(model.engine(), last));
}

/// The run that is asked for; `replay` has the bytes of the file to replay. When the model fails on
/// the way, `run` has what was before.
Trace MakeRun(cpn::lua::LuaModel& model, const SimulateOptions& options, const std::string& replay,
              const base::Budget& budget, cpn::Run& run) {
  if (!options.replay.empty()) {
    const std::string property = options.properties.empty() ? "" : options.properties.front();
    return Replay(model, options.replay, replay, property, run);
  }
  cpn::SimulationOptions simulation;
  simulation.seed = options.seed;
  simulation.max_steps = options.steps;
  simulation.budget = &budget;
  cpn::Simulate(model.engine(), simulation, run);
  return {run.steps, std::nullopt, run.end == cpn::RunEnd::kDead, {}};
}

/// The record and the chart of the run.
void WriteOutputs(cpn::lua::LuaModel& model, const SimulateOptions& options, const Trace& trace) {
  std::vector<OutputFile> files;
  if (!options.record.empty()) {
    files.push_back(TraceFile("--record", options.record, {Recorded(model, options, trace)}));
  }
  if (!options.msc.empty()) {
    const std::string what = options.replay.empty()
                                 ? fmt::format("the run of seed {}", options.seed)
                                 : fmt::format("replay of {}", options.replay);
    AddChart(model, trace, fmt::format("{}: {}", model.name(), what), options.msc, files);
  }
  WriteFiles(files, ReadBy(options, model));
}

}  // namespace

ExitCode Simulate(const SimulateOptions& options, const Streams& streams) {
  const auto model = LoadModelFor(options.model, &streams.err, streams.budget);
  RequireOutputs({{"--record", options.record},
                  {"--msc", options.msc},
                  {"--schedule-file", options.search.file}},
                 ReadBy(options, *model));
  RequireChart(*model, options.msc);
  if (options.runs) return SimulateRuns(*model, options, streams);
  if (options.search.schedules) return SimulateSchedules(*model, options, streams);
  const std::string replay = options.replay.empty() ? "" : ReadReplay(options.replay);
  if (IsSchedule(replay)) return SimulateAgain(*model, options, replay, streams);
  streams.budget->Enter("simulating");
  cpn::Run run;
  Trace trace;
  std::exception_ptr failure;
  try {
    trace = MakeRun(*model, options, replay, *streams.budget, run);
  } catch (const cpn::ModelError&) {
    failure = std::current_exception();
    trace.steps = run.steps;
  }
  if (!failure) WriteOutputs(*model, options, trace);
  if (options.json) {
    streams.out << RunJson(*model, options, trace, run);
  } else {
    const std::string text = RunText(*model, options, trace, run);
    streams.out << (streams.colour ? Coloured(text) : text);
  }
  if (failure) std::rethrow_exception(failure);
  return ExitCode::kDone;
}

}  // namespace cpngen
