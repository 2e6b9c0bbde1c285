// What all targets do with the text of a translated model: load it, and take its first steps.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "cpn/lua/lua_model.h"

namespace fuzz {

inline std::string_view TextOf(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

/// With limits lower than those of users, so that an input which only counts takes milliseconds.
/// Throws cpn::ModelError.
std::unique_ptr<cpn::lua::LuaModel> Load(const std::string& text);

/// Visits some markings, one after the other, and writes them and the steps between them as texts.
/// Throws cpn::ModelError.
void Explore(cpn::lua::LuaModel& model);

}  // namespace fuzz
