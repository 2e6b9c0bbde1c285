// Where a run stops that goes on: at the occurrence of a transition, when the tokens of a place
// change, when a condition becomes true, at the first live state of a property or where a safety
// property fails, at the critical step.
//
// Plain values. Thread safety: as plain values.
#pragma once

#include <cstddef>
#include <string>

#include "cpn/ctl/formula.h"
#include "cpn/net/net.h"

namespace debugger {

struct Breakpoint {
  enum class Kind {
    kTransition,  ///< it occurs
    kPlace,       ///< its tokens change
    kCondition,   ///< `condition` becomes true
    kLive,        ///< the condition of a liveness property becomes true
    kViolated,    ///< the condition of a safety property becomes false
    kCritical,    ///< the step that the trace calls critical
  };
  std::size_t number = 0;  ///< by which people name it
  Kind kind = Kind::kTransition;
  std::string text = {};  ///< for people: "transition Send", "if #M.Sent > 1"
  cpn::TransitionId transition = 0;
  cpn::PlaceId place = 0;
  cpn::ctl::Formula condition = {};  ///< kCondition, kLive, kViolated; plain
};

/// Why a run has stopped.
struct Stop {
  std::size_t step = 0;        ///< that was taken last
  std::size_t breakpoint = 0;  ///< its number; 0: none
  std::string text = {};       ///< what was met, or that the run is at its end
};

}  // namespace debugger
