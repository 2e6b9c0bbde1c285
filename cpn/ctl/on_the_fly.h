// Decides INV and POS of plain state formulas, and boolean combinations of such, while the state
// space grows.
//
// Invariant: it only says when enough of the space is known. The verdicts come from labelling that
// part, so they do not depend on provisional node numbers.
// Thread safety: none.
#pragma once

#include <exception>
#include <optional>
#include <vector>

#include "cpn/ctl/program.h"
#include "cpn/ctl/state_function_memo.h"
#include "cpn/explore/state_space.h"

namespace cpn::ctl {

class OnTheFly {
 public:
  /// Both must outlive it.
  OnTheFly(const Program* program, StateFunctionMemo* memo) : program_(program), memo_(memo) {}

  /// Can the formula, about the initial marking, be decided so?
  bool Applies(SubformulaId formula) const;
  /// Requires Applies().
  void Add(SubformulaId formula);
  /// Looks at a new breadth-first level. True: all formulas added are decided, or cannot be since a
  /// state function fails, which labelling will report.
  bool Visit(const StateSpace& space, NodeId first, NodeId last);

 private:
  bool IsPlain(SubformulaId formula) const;
  void AddSearches(SubformulaId formula);
  /// Of a plain state formula.
  bool Holds(SubformulaId formula, const StateSpace& space, NodeId node);
  /// What is known of it, given what was found so far.
  std::optional<bool> Decide(SubformulaId formula) const;
  void Search(const StateSpace& space, NodeId first, NodeId last);

  const Program* program_;
  StateFunctionMemo* memo_;
  std::vector<SubformulaId> formulas_;
  std::vector<SubformulaId> searches_;  // INV, POS, and plain formulas about the initial marking
  std::vector<std::optional<bool>> known_;  // by subformula
};

}  // namespace cpn::ctl
