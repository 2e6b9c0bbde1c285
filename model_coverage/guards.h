// How the guards of transitions are evaluated in the markings of a model: for each candidate (a
// binding that is enabled but for the guard, cpn/engine/candidates.h) the values of the conditions.
//
// A transition's guard is one decision: all elements of its guard list must hold. Its conditions
// are the operands of `and`, `or` and `not` in them (cpn/lua/run/conditions.h). They are evaluated
// as Lua does, from left to right and no further than needed; those elements come first that read
// nothing which a let computes, as in the engine. A condition that is not reached has no value.
//
// MC/DC: a condition is shown to decide by two evaluations of the decision with different outcomes,
// in which it has different values, and every other condition the same value, or none in one of the
// two. (Unique-cause MC/DC, where conditions that are not evaluated are masked.)
//
// In a marking only those transitions are evaluated whose priority is not below that of the
// transitions that are enabled there.
// Thread safety: as the model. Source: Hayhurst et al., "A practical tutorial on modified
// condition/decision coverage", NASA/TM-2001-210876.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "cpn/engine/candidates.h"
#include "cpn/lua/lua_model.h"

namespace model_coverage {

/// One evaluation of a guard.
struct Evaluation {
  std::string values;  ///< by condition: 'T', 'F', or '-' where it was not evaluated
  bool outcome = false;
  friend auto operator<=>(const Evaluation&, const Evaluation&) = default;
};

/// Do the two show that the condition decides?
bool ShowsToDecide(const Evaluation& a, const Evaluation& b, std::size_t condition);

class Guards {
 public:
  /// The model must outlive it.
  explicit Guards(cpn::lua::LuaModel& model, const base::Budget* budget = nullptr);

  /// Has the transition a guard that is no binding of variables alone?
  bool Has(cpn::TransitionId transition) const { return !decisions_[transition].parts.empty(); }
  /// The texts of its conditions.
  const std::vector<std::string>& ConditionsOf(cpn::TransitionId transition) const {
    return decisions_[transition].texts;
  }
  /// The evaluations of all guards in a marking: transitions, and numbers of their evaluations; in
  /// order, each once. Throws ModelError.
  std::vector<std::pair<cpn::TransitionId, std::uint32_t>> In(const cpn::Marking& marking);
  /// The evaluations that were met so far, by number.
  const std::vector<Evaluation>& EvaluationsOf(cpn::TransitionId transition) const {
    return decisions_[transition].evaluations;
  }

 private:
  /// An element of a guard list.
  struct Part {
    cpn::FunctionId function = 0;
    std::vector<std::uint32_t> reads;  ///< variables
    std::size_t first = 0;             ///< number of its first condition
    const cpn::lua::BooleanExpression* tree = nullptr;
  };
  struct Of {
    std::vector<Part> parts;  ///< in the order of evaluation
    std::vector<std::string> texts;
    std::vector<Evaluation> evaluations;
    std::map<Evaluation, std::uint32_t> numbers;
    /// By the markings of the places that decide.
    std::map<std::vector<std::uint32_t>, std::vector<std::uint32_t>> memo;
  };

  void Split(cpn::TransitionId transition);
  const std::vector<std::uint32_t>& Find(cpn::TransitionId transition, const cpn::Marking& marking);
  bool Evaluate(const Of& decision, std::span<const cpn::Value> binding, Evaluation& evaluation);
  bool Evaluate(const Part& part, const cpn::lua::BooleanExpression& tree,
                std::span<const cpn::Value> arguments, std::string& values);

  cpn::lua::LuaModel& model_;
  cpn::Candidates candidates_;
  std::vector<Of> decisions_;  ///< by transition
};

}  // namespace model_coverage
