// How the decisions of a model are evaluated: its guards, and the conditions of its arcs.
//
// A guard is one decision, also where it is a list: all elements must hold. It is evaluated for
// each candidate (a binding that is enabled but for the guard, cpn/engine/candidates.h) in each
// marking, unless a transition of higher priority is enabled there. The condition of an arc
// (`when`) is a decision, too, evaluated by each occurrence of its transition.
//
// The conditions of a decision are the operands of `and`, `or` and `not` in it
// (cpn/lua/run/conditions.h). They are evaluated as Lua does, from left to right and no further
// than needed; those elements of a guard list come first that read nothing which a let computes, as
// in the engine. A condition that is not reached has no value.
//
// MC/DC: a condition is shown to decide by two evaluations of the decision with different outcomes,
// in which it has different values, and every other condition the same value, or none in one of the
// two. (Unique-cause MC/DC, where conditions that are not evaluated are masked.)
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

/// Numbers of a model's decisions: guards are numbered as their transitions, arcs come after them.
using DecisionId = std::uint32_t;

/// One evaluation of a decision.
struct Evaluation {
  std::string values;  ///< by condition: 'T', 'F', or '-' where it was not evaluated
  bool outcome = false;
  friend auto operator<=>(const Evaluation&, const Evaluation&) = default;
};

/// Do the two show that the condition decides?
bool ShowsToDecide(const Evaluation& a, const Evaluation& b, std::size_t condition);

class Decisions {
 public:
  /// The model must outlive it.
  explicit Decisions(cpn::lua::LuaModel& model, const base::Budget* budget = nullptr);

  /// All of them; those of transitions without a guard have no conditions.
  DecisionId count() const { return static_cast<DecisionId>(decisions_.size()); }
  /// The texts of its conditions.
  const std::vector<std::string>& ConditionsOf(DecisionId decision) const {
    return decisions_[decision].texts;
  }
  /// "Net.T: the guard", "Net.T: the condition of the arc with P".
  std::string NameOf(DecisionId decision) const;
  cpn::TransitionId TransitionOf(DecisionId decision) const {
    return decisions_[decision].transition;
  }

  /// A decision, and the number of one of its evaluations.
  using Evaluated = std::pair<DecisionId, std::uint32_t>;
  /// The evaluations of all guards in a marking, in order, each once. Throws ModelError.
  std::vector<Evaluated> In(const cpn::Marking& marking);
  /// The evaluations of conditions of arcs by an occurrence. Throws ModelError.
  const std::vector<Evaluated>& Of(cpn::BindingElementId element);
  /// The evaluations of a decision that were met so far, by number.
  const std::vector<Evaluation>& EvaluationsOf(DecisionId decision) const {
    return decisions_[decision].evaluations;
  }

 private:
  /// An element of a guard list, or the condition of an arc.
  struct Part {
    cpn::FunctionId function = 0;
    std::vector<std::uint32_t> reads;  ///< variables
    std::size_t first = 0;             ///< number of its first condition
    const cpn::lua::BooleanExpression* tree = nullptr;
  };
  struct Decided {
    cpn::TransitionId transition = 0;
    std::string place;        ///< of an arc; empty: a guard
    std::vector<Part> needs;  ///< of an arc in others: conditions without which it is not asked
    std::vector<Part> parts;  ///< all must hold, in the order of evaluation
    std::vector<std::string> texts;
    std::vector<Evaluation> evaluations;
    std::map<Evaluation, std::uint32_t> numbers;
    /// Of guards, by the markings of the places that decide.
    std::map<std::vector<std::uint32_t>, std::vector<std::uint32_t>> memo;
  };

  void AddGuard(cpn::TransitionId transition);
  void AddArcs(cpn::TransitionId transition);
  /// What `function`, which an arc depends on, is put together from, if it was not met before.
  void AddArc(cpn::TransitionId transition, cpn::PlaceId place, cpn::FunctionId function,
              std::vector<Part> needs, std::set<cpn::FunctionId>& met);
  Part MakePart(cpn::TransitionId transition, cpn::FunctionId function);
  const std::vector<std::uint32_t>& Find(cpn::TransitionId transition, const cpn::Marking& marking);
  std::uint32_t Number(Decided& decision, const Evaluation& evaluation);
  bool Evaluate(const Decided& decision, std::span<const cpn::Value> binding,
                Evaluation& evaluation);
  bool Evaluate(const Part& part, const cpn::lua::BooleanExpression& tree,
                std::span<const cpn::Value> arguments, std::string& values);
  bool Holds(const Part& part, std::span<const cpn::Value> binding);

  cpn::lua::LuaModel& model_;
  cpn::Candidates candidates_;
  std::vector<Decided> decisions_;
  std::vector<std::vector<DecisionId>> of_transition_;  ///< those of its arcs
  std::map<cpn::BindingElementId, std::vector<Evaluated>> of_element_;
};

}  // namespace model_coverage
