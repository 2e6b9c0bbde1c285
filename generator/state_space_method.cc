#include "generator/state_space_method.h"

#include <fmt/format.h>

#include <utility>
#include <vector>

#include "cpn/explore/exploration_error.h"
#include "cpn/explore/state_space.h"
#include "cpn/report/growth_text.h"
#include "generator/limit_reached.h"
#include "generator/observer.h"
#include "generator/path_cases.h"

namespace generator {
namespace {

using cpn::lua::CaseScope;

cpn::StateSpace ExploreAll(cpn::Engine& engine, const StateSpaceOptions& options,
                           base::Progress& progress) {
  cpn::ExplorationOptions exploration;
  exploration.max_states = options.max_states;
  exploration.progress = [&](const cpn::ExplorationProgress& p) {
    progress.Report([&] {
      return fmt::format("{} states, {} arcs, {} states waiting", p.states, p.arcs, p.waiting);
    });
  };
  cpn::StateSpace space = cpn::Explore(engine, exploration);
  progress.Clear();
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

void RequireFewer(std::uint64_t cases, const StateSpaceOptions& options) {
  if (cases <= options.max_cases) return;
  throw LimitReached(fmt::format(
      "the model has {} test cases, and the limit is {}; no suite is written. Raise "
      "--max-cases, observe less, or use --simulations",
      cases == UINT64_MAX ? "more than 10^19" : std::to_string(cases), options.max_cases));
}

void TakePathCases(const ObservedGraph& graph, const cpn::lua::TestSpecification& specification,
                   const StateSpaceOptions& options, RawCases& raw) {
  const PathCases cases(graph, specification.order());
  if (cases.repeated_label()) {
    const ObservationId repeated = graph.labels[*cases.repeated_label()].front();
    throw cpn::ModelError(
        specification.where(),
        fmt::format("test \"{}\" asks for sequences, but {} can be observed again and again: there "
                    "are infinitely many sequences. Use order = \"set\", or bound the model",
                    specification.name(), specification.Describe(raw.observations[repeated])));
  }
  RequireFewer(cases.Count(), options);
  raw.endless_components = cases.endless_components();
  cases.ForEach([&](std::span<const ObservationId> observed) {
    raw.cases.emplace_back(observed.begin(), observed.end());
  });
}

}  // namespace

RawCases GenerateFromStateSpace(cpn::lua::LuaModel& model,
                                cpn::lua::TestSpecification& specification,
                                const StateSpaceOptions& options, base::Progress& progress) {
  Observer observer(model, specification);
  RawCases raw;
  ObservedGraph graph;
  {
    const cpn::StateSpace space = ExploreAll(model.engine(), options, progress);
    raw.states = space.nodes();
    raw.arcs = space.arcs();
    graph = Observe(space, observer);
  }
  raw.observations = observer.observations();
  if (specification.scope() == CaseScope::kRun) {
    TakePathCases(graph, specification, options, raw);
  } else {
    RequireFewer(graph.labels.size() - 1, options);
    raw.cases.assign(graph.labels.begin() + 1, graph.labels.end());
  }
  return raw;
}

}  // namespace generator
