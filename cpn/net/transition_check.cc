#include "cpn/net/transition_check.h"

#include <fmt/format.h>

#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "cpn/net/inscription.h"
#include "cpn/net/pattern_check.h"

namespace cpn {
namespace {

class TransitionChecker {
 public:
  TransitionChecker(const Model& model, const ModuleDeclaration& module,
                    const TransitionDeclaration& transition, ColourSets& colour_sets,
                    Evaluator& evaluator)
      : model_(model),
        module_(module),
        transition_(transition),
        sets_(colour_sets),
        evaluator_(evaluator),
        matched_(transition.variables.size(), false) {}

  std::vector<std::uint32_t> Check() {
    CheckVariableNames();
    for (const ArcDeclaration& arc : transition_.arcs) CheckArc(arc);
    for (const FunctionId guard : transition_.guards) Reads(guard);
    for (const LetDeclaration& let : transition_.lets) Reads(let.function);
    CheckLets();
    return FreeVariables();
  }

 private:
  std::vector<std::uint32_t> Reads(FunctionId function) {
    return ReadVariables(model_, transition_, function);
  }

  void CheckVariableNames() {
    std::set<std::string_view> names;
    for (std::uint32_t v = 0; v < transition_.variables.size(); ++v) {
      if (!names.insert(transition_.variables[v].name).second) {
        throw ModelError(transition_.where,
                         fmt::format("transition {} has two variables {}", transition_.name,
                                     transition_.variables[v].name));
      }
    }
  }

  void CheckArc(const ArcDeclaration& arc) {
    const PlaceDeclaration& place = module_.places[arc.place];
    if (arc.kind == ArcKind::kReset && !arc.terms.empty()) {
      throw ModelError(arc.where, fmt::format("transition {}, place {}: a reset arc removes all "
                                              "tokens and has no inscription",
                                              transition_.name, place.name));
    }
    for (const ArcTerm& term : arc.terms) {
      if (term.condition) Reads(*term.condition);
      if (term.kind == ArcTerm::Kind::kPattern) {
        CheckPattern(arc, place, term);
      } else {
        Reads(term.function);
      }
    }
  }

  void CheckPattern(const ArcDeclaration& arc, const PlaceDeclaration& place, const ArcTerm& term) {
    const bool matches = BindsByMatching(arc, term);
    const PatternUse use =
        matches || arc.kind == ArcKind::kInhibitor ? PatternUse::kMatch : PatternUse::kBuild;
    const std::optional<std::string> problem =
        PatternProblem(term.pattern, place.type, use, transition_, sets_, evaluator_);
    if (problem) {
      throw ModelError(arc.where, fmt::format("transition {}, place {}: {}", transition_.name,
                                              place.name, *problem));
    }
    if (!matches) return;
    std::vector<std::uint32_t> variables;
    AppendVariables(term.pattern, variables);
    for (const std::uint32_t v : variables) matched_[v] = true;
  }

  /// The let that gives `variable` its value; nothing when a pattern or no let does.
  const LetDeclaration* LetOf(std::uint32_t variable) const {
    if (matched_[variable]) return nullptr;
    for (const LetDeclaration& let : transition_.lets) {
      if (let.variable == variable) return &let;
    }
    return nullptr;
  }

  void CheckLets() {
    std::vector<Visit> visits(transition_.variables.size(), Visit::kNone);
    for (const LetDeclaration& let : transition_.lets) VisitLet(let.variable, visits);
  }

  enum class Visit { kNone, kOpen, kDone };

  void VisitLet(std::uint32_t variable, std::vector<Visit>& visits) {
    const LetDeclaration* let = LetOf(variable);
    if (let == nullptr || visits[variable] == Visit::kDone) return;
    if (visits[variable] == Visit::kOpen) {
      throw ModelError(model_.functions[let->function].where,
                       fmt::format("transition {}: the value of variable {} depends on itself; "
                                   "bind one of the variables it is computed from by an input arc",
                                   transition_.name, transition_.variables[variable].name));
    }
    visits[variable] = Visit::kOpen;
    for (const std::uint32_t read : Reads(let->function)) VisitLet(read, visits);
    visits[variable] = Visit::kDone;
  }

  std::vector<std::uint32_t> FreeVariables() {
    std::vector<std::uint32_t> free;
    for (std::uint32_t v = 0; v < transition_.variables.size(); ++v) {
      if (matched_[v] || LetOf(v) != nullptr) continue;
      const Variable& variable = transition_.variables[v];
      if (sets_.Enumerate(variable.type, evaluator_) == nullptr) {
        throw ModelError(
            transition_.where,
            fmt::format("transition {}: nothing binds variable {}, and its colour set {} has more "
                        "than {} colours to try; bind it by an input arc, a let, or a guard "
                        "\"{} == ...\"",
                        transition_.name, variable.name, sets_[variable.type].name,
                        ColourSets::kSmall, variable.name));
      }
      free.push_back(v);
    }
    return free;
  }

  const Model& model_;
  const ModuleDeclaration& module_;
  const TransitionDeclaration& transition_;
  ColourSets& sets_;
  Evaluator& evaluator_;
  std::vector<bool> matched_;  // by a pattern of an input or test arc
};

}  // namespace

std::vector<std::uint32_t> CheckTransition(const Model& model, const ModuleDeclaration& module,
                                           const TransitionDeclaration& transition,
                                           ColourSets& colour_sets, Evaluator& evaluator) {
  return TransitionChecker(model, module, transition, colour_sets, evaluator).Check();
}

}  // namespace cpn
