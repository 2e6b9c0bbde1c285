// State-space-based generation from orbits: all test cases that the model has, from one marking of
// each orbit (docs/symmetry.md).
//
// Thread safety: as the model (one worker).
#pragma once

#include "base/progress.h"
#include "cpn/lua/lua_model.h"
#include "cpn/symmetry/symmetry.h"
#include "generator/raw_cases.h"
#include "generator/state_space_options.h"

namespace generator {

/// What GenerateFromStateSpace() finds, from the orbits of `symmetry`, which is the model's; but
/// numbers of states and arcs are of orbits, and endless components are counted up to symmetry. It
/// throws the same, but without the run to where the observe function fails, and
/// symmetry::EffortExceeded. Requires `options.observations` 0.
RawCases GenerateFromOrbits(cpn::lua::LuaModel& model, cpn::lua::TestSpecification& specification,
                            const cpn::symmetry::Symmetry& symmetry,
                            const StateSpaceOptions& options, base::Progress& progress);

}  // namespace generator
