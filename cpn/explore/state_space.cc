#include "cpn/explore/state_space.h"

#include <utility>

#include "cpn/explore/canonical_order.h"
#include "cpn/explore/explorer.h"
#include "cpn/explore/find_growth.h"

namespace cpn {
namespace {

/// With several workers it depends on the timing which failure of the model is met first; one
/// worker says which comes first in the model's own order.
template <typename Work>
auto RunDeterministically(const ExplorationOptions& options, const Work& work) {
  if (options.workers > 1) {
    try {
      return work(options);
    } catch (const ModelError&) {
    }
  }
  ExplorationOptions alone = options;
  alone.workers = 1;
  return work(alone);
}

ExplorationStatistics StatisticsOf(const explore::Explored& explored) {
  ExplorationStatistics statistics = explored.tables.statistics();
  statistics.record_bytes = explored.store.record_bytes();
  statistics.index_bytes = explored.store.index_bytes();
  statistics.bytes_per_record = explored.store.layout().bytes();
  statistics.arc_bytes =
      explored.arcs.size() * sizeof(StateArc) + explored.first_arc.size() * sizeof(std::uint64_t);
  return statistics;
}

Growth GrowthOf(const explore::Explored& explored) {
  return IsLimit(explored.end) ? explore::FindGrowth(explored) : Growth{};
}

}  // namespace

StateSpace::StateSpace(std::shared_ptr<explore::Explored> explored)
    : explored_(std::move(explored)) {}
StateSpace::StateSpace(StateSpace&&) noexcept = default;
StateSpace& StateSpace::operator=(StateSpace&&) noexcept = default;
StateSpace::~StateSpace() = default;

std::size_t StateSpace::nodes() const { return explored_->store.size(); }
std::size_t StateSpace::arcs() const { return explored_->arcs.size(); }
NodeId StateSpace::expanded() const { return static_cast<NodeId>(explored_->first_arc.size() - 1); }
ExplorationEnd StateSpace::end() const { return explored_->end; }
std::span<const NodeId> StateSpace::levels() const { return explored_->levels; }

std::span<const StateArc> StateSpace::Out(NodeId node) const {
  if (!IsExpanded(node)) return {};
  const std::uint64_t first = explored_->first_arc[node];
  return std::span<const StateArc>(explored_->arcs)
      .subspan(first, explored_->first_arc[node + 1] - first);
}

Marking StateSpace::MarkingOf(NodeId node) const {
  Marking marking(explored_->tables.place_count());
  for (PlaceId place = 0; place < marking.size(); ++place) marking[place] = MarkingOf(node, place);
  return marking;
}

MultiSet StateSpace::MarkingOf(NodeId node, PlaceId place) const {
  const NodeId stored = order_.empty() ? node : order_[node];
  const explore::Field field = explored_->store.layout().Read(explored_->store.At(stored), place);
  return explored_->tables.Decode(place, field);
}

StateSpace Explore(Engine& engine, const ExplorationOptions& options) {
  return RunDeterministically(options, [&engine](const ExplorationOptions& chosen) {
    explore::Explorer explorer(&engine, chosen, true);
    StateSpace space(explorer.explored());
    explore::Explorer::VisitLevel visit;
    if (chosen.visit_level) {
      visit = [&](NodeId first, NodeId last) { return chosen.visit_level(space, first, last); };
    }
    explorer.Run(visit);
    explore::Explored& found = *space.explored_;
    space.statistics_ = StatisticsOf(found);
    space.growth_ = GrowthOf(found);
    found.store.DropIndex();
    found.tables.Forget();
    space.order_ = explore::MakeCanonical(engine, found.store.size(), found.first_arc, found.arcs);
    return space;
  });
}

StateCount CountStates(Engine& engine, const ExplorationOptions& options) {
  return RunDeterministically(options, [&engine](const ExplorationOptions& chosen) {
    explore::Explorer explorer(&engine, chosen, false);
    explorer.Run(nullptr);
    const explore::Explored& found = *explorer.explored();
    return StateCount{found.store.size(),      found.arc_count, found.dead_count,
                      found.levels.size() - 2, found.end,       StatisticsOf(found),
                      GrowthOf(found)};
  });
}

}  // namespace cpn
