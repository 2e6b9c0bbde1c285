// Colours, markings and steps as JSON.
//
// Colours: integers, booleans and strings as they are; () is null; enumerations are strings; tuples
// and lists are arrays; records are objects; a union's value is {"tag": ..., "value": ...}.
// Thread safety: as the model.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "cpn/engine/engine.h"
#include "cpn/lua/lua_model.h"
#include "cpngen/trace.h"

namespace cpngen {

using Json = nlohmann::ordered_json;

Json ToJson(const cpn::ValueStore& values, cpn::Value value);
/// [{"count": 2, "value": ...}, ...]
Json ToJson(const cpn::Engine& engine, cpn::MultiSet tokens);
/// By place; without those that are empty.
Json ToJson(const cpn::Engine& engine, const cpn::Marking& marking);

/// One step in `before`: the text that names it, instance, transition, binding, moves.
Json StepJson(const cpn::Engine& engine, const cpn::Marking& before, cpn::BindingElementId step);
/// All steps; `last` becomes the last marking.
Json StepsJson(cpn::Engine& engine, const std::vector<cpn::BindingElementId>& steps,
               cpn::Marking& last);

/// The model's parameters by name, as -D takes them.
Json ParametersJson(const cpn::lua::LuaModel& model);

/// A document for standard output or a file. Strings that are not UTF-8 cannot be said exactly in
/// JSON.
std::string DumpJson(const Json& json);

}  // namespace cpngen
