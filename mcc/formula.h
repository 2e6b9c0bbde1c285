// The formulas of the Model Checking Contest: about the numbers of tokens on places and about which
// transitions can fire. Plain data; formula_reader.h makes it.
//
// Invariants of what ReadProperties() returned: operands are as many as the kind says, and places
// and transitions are ids that the net has.
// Plain values. Source: https://mcc.lip6.fr (property language of the contest).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "xml/element.h"

namespace mcc {

/// Indices into pnml::Net::places or ::transitions.
using Indices = std::vector<std::size_t>;

/// A number: a constant, or the tokens on some places together, whatever their colours.
struct Number {
  bool is_constant = true;
  std::int64_t constant = 0;
  Indices places;
};

enum class FormulaKind : std::uint8_t {
  kLessOrEqual,  ///< of two numbers
  kFireable,     ///< some binding of one of the transitions is enabled
  kNot,          ///< one operand
  kAnd,          ///< one or more
  kOr,           ///< one or more
  kExistsNext,   ///< these four: one operand
  kExistsFinally,
  kExistsGlobally,
  kForallNext,
  kForallFinally,
  kForallGlobally,
  kExistsUntil,  ///< operands: before, reach
  kForallUntil,
};

struct Formula {
  FormulaKind kind = FormulaKind::kAnd;
  std::vector<Formula> operands;
  Number left;  ///< kLessOrEqual
  Number right;
  Indices transitions;  ///< kFireable
  base::Position position;
};

/// A formula to be decided, or places whose most tokens are asked for.
struct Property {
  std::string id;
  bool is_bound = false;
  Formula formula;
  Indices places;
};

}  // namespace mcc
