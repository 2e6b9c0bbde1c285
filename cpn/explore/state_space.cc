#include "cpn/explore/state_space.h"

#include <algorithm>
#include <utility>

#include "cpn/explore/canonical_order.h"
#include "cpn/explore/exploration_error.h"
#include "cpn/explore/explorer.h"
#include "cpn/explore/find_growth.h"
#include "cpn/explore/unfold.h"

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
  statistics.enabled_elements = explored.enabled_count;
  return statistics;
}

std::optional<std::uint64_t> Sum(std::optional<std::uint64_t> a, std::optional<std::uint64_t> b) {
  std::uint64_t sum = 0;
  if (!a || !b || __builtin_add_overflow(*a, *b, &sum)) return std::nullopt;
  return sum;
}

/// Of a finished exploration. Arcs and dead markings are those of the expanded nodes, if arcs
/// were kept.
std::optional<symmetry::OrbitStatistics> OrbitsOf(explore::Explored& found) {
  if (!found.orbits) return std::nullopt;
  const symmetry::Symmetry& symmetry = found.orbits->symmetry();
  const bool has_arcs = found.first_arc.size() > 1;
  symmetry::OrbitStatistics sums{symmetry.group().Order(), 0, has_arcs, 0, 0};
  explore::Orbits::Scratch scratch(&symmetry);
  std::vector<std::uint64_t> record(found.store.layout().words());
  for (NodeId node = 0; node < found.store.size(); ++node) {
    found.store.layout().Load<0>(found.store.At(node), record.data());
    const std::optional<std::uint64_t> size = found.orbits->OrbitSize(record.data(), scratch);
    sums.states = Sum(sums.states, size);
    if (node + 1 >= found.first_arc.size()) continue;
    const std::uint64_t arcs = found.first_arc[node + 1] - found.first_arc[node];
    sums.arcs = Sum(sums.arcs, symmetry::Product(size, arcs));
    if (arcs == 0) sums.dead_markings = Sum(sums.dead_markings, size);
  }
  return sums;
}

Growth GrowthOf(const explore::Explored& explored) {
  return IsLimit(explored.end) ? explore::FindGrowth(explored) : Growth{};
}

/// What needs no look at the records.
StateCount SoFar(const explore::Explored& found) {
  return {found.store.size(),      found.arc_count, found.dead_count,
          found.levels.size() - 2, found.end,       StatisticsOf(found)};
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
  const explore::Explored& explored = *explored_;
  return explored.arcs.items().subspan(first, explored.first_arc[node + 1] - first);
}

Marking StateSpace::MarkingOf(NodeId node) const {
  Marking marking(explored_->tables.place_count());
  for (PlaceId place = 0; place < marking.size(); ++place) marking[place] = MarkingOf(node, place);
  return marking;
}

MultiSet StateSpace::MarkingOf(NodeId node, PlaceId place) const {
  const NodeId stored = order_.empty() ? node : order_[node];
  const char* const record = explored_->store.At(stored);
  const explore::RecordLayout& layout = explored_->store.layout();
  return explored_->tables.DecodePlace(
      place, [&](std::size_t column) { return layout.Read(record, column); });
}

const symmetry::Symmetry* StateSpace::symmetry() const {
  return explored_->orbits ? &explored_->orbits->symmetry() : nullptr;
}

std::vector<BindingElementId> StateSpace::RunOf(std::vector<BindingElementId> path) const {
  if (symmetry() == nullptr) return path;
  return explore::UnfoldRun(explored_->tables.engine(), *symmetry(), path);
}

void StateSpace::Finish(const Engine& engine) {
  explore::Explored& found = *explored_;
  found.store.DropIndex();
  found.tables.Forget();
  order_ = explore::MakeCanonical(engine, found.levels, found.first_arc, found.arcs.items());
}

std::vector<BindingElementId> ShortestRun(const StateSpace& space, NodeId node) {
  // A node is numbered when the first arc into it is met, so that this arc is a shortest way.
  struct Arrival {
    NodeId from = 0;
    BindingElementId element = 0;
  };
  std::vector<Arrival> arrivals(std::size_t{node} + 1);
  NodeId next = 1;
  for (NodeId from = 0; next <= node; ++from) {
    for (const StateArc& arc : space.Out(from)) {
      if (arc.target != next || next > node) continue;
      arrivals[next++] = {from, arc.element};
    }
  }
  std::vector<BindingElementId> steps;
  for (; node != 0; node = arrivals[node].from) steps.push_back(arrivals[node].element);
  std::ranges::reverse(steps);
  return space.RunOf(std::move(steps));
}

StateSpace Explore(Engine& engine, const ExplorationOptions& options) {
  return RunDeterministically(options, [&engine](const ExplorationOptions& chosen) {
    explore::Explorer explorer(&engine, chosen, true);
    StateSpace space(explorer.explored());
    explore::Explorer::VisitLevel visit;
    if (chosen.visit_level) {
      visit = [&](NodeId first, NodeId last) { return chosen.visit_level(space, first, last); };
    }
    explore::Explored& found = *space.explored_;
    try {
      explorer.Run(visit);
    } catch (const ModelError& error) {
      if (!explorer.failed_node()) throw;
      found.store.Truncate(found.levels.back());
      space.Finish(engine);
      const auto failed = std::ranges::find(space.order_, *explorer.failed_node());
      const auto node = static_cast<NodeId>(failed - space.order_.begin());
      throw ExplorationError(error, ShortestRun(space, node));
    }
    space.statistics_ = StatisticsOf(found);
    space.growth_ = GrowthOf(found);
    space.orbits_ = OrbitsOf(found);
    space.Finish(engine);
    return space;
  });
}

StateCount CountStates(Engine& engine, const ExplorationOptions& options) {
  return *CountStatesUnless(engine, options, 0, nullptr);
}

std::optional<StateCount> CountStatesUnless(
    Engine& engine, const ExplorationOptions& options, std::uint64_t markings,
    const std::function<bool(const StateCount&)>& gives_up) {
  return RunDeterministically(options, [&](const ExplorationOptions& chosen) {
    auto explorer = std::make_unique<explore::Explorer>(&engine, chosen, false);
    bool is_asked = gives_up == nullptr;
    bool has_given_up = false;
    const auto ask = [&](NodeId, NodeId last) {
      if (is_asked || last <= markings) return true;
      is_asked = true;
      has_given_up = gives_up(SoFar(*explorer->explored()));
      return !has_given_up;
    };
    try {
      explorer->Run(ask);
    } catch (const ModelError&) {
      if (chosen.workers > 1) throw;  // it will be counted again
      explorer.reset();
      ExplorationOptions same = chosen;
      same.visit_level = nullptr;
      Explore(engine, same);  // throws, unless it meets a limit before
      throw;
    }
    if (has_given_up) return std::optional<StateCount>();
    explore::Explored& found = *explorer->explored();
    StateCount count = SoFar(found);
    count.growth = GrowthOf(found);
    count.orbits = OrbitsOf(found);
    return std::optional(std::move(count));
  });
}

}  // namespace cpn
