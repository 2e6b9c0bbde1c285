// Where a run stops that goes on: at the occurrence of a transition, when the tokens of a place
// change, when a condition becomes true, at the first live state of a property or where a safety
// property fails; at an event of a node, a crash, what a regular expression finds, the critical
// step.
//
// Plain values; copies share the expression. Thread safety: as plain values.
#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "base/regular_expression.h"
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
    kText,        ///< the text of a step has `pattern`
    kEvent,       ///< a step of `node` has the name `event`; empty: any
    kCrash,       ///< `node` crashes; empty: any does
  };
  std::size_t number = 0;  ///< by which people name it
  Kind kind = Kind::kTransition;
  std::string text = {};  ///< for people: "transition Send", "if #M.Sent > 1"
  cpn::TransitionId transition = 0;
  cpn::PlaceId place = 0;
  cpn::ctl::Formula condition = {};  ///< kCondition, kLive, kViolated; plain
  std::string node = {};
  std::string event = {};
  std::shared_ptr<const base::RegularExpression> pattern = {};
};

/// Why a run has stopped.
struct Stop {
  std::size_t step = 0;        ///< that was taken last
  std::size_t breakpoint = 0;  ///< its number; 0: none
  std::string text = {};       ///< what was met, or that the run is at its end
};

}  // namespace debugger
