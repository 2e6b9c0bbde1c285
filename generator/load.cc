#include "generator/load.h"

namespace generator {

std::unique_ptr<cpn::lua::LuaModel> LoadModelFor(const ModelArguments& arguments) {
  cpn::lua::LoadOptions options;
  options.parameters = arguments.parameters;
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
