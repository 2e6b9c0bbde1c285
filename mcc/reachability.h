// Decides reachability formulas: EF and AG of formulas about single markings, and what and, or and
// not make of them.
//
// How it works: the net is explored in rounds, each for several times as many markings as the one
// before. A marking is looked at once, by the formulas that are not decided yet; which transitions
// can fire in it, its arcs say. When all formulas are decided nothing more is explored.
// Invariant: an answer is sure; what a limit leaves open has none.
// Thread safety: none; as the net's engine.
#pragma once

#include <optional>
#include <vector>

#include "cpn/explore/exploration.h"
#include "mcc/formula.h"
#include "mcc/loaded_net.h"

namespace mcc {

/// Is it one?
bool IsReachability(const Formula& formula);

/// What each formula says of the initial marking, where that is sure. Requires IsReachability() of
/// all of them. Throws cpn::ModelError.
std::vector<std::optional<bool>> DecideReachability(LoadedNet& net,
                                                    const std::vector<Formula>& formulas,
                                                    const cpn::ExplorationOptions& limits);

}  // namespace mcc
