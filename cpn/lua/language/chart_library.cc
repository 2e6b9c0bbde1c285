// The part of the language that says how runs are drawn: chart.
#include <fmt/format.h>

#include <unordered_set>

#include "cpn/lua/interpreter/lua_state.h"
#include "cpn/lua/interpreter/table_reader.h"
#include "cpn/lua/interpreter/value_table.h"
#include "cpn/lua/language/hook_reader.h"
#include "cpn/lua/language/library.h"
#include "cpn/lua/language/loading.h"

namespace cpn::lua {
namespace {

std::vector<std::string> ParticipantsAt(lua_State* L, int index) {
  std::vector<std::string> participants;
  std::unordered_set<std::string> known;
  ForEachElement(L, index, "participants", [&](int element, lua_Integer) {
    if (lua_type(L, element) != LUA_TSTRING || lua_rawlen(L, element) == 0) {
      StateOf(L).FailAt(
          L, "participants",
          fmt::format("chart: participants are names in strings, not {}", Describe(L, element)));
    }
    std::string name = lua_tostring(L, element);
    if (!known.insert(name).second) {
      StateOf(L).FailAt(L, "participants",
                        fmt::format("chart: the participant \"{}\" is listed twice", name));
    }
    participants.push_back(std::move(name));
  });
  return participants;
}

/// chart { participants = { ... }, messages = { [Module.Transition] = function(...) ... end } }
int DeclareChart(lua_State* L) {
  ModelState& m = ModelOf(L);
  RequireLoading(L, "a chart");
  TableReader fields(L, 1, "chart");
  auto chart = std::make_unique<ChartDeclaration>();
  chart->where = m.sources.Text(m.lua.Blame(L), "chart");
  if (fields.Push("participants")) chart->participants = ParticipantsAt(L, lua_gettop(L));
  if (fields.Push("messages")) chart->messages = MakeTransitionHooks(L, -1, "chart", "messages");
  fields.RefuseOthers();
  if (chart->messages.empty()) {
    throw ModelError(chart->where,
                     "chart: it shows nothing; messages = { [Module.Transition] = function(...) "
                     "return { from = ..., to = ..., label = ... } end } says what to draw");
  }
  if (m.loading->chart) {
    throw ModelError(chart->where,
                     fmt::format("the model has a chart already, in line {} of {}",
                                 m.loading->chart->where.line, m.loading->chart->where.file));
  }
  m.loading->chart = std::move(chart);
  return 0;
}

}  // namespace

void OpenChartLibrary(lua_State* L) {
  AddToLibrary(L, {"chart", Guarded<DeclareChart>, Use::kDeclaring});
}

}  // namespace cpn::lua
