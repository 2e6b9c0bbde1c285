#include "cpngen/commands/json.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "command_line/shard.h"
#include "cpngen/value_json.h"

namespace cpngen {
namespace {

const char* EndName(cpn::RunEnd end) {
  switch (end) {
    case cpn::RunEnd::kDead:
      return "dead marking";
    case cpn::RunEnd::kStepLimit:
      return "step limit";
    case cpn::RunEnd::kStopped:
      return "end of record";
    case cpn::RunEnd::kFailed:
      return "model error";
  }
  return "";
}

}  // namespace

std::string RunJson(cpn::lua::LuaModel& model, const SimulateOptions& options, const Trace& trace,
                    const cpn::Run& run) {
  cpn::Engine& engine = model.engine();
  Json json;
  json["model"] = options.model.path;
  json["parameters"] = ParametersJson(model);
  json["seed"] = options.replay.empty() ? Json(options.seed) : Json(nullptr);
  json["initial_marking"] = ToJson(engine, engine.InitialMarking());
  cpn::Marking last;
  json["steps"] = StepsJson(engine, run.steps, last);
  json["loop"] = trace.loop ? Json(*trace.loop + 1) : Json(nullptr);
  json["end"] = trace.loop ? "loop" : EndName(run.end);
  json["marking"] = ToJson(engine, last);
  return DumpJson(json);
}

std::string GenerationJson(const cpn::lua::LuaModel& model, const GenerateOptions& options,
                           const generator::RawCases& raw, const GenerationSummary& summary) {
  Json json;
  json["model"] = options.model.path;
  json["parameters"] = ParametersJson(model);
  json["specification"] = summary.specification;
  json["suite"] = summary.suite;
  json["files"] = summary.files;
  json["cases"] = summary.cases;
  json["merged"] = options.merge;
  json["observations"] = options.observations ? Json(*options.observations) : Json(nullptr);
  if (options.simulations) {
    json["method"] = "simulation";
    json["seed"] = options.seed;
    if (options.shard) json["shard"] = command_line::ToText(*options.shard);
    json["runs"] = raw.runs;
    json["unfinished_runs"] = raw.unfinished_runs;
  } else {
    json["method"] = "state-space";
    json["states"] = raw.states;
    json["arcs"] = raw.arcs;
    if (raw.markings) json["markings"] = *raw.markings;
    json["endless_components"] = raw.endless_components;
  }
  json["seconds"] = summary.seconds;
  if (summary.goal) {
    const GoalSummary& goal = *summary.goal;
    json["goal"] = {{"criterion", goal.goal},   {"reachable", goal.reachable},
                    {"covered", goal.covered},  {"covered_before", goal.before},
                    {"adds", goal.adds},        {"smallest", goal.smallest},
                    {"in_no_case", goal.beyond}};
  }
  return DumpJson(json);
}

std::string DescriptionJson(cpn::lua::LuaModel& model) {
  Json json;
  json["name"] = model.name();
  json["files"] = model.files();
  json["parameters"] = Json::array();
  for (const cpn::lua::Parameter& parameter : model.parameters()) {
    json["parameters"].push_back({{"name", parameter.name},
                                  {"value", parameter.value},
                                  {"default", parameter.default_value},
                                  {"doc", parameter.doc}});
  }
  json["modules"] = Json::array();
  for (const cpn::ModuleDeclaration& module : model.model().modules) {
    Json entry{{"name", module.name},
               {"places", Json::array()},
               {"transitions", Json::array()},
               {"substitutions", Json::array()}};
    for (const auto& place : module.places) {
      entry["places"].push_back(
          {{"name", place.name}, {"colour_set", model.model().colour_sets[place.type].name}});
    }
    for (const auto& transition : module.transitions) {
      entry["transitions"].push_back(transition.name);
    }
    for (const auto& substitution : module.substitutions) {
      entry["substitutions"].push_back(
          {{"name", substitution.name},
           {"module", model.model().modules[substitution.module].name}});
    }
    json["modules"].push_back(std::move(entry));
  }
  json["net"] = {{"places", model.net().places().size()},
                 {"transitions", model.net().transitions().size()}};
  json["tests"] = Json::array();
  for (const auto& specification : model.specifications()) {
    const bool runs = specification->scope() == cpn::lua::CaseScope::kRun;
    const bool set = specification->order() == cpn::lua::CaseOrder::kSet;
    json["tests"].push_back({{"name", specification->name()},
                             {"cases", runs ? "runs" : "occurrences"},
                             {"order", set ? "set" : "sequence"}});
  }
  json["properties"] = Json::array();
  for (const cpn::ctl::Property& property : model.properties()) {
    json["properties"].push_back(property.name);
  }
  return DumpJson(json);
}

}  // namespace cpngen
