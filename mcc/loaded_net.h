// A PNML net that is ready to run: translated, loaded, and known by its own ids.
//
// Thread safety: as cpn::lua::LuaModel.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/budget.h"
#include "cpn/lua/lua_model.h"
#include "pnml/net.h"

namespace mcc {

struct LoadedNet {
  pnml::Net net;
  std::unique_ptr<cpn::lua::LuaModel> model;
  std::vector<cpn::PlaceId> places;            ///< by index into net.places
  std::vector<cpn::TransitionId> transitions;  ///< by index into net.transitions
};

/// The net of a PNML file. Throws base::ParseError, pnml::TranslationError and cpn::ModelError.
LoadedNet LoadNet(const std::string& path, const base::Budget* budget = nullptr);
/// The net of a PNML file's text; `path` is for messages. Throws base::ParseError,
/// pnml::TranslationError and cpn::ModelError.
LoadedNet LoadNetText(std::string_view text, const std::string& path,
                      const base::Budget* budget = nullptr);

}  // namespace mcc
