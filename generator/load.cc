#include "generator/load.h"

#include "pnml/reader.h"
#include "pnml/to_lua.h"

namespace generator {

std::unique_ptr<cpn::lua::LuaModel> LoadModelFor(const ModelArguments& arguments) {
  cpn::lua::LoadOptions options;
  options.parameters = arguments.parameters;
  if (arguments.path.ends_with(".pnml")) {
    const pnml::Net net = pnml::ReadNetFile(arguments.path);
    return cpn::lua::LuaModel::LoadText(pnml::ToLua(net, arguments.path).text,
                                        arguments.path + ".lua", options);
  }
  return cpn::lua::LuaModel::Load(arguments.path, options);
}

std::string ParametersText(const cpn::lua::LuaModel& model) {
  std::string text;
  for (const cpn::lua::Parameter& parameter : model.parameters()) {
    if (!text.empty()) text += ", ";
    text += parameter.name + " = " + parameter.value;
  }
  return text;
}

}  // namespace generator
