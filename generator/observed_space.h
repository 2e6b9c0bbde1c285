// The state space of a model as test generation sees it, with the way back: which marking each node
// of the observed graph is, and which binding element each of its arcs.
//
// Invariant: `nodes` is parallel to the graph's nodes and `elements` to its arcs. Where the
// specification has a goal, the graph ends there: nodes that are goals have no arcs, and what can
// be reached only through one is not there.
// The model's engine must outlive the space. Thread safety: as cpn::StateSpace.
#pragma once

#include <limits>
#include <string>
#include <vector>

#include "base/progress.h"
#include "cpn/explore/state_space.h"
#include "cpn/lua/lua_model.h"
#include "generator/observed_graph.h"
#include "generator/observer.h"
#include "generator/state_space_options.h"

namespace generator {

/// The node that all occurrences of a goal's transition lead to: no marking in particular.
constexpr cpn::NodeId kBehindGoal = std::numeric_limits<cpn::NodeId>::max();

struct ObservedSpace {
  cpn::StateSpace space;
  ObservedGraph graph;
  std::vector<cpn::NodeId> nodes;               ///< by node of the graph
  std::vector<cpn::BindingElementId> elements;  ///< by arc of the graph
  std::string unreduced;                        ///< as RawCases::unreduced
};

/// Explores the model and observes it, up to the goal of `specification`, which `observer` is of.
/// Throws LimitReached, StopError, and cpn::ExplorationError when the model fails in a marking, or
/// its observe function in a step.
ObservedSpace ObserveSpace(cpn::lua::LuaModel& model,
                           const cpn::lua::TestSpecification& specification, Observer& observer,
                           const StateSpaceOptions& options, base::Progress& progress);

/// The space that cases are taken from, reduced where `options` ask for it and it leaves all cases:
/// else `unreduced` says why not. `symmetry`: its orbits; null: its markings. Throws as
/// ObserveSpace() does, but for what is observed.
cpn::StateSpace ExploreForCases(cpn::lua::LuaModel& model,
                                const cpn::lua::TestSpecification& specification,
                                const StateSpaceOptions& options, base::Progress& progress,
                                std::string& unreduced,
                                const cpn::symmetry::Symmetry* symmetry = nullptr);

/// How to explore for test cases, all of them; `progress` must outlive the result.
cpn::ExplorationOptions ExplorationFor(const StateSpaceOptions& options, base::Progress& progress);

/// Requires that an exploration for test cases has come to its end. Throws LimitReached and
/// StopError, with `hints`.
void RequireComplete(cpn::ExplorationEnd end, const std::vector<std::string>& hints,
                     const StateSpaceOptions& options);

/// The whole state space of a model, of which nothing is observed. Throws as ObserveSpace().
ObservedSpace UnobservedSpace(cpn::lua::LuaModel& model, const StateSpaceOptions& options,
                              base::Progress& progress);

}  // namespace generator
