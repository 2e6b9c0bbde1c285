// The distinct subformulas of some properties, operands first: equal ones of several properties are
// one and are labelled once.
//
// Invariants:
//  1. Operands have smaller ids than what is made of them.
//  2. Each subformula is read about markings or about arcs. A formula that may be either
//     (Sort::kEither) is there once for each reading that is needed.
// Thread safety: reading from any thread.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "cpn/ctl/formula.h"

namespace cpn::ctl {

using SubformulaId = std::uint32_t;

enum class About : std::uint8_t { kStates, kArcs };

struct Subformula {
  Operator op = Operator::kTrue;
  About about = About::kStates;
  std::vector<SubformulaId> operands;
  /// What the operands are about; those of a kExistModal and kForallModal: arcs, then states.
  About operands_about = About::kStates;
  /// Of a path operator about an arc: the same about the marking after that arc, which begins the
  /// rest of the path.
  std::optional<SubformulaId> from_state;
  StateFunctionId state_function = 0;
  ArcPattern arc_pattern;
  SourceLocation where;  ///< of the first one
  std::string name;      ///< of the first one; may be empty
  /// No step away: said of a marking by that marking, of an arc by its binding element alone.
  bool is_local = true;
  /// Could say something else if dead markings repeated themselves for ever.
  bool depends_on_dead = false;
};

class Program {
 public:
  /// `formula` must be well formed (formula.h) and fit what it is `about`.
  SubformulaId Add(const Formula& formula, About about = About::kStates);

  const Subformula& operator[](SubformulaId id) const { return subformulas_[id]; }
  std::size_t size() const { return subformulas_.size(); }

 private:
  SubformulaId Intern(Subformula subformula);

  std::vector<Subformula> subformulas_;
  std::map<std::vector<std::uint32_t>, SubformulaId> index_;  // by what makes them equal
};

/// POS, INV, EV, ALONG and the untils.
inline bool IsPathOperator(Operator op) {
  return op >= Operator::kPos && op <= Operator::kForallUntil;
}

}  // namespace cpn::ctl
