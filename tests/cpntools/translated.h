// Translated models for tests.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "cpn/lua/lua_model.h"
#include "cpntools/document/document.h"
#include "cpntools/translate.h"

namespace cpntools::testing {

/// The problems, one a line; empty when there are none.
std::string Problems(const Translation& translation);

/// Loads the translation's text. Throws cpn::ModelError.
std::unique_ptr<cpn::lua::LuaModel> Load(const Translation& translation, const std::string& name,
                                         const std::map<std::string, std::string>& parameters = {});

}  // namespace cpntools::testing
