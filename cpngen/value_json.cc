#include "cpngen/value_json.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/characters.h"
#include "debugger/net_step.h"
#include "trace/trace_json.h"

namespace cpngen {
namespace {

/// A text of a colour. One that is no UTF-8 must stay different from all that are.
Json TextJson(std::string_view text) {
  if (base::EscapedUtf8(text) == text) return text;
  std::string digits;
  for (const char c : text) digits += fmt::format("{:02x}", static_cast<unsigned char>(c));
  return {{"bytes", digits}};
}

}  // namespace

Json ToJson(const cpn::ValueStore& values, cpn::Value value) {
  switch (values.Kind(value)) {
    case cpn::ValueKind::kUnit:
      return nullptr;
    case cpn::ValueKind::kBool:
      return values.AsBool(value);
    case cpn::ValueKind::kInt:
      return values.AsInt(value);
    case cpn::ValueKind::kEnum:
    case cpn::ValueKind::kString:
      return TextJson(values.AsText(value));
    case cpn::ValueKind::kTuple:
    case cpn::ValueKind::kList: {
      Json array = Json::array();
      for (const cpn::Value element : values.Elements(value))
        array.push_back(ToJson(values, element));
      return array;
    }
    case cpn::ValueKind::kRecord: {
      Json object = Json::object();
      const auto elements = values.Elements(value);
      for (std::size_t i = 0; i < elements.size(); ++i) {
        object[std::string(values.FieldName(value, i))] = ToJson(values, elements[i]);
      }
      return object;
    }
    case cpn::ValueKind::kUnion:
      return {{"tag", std::string(values.Constructor(value))},
              {"value", ToJson(values, values.Elements(value).front())}};
  }
  return nullptr;
}

Json ToJson(const cpn::Engine& engine, cpn::MultiSet tokens) {
  Json array = Json::array();
  for (const cpn::MultiSetEntry& entry : engine.multisets().Entries(tokens)) {
    array.push_back({{"count", entry.count}, {"value", ToJson(engine.values(), entry.value)}});
  }
  return array;
}

Json ToJson(const cpn::Engine& engine, const cpn::Marking& marking) {
  Json object = Json::object();
  for (std::size_t place = 0; place < marking.size(); ++place) {
    if (marking[place] == cpn::MultiSet{}) continue;
    object[engine.net().places()[place].name] = ToJson(engine, marking[place]);
  }
  return object;
}

Json StepJson(const cpn::Engine& engine, const cpn::Marking& before, cpn::BindingElementId step) {
  const cpn::BindingElement element = engine.Element(step);
  const cpn::Transition& transition = engine.net().transitions()[element.transition];
  Json binding = Json::object();
  for (std::size_t i = 0; i < element.binding.size(); ++i) {
    binding[transition.declaration->variables[i].name] =
        ToJson(engine.values(), element.binding[i]);
  }
  Json moves = Json::array();
  for (const debugger::StepMove& move : debugger::MovesOf(engine, before, step)) {
    moves.push_back({{"place", engine.net().places()[move.place].name},
                     {"removed", ToJson(engine, move.removed)},
                     {"added", ToJson(engine, move.added)}});
  }
  return {{"step", engine.FormatElement(step)},
          {"instance", transition.instance},
          {"transition", transition.name},
          {"binding", binding},
          {"moves", moves}};
}

Json StepsJson(cpn::Engine& engine, const std::vector<cpn::BindingElementId>& steps,
               cpn::Marking& last) {
  Json array = Json::array();
  last = ForEachStep(engine, steps, [&](std::size_t i, const cpn::Marking& before) {
    array.push_back(StepJson(engine, before, steps[i]));
  });
  return array;
}

Json GrowthJson(const cpn::Net& net, const cpn::Growth& growth) {
  Json json{{"steps", growth.steps}, {"places", Json::array()}};
  for (const cpn::PlaceGrowth& place : growth.places) {
    json["places"].push_back({{"place", net.places()[place.place].name},
                              {"tokens", place.tokens},
                              {"colours", place.colours}});
  }
  return json;
}

Json ParametersJson(const cpn::lua::LuaModel& model) {
  Json object = Json::object();
  for (const cpn::lua::Parameter& parameter : model.parameters()) {
    object[parameter.name] = parameter.value;
  }
  return object;
}

std::string DumpJson(const Json& json) { return trace::Dump(json, 2) + '\n'; }

}  // namespace cpngen
