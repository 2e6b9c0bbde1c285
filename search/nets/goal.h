// What a property of a model asks of a search.
//
//   INV(POS(F)), INV(EV(F))   liveness: F comes to hold again and again
//   INV(F)                    safety: F holds in every marking
//
// F is plain: made of NF, NOT, AND, OR, TT and FF.
// Thread safety: plain values.
#pragma once

#include <cstdint>
#include <string>
#include <variant>

#include "cpn/ctl/formula.h"
#include "cpn/ctl/state_function_memo.h"

namespace search::nets {

struct Goal {
  bool is_liveness = true;
  bool is_of_all_runs = false;  ///< EV: a run may miss F although it stays within reach
  const cpn::ctl::Formula* condition = nullptr;  ///< F
};

/// The goal of the property, or why it has none: a sentence without its full stop.
std::variant<Goal, std::string> GoalOf(const cpn::ctl::Property& property);

/// Is the plain formula true of the marking? `at(place)` is the place's. Throws ModelError.
template <typename PlaceMarkings>
bool IsTrue(const cpn::ctl::Formula& plain, cpn::ctl::StateFunctionMemo& memo,
            const PlaceMarkings& at) {
  using cpn::ctl::Operator;
  switch (plain.op) {
    case Operator::kTrue:
      return true;
    case Operator::kStateFunction:
      return memo.Holds(plain.state_function, at);
    case Operator::kNot:
      return !IsTrue(plain.operands.front(), memo, at);
    case Operator::kAnd:
      for (const cpn::ctl::Formula& operand : plain.operands) {
        if (!IsTrue(operand, memo, at)) return false;
      }
      return true;
    case Operator::kOr:
      for (const cpn::ctl::Formula& operand : plain.operands) {
        if (IsTrue(operand, memo, at)) return true;
      }
      return false;
    default:
      return false;
  }
}

}  // namespace search::nets
