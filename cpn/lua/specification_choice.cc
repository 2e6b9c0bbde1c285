#include "cpn/lua/specification_choice.h"

#include <fmt/format.h>

#include <vector>

#include "cpn/lua/text/suggest.h"

namespace cpn::lua {

TestSpecification& ChooseSpecification(const LuaModel& model, const std::string& name,
                                       std::string_view option) {
  if (!name.empty()) return model.Specification(name);
  const auto& all = model.specifications();
  if (all.size() == 1) return *all.front();
  std::vector<std::string> names;
  for (const auto& specification : all) names.push_back(specification->name());
  throw ModelError(
      {model.files().front(), 0, 0},
      all.empty() ? "the model has no test case specification; test \"NAME\" { ... } makes one"
                  : fmt::format("the model has {} test case specifications; say which one with "
                                "{} NAME: {}",
                                all.size(), option, Listing(names)));
}

}  // namespace cpn::lua
