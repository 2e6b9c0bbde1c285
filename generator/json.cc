#include "generator/json.h"

#include <nlohmann/json.hpp>
#include <utility>

namespace generator {
namespace {

using cpn::MultiSet;
using cpn::Value;
using cpn::ValueKind;
using cpn::ValueStore;
using Json = nlohmann::ordered_json;

/// A document for standard output. Strings that are not UTF-8 cannot be said exactly in JSON.
std::string Dump(const Json& json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

Json ToJson(const ValueStore& values, Value value) {
  switch (values.Kind(value)) {
    case ValueKind::kUnit:
      return nullptr;
    case ValueKind::kBool:
      return values.AsBool(value);
    case ValueKind::kInt:
      return values.AsInt(value);
    case ValueKind::kEnum:
    case ValueKind::kString:
      return std::string(values.AsText(value));
    case ValueKind::kTuple:
    case ValueKind::kList: {
      Json array = Json::array();
      for (const Value element : values.Elements(value)) array.push_back(ToJson(values, element));
      return array;
    }
    case ValueKind::kRecord: {
      Json object = Json::object();
      const auto elements = values.Elements(value);
      for (std::size_t i = 0; i < elements.size(); ++i) {
        object[std::string(values.FieldName(value, i))] = ToJson(values, elements[i]);
      }
      return object;
    }
    case ValueKind::kUnion:
      return {{"tag", std::string(values.Constructor(value))},
              {"value", ToJson(values, values.Elements(value).front())}};
  }
  return nullptr;
}

Json ToJson(const cpn::Engine& engine, MultiSet tokens) {
  Json array = Json::array();
  for (const cpn::MultiSetEntry& entry : engine.multisets().Entries(tokens)) {
    array.push_back({{"count", entry.count}, {"value", ToJson(engine.values(), entry.value)}});
  }
  return array;
}

Json ToJson(const cpn::Engine& engine, const cpn::Marking& marking) {
  Json object = Json::object();
  for (std::size_t place = 0; place < marking.size(); ++place) {
    if (marking[place] == MultiSet{}) continue;
    object[engine.net().places()[place].name] = ToJson(engine, marking[place]);
  }
  return object;
}

Json StepJson(const cpn::Engine& engine, const cpn::Marking& before, cpn::BindingElementId id) {
  const cpn::BindingElement element = engine.Element(id);
  const cpn::Transition& transition = engine.net().transitions()[element.transition];
  Json binding = Json::object();
  for (std::size_t i = 0; i < element.binding.size(); ++i) {
    binding[transition.declaration->variables[i].name] =
        ToJson(engine.values(), element.binding[i]);
  }
  Json moves = Json::array();
  for (const cpn::TokenMove& move : engine.Moves(id)) {
    const MultiSet removed = move.reset ? before[move.place] : move.removed;
    moves.push_back({{"place", engine.net().places()[move.place].name},
                     {"removed", ToJson(engine, removed)},
                     {"added", ToJson(engine, move.added)}});
  }
  return {{"transition", transition.name}, {"binding", binding}, {"moves", moves}};
}

const char* EndName(cpn::RunEnd end) {
  switch (end) {
    case cpn::RunEnd::kDead:
      return "dead marking";
    case cpn::RunEnd::kStepLimit:
      return "step limit";
    case cpn::RunEnd::kStopped:
      return "end of record";
  }
  return "";
}

Json ParametersJson(const cpn::lua::LuaModel& model) {
  Json object = Json::object();
  for (const cpn::lua::Parameter& parameter : model.parameters()) {
    object[parameter.name] = parameter.value;
  }
  return object;
}

}  // namespace

std::string RunJson(cpn::lua::LuaModel& model, const SimulateOptions& options,
                    const cpn::Run& run) {
  cpn::Engine& engine = model.engine();
  Json json;
  json["model"] = options.model.path;
  json["parameters"] = ParametersJson(model);
  json["seed"] = options.replay.empty() ? Json(options.seed) : Json(nullptr);
  cpn::Marking marking = engine.InitialMarking();
  json["initial_marking"] = ToJson(engine, marking);
  json["steps"] = Json::array();
  for (const cpn::BindingElementId step : run.steps) {
    json["steps"].push_back(StepJson(engine, marking, step));
    engine.Occur(marking, step);
  }
  json["end"] = EndName(run.end);
  json["marking"] = ToJson(engine, marking);
  return Dump(json);
}

std::string GenerationJson(const cpn::lua::LuaModel& model, const GenerateOptions& options,
                           const RawCases& raw, const GenerationSummary& summary) {
  Json json;
  json["model"] = options.model.path;
  json["parameters"] = ParametersJson(model);
  json["specification"] = options.specification;
  json["suite"] = summary.suite;
  json["files"] = summary.files;
  json["cases"] = summary.cases;
  if (options.simulations) {
    json["method"] = "simulation";
    json["seed"] = options.seed;
    json["runs"] = raw.runs;
    json["unfinished_runs"] = raw.unfinished_runs;
  } else {
    json["method"] = "state-space";
    json["states"] = raw.states;
    json["arcs"] = raw.arcs;
    json["endless_components"] = raw.endless_components;
  }
  json["seconds"] = summary.seconds;
  return Dump(json);
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
  return Dump(json);
}

}  // namespace generator
