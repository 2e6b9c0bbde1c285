#include "generator/together/cases_together.h"

#include <utility>

#include "cpn/distributed/gathered_graph.h"
#include "generator/observed_graph.h"
#include "generator/observed_space.h"
#include "generator/state_space_method.h"
#include "generator/together/incoming_arcs.h"
#include "generator/together/observed_labels.h"
#include "generator/together/shared_families.h"

namespace generator {
namespace {

using cpn::distributed::GatheredGraph;
using cpn::distributed::Rank;
using cpn::lua::CaseScope;
using cpn::lua::TestSpecification;

ObservedGraph Observed(GatheredGraph gathered, const LabelsOfRanks& labels) {
  ObservedGraph graph;
  const cpn::NodeId outside = gathered.nodes();
  bool leads_out = false;
  graph.arcs.reserve(gathered.arcs.size());
  for (const cpn::StateArc& arc : gathered.arcs) {
    const bool out = arc.target == GatheredGraph::kOutside;
    leads_out = leads_out || out;
    graph.arcs.push_back({out ? outside : arc.target, labels.Of(arc.element)});
  }
  graph.first_arc = std::move(gathered.first_arc);
  if (leads_out) graph.first_arc.push_back(graph.arcs.size());
  graph.labels = labels.table().labels();
  return graph;
}

std::optional<RawCases> Gathered(Rank& rank, ObservedLabels& own,
                                 const TestSpecification& specification,
                                 const StateSpaceOptions& options) {
  GatheredGraph gathered = TogetherGather(rank, own);
  const auto of_ranks = rank.transport().GatherAtFirst(own.Bytes());
  if (rank.transport().rank() != 0) return std::nullopt;
  const LabelsOfRanks labels(of_ranks, rank.engine().values());
  const ObservedGraph graph = Observed(std::move(gathered), labels);
  return CasesOf(graph, specification, labels.table().observations(), options);
}

std::optional<RawCases> Shared(Rank& rank, ObservedLabels& own,
                               const TestSpecification& specification,
                               const StateSpaceOptions& options) {
  IncomingArcs arcs = TogetherFindIncoming(rank, own);
  const LabelsOfRanks labels(rank.transport().AllGather(own.Bytes()), rank.engine().values());
  const bool is_first = rank.transport().rank() == 0;
  if (specification.scope() != CaseScope::kRun) {
    if (!is_first) return std::nullopt;
    ObservedGraph graph;
    graph.labels = labels.table().labels();
    return CasesOf(graph, specification, labels.table().observations(), options);
  }
  UseLabels(labels, rank.transport().ranks(), arcs);
  SharedFamilies families(&rank.transport(), &arcs, &labels.table().labels(), specification.order(),
                          rank.owns_initial());
  const std::optional<PathCases> cases = families.TogetherFind();
  if (!is_first) return std::nullopt;
  return CasesOf(*cases, specification, labels.table(), options);
}

}  // namespace

std::optional<RawCases> TogetherGenerate(Rank& rank, cpn::lua::LuaModel& model,
                                         TestSpecification& specification,
                                         const StateSpaceOptions& options) {
  const cpn::StateCount count = rank.TogetherExplore();
  RequireComplete(count.end, {}, options);
  ObservedLabels labels(rank, model, specification);
  const bool is_cut = specification.scope() == CaseScope::kRun && options.observations > 0;
  std::optional<RawCases> raw = is_cut ? Gathered(rank, labels, specification, options)
                                       : Shared(rank, labels, specification, options);
  if (!raw) return raw;
  raw->states = count.states;
  raw->arcs = count.arcs;
  return raw;
}

}  // namespace generator
