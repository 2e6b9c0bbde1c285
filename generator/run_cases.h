// Test cases of given runs, such as the witnesses and counterexamples of properties.
//
// A run is observed up to the goal of the specification, if it has one. Where it is not over then,
// it goes on without stimuli until the system has answered, as a case of N observations does
// (prefix_cases.h): a case that stopped earlier would say that responses which are on their way do
// not come. Of several answers one is taken, always the same. Thread safety: as the model.
#pragma once

#include <vector>

#include "cpn/lua/lua_model.h"
#include "generator/raw_cases.h"

namespace generator {

struct RunCases {
  RawCases raw;
  /// By run, its cases (several where each occurrence is one): indices into raw.cases.
  std::vector<std::vector<std::uint32_t>> of_run;
};

/// `runs` are binding elements from the initial marking, which can occur in this order; each run is
/// a case, or each of its observed occurrences, as the specification's scope says. Throws
/// ModelError.
RunCases CasesOfRuns(cpn::lua::LuaModel& model, cpn::lua::TestSpecification& specification,
                     const std::vector<std::vector<cpn::BindingElementId>>& runs);

}  // namespace generator
