#include "generator/state_space_method.h"

#include <fmt/format.h>

#include <limits>
#include <utility>
#include <vector>

#include "cpn/explore/exploration_error.h"
#include "cpn/explore/state_space.h"
#include "cpn/report/growth_text.h"
#include "generator/case_end.h"
#include "generator/limit_reached.h"
#include "generator/observer.h"
#include "generator/path_cases.h"
#include "generator/prefix_cases.h"

namespace generator {
namespace {

using cpn::lua::CaseScope;

cpn::StateSpace ExploreAll(cpn::Engine& engine, const StateSpaceOptions& options,
                           base::Progress& progress) {
  cpn::ExplorationOptions exploration;
  exploration.max_states = options.max_states;
  exploration.budget = options.budget;
  exploration.progress = [&](const cpn::ExplorationProgress& p) {
    progress.Report([&] {
      return fmt::format("{} states, {} arcs, {} states waiting", p.states, p.arcs, p.waiting);
    });
  };
  cpn::StateSpace space = cpn::Explore(engine, exploration);
  progress.Clear();
  if (!space.complete() && space.end() != cpn::ExplorationEnd::kMaxStates) {
    throw base::StopError(
        options.budget == nullptr ? base::StopReason::kMaxMemory : options.budget->reason(),
        cpn::report::GrowthSentences(engine.net(), space.growth()));
  }
  if (!space.complete()) {
    throw LimitReached(
        fmt::format(
            "the state space has more than {} states, the limit; no suite is written, since it "
            "could not be complete. Raise --max-states, make the model's parameters smaller, or "
            "use --simulations",
            options.max_states),
        cpn::report::GrowthSentences(engine.net(), space.growth()));
  }
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

ObservedGraph Observe(const cpn::StateSpace& space, Observer& observer) {
  ObservedGraph graph;
  graph.first_arc.reserve(space.nodes() + 1);
  graph.arcs.reserve(space.arcs());
  for (cpn::NodeId node = 0; node < space.nodes(); ++node) {
    for (const cpn::StateArc& arc : space.Out(node)) {
      graph.arcs.push_back({arc.target, LabelOf(space, node, arc.element, observer)});
    }
    graph.first_arc.push_back(graph.arcs.size());
  }
  graph.labels = observer.labels();
  return graph;
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
  ObservedToGoal(const cpn::StateSpace& space, Observer& observer, CaseEnd& end)
      : space_(space), observer_(observer), end_(end), numbers_(space.nodes() + 1, kNone) {}

  ObservedGraph Make() {
    ObservedGraph graph;
    Number(0);
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      const cpn::NodeId node = nodes_[i];
      if (node != behind_goal() && !IsGoal(space_, node, end_)) AddArcs(node, graph);
      graph.first_arc.push_back(graph.arcs.size());
    }
    graph.labels = observer_.labels();
    return graph;
  }

 private:
  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

  /// Where all occurrences of a goal's transition lead to.
  cpn::NodeId behind_goal() const { return static_cast<cpn::NodeId>(space_.nodes()); }

  void AddArcs(cpn::NodeId node, ObservedGraph& graph) {
    for (const cpn::StateArc& arc : space_.Out(node)) {
      const cpn::NodeId target = end_.IsBehind(arc.element) ? behind_goal() : arc.target;
      graph.arcs.push_back({Number(target), LabelOf(space_, node, arc.element, observer_)});
    }
  }

  std::uint32_t Number(cpn::NodeId node) {
    if (numbers_[node] == kNone) {
      numbers_[node] = static_cast<std::uint32_t>(nodes_.size());
      nodes_.push_back(node);
    }
    return numbers_[node];
  }

  const cpn::StateSpace& space_;
  Observer& observer_;
  CaseEnd& end_;
  std::vector<std::uint32_t> numbers_;  ///< by node
  std::vector<cpn::NodeId> nodes_;      ///< by number
};

void RequireFewer(std::uint64_t cases, const StateSpaceOptions& options) {
  if (cases <= options.max_cases) return;
  throw LimitReached(fmt::format(
      "the model has {} test cases, and the limit is {}; no suite is written. Raise "
      "--max-cases, observe less, or use --simulations",
      cases == UINT64_MAX ? "more than 10^19" : std::to_string(cases), options.max_cases));
}

void TakeCases(const CaseSet& cases, const StateSpaceOptions& options, RawCases& raw) {
  RequireFewer(cases.Count(), options);
  cases.ForEach([&](std::span<const ObservationId> observed) {
    raw.cases.emplace_back(observed.begin(), observed.end());
  });
}

void TakePathCases(const ObservedGraph& graph, const cpn::lua::TestSpecification& specification,
                   const StateSpaceOptions& options, RawCases& raw) {
  const PathCases cases(graph, specification.order());
  if (cases.repeated_label()) {
    const ObservationId repeated = graph.labels[*cases.repeated_label()].front();
    throw cpn::ModelError(
        specification.where(),
        fmt::format("test \"{}\" asks for sequences, but {} can be observed again and again: there "
                    "are infinitely many sequences. Use order = \"set\", end cases with "
                    "--observations N or a goal, or bound the model",
                    specification.name(), specification.Describe(raw.observations[repeated])));
  }
  raw.endless_components = cases.endless_components();
  TakeCases(cases.cases(), options, raw);
}

void TakePrefixCases(const ObservedGraph& graph, const cpn::lua::TestSpecification& specification,
                     const StateSpaceOptions& options, RawCases& raw) {
  std::vector<bool> is_stimulus;
  for (ObservationId id = 0; id < raw.observations.size(); ++id) {
    is_stimulus.push_back(raw.observations[id].kind == cpn::lua::ObservationKind::kStimulus);
  }
  TakeCases(FindPrefixCases(graph, specification.order(), options.observations, is_stimulus),
            options, raw);
}

}  // namespace

RawCases GenerateFromStateSpace(cpn::lua::LuaModel& model,
                                cpn::lua::TestSpecification& specification,
                                const StateSpaceOptions& options, base::Progress& progress) {
  Observer observer(model, specification);
  CaseEnd end(model, specification);
  RawCases raw;
  ObservedGraph graph;
  {
    const cpn::StateSpace space = ExploreAll(model.engine(), options, progress);
    raw.states = space.nodes();
    raw.arcs = space.arcs();
    graph = end.exists() ? ObservedToGoal(space, observer, end).Make() : Observe(space, observer);
  }
  raw.observations = observer.observations();
  if (specification.scope() == CaseScope::kRun && options.observations > 0) {
    TakePrefixCases(graph, specification, options, raw);
  } else if (specification.scope() == CaseScope::kRun) {
    TakePathCases(graph, specification, options, raw);
  } else {
    RequireFewer(graph.labels.size() - 1, options);
    raw.cases.assign(graph.labels.begin() + 1, graph.labels.end());
  }
  return raw;
}

}  // namespace generator
