#include "tests/cpntools/translated.h"

namespace cpntools::testing {

std::string Problems(const Translation& translation) {
  std::string text;
  for (const Problem& problem : translation.problems) text += ProblemText(problem) + "\n";
  return text;
}

std::unique_ptr<cpn::lua::LuaModel> Load(const Translation& translation, const std::string& name,
                                         const std::map<std::string, std::string>& parameters) {
  cpn::lua::LoadOptions options;
  options.parameters = parameters;
  return cpn::lua::LuaModel::LoadText(translation.lua, name + ".lua", options);
}

}  // namespace cpntools::testing
