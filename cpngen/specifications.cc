#include "cpngen/specifications.h"

#include <fmt/format.h>

#include "generator/observer.h"

namespace cpngen {

using cpn::lua::LuaModel;
using cpn::lua::TestSpecification;

void RequireObservations(LuaModel& model, TestSpecification& specification) {
  if (generator::Observer(model, specification).ObservesAnything()) return;
  throw cpn::ModelError(
      specification.where(),
      fmt::format("test \"{}\" observes nothing: no transition of the net is in its observe table",
                  specification.name()));
}

}  // namespace cpngen
