// Loading the model that a command names.
#pragma once

#include <memory>
#include <string>

#include "cpn/lua/lua_model.h"
#include "generator/options.h"

namespace generator {

/// The net of a .pnml file as a model in the model language. Throws suite::ParseError and
/// pnml::TranslationError.
std::string TranslatePnml(const std::string& path);

/// A .pnml file is translated first. Throws ModelError; for .pnml suite::ParseError and
/// pnml::TranslationError, too.
std::unique_ptr<cpn::lua::LuaModel> LoadModelFor(const ModelArguments& arguments);

/// "W = 3, reduce = true"; empty when the model has no parameters.
std::string ParametersText(const cpn::lua::LuaModel& model);

}  // namespace generator
