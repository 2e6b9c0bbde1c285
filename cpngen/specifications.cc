#include "cpngen/specifications.h"

#include <fmt/format.h>

#include <vector>

#include "cpn/lua/text/suggest.h"
#include "generator/observer.h"

namespace cpngen {

using cpn::lua::LuaModel;
using cpn::lua::TestSpecification;

TestSpecification& ChooseSpecification(LuaModel& model, const std::string& name) {
  if (!name.empty()) return model.Specification(name);
  const auto& all = model.specifications();
  if (all.size() == 1) return *all.front();
  std::vector<std::string> names;
  for (const auto& specification : all) names.push_back(specification->name());
  throw cpn::ModelError(
      {model.files().front(), 0, 0},
      all.empty() ? "the model has no test case specification; test \"NAME\" { ... } makes one"
                  : fmt::format("the model has {} test case specifications; say which one with "
                                "--spec NAME: {}",
                                all.size(), cpn::lua::Listing(names)));
}

void RequireObservations(LuaModel& model, TestSpecification& specification) {
  if (generator::Observer(model, specification).ObservesAnything()) return;
  throw cpn::ModelError(
      specification.where(),
      fmt::format("test \"{}\" observes nothing: no transition of the net is in its observe table",
                  specification.name()));
}

}  // namespace cpngen
