// A picture of a small state space: a box for each marking with its number and its tokens, an arrow
// for each binding element. Graphviz does the layout.
//
// Conventions: markings are numbered from 1, the initial one, whose outline is bold; dead markings
// are grey; those that a limited exploration has not expanded are dashed. Rows are breadth-first
// levels.
//
// Thread safety: free functions without state.
#pragma once

#include <cstddef>
#include <string>

#include "base/budget.h"
#include "cpn/engine/engine.h"
#include "cpn/explore/state_space.h"

namespace cpn::draw {

/// More cannot be read, nor laid out in reasonable time.
constexpr std::size_t kMostDrawnNodes = 250;
constexpr std::size_t kMostDrawnArcs = 1000;

/// The picture in Graphviz's DOT language. Requires that it is within the limits.
std::string DrawStateSpaceDot(const Engine& engine, const StateSpace& space);
/// The picture as SVG. Requires that it is within the limits. Throws GraphvizError.
std::string DrawStateSpaceSvg(const Engine& engine, const StateSpace& space,
                              const base::Budget* budget = nullptr);

}  // namespace cpn::draw
