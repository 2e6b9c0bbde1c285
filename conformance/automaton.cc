#include "conformance/automaton.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace conformance {
namespace {

using cpn::lua::ObservationKind;

/// What the index and the vectors of a node take, and the entry of an event.
constexpr std::size_t kNodeBytes = 120;
constexpr std::size_t kEdgeBytes = 40;

}  // namespace

Position::Position(Automaton* automaton) : automaton_(automaton) {
  automaton_->Add(this);
  try {
    node_ = automaton_->Intern({automaton_->configurations_.Initial()});
  } catch (...) {
    automaton_->Remove(this);
    throw;
  }
}

Position::Position(const Position& other) : automaton_(other.automaton_), node_(other.node_) {
  automaton_->Add(this);
}

Position& Position::operator=(const Position& other) {
  if (automaton_ != other.automaton_) {
    automaton_->Remove(this);
    automaton_ = other.automaton_;
    automaton_->Add(this);
  }
  node_ = other.node_;
  return *this;
}

Position::~Position() { automaton_->Remove(this); }

Automaton::Automaton(cpn::Engine* engine, View* view, const Limits& limits)
    : engine_(engine),
      limits_(limits),
      labels_(engine, view),
      configurations_(engine, &labels_, limits) {}

void Automaton::Add(Position* position) { positions_.push_back(position); }

void Automaton::Remove(Position* position) {
  // Whoever came last mostly goes first.
  const auto found = std::find(positions_.rbegin(), positions_.rend(), position);
  positions_.erase(std::prev(found.base()));
}

template <typename Work>
auto Automaton::WithRoom(const Work& work) {
  if (IsFull()) Forget();
  try {
    return work();
  } catch (const TooMany&) {
    Forget();
  }
  try {
    return work();
  } catch (const TooMany&) {
    ThrowLimit();
  }
}

void Automaton::ThrowLimit() const {
  throw LimitReached(
      fmt::format("more than {} markings are needed to explain one event; --max-markings N allows "
                  "more, and a specification that observes more transitions needs fewer",
                  limits_.max_markings));
}

bool Automaton::Advance(Position& position, EventId event) {
  return WithRoom([&] {
    const std::uint64_t key = (std::uint64_t{position.node_} << 32) | event;
    const auto known = next_.find(key);
    const NodeId next = known != next_.end() ? known->second : Successor(position.node_, event);
    if (next == kNone) return false;
    position.node_ = next;
    return true;
  });
}

std::span<const ConfigurationId> Automaton::Explaining(Position& position) {
  return WithRoom([&]() -> std::span<const ConfigurationId> { return Close(position.node_); });
}

std::vector<EventId> Automaton::Possible(Position& position, ObservationKind kind) {
  std::vector<EventId> possible = WithRoom([&] {
    std::vector<EventId> found;
    for (const ConfigurationId id : Close(position.node_)) {
      for (std::size_t i = 0; i < configurations_.MoveCount(id); ++i) {
        const EventId event = configurations_.MoveAt(id, i).event;
        if (event != kSilent && events()[event].kind == kind) found.push_back(event);
      }
    }
    return found;
  });
  std::sort(possible.begin(), possible.end());
  possible.erase(std::unique(possible.begin(), possible.end()), possible.end());
  std::sort(possible.begin(), possible.end(),
            [&](EventId a, EventId b) { return ComesBefore(events()[a], events()[b]); });
  return possible;
}

NodeId Automaton::Intern(std::vector<ConfigurationId> configurations) {
  if (configurations.empty()) return kNone;
  std::sort(configurations.begin(), configurations.end());
  configurations.erase(std::unique(configurations.begin(), configurations.end()),
                       configurations.end());
  const std::uint64_t hash = HashOf(configurations);
  const std::uint32_t found =
      node_ids_.Find(hash, [&](std::uint32_t id) { return nodes_[id]->first == configurations; });
  if (found != cpn::IdTable::kNone) return found;
  const auto id = static_cast<NodeId>(nodes_.size());
  node_bytes_ += kNodeBytes + configurations.size() * sizeof(ConfigurationId);
  nodes_.push_back(std::make_unique<Node>(Node{std::move(configurations), {}, false}));
  node_ids_.Insert(hash, id);
  return id;
}

const std::vector<ConfigurationId>& Automaton::Close(NodeId id) {
  Node& node = *nodes_[id];
  if (node.is_closed) return node.closed;
  std::vector<ConfigurationId> closed;
  const std::uint32_t walk = ++walk_;
  const auto reach = [&](ConfigurationId one) {
    const ConfigurationId settled = configurations_.Settled(one);
    if (settled >= seen_.size()) seen_.resize(configurations_.size(), 0);
    if (seen_[settled] == walk) return;
    seen_[settled] = walk;
    closed.push_back(settled);
  };
  for (const ConfigurationId one : node.first) reach(one);
  for (std::size_t next = 0; next < closed.size(); ++next) {
    const ConfigurationId from = closed[next];
    for (std::size_t i = 0; i < configurations_.MoveCount(from); ++i) {
      if (configurations_.IsFollowed(from, i)) reach(configurations_.Target(from, i));
    }
  }
  node_bytes_ += closed.size() * sizeof(ConfigurationId);
  node.closed = std::move(closed);
  node.is_closed = true;
  return node.closed;
}

NodeId Automaton::Successor(NodeId from, EventId event) {
  const std::vector<ConfigurationId>& closed = Close(from);
  std::vector<ConfigurationId> behind;
  if (event == kQuiescence) {
    behind = AtRest(closed);
  } else {
    for (const ConfigurationId id : closed) {
      for (std::size_t i = 0; i < configurations_.MoveCount(id); ++i) {
        if (configurations_.MoveAt(id, i).event != event) continue;
        behind.push_back(configurations_.Target(id, i));
      }
    }
  }
  const NodeId next = Intern(std::move(behind));
  next_.emplace((std::uint64_t{from} << 32) | event, next);
  return next;
}

std::vector<ConfigurationId> Automaton::AtRest(std::span<const ConfigurationId> closed) {
  std::unordered_map<ConfigurationId, std::size_t> index;
  for (std::size_t i = 0; i < closed.size(); ++i) index.emplace(closed[i], i);
  std::vector<std::vector<std::size_t>> sources(closed.size());
  std::vector<bool> active(closed.size(), false);
  std::vector<std::size_t> stack;
  for (std::size_t i = 0; i < closed.size(); ++i) {
    const ConfigurationId id = closed[i];
    for (std::size_t m = 0; m < configurations_.MoveCount(id); ++m) {
      const EventId event = configurations_.MoveAt(id, m).event;
      if (event == kSilent) {
        if (!configurations_.IsFollowed(id, m)) continue;
        const ConfigurationId target = configurations_.Target(id, m);
        const auto found = index.find(target);
        sources[found != index.end() ? found->second : index.at(configurations_.Settled(target))]
            .push_back(i);
      } else if (events()[event].kind == ObservationKind::kResponse && !active[i]) {
        active[i] = true;
        stack.push_back(i);
      }
    }
  }
  while (!stack.empty()) {
    const std::size_t at = stack.back();
    stack.pop_back();
    for (const std::size_t source : sources[at]) {
      if (active[source]) continue;
      active[source] = true;
      stack.push_back(source);
    }
  }
  std::vector<ConfigurationId> resting;
  for (std::size_t i = 0; i < closed.size(); ++i) {
    if (!active[i]) resting.push_back(closed[i]);
  }
  return resting;
}

Limits Automaton::WithoutReduction() const {
  Limits limits = limits_;
  limits.reduce = false;
  limits.max_markings = std::min(limits.max_markings, limits.exact_markings);
  return limits;
}

bool Automaton::IsFull() const {
  return configurations_.memory_bytes() + node_bytes_ + next_.size() * kEdgeBytes >
         limits_.memo_bytes;
}

void Automaton::Forget(std::vector<ConfigurationId>* kept) {
  std::vector<std::vector<ConfigurationId>> of_positions;
  for (const Position* position : positions_) {
    of_positions.push_back(nodes_[position->node_]->first);
  }
  std::vector<std::vector<ConfigurationId>*> all;
  for (std::vector<ConfigurationId>& ids : of_positions) all.push_back(&ids);
  if (kept != nullptr) all.push_back(kept);
  configurations_.Keep(all);
  nodes_.clear();
  node_ids_.Clear();
  next_ = {};
  node_bytes_ = 0;
  seen_ = {};
  ++generation_;
  std::size_t next = 0;
  for (Position* position : positions_) position->node_ = Intern(std::move(of_positions[next++]));
}

}  // namespace conformance
