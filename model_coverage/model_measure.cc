#include "model_coverage/model_measure.h"

#include <utility>

#include "generator/state_space_method.h"

namespace model_coverage {
namespace {

using cpn::lua::CaseScope;
using cpn::lua::ObservationKind;

}  // namespace

SpaceItems::SpaceItems(cpn::lua::LuaModel& model, const cpn::lua::TestSpecification* specification,
                       generator::Observer* observer, const generator::StateSpaceOptions& options,
                       const MeasureOptions& measure, Decisions& decisions, Premises& premises,
                       base::Progress& progress)
    : space_(specification == nullptr
                 ? generator::UnobservedSpace(model, options, progress)
                 : generator::ObserveSpace(model, *specification, *observer, options, progress)) {
  MarkingGraph input{space_.graph, space_.elements, [this](std::uint32_t node) {
                       const cpn::NodeId id = space_.nodes[node];
                       return id == generator::kBehindGoal ? cpn::Marking{}
                                                           : space_.space.MarkingOf(id);
                     }};
  items_ = Measurer(model, decisions, premises).Measure(input, measure);
}

CaseCoverages::CaseCoverages(const SpaceItems& space, cpn::lua::TestSpecification& specification,
                             const generator::Observer& observer,
                             const generator::StateSpaceOptions& options)
    : space_(space),
      raw_(generator::CasesOf(space.space().graph, specification, observer.observations(),
                              options)) {
  raw_.states = space.states();
  raw_.arcs = space.arcs();
  built_ = generator::BuildCases(raw_, specification);
  known_.resize(built_.cases.size());
  if (specification.scope() != CaseScope::kRun) return;
  std::vector<bool> is_stimulus;
  for (generator::ObservationId id = 0; id < raw_.observations.size(); ++id) {
    is_stimulus.push_back(raw_.observations[id].kind == ObservationKind::kStimulus);
  }
  finder_ = std::make_unique<generator::CaseRunFinder>(
      space.items().graph, specification.order(), options.observations, std::move(is_stimulus));
}

const Coverage& CaseCoverages::Of(std::size_t index) {
  std::optional<Coverage>& known = known_[index];
  if (!known) {
    for (const std::uint32_t raw : built_.sources[index]) {
      Coverage one = OfRaw(raw_.cases[raw]);
      known = known ? Either(*known, one) : std::move(one);
    }
  }
  return *known;
}

Coverage CaseCoverages::OfRaw(const generator::RawCase& raw) const {
  const ItemGraph& items = space_.items();
  if (finder_) return CoverageOf(items, finder_->Find(raw));
  std::vector<std::uint64_t> arcs;
  for (std::uint64_t arc = 0; arc < items.graph.arcs.size(); ++arc) {
    if (items.graph.labels[items.graph.arcs[arc].label] == raw) arcs.push_back(arc);
  }
  return CoverageOfOccurrences(items, arcs);
}

}  // namespace model_coverage
