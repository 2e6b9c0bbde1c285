// Colours, markings and steps as JSON.
//
// Colours: integers, booleans and strings as they are; () is null; enumerations are strings; tuples
// and lists are arrays; records are objects; a union's value is {"tag": ..., "value": ...}. A
// string that is no UTF-8, which JSON cannot hold, is {"bytes": "6162ff"}: two digits a byte.
// Thread safety: as the model.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "cpn/engine/engine.h"
#include "cpn/explore/growth.h"
#include "cpn/lua/lua_model.h"
#include "cpngen/trace.h"

namespace cpngen {

using Json = nlohmann::ordered_json;

/// A colour, as the comment above says.
Json ToJson(const cpn::ValueStore& values, cpn::Value value);
/// A multi-set: [{"count": 2, "value": ...}, ...].
Json ToJson(const cpn::Engine& engine, cpn::MultiSet tokens);
/// A marking: its multi-sets by place, without the places that are empty.
Json ToJson(const cpn::Engine& engine, const cpn::Marking& marking);

/// One step in `before`: the text that names it, instance, transition, binding, moves.
Json StepJson(const cpn::Engine& engine, const cpn::Marking& before, cpn::BindingElementId step);
/// The steps from the initial marking on, each as StepJson has it; `last` becomes the last marking.
Json StepsJson(cpn::Engine& engine, const std::vector<cpn::BindingElementId>& steps,
               cpn::Marking& last);

/// The places that grew on the way to a limit: {"steps": [3 numbers], "places": [{"place",
/// "tokens": [3 numbers], "colours": [3 numbers]}]}; the numbers are those of cpn::Growth.
Json GrowthJson(const cpn::Net& net, const cpn::Growth& growth);

/// The model's parameters by name, as -D takes them.
Json ParametersJson(const cpn::lua::LuaModel& model);

/// `json` as a document for standard output or a file. Of texts that are no colours, a byte that is
/// no UTF-8 is written as \xNN.
std::string DumpJson(const Json& json);

}  // namespace cpngen
