#include "pnml/exported_transition.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "cpn/net/inscription.h"
#include "pnml/exported_functions.h"
#include "pnml/refusal.h"
#include "pnml/transition_cases.h"

namespace pnml {
namespace {

using cpn::ArcKind;
using cpn::ArcTerm;
using cpn::PatternKind;

class TransitionExporter {
 public:
  TransitionExporter(cpn::lua::LuaModel& model, const cpn::Transition& transition,
                     ExportedSorts& sorts, Net& net)
      : model_(model),
        transition_(transition),
        sorts_(sorts),
        net_(net),
        variables_(model, transition, sorts, net),
        functions_(model, transition, sorts, variables_) {}

  void Export(const std::function<std::string(const std::string&)>& give_id) {
    const CaseFunctions case_functions = FunctionsOfCases();
    const auto cases = CasesOf(case_functions, functions_, variables_, sorts_);
    const Term common = Common();
    for (std::size_t i = 0; i < cases.size(); ++i) {
      const std::string name =
          cases.size() == 1 ? transition_.name : fmt::format("{}_{}", transition_.name, i + 1);
      ExportCase(cases[i], common, give_id(name), name);
    }
  }

 private:
  /// Tokens that move between a place and the transition.
  struct Summands {
    cpn::PlaceId place = 0;
    bool is_input = true;
    std::vector<Term> terms;
    cpn::MultiSet constants;
  };

  /// What is wrong, and where.
  [[noreturn]] void Fail(const cpn::Arc& arc, const std::string& why) const {
    throw cpn::ModelError(
        arc.declaration->where,
        fmt::format("transition {}, place {}: {}", transition_.name, PlaceOf(arc).name, why));
  }
  const cpn::Place& PlaceOf(const cpn::Arc& arc) const { return model_.net().places()[arc.place]; }

  CaseFunctions FunctionsOfCases() {
    CaseFunctions functions;
    for (const cpn::Arc& arc : transition_.arcs) {
      if (arc.kind == ArcKind::kInhibitor) Fail(arc, "symmetric nets have no inhibitor arcs");
      if (arc.kind == ArcKind::kReset) Fail(arc, "symmetric nets have no reset arcs");
      try {
        for (const ArcTerm& term : arc.declaration->terms) AddFunctions(arc, term, functions);
      } catch (const Refusal& refusal) {
        Fail(arc, refusal.what());
      }
    }
    return functions;
  }

  void AddFunctions(const cpn::Arc& arc, const ArcTerm& term, CaseFunctions& functions) {
    if (term.condition && std::ranges::count(functions.conditions, *term.condition) == 0) {
      functions.conditions.push_back(*term.condition);
    }
    if (term.kind != ArcTerm::Kind::kMultiSet) return;
    const cpn::ColourSetId set = PlaceOf(arc).type;
    if (!differences_.contains(term.function)) {
      differences_[term.function] =
          term.count == 1 ? functions_.Difference(term.function, set) : std::nullopt;
    }
    if (!differences_.at(term.function)) functions.multisets.emplace(term.function, set);
  }

  /// What holds in all cases: guards and lets.
  Term Common() {
    std::vector<Term> conditions;
    try {
      for (const cpn::FunctionId guard : transition_.declaration->guards) {
        conditions.push_back(functions_.Condition(guard));
      }
      for (const cpn::LetDeclaration& let : transition_.declaration->lets) {
        conditions.push_back(functions_.Let(let.variable, let.function));
      }
    } catch (const Refusal& refusal) {
      throw Refusal(std::string("its guard: ") + refusal.what());
    }
    return Join(TermKind::kAnd, std::move(conditions));
  }

  void ExportCase(const TransitionCase& one, const Term& common, std::string id,
                  const std::string& name) {
    std::vector<Term> conditions{common, one.condition};
    summands_.clear();
    for (const cpn::Arc& arc : transition_.arcs) {
      try {
        ExportArc(arc, one, conditions);
      } catch (const Refusal& refusal) {
        Fail(arc, refusal.what());
      }
    }
    std::erase_if(conditions, [](const Term& condition) { return IsTruth(condition, true); });
    Transition transition{std::move(id), name, std::nullopt};
    if (!conditions.empty()) transition.condition = Join(TermKind::kAnd, std::move(conditions));
    net_.transitions.push_back(std::move(transition));
    for (const Summands& summands : summands_) WriteArc(summands);
  }

  void ExportArc(const cpn::Arc& arc, const TransitionCase& one, std::vector<Term>& conditions) {
    for (const ArcTerm& term : arc.declaration->terms) {
      if (term.count == 0 || (term.condition && !one.conditions.at(*term.condition))) continue;
      if (term.kind == ArcTerm::Kind::kMultiSet && one.multisets.contains(term.function)) {
        AddTokens(arc, one.multisets.at(term.function), term.count);
      } else if (term.kind == ArcTerm::Kind::kPattern &&
                 term.pattern.kind == PatternKind::kConstant) {
        const cpn::MultiSetEntry token{term.pattern.constant, 1};
        AddTokens(arc, model_.multisets().Intern(std::span(&token, 1)), term.count);
      } else {
        AddTerm(arc, TermOf(arc, term, conditions));
      }
    }
  }

  Term TermOf(const cpn::Arc& arc, const ArcTerm& term, std::vector<Term>& conditions) {
    const cpn::ColourSetId set = PlaceOf(arc).type;
    switch (term.kind) {
      case ArcTerm::Kind::kMultiSet:
        return differences_.at(term.function).value();
      case ArcTerm::Kind::kFunction:
        return NumberOf(term.count, functions_.Colour(term.function, set, conditions));
      default:
        return NumberOf(term.count, ColourOf(term.pattern, set, arc.kind, conditions));
    }
  }

  Term ColourOf(const cpn::Pattern& pattern, cpn::ColourSetId set, ArcKind kind,
                std::vector<Term>& conditions) {
    const SortIndex sort = sorts_.SortOf(set);
    const bool is_product = sorts_[sort].kind == SortKind::kProduct;
    switch (pattern.kind) {
      case PatternKind::kConstant:
        return sorts_.Constant(pattern.constant, sort);
      case PatternKind::kAny:
        if (kind == ArcKind::kInput) return variables_.Fresh(sort);
        throw Refusal("a wildcard on a test arc chooses no token, which PNML cannot say");
      case PatternKind::kVariable: {
        const Term variable = variables_.Of(pattern.variable);
        if (variable.sort == sort) return variable;
        break;
      }
      case PatternKind::kTuple:
      case PatternKind::kRecord:
        if (is_product) return Tuple(pattern, sort, kind, conditions);
        break;
      default:
        break;
    }
    return functions_.PatternColour(pattern, set, kind == ArcKind::kOutput, conditions);
  }

  Term Tuple(const cpn::Pattern& pattern, SortIndex sort, ArcKind kind,
             std::vector<Term>& conditions) {
    Term tuple;
    tuple.kind = TermKind::kTuple;
    tuple.sort = sort;
    const std::vector<SortIndex> parts = sorts_[sort].parts;
    const std::vector<std::string> names = FieldsOf(sort);
    for (std::size_t i = 0; i < parts.size(); ++i) {
      std::size_t child = i;
      if (pattern.kind == PatternKind::kRecord) {
        child = static_cast<std::size_t>(std::ranges::find(pattern.names, names[i]) -
                                         pattern.names.begin());
      }
      const cpn::Pattern& part =
          child < pattern.children.size() ? pattern.children[child] : cpn::Pattern{};
      tuple.operands.push_back(ColourOf(part, sorts_.SetOf(parts[i]), kind, conditions));
    }
    return tuple;
  }

  /// Of a record, in the order of the sort's parts.
  std::vector<std::string> FieldsOf(SortIndex sort) const {
    std::vector<std::string> names;
    for (const cpn::ColourSetField& field : model_.colour_sets()[sorts_.SetOf(sort)].fields) {
      names.push_back(field.name);
    }
    std::ranges::sort(names);
    return names;
  }

  Summands& SummandsAt(cpn::PlaceId place, bool is_input) {
    const auto found = std::ranges::find_if(
        summands_, [&](const Summands& s) { return s.place == place && s.is_input == is_input; });
    if (found != summands_.end()) return *found;
    return summands_.emplace_back(Summands{place, is_input, {}, {}});
  }

  // A test arc takes its tokens and gives them back.
  template <typename Add>
  void ForEachDirection(const cpn::Arc& arc, Add&& add) {
    if (arc.kind != ArcKind::kOutput) add(SummandsAt(arc.place, true));
    if (arc.kind != ArcKind::kInput) add(SummandsAt(arc.place, false));
  }
  void AddTerm(const cpn::Arc& arc, const Term& term) {
    ForEachDirection(arc, [&](Summands& summands) { summands.terms.push_back(term); });
  }
  void AddTokens(const cpn::Arc& arc, cpn::MultiSet tokens, std::uint32_t count) {
    std::vector<cpn::MultiSetEntry> entries;
    for (cpn::MultiSetEntry entry : model_.multisets().Entries(tokens)) {
      const std::uint64_t copies = std::uint64_t{entry.count} * count;
      if (copies > std::numeric_limits<std::uint32_t>::max()) {
        throw Refusal(fmt::format("{} copies of one token are too many", copies));
      }
      entry.count = static_cast<std::uint32_t>(copies);
      entries.push_back(entry);
    }
    try {
      ForEachDirection(arc, [&](Summands& summands) {
        summands.constants =
            model_.multisets().Add(summands.constants, model_.multisets().Intern(entries));
      });
    } catch (const std::overflow_error& error) {
      throw Refusal(std::string(error.what()) + " are too many");
    }
  }

  void WriteArc(const Summands& summands) {
    const SortIndex sort = net_.places[summands.place].sort;
    Term sum;
    sum.kind = TermKind::kAdd;
    sum.sort = sort;
    sum.operands = summands.terms;
    const auto constants = model_.multisets().Entries(summands.constants);
    if (!constants.empty()) {
      Term tokens = sorts_.Tokens(constants, sort);
      if (tokens.kind != TermKind::kAdd) {
        sum.operands.push_back(std::move(tokens));
      } else {
        for (Term& operand : tokens.operands) sum.operands.push_back(std::move(operand));
      }
    }
    if (sum.operands.empty()) return;
    Arc arc;
    arc.place = summands.place;
    arc.transition = net_.transitions.size() - 1;
    arc.is_input = summands.is_input;
    arc.inscription = sum.operands.size() == 1 ? sum.operands.front() : sum;
    net_.arcs.push_back(std::move(arc));
  }

  cpn::lua::LuaModel& model_;
  const cpn::Transition& transition_;
  ExportedSorts& sorts_;
  Net& net_;
  TransitionVariables variables_;
  ExportedFunctions functions_;
  std::map<cpn::FunctionId, std::optional<Term>> differences_;
  std::vector<Summands> summands_;
};

}  // namespace

void ExportTransition(cpn::lua::LuaModel& model, const cpn::Transition& transition,
                      ExportedSorts& sorts, Net& net,
                      const std::function<std::string(const std::string&)>& give_id) {
  TransitionExporter(model, transition, sorts, net).Export(give_id);
}

}  // namespace pnml
