// Fairness properties of transition instances.
//
// In every infinite occurrence sequence that begins in the initial marking, a transition that is
//   impartial  occurs infinitely often;
//   fair       occurs infinitely often, if it is enabled infinitely often;
//   just       occurs or is disabled again after each marking that enables it.
// Each implies the next. A transition counts as enabled where it has an arc, so that one which a
// higher priority keeps from occurring is not. A finite graph has such a sequence if and only if it
// has a cycle: t is impartial when no cycle is without t, fair when no cycle without t goes through
// a node that enables t, and just when no cycle without t goes through nodes that all enable t.
// Thread safety: free functions without state.
// Sources: Jensen, "Coloured Petri Nets", vol. 1 (1997), ch. 4; Jensen & Kristensen (2009), ch. 9;
// CPN Tools State Space Manual (2006).
#pragma once

#include <cstdint>
#include <vector>

#include "cpn/report/labelled_graph.h"

namespace cpn::report {

enum class Fairness : std::uint8_t { kImpartial, kFair, kJust, kNone };

/// The strongest property of each transition instance, as CPN Tools gives it. Requires that the
/// graph is complete; without a cycle, all are impartial.
std::vector<Fairness> FindFairness(const LabelledGraph& graph);

}  // namespace cpn::report
