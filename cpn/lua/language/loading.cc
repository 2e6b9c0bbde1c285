#include "cpn/lua/language/loading.h"

#include <fmt/format.h>

#include <utility>

#include "cpn/lua/interpreter/lua_state.h"

namespace cpn::lua {
namespace {

/// Declarations beyond it are a runaway loop.
constexpr std::size_t kMostLocations = 1'000'000;

}  // namespace

Loading::Loading(const std::filesystem::path& path, LoadOptions load_options)
    : options(std::move(load_options)), folder(path.parent_path()) {}

std::uint32_t HereOf(lua_State* L) {
  std::vector<SourceLocation>& locations = LoadingOf(L).locations;
  if (locations.size() >= kMostLocations) {
    StateOf(L).Fail(L, fmt::format("more than {} declarations and inscriptions", kMostLocations));
  }
  locations.push_back(StateOf(L).Blame(L));
  return static_cast<std::uint32_t>(locations.size() - 1);
}

void RequireLoading(lua_State* L, std::string_view what) {
  if (LoadingOf(L).running && !IsEvaluating(ModelOf(L))) return;
  StateOf(L).Fail(L, fmt::format("{} is declared inside an inscription; declarations belong to the "
                                 "model's files and the bodies of modules",
                                 what));
}

}  // namespace cpn::lua
