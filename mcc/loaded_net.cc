#include "mcc/loaded_net.h"

#include "pnml/reader.h"
#include "pnml/to_lua.h"
#include "xml/parse_source.h"

namespace mcc {

LoadedNet LoadNet(const std::string& path, const base::Budget* budget) {
  return LoadNetText(xml::ReadFile(path), path, budget);
}

LoadedNet LoadNetText(std::string_view text, const std::string& path, const base::Budget* budget) {
  LoadedNet loaded;
  loaded.net = pnml::ReadNet(text, path);
  const pnml::Translation translation = pnml::ToLua(loaded.net, path);
  cpn::lua::LoadOptions options;
  options.budget = budget;
  loaded.model = cpn::lua::LuaModel::LoadText(translation.text, path + ".lua", options);
  const cpn::Net& net = loaded.model->net();
  for (const std::string& place : translation.places) {
    loaded.places.push_back(net.FindPlace(place).value());
  }
  for (const std::string& transition : translation.transitions) {
    loaded.transitions.push_back(net.FindTransition(transition).value());
  }
  return loaded;
}

}  // namespace mcc
