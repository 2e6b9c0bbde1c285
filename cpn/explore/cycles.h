// Whether runs of a state space can go on for ever: what a reduced one is asked before it is taken
// for the whole (docs/reductions.md).
//
// Thread safety: free functions without state.
#pragma once

#include <cstdint>

#include "cpn/explore/state_space.h"

namespace cpn {

enum class Cycles : std::uint8_t {
  kNone,     ///< every run ends
  kLeft,     ///< some run goes on for ever, and from everywhere a dead marking can be reached
  kEndless,  ///< somewhere no dead marking can be reached
};

/// Of a complete space.
Cycles CyclesOf(const StateSpace& space);

/// A space that stubborn sets have reduced has these cycles: has every maximal run of the net a
/// counterpart in it with the same steps? Not where steps can be put off for ever.
bool KeepsAllRuns(const Engine& engine, Cycles cycles);

}  // namespace cpn
