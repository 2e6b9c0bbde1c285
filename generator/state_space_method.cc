#include "generator/state_space_method.h"

#include <fmt/format.h>

#include <utility>
#include <vector>

#include "generator/limit_reached.h"
#include "generator/observed_space.h"
#include "generator/observer.h"
#include "generator/path_cases.h"
#include "generator/prefix_cases.h"

namespace generator {
namespace {

using cpn::lua::CaseScope;

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

void TakePathCases(const PathCases& cases, const std::vector<std::vector<ObservationId>>& labels,
                   const cpn::lua::TestSpecification& specification,
                   const StateSpaceOptions& options, RawCases& raw) {
  if (cases.repeated_label()) {
    const ObservationId repeated = labels[*cases.repeated_label()].front();
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
  ObservedGraph graph;
  std::uint64_t states = 0;
  std::uint64_t arcs = 0;
  std::uint64_t enabled = 0;
  std::string unreduced;
  {
    ObservedSpace observed = ObserveSpace(model, specification, observer, options, progress);
    states = observed.space.nodes();
    arcs = observed.space.arcs();
    enabled = observed.space.statistics().enabled_elements;
    unreduced = std::move(observed.unreduced);
    graph = std::move(observed.graph);
  }
  RawCases raw = CasesOf(graph, specification, observer.observations(), options);
  raw.states = states;
  raw.arcs = arcs;
  raw.enabled = enabled;
  raw.unreduced = std::move(unreduced);
  return raw;
}

RawCases CasesOf(const ObservedGraph& graph, const cpn::lua::TestSpecification& specification,
                 const ObservationTable& observations, const StateSpaceOptions& options) {
  RawCases raw;
  raw.observations = observations;
  if (specification.scope() == CaseScope::kRun && options.observations > 0) {
    TakePrefixCases(graph, specification, options, raw);
  } else if (specification.scope() == CaseScope::kRun) {
    const PathCases cases(graph, specification.order());
    TakePathCases(cases, graph.labels, specification, options, raw);
  } else {
    RequireFewer(graph.labels.size() - 1, options);
    raw.cases.assign(graph.labels.begin() + 1, graph.labels.end());
  }
  return raw;
}

RawCases CasesOf(const PathCases& cases, const cpn::lua::TestSpecification& specification,
                 const LabelTable& labels, const StateSpaceOptions& options) {
  RawCases raw;
  raw.observations = labels.observations();
  TakePathCases(cases, labels.labels(), specification, options, raw);
  return raw;
}

}  // namespace generator
