#include "cpngen/commands/failure_report.h"

#include <nlohmann/json.hpp>

#include "cpn/ctl/replay.h"
#include "cpngen/commands/evidence_report.h"
#include "cpngen/load.h"
#include "cpngen/run_trace.h"
#include "cpngen/text.h"

namespace cpngen {
namespace {

/// The run to the failure, tried out on the engine.
Trace TraceOf(cpn::Engine& engine, const cpn::ExplorationError& error) {
  cpn::ctl::Evidence run;
  run.steps = error.steps();
  cpn::ctl::Replay(engine, run);
  return MakeTrace(run);
}

void AddFailure(cpn::lua::LuaModel& model, const ModelArguments& arguments,
                const cpn::ExplorationError& error, Json& json) {
  const cpn::ModelError shown = AtOrigin(error, arguments);
  json["error"] = {{"message", shown.message()}, {"where", PlaceText(shown.where())}};
  AddTrace(model.engine(), TraceOf(model.engine(), error), json["error"]);
}

}  // namespace

std::string FailureText(cpn::lua::LuaModel& model, const ModelArguments& arguments,
                        const cpn::ExplorationError& error) {
  std::string text = arguments.path;
  const std::string parameters = ParametersText(model);
  if (!parameters.empty()) text += ": " + parameters;
  return text + '\n' + RunText(model.engine(), "run to the error", TraceOf(model.engine(), error));
}

std::string FailureJson(cpn::lua::LuaModel& model, const ModelArguments& arguments,
                        const cpn::ExplorationError& error) {
  Json json;
  json["model"] = arguments.path;
  json["parameters"] = ParametersJson(model);
  AddFailure(model, arguments, error, json);
  return DumpJson(json);
}

trace::Trace FailureTrace(cpn::lua::LuaModel& model, const ModelArguments& arguments,
                          const cpn::ExplorationError& error) {
  const cpn::ModelError shown = AtOrigin(error, arguments);
  trace::Trace trace = RunTrace(model, arguments.path, TraceOf(model.engine(), error));
  trace.outcome = trace::Outcome::kError;
  trace.detail = shown.message() + InBrackets(PlaceText(shown.where()));
  return trace;
}

}  // namespace cpngen
