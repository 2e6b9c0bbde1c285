#include "cpn/lua/run/model_state.h"

#include <fmt/format.h>

namespace cpn::lua {
namespace {

/// Declarations beyond it are a runaway loop.
constexpr std::size_t kMostLocations = 200'000;

}  // namespace

ModelState::ModelState(const std::filesystem::path& path, const LoadOptions& load_options)
    : options(load_options),
      folder(path.parent_path()),
      lua(this, &sources, load_options.memory_limit, load_options.instruction_limit) {}

LuaState& StateOf(lua_State* L) { return ModelOf(L).lua; }

std::uint32_t HereOf(lua_State* L) {
  ModelState& m = ModelOf(L);
  if (m.locations.size() >= kMostLocations) {
    m.lua.Fail(L, fmt::format("more than {} declarations and inscriptions", kMostLocations));
  }
  m.locations.push_back(m.lua.Blame(L));
  return static_cast<std::uint32_t>(m.locations.size() - 1);
}

void RequireLoading(lua_State* L, std::string_view what) {
  const ModelState& m = ModelOf(L);
  if (m.loading && !IsEvaluating(m)) return;
  m.lua.Fail(L, fmt::format("{} is declared inside an inscription; declarations belong to the "
                            "model's files and the bodies of modules",
                            what));
}

bool IsEvaluating(const ModelState& m) { return m.evaluating > 0; }

}  // namespace cpn::lua
