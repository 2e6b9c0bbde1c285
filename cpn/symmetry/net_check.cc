#include "cpn/symmetry/net_check.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace cpn::symmetry {
namespace {

/// Goes through the patterns of one module's transitions.
class PatternWalk {
 public:
  PatternWalk(const Model& model, const Group& group, const Action& action,
              const ValueStore& values)
      : model_(model), group_(group), action_(action), values_(values) {}

  void Check(const ModuleDeclaration& module) {
    for (const TransitionDeclaration& transition : module.transitions) {
      transition_ = &transition;
      for (const ArcDeclaration& arc : transition.arcs) {
        arc_ = &arc;
        place_ = &module.places[arc.place];
        for (const ArcTerm& term : arc.terms) {
          if (term.kind != ArcTerm::Kind::kPattern || IsToken(term)) continue;
          Walk(term.pattern, place_->type);
        }
        CheckTokens(arc);
      }
    }
  }

 private:
  ColourSetId Structure(ColourSetId type) const {
    while (model_.colour_sets[type].kind == ColourSetKind::kAlias ||
           model_.colour_sets[type].kind == ColourSetKind::kSubset) {
      type = model_.colour_sets[type].parts[0];
    }
    return type;
  }

  std::optional<ColourSetId> TypeOfField(const ColourSet& set, const std::string& name) const {
    const auto at = std::ranges::find(set.fields, name, &ColourSetField::name);
    return at == set.fields.end() ? std::nullopt : at->type;
  }

  void Walk(const Pattern& pattern, ColourSetId type) const {
    if (pattern.kind == PatternKind::kVariable) return CheckVariable(pattern.variable, type);
    if (!action_.Moves(type)) return WalkFixed(pattern);
    if (pattern.kind == PatternKind::kConstant) return CheckConstant(pattern.constant, type);
    const ColourSetId structure = Structure(type);
    const ColourSet& set = model_.colour_sets[structure];
    for (std::size_t i = 0; i < pattern.children.size(); ++i) {
      std::optional<ColourSetId> part;
      switch (pattern.kind) {
        case PatternKind::kTuple:
          part = set.parts[i];
          break;
        case PatternKind::kList:
          part = set.parts[0];
          break;
        case PatternKind::kCons:
          part = i == 0 ? set.parts[0] : structure;
          break;
        case PatternKind::kRecord:
        case PatternKind::kUnion:
          part = TypeOfField(set, pattern.names[i]);
          break;
        default:
          break;
      }
      if (part) Walk(pattern.children[i], *part);
    }
  }

  /// Of a type that no permutation moves: its variables may not be moved either.
  void WalkFixed(const Pattern& pattern) const {
    if (pattern.kind == PatternKind::kVariable) {
      const Variable& variable = transition_->variables[pattern.variable];
      if (action_.Moves(variable.type)) Mixed(variable, "another colour set");
    }
    for (const Pattern& child : pattern.children) WalkFixed(child);
  }

  void CheckVariable(std::uint32_t index, ColourSetId type) const {
    const Variable& variable = transition_->variables[index];
    if (!action_.Agree(variable.type, type)) Mixed(variable, model_.colour_sets[type].name);
  }

  [[noreturn]] void Mixed(const Variable& variable, const std::string& other) const {
    throw ModelError(
        arc_->where,
        fmt::format("transition {}, place {}: the variable {} of {} stands for a value of {}, of "
                    "which only one is permuted by symmetric(...), or each by itself; give both "
                    "one colour set",
                    transition_->name, place_->name, variable.name,
                    model_.colour_sets[variable.type].name, other));
  }

  static bool IsToken(const ArcTerm& term) {
    return term.kind == ArcTerm::Kind::kPattern && !term.condition &&
           term.pattern.kind == PatternKind::kConstant;
  }

  /// The constant tokens of an arc must be one multi-set under all permutations: `all` is.
  void CheckTokens(const ArcDeclaration& arc) const {
    if (!action_.Moves(place_->type)) return;
    const auto count = [&](Value value) {
      std::uint64_t sum = 0;
      for (const ArcTerm& term : arc.terms) {
        if (IsToken(term) && term.pattern.constant == value) sum += term.count;
      }
      return sum;
    };
    for (const ArcTerm& term : arc.terms) {
      if (!IsToken(term)) continue;
      const Value token = term.pattern.constant;
      CheckConstant(token, place_->type, [&](Value image) { return count(image) == count(token); });
    }
  }

  void CheckConstant(Value constant, ColourSetId type) const {
    CheckConstant(constant, type, [&](Value image) { return image == constant; });
  }

  /// `may_be(image)`: can the image stand where the constant does?
  template <typename MayBe>
  void CheckConstant(Value constant, ColourSetId type, const MayBe& may_be) const {
    for (const Group::Generator& generator : group_.generators()) {
      const Value image = action_.Apply(generator.permutation, type, constant);
      if (may_be(image)) continue;
      throw ModelError(arc_->where,
                       fmt::format("transition {}, place {}: the constant {} is told apart from "
                                   "other values of {}, which is declared symmetric",
                                   transition_->name, place_->name, values_.Format(constant),
                                   NameOf(group_, generator.set, model_)));
    }
  }

  const Model& model_;
  const Group& group_;
  const Action& action_;
  const ValueStore& values_;
  const TransitionDeclaration* transition_ = nullptr;
  const ArcDeclaration* arc_ = nullptr;
  const PlaceDeclaration* place_ = nullptr;
};

/// Notes what the functions of one transition read.
class UseCollector {
 public:
  UseCollector(const Model& model, const Action& action, std::vector<FunctionUse>& uses)
      : model_(model), action_(action), uses_(uses) {}

  void Add(const TransitionDeclaration& transition) {
    for (const FunctionId guard : transition.guards) Add(guard, transition);
    for (const LetDeclaration& let : transition.lets) Add(let.function, transition);
    for (const ArcDeclaration& arc : transition.arcs) {
      for (const ArcTerm& term : arc.terms) {
        if (term.kind != ArcTerm::Kind::kPattern) Add(term.function, transition);
        if (term.condition) Add(*term.condition, transition);
      }
    }
  }

 private:
  void Add(FunctionId id, const TransitionDeclaration& transition) {
    const Function& function = model_.functions[id];
    std::vector<ColourSetId> types;
    for (const std::string& name : function.parameters) {
      const auto at = std::ranges::find(transition.variables, name, &Variable::name);
      if (at != transition.variables.end()) types.push_back(at->type);
    }
    FunctionUse& use = uses_[id];
    if (use.owner.empty()) {
      use = {"transition " + transition.name, std::move(types)};
      return;
    }
    for (std::size_t i = 0; i < std::min(types.size(), use.types.size()); ++i) {
      if (action_.Agree(types[i], use.types[i])) continue;
      throw ModelError(function.where,
                       fmt::format("{} and transition {} share this function, and its {} is "
                                   "permuted by symmetric(...) in one of them only; write it twice",
                                   use.owner, transition.name, function.parameters[i]));
    }
  }

  const Model& model_;
  const Action& action_;
  std::vector<FunctionUse>& uses_;
};

void CheckInitialMarking(const Place& place, const Model& model, const Group& group,
                         const Action& action, MultiSetStore& multisets, const ValueStore& values) {
  if (!action.Moves(place.type)) return;
  const MultiSet initial = multisets.Intern(place.initial);
  for (const Group::Generator& generator : group.generators()) {
    const MultiSet image = action.Apply(generator.permutation, place.type, initial);
    if (image == initial) continue;
    throw ModelError(
        place.where,
        fmt::format("the initial marking of {} tells values of {} apart, which is "
                    "declared symmetric: {} becomes {} with {}",
                    place.name, NameOf(group, generator.set, model), multisets.Format(initial),
                    multisets.Format(image), TextOf(generator, group, values)));
  }
}

}  // namespace

std::vector<FunctionUse> UsesOfFunctions(const Model& model, const Action& action) {
  std::vector<FunctionUse> uses(model.functions.size());
  for (const ColourSet& set : model.colour_sets) {
    if (set.predicate) uses[*set.predicate] = {"colour set " + set.name, {set.parts[0]}};
  }
  UseCollector collector(model, action, uses);
  for (const ModuleDeclaration& module : model.modules) {
    for (const TransitionDeclaration& transition : module.transitions) collector.Add(transition);
  }
  return uses;
}

void CheckSubsets(const Model& model, const Group& group, const Action& action,
                  ColourSets& colour_sets, Evaluator& evaluator) {
  for (ColourSetId id = 0; id < model.colour_sets.size(); ++id) {
    const ColourSet& set = model.colour_sets[id];
    if (set.kind != ColourSetKind::kSubset || !action.Moves(id)) continue;
    const std::vector<Value>* known = colour_sets.Enumerate(id, evaluator);
    if (known == nullptr) continue;  // its predicate is asked, and checked, as the net runs
    const std::vector<Value> values = *known;
    for (const Group::Generator& generator : group.generators()) {
      for (const Value value : values) {
        const Value image = action.Apply(generator.permutation, id, value);
        if (std::ranges::find(values, image) != values.end()) continue;
        throw ModelError(
            set.where,
            fmt::format("{} tells values of {} apart, which is declared symmetric: {} is in it, "
                        "and {} is not",
                        set.name, NameOf(group, generator.set, model),
                        colour_sets.values().Format(value), colour_sets.values().Format(image)));
      }
    }
  }
}

void CheckNet(const Net& net, const Group& group, const Action& action, MultiSetStore& multisets,
              const ValueStore& values) {
  PatternWalk walk(net.model(), group, action, values);
  for (const ModuleDeclaration& module : net.model().modules) walk.Check(module);
  for (const Place& place : net.places()) {
    CheckInitialMarking(place, net.model(), group, action, multisets, values);
  }
}

std::string TextOf(const Group::Generator& generator, const Group& group,
                   const ValueStore& values) {
  std::vector<std::string> moved;
  for (Point point = 0; point < generator.permutation.size(); ++point) {
    if (generator.permutation[point] != point)
      moved.push_back(values.Format(group.ElementOf(point)));
  }
  const std::string last = moved.back();
  moved.pop_back();
  return fmt::format("{} and {} {}", fmt::join(moved, ", "), last,
                     moved.size() == 1 ? "exchanged" : "in turn");
}

const std::string& NameOf(const Group& group, std::size_t set, const Model& model) {
  return model.colour_sets[group.sets()[set].set].name;
}

}  // namespace cpn::symmetry
