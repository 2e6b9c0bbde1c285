// ASK-CTL formulas as a model states them: plain data that says what a property means; nothing here
// evaluates it.
//
// Invariants of a formula that a model loader returned:
//  1. The number of operands is that of the operator (see Operator).
//  2. Sorts fit: an operator's operands are about states or about arcs, all alike; kModal changes
//     it. Path operators read their operands along the arcs of paths when these are about arcs,
//     along the states otherwise.
//  3. A property's formula is about states, or about either.
// Thread safety: plain values. Source: Cheng, Christensen & Mortensen, "Model checking coloured
// Petri nets exploiting strongly connected components" (1997); the semantics is over maximal paths
// (docs/properties.md).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cpn/net/model.h"
#include "cpn/values/error.h"

namespace cpn::ctl {

enum class Operator : std::uint8_t {
  kTrue,           ///< TT
  kFalse,          ///< FF
  kStateFunction,  ///< NF: a predicate over markings
  kArcPattern,     ///< AF: an occurrence of a transition with some values bound
  kNot,            ///< one operand
  kAnd,            ///< two or more operands
  kOr,             ///< two or more operands
  kPos,            ///< one operand: on some path, somewhere
  kInv,            ///< one operand: on all paths, everywhere
  kEv,             ///< one operand: on all paths, somewhere
  kAlong,          ///< one operand: on some path, everywhere
  kExistUntil,     ///< operands: hold, until
  kForallUntil,    ///< operands: hold, until
  kExistNext,      ///< one operand: after some step
  kForallNext,     ///< one operand: after every step
  kModal,          ///< one operand of the other sort: in a state, on some arc out of it
  kExistModal,     ///< operands: about arcs, about states: on some arc, and in the state after it
  kForallModal,    ///< operands: about arcs, about states: on each such arc, in the state after it
};

/// As models write it: "EXIST_UNTIL".
std::string_view NameOf(Operator op);

/// Handle of a predicate over markings; the loader that made the formula can call it.
using StateFunctionId = std::uint32_t;

/// An occurrence of `transition` of `module`, in any instance, whose binding has these values.
struct ArcPattern {
  ModuleId module = 0;
  std::uint32_t transition = 0;  ///< index into ModuleDeclaration::transitions
  /// Indices into TransitionDeclaration::variables, ascending, with the value that each must have.
  std::vector<std::pair<std::uint32_t, Value>> values;
};

/// What a formula is about. kEither: TT, FF, and path operators over arcs, since a path begins in a
/// state as well as with an arc; and what is made of them alone.
enum class Sort : std::uint8_t { kEither, kState, kArc };

/// What a formula is about that `op` makes of operands about these, which must fit (invariant 2).
Sort SortOf(Operator op, std::span<const Sort> operands);

struct Formula {
  Operator op = Operator::kTrue;
  Sort sort = Sort::kEither;
  std::vector<Formula> operands;
  StateFunctionId state_function = 0;  ///< kStateFunction only
  ArcPattern arc_pattern;              ///< kArcPattern only
  SourceLocation where;
  std::string name;  ///< what the model calls it, for messages; may be empty
};

/// A named claim about the model: the formula holds in the initial marking.
struct Property {
  std::string name;
  Formula formula;
  SourceLocation where;
};

}  // namespace cpn::ctl
