#include "generator/observed_space.h"

#include <fmt/format.h>

#include <utility>

#include "cpn/explore/exploration_error.h"
#include "cpn/report/growth_text.h"
#include "generator/case_end.h"
#include "generator/limit_reached.h"
#include "generator/reduced_space.h"

namespace generator {
namespace {

cpn::StateSpace ExploreAll(cpn::Engine& engine, const StateSpaceOptions& options,
                           base::Progress& progress, const cpn::ReductionOptions& reduction) {
  cpn::ExplorationOptions exploration = ExplorationFor(options, progress);
  exploration.reduction = reduction;
  cpn::StateSpace space = cpn::Explore(engine, exploration);
  progress.Clear();
  RequireComplete(space.end(), cpn::report::GrowthSentences(engine.net(), space.growth()), options);
  return space;
}

/// A label, or the error of the model's observe function with the run that it should have observed.
LabelId LabelOf(const cpn::StateSpace& space, cpn::NodeId node, cpn::BindingElementId element,
                Observer& observer) {
  try {
    return observer.LabelOf(element);
  } catch (const cpn::ModelError& error) {
    std::vector<cpn::BindingElementId> steps = cpn::ShortestRun(space, node);
    steps.push_back(element);
    throw cpn::ExplorationError(error, std::move(steps));
  }
}

/// Every node and arc; `label_of(node, element)` says what an arc shows.
template <typename Label>
void Observe(ObservedSpace& observed, Label label_of) {
  const cpn::StateSpace& space = observed.space;
  ObservedGraph& graph = observed.graph;
  graph.first_arc.reserve(space.nodes() + 1);
  graph.arcs.reserve(space.arcs());
  observed.elements.reserve(space.arcs());
  for (cpn::NodeId node = 0; node < space.nodes(); ++node) {
    for (const cpn::StateArc& arc : space.Out(node)) {
      graph.arcs.push_back({arc.target, label_of(node, arc.element)});
      observed.elements.push_back(arc.element);
    }
    graph.first_arc.push_back(graph.arcs.size());
    observed.nodes.push_back(node);
  }
}

/// Whether the case of a path to that node is over there. An error comes with the run to it.
bool IsGoal(const cpn::StateSpace& space, cpn::NodeId node, CaseEnd& end) {
  try {
    return end.IsIn(space, node);
  } catch (const cpn::ModelError& error) {
    throw cpn::ExplorationError(error, cpn::ShortestRun(space, node));
  }
}

/// The same up to the goal: what can only be reached through it is not there.
class ObservedToGoal {
 public:
  ObservedToGoal(ObservedSpace& observed, Observer& observer, CaseEnd& end)
      : observed_(observed),
        space_(observed.space),
        observer_(observer),
        end_(end),
        numbers_(space_.nodes() + 1, kNone) {}

  void Make() {
    Number(0);
    for (std::size_t i = 0; i < observed_.nodes.size(); ++i) {
      const cpn::NodeId node = observed_.nodes[i];
      if (node != kBehindGoal && !IsGoal(space_, node, end_)) AddArcs(node);
      observed_.graph.first_arc.push_back(observed_.graph.arcs.size());
    }
  }

 private:
  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

  void AddArcs(cpn::NodeId node) {
    for (const cpn::StateArc& arc : space_.Out(node)) {
      const cpn::NodeId target = end_.IsBehind(arc.element) ? kBehindGoal : arc.target;
      observed_.graph.arcs.push_back(
          {Number(target), LabelOf(space_, node, arc.element, observer_)});
      observed_.elements.push_back(arc.element);
    }
  }

  std::uint32_t Number(cpn::NodeId node) {
    std::uint32_t& number = numbers_[node == kBehindGoal ? space_.nodes() : node];
    if (number == kNone) {
      number = static_cast<std::uint32_t>(observed_.nodes.size());
      observed_.nodes.push_back(node);
    }
    return number;
  }

  ObservedSpace& observed_;
  const cpn::StateSpace& space_;
  Observer& observer_;
  CaseEnd& end_;
  std::vector<std::uint32_t> numbers_;  ///< by node; the last one is that behind the goal
};

}  // namespace

cpn::ExplorationOptions ExplorationFor(const StateSpaceOptions& options, base::Progress& progress) {
  cpn::ExplorationOptions exploration;
  exploration.max_states = options.max_states;
  exploration.budget = options.budget;
  exploration.progress = [&progress](const cpn::ExplorationProgress& p) {
    progress.Report([&] {
      return fmt::format("{} states, {} arcs, {} states waiting", p.states, p.arcs, p.waiting);
    });
  };
  return exploration;
}

void RequireComplete(cpn::ExplorationEnd end, const std::vector<std::string>& hints,
                     const StateSpaceOptions& options) {
  if (end == cpn::ExplorationEnd::kComplete) return;
  if (end != cpn::ExplorationEnd::kMaxStates) {
    throw base::StopError(
        options.budget == nullptr ? base::StopReason::kMaxMemory : options.budget->reason(), hints);
  }
  throw LimitReached(
      fmt::format(
          "the state space has more than {} states, the limit; no suite is written, since it "
          "could not be complete. Raise --max-states, make the model's parameters smaller, or "
          "use --simulations",
          options.max_states),
      hints);
}

cpn::StateSpace ExploreForCases(cpn::lua::LuaModel& model,
                                const cpn::lua::TestSpecification& specification,
                                const StateSpaceOptions& options, base::Progress& progress,
                                std::string& unreduced, const cpn::symmetry::Symmetry* symmetry) {
  if (options.stubborn) {
    cpn::ReductionOptions both = StubbornFor(model, specification);
    both.symmetry = symmetry;
    cpn::StateSpace space = ExploreAll(model.engine(), options, progress, both);
    unreduced = WhyNotAllCases(model.engine(), space);
    if (unreduced.empty()) return space;
  }
  cpn::ReductionOptions orbits;
  orbits.symmetry = symmetry;
  return ExploreAll(model.engine(), options, progress, orbits);
}

ObservedSpace ObserveSpace(cpn::lua::LuaModel& model,
                           const cpn::lua::TestSpecification& specification, Observer& observer,
                           const StateSpaceOptions& options, base::Progress& progress) {
  std::string unreduced;
  ObservedSpace observed{
      ExploreForCases(model, specification, options, progress, unreduced), {}, {}, {}, {}};
  observed.unreduced = std::move(unreduced);
  CaseEnd end(model, specification);
  if (end.exists()) {
    ObservedToGoal(observed, observer, end).Make();
  } else {
    Observe(observed, [&](cpn::NodeId node, cpn::BindingElementId element) {
      return LabelOf(observed.space, node, element, observer);
    });
  }
  observed.graph.labels = observer.labels();
  return observed;
}

ObservedSpace UnobservedSpace(cpn::lua::LuaModel& model, const StateSpaceOptions& options,
                              base::Progress& progress) {
  ObservedSpace observed{ExploreAll(model.engine(), options, progress, {}), {}, {}, {}, {}};
  Observe(observed, [](cpn::NodeId, cpn::BindingElementId) { return kSilent; });
  return observed;
}

}  // namespace generator
