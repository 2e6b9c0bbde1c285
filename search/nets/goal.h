// What a property of a model asks of a search.
//
//   INV(POS(F)), INV(EV(F))   liveness: F comes to hold again and again
//   INV(F)                    safety: F holds in every marking
//
// F is plain: made of NF, NOT, AND, OR, TT and FF.
// Thread safety: plain values.
#pragma once

#include <string>
#include <variant>

#include "cpn/ctl/formula.h"

namespace search::nets {

struct Goal {
  bool is_liveness = true;
  bool is_of_all_runs = false;  ///< EV: a run may miss F although it stays within reach
  const cpn::ctl::Formula* condition = nullptr;  ///< F
};

/// The goal of the property, or why it has none: a sentence without its full stop.
std::variant<Goal, std::string> GoalOf(const cpn::ctl::Property& property);

}  // namespace search::nets
