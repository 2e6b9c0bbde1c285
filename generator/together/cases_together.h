// State-space-based generation by several ranks that share the space.
//
// Cases of whole runs are found where the markings are (shared_families.h), those of occurrences
// need no more than labels. For cases of N observations rank 0 gathers the graph, as numbers
// (cpn/distributed/gathered_graph.h), and does what one process does.
// Thread safety: one per rank.
#pragma once

#include <optional>

#include "cpn/distributed/rank.h"
#include "cpn/lua/lua_model.h"
#include "generator/raw_cases.h"
#include "generator/state_space_options.h"

namespace generator {

/// Collective: explores, and finds the cases, at rank 0; nothing on the others. They are those of
/// GenerateFromStateSpace(), and it throws the same, but without the run to a failure. `rank`
/// explores the model that `specification` is of, with ExplorationFor(options).
std::optional<RawCases> TogetherGenerate(cpn::distributed::Rank& rank, cpn::lua::LuaModel& model,
                                         cpn::lua::TestSpecification& specification,
                                         const StateSpaceOptions& options);

}  // namespace generator
