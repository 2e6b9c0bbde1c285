// What a part of a call (--shard) says of the call that it is a part of, so that `cpngen merge`
// tells parts that belong together from others.
//
// Thread safety: free functions without state.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "command_line/shard.h"
#include "cpn/lua/lua_model.h"
#include "cpngen/options/options.h"
#include "cpngen/value_json.h"

namespace cpngen {

/// What decides the whole call's result: names for messages, such as options, and their values.
using CallTexts = std::vector<std::pair<std::string, std::string>>;

/// That of the model which a report or a suite does not say anyway: what its files hold, and its
/// initial markings.
CallTexts CallOf(const ModelArguments& arguments, const cpn::lua::LuaModel& model);

/// Adds "shard": "2/3" and "call", an object.
void AddShard(const command_line::Shard& shard, const CallTexts& call, Json& json);

}  // namespace cpngen
