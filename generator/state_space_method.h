// State-space-based generation: all test cases that the model has, each once.
//
// Thread safety: as the model (one worker).
#pragma once

#include "base/progress.h"
#include "cpn/lua/lua_model.h"
#include "generator/label_table.h"
#include "generator/observation_table.h"
#include "generator/observed_graph.h"
#include "generator/path_cases.h"
#include "generator/raw_cases.h"
#include "generator/state_space_options.h"

namespace generator {

/// Explores the model and takes the cases of all its paths (path_cases.h), or of all its observed
/// binding elements, as the specification's scope says; both up to the specification's goal.
/// Throws LimitReached, StopError, ModelError when sequences are asked for that are infinitely
/// many, and cpn::ExplorationError when the model fails in a marking, or its observe function in a
/// step.
RawCases GenerateFromStateSpace(cpn::lua::LuaModel& model,
                                cpn::lua::TestSpecification& specification,
                                const StateSpaceOptions& options, base::Progress& progress);

/// The cases of an observed graph of the model with these observations; `states` and `arcs` of the
/// result are left 0. Throws LimitReached and ModelError as GenerateFromStateSpace() does.
RawCases CasesOf(const ObservedGraph& graph, const cpn::lua::TestSpecification& specification,
                 const ObservationTable& observations, const StateSpaceOptions& options);

/// The same of cases of whole runs that somebody has found, with these labels.
RawCases CasesOf(const PathCases& cases, const cpn::lua::TestSpecification& specification,
                 const LabelTable& labels, const StateSpaceOptions& options);

}  // namespace generator
