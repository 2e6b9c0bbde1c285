#include "generator/orbits/cases_of_orbits.h"

#include <limits>
#include <map>
#include <utility>
#include <vector>

#include "cpn/ctl/preserved.h"
#include "cpn/explore/exploration_error.h"
#include "generator/case_end.h"
#include "generator/observed_space.h"
#include "generator/observer.h"
#include "generator/orbits/folded_cases.h"
#include "generator/orbits/orbit_items.h"
#include "generator/state_space_method.h"

namespace generator {
namespace {

using cpn::lua::CaseScope;
using cpn::lua::LuaModel;
using cpn::lua::TestSpecification;
using cpn::symmetry::Permutation;
using cpn::symmetry::Symmetry;

/// The graph of the orbits that can be reached before a goal.
class Folding {
 public:
  Folding(LuaModel& model, const cpn::StateSpace& space, const Symmetry& symmetry,
          OrbitItems& items, CaseEnd& end)
      : engine_(model.engine()),
        space_(space),
        symmetry_(symmetry),
        items_(items),
        end_(end),
        numbers_(space.nodes() + 1, kNone) {}

  FoldedGraph Make() {
    StepId({});
    Number(0);
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      if (nodes_[i] != kBehindGoal && !IsGoal(nodes_[i])) AddArcs(nodes_[i]);
      folded_.graph.first_arc.push_back(folded_.graph.arcs.size());
    }
    TakeClasses();
    return std::move(folded_);
  }

 private:
  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

  /// Items that nobody can tell apart become one.
  void TakeClasses() {
    const std::vector<OrbitItem> class_of = items_.Classes();
    std::vector<OrbitItem> member;  // by class, one of its items
    for (OrbitItem item = 0; item < class_of.size(); ++item) {
      if (class_of[item] < member.size()) continue;
      member.push_back(item);
      folded_.label_of.push_back(items_.labels()[item]);
      folded_.label_in_orbit.push_back(items_.labels_in_orbits()[item]);
    }
    for (FoldedStep& step : folded_.steps) {
      if (step.item) step.item = class_of[*step.item];
    }
    folded_.image = [class_of, member, &items = items_](PermutationId permutation, OrbitItem item) {
      return class_of[items.Image(permutation, member[item])];
    };
  }

  bool IsGoal(cpn::NodeId node) {
    try {
      return end_.IsIn(space_, node);
    } catch (const cpn::ModelError& error) {
      throw cpn::ExplorationError(error, cpn::ShortestRun(space_, node));
    }
  }

  void AddArcs(cpn::NodeId node) {
    const cpn::Marking marking = space_.MarkingOf(node);
    for (const cpn::StateArc& arc : space_.Out(node)) {
      FoldedStep step;
      step.item = items_.Of(arc.element);
      cpn::NodeId target = kBehindGoal;
      if (!end_.IsBehind(arc.element)) {
        target = arc.target;
        step.permutation = items_.Intern(FromRepresentative(marking, arc.element));
      }
      const std::uint32_t number = Number(target);
      folded_.graph.arcs.push_back({number, StepId(step)});
    }
  }

  /// The permutation that makes of the target what the step really leads to.
  Permutation FromRepresentative(cpn::Marking marking, cpn::BindingElementId element) {
    engine_.Occur(marking, element);
    const Permutation to = symmetry_.ToRepresentative(marking);
    Permutation from(to.size());
    for (std::size_t x = 0; x < to.size(); ++x) from[to[x]] = static_cast<std::uint8_t>(x);
    return from;
  }

  LabelId StepId(const FoldedStep& step) {
    const auto [entry, is_new] =
        step_ids_.emplace(step, static_cast<LabelId>(folded_.steps.size()));
    if (is_new) folded_.steps.push_back(step);
    return entry->second;
  }

  std::uint32_t Number(cpn::NodeId node) {
    std::uint32_t& number = numbers_[node == kBehindGoal ? space_.nodes() : node];
    if (number == kNone) {
      number = static_cast<std::uint32_t>(nodes_.size());
      nodes_.push_back(node);
    }
    return number;
  }

  cpn::Engine& engine_;
  const cpn::StateSpace& space_;
  const Symmetry& symmetry_;
  OrbitItems& items_;
  CaseEnd& end_;
  FoldedGraph folded_;
  std::map<FoldedStep, LabelId> step_ids_;
  std::vector<cpn::NodeId> nodes_;      // by node of the graph
  std::vector<std::uint32_t> numbers_;  // by node of the space; the last one is behind the goal
};

}  // namespace

RawCases GenerateFromOrbits(LuaModel& model, TestSpecification& specification,
                            const Symmetry& symmetry, const StateSpaceOptions& options,
                            base::Progress& progress) {
  std::string unreduced;
  const cpn::StateSpace space =
      ExploreForCases(model, specification, options, progress, unreduced, &symmetry);
  Observer observer(model, specification);
  OrbitItems items(&model.engine(), &symmetry, &observer);
  cpn::ctl::SymmetricFunctions functions(&model.state_functions(), &symmetry);
  CaseEnd end(model, specification, &functions);
  Folding folding(model, space, symmetry, items, end);
  const FoldedGraph folded = folding.Make();
  RawCases raw;
  if (specification.scope() == CaseScope::kRun) {
    raw = CasesOf(FindFoldedCases(folded, observer.labels(), specification.order()), specification,
                  observer.label_table(), options);
  } else {
    ObservedGraph shown;
    shown.labels = observer.labels();
    raw = CasesOf(shown, specification, observer.observations(), options);
  }
  raw.states = space.nodes();
  raw.arcs = space.arcs();
  raw.markings = space.orbits()->states;
  raw.enabled = space.statistics().enabled_elements;
  raw.unreduced = std::move(unreduced);
  return raw;
}

}  // namespace generator
