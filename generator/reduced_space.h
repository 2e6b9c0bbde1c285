// Which reduction a test case specification allows, and whether a reduced state space is good for
// its cases.
//
// Why cases stay the same is proved in docs/reductions.md: each maximal run to a dead marking
// occurs in the reduced space with its steps in another order; steps that are visible keep theirs.
//
// Thread safety: free functions; as the model (one worker).
#pragma once

#include <string>

#include "cpn/explore/state_space.h"
#include "cpn/lua/lua_model.h"
#include "cpn/reduce/reduction.h"

namespace generator {

/// Stubborn sets for the cases of `specification`: where a case is a set that no goal ends, its
/// observations may commute; otherwise what is observed, and the goal, keep their order. Throws
/// ModelError for a goal that is a function of markings.
cpn::ReductionOptions StubbornFor(const cpn::lua::LuaModel& model,
                                  const cpn::lua::TestSpecification& specification);

/// Why the cases of a space that was explored with StubbornFor() may not be all: a sentence
/// without a full stop. Empty: they are all. Requires a complete space.
std::string WhyNotAllCases(const cpn::Engine& engine, const cpn::StateSpace& space);

}  // namespace generator
