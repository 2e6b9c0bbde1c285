#include "generator/load.h"

#include <filesystem>

#include "pnml/reader.h"
#include "pnml/to_lua.h"

namespace generator {

std::string TranslatePnml(const std::string& path) {
  const std::string source = std::filesystem::path(path).filename().string();
  return pnml::ToLua(pnml::ReadNetFile(path), source).text;
}

std::unique_ptr<cpn::lua::LuaModel> LoadModelFor(const ModelArguments& arguments) {
  cpn::lua::LoadOptions options;
  options.parameters = arguments.parameters;
  if (arguments.path.ends_with(".pnml")) {
    return cpn::lua::LuaModel::LoadText(TranslatePnml(arguments.path), arguments.path + ".lua",
                                        options);
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
