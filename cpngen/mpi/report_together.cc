#include "cpngen/mpi/report_together.h"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "cpn/distributed/bytes.h"
#include "cpn/distributed/gathered_graph.h"
#include "cpn/distributed/structure.h"
#include "cpn/report/bounds.h"
#include "cpn/report/labelled_graph.h"

namespace cpngen {
namespace {

using cpn::NodeId;
using cpn::PlaceId;
using cpn::distributed::ByteReader;
using cpn::distributed::ByteWriter;
using cpn::distributed::GatheredGraph;
using cpn::distributed::Rank;
using cpn::report::PlaceBounds;
using cpn::report::StateSpaceReport;

class TransitionLabels final : public cpn::distributed::ArcLabels {
 public:
  explicit TransitionLabels(const cpn::Engine* engine) : engine_(engine) {}
  std::uint32_t LabelOf(cpn::BindingElementId element, NodeId, std::uint32_t) override {
    return engine_->Element(element).transition;
  }

 private:
  const cpn::Engine* engine_;
};

void Write(const cpn::Engine& engine, cpn::MultiSet set, ByteWriter& out) {
  cpn::distributed::WriteMultiSet(engine.values(), engine.multisets(), set, out);
}

cpn::MultiSet ReadSet(const cpn::Engine& engine, ByteReader& in) {
  return cpn::distributed::ReadMultiSet(engine.values(), engine.multisets(), in);
}

std::vector<char> BytesOf(const cpn::Engine& engine, const std::vector<PlaceBounds>& bounds) {
  ByteWriter out;
  for (const PlaceBounds& of_place : bounds) {
    out.Number(of_place.upper);
    out.Number(of_place.lower);
    Write(engine, of_place.upper_multi_set, out);
    Write(engine, of_place.lower_multi_set, out);
  }
  return out.Take();
}

/// At rank 0, of the markings of all ranks; nothing on the others.
std::vector<PlaceBounds> TogetherFindBounds(Rank& rank) {
  const cpn::Engine& engine = rank.engine();
  const NodeId nodes = rank.levels().back();
  std::vector<PlaceBounds> own;
  if (nodes > 0) {
    own = cpn::report::FindBounds(
        engine, nodes, [&](NodeId node, PlaceId place) { return rank.MarkingOf(node, place); });
  }
  std::vector<std::vector<PlaceBounds>> parts(engine.net().places().size());
  for (const auto& bytes : rank.transport().GatherAtFirst(BytesOf(engine, own))) {
    if (bytes.empty()) continue;  // it has no marking
    ByteReader in(bytes);
    for (std::vector<PlaceBounds>& of_place : parts) {
      PlaceBounds bounds;
      bounds.upper = in.Number();
      bounds.lower = in.Number();
      bounds.upper_multi_set = ReadSet(engine, in);
      bounds.lower_multi_set = ReadSet(engine, in);
      of_place.push_back(bounds);
    }
  }
  std::vector<PlaceBounds> all;
  for (const std::vector<PlaceBounds>& of_place : parts) {
    if (!of_place.empty()) all.push_back(BoundsOfAll(engine.multisets(), of_place));
  }
  return all;
}

/// The marking with that number, which rank 0 says; at rank 0, nothing on the others.
std::optional<cpn::Marking> TogetherFind(Rank& rank, const std::vector<NodeId>& numbers,
                                         std::optional<NodeId> wanted) {
  std::uint64_t said[] = {wanted ? std::uint64_t{*wanted} + 1 : 0};
  rank.transport().Sum(said);
  ByteWriter out;
  const auto own = std::ranges::find(numbers, static_cast<NodeId>(said[0] - 1));
  if (said[0] > 0 && own != numbers.end()) {
    for (const cpn::MultiSet set : rank.MarkingOf(static_cast<NodeId>(own - numbers.begin()))) {
      Write(rank.engine(), set, out);
    }
  }
  std::optional<cpn::Marking> marking;
  for (const auto& bytes : rank.transport().GatherAtFirst(out.Take())) {
    if (bytes.empty()) continue;
    marking.emplace();
    ByteReader in(bytes);
    while (marking->size() < rank.engine().net().places().size()) {
      marking->push_back(ReadSet(rank.engine(), in));
    }
  }
  return marking;
}

}  // namespace

std::optional<StateSpaceReport> TogetherReport(Rank& rank) {
  const cpn::StateCount count = rank.TogetherExplore();
  TransitionLabels labels(&rank.engine());
  std::vector<NodeId> numbers;
  const GatheredGraph graph = TogetherGather(rank, labels, &numbers);
  std::uint64_t expanded[] = {rank.expanded()};
  rank.transport().Sum(expanded);
  StateSpaceReport known;
  known.expanded = expanded[0];
  known.depth = count.depth;
  known.end = count.end;
  known.growth = count.growth;
  known.bounds = TogetherFindBounds(rank);

  std::optional<StateSpaceReport> report;
  std::optional<NodeId> dead;
  if (rank.transport().rank() == 0) {
    const cpn::report::LabelledGraph labelled(rank.engine().net(), graph.first_arc, graph.arcs);
    report = MakeReport(labelled, std::move(known));
    if (!report->dead_markings.empty()) dead = report->dead_markings.front();
  }
  std::optional<cpn::Marking> first_dead = TogetherFind(rank, numbers, dead);
  if (report) report->first_dead = std::move(first_dead);
  return report;
}

}  // namespace cpngen
