// The state space as a labelled transition system in the Aldebaran format (.aut), which CADP,
// mCRL2, LTSmin and others read.
//
// "des (0, ARCS, NODES)", then "(FROM, \"LABEL\", TO)" for each arc, in the space's order. Nodes
// are numbered from 0, the initial marking. A label is the binding element as
// Engine::FormatElement() writes it; the format has no way to escape, so " becomes ', and line
// breaks and other control characters become spaces. Source: CADP manual page "aut"; mCRL2 manual,
// "The Aldebaran format".
#pragma once

#include <functional>
#include <string_view>

#include "cpn/engine/engine.h"
#include "cpn/explore/state_space.h"

namespace cpn::report {

/// Hands the file to `write`, piece by piece. The graph of a partial exploration has the nodes that
/// are not expanded, without arcs.
void WriteAldebaran(const Engine& engine, const StateSpace& space,
                    const std::function<void(std::string_view)>& write);

}  // namespace cpn::report
