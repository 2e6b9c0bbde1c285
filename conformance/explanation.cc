#include "conformance/explanation.h"

#include <algorithm>
#include <functional>
#include <queue>
#include <tuple>
#include <unordered_map>

namespace conformance {
namespace {

/// A way to a configuration right behind an event: where it comes from, and what occurs between.
struct Way {
  std::uint32_t before = 0;  ///< index of the way to the configuration that it starts from
  std::size_t begin = 0;     ///< the elements that occur: a part of Search::elements_
  std::uint32_t size = 0;
  bool occurs = false;  ///< the last of the elements is the one that shows the event
};

/// Goes through the events, one layer of configurations each, by Dijkstra's algorithm in each.
class Search {
 public:
  explicit Search(Automaton& automaton)
      : automaton_(automaton), configurations_(automaton.configurations()) {
    ways_.push_back({});
    layer_ = {configurations_.Initial()};
    costs_ = {0};
    first_way_ = 0;
  }

  void Take(EventId event) {
    if (automaton_.IsFull()) MakeRoom();
    WithRoom([&] { Advance(event); });
  }

  /// A shortest run to what is right behind the last event.
  std::vector<ExplainedStep> Run(std::size_t events) const {
    const auto best = std::min_element(costs_.begin(), costs_.end());
    return RunTo(first_way_ + static_cast<std::uint32_t>(best - costs_.begin()), events);
  }

  /// A shortest run to that marking, which silent elements may reach.
  std::vector<ExplainedStep> RunTo(const cpn::Marking& end, std::size_t events) {
    WithRoom([&] { Close(); });
    for (const std::uint32_t at : order_) {
      if (configurations_.MarkingOf(reached_[at].id) != end) continue;
      const Way last = WayTo(at, kNoElement);
      std::vector<ExplainedStep> steps = RunTo(last.before, events);
      for (std::size_t i = 0; i < last.size; ++i) {
        steps.push_back({elements_[last.begin + i], std::nullopt});
      }
      return steps;
    }
    return Run(events);
  }

 private:
  std::vector<ExplainedStep> RunTo(std::uint32_t way, std::size_t events) const {
    std::vector<ExplainedStep> steps;
    for (std::size_t event = events; event-- > 0;) {
      const Way& one = ways_[way];
      if (!one.occurs) steps.push_back({std::nullopt, event});
      for (std::uint32_t i = one.size; i-- > 0;) {
        const bool shows = one.occurs && i + 1 == one.size;
        steps.push_back(
            {elements_[one.begin + i], shows ? std::optional<std::size_t>(event) : std::nullopt});
      }
      way = one.before;
    }
    std::reverse(steps.begin(), steps.end());
    return steps;
  }

  /// A configuration that silent steps reach from the layer.
  struct Reached {
    ConfigurationId id = 0;
    std::uint64_t cost = 0;
    std::uint32_t from = 0;                      ///< index into reached, or itself
    std::uint32_t source = 0;                    ///< index into the layer
    cpn::BindingElementId element = kNoElement;  ///< by which it was reached
    bool done = false;
  };

  void MakeRoom() { automaton_.Forget(&layer_); }

  template <typename Work>
  void WithRoom(const Work& work) {
    try {
      return work();
    } catch (const TooMany&) {
      MakeRoom();
    }
    try {
      work();
    } catch (const TooMany&) {
      automaton_.ThrowLimit();
    }
  }

  void Advance(EventId event) {
    Close();
    next_layer_.clear();
    next_costs_.clear();
    next_ways_.clear();
    next_index_.clear();
    if (event == kQuiescence) {
      AddResting();
    } else {
      for (const std::uint32_t at : order_) AddBehind(at, event);
    }
    first_way_ = static_cast<std::uint32_t>(ways_.size());
    ways_.insert(ways_.end(), next_ways_.begin(), next_ways_.end());
    layer_.swap(next_layer_);
    costs_.swap(next_costs_);
  }

  /// Fills reached_, and order_ with its indices by cost.
  void Close() {
    reached_.clear();
    order_.clear();
    index_.clear();
    using Entry = std::tuple<std::uint64_t, std::uint32_t>;
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
    const auto reach = [&](const Reached& one) {
      const auto next = static_cast<std::uint32_t>(reached_.size());
      const auto [entry, is_new] = index_.emplace(one.id, next);
      if (is_new) {
        reached_.push_back(one);
      } else if (reached_[entry->second].cost > one.cost) {
        reached_[entry->second] = one;
      } else {
        return;
      }
      queue.emplace(one.cost, entry->second);
    };
    for (std::uint32_t i = 0; i < layer_.size(); ++i) {
      reach({.id = layer_[i], .cost = costs_[i], .source = i});
    }
    while (!queue.empty()) {
      const std::uint32_t at = std::get<1>(queue.top());
      queue.pop();
      if (reached_[at].done) continue;
      reached_[at].done = true;
      order_.push_back(at);
      const Reached from = reached_[at];
      for (std::size_t i = 0; i < configurations_.MoveCount(from.id); ++i) {
        const Move move = configurations_.MoveAt(from.id, i);
        if (!configurations_.IsFollowed(from.id, i)) continue;
        reach({.id = configurations_.Target(from.id, i),
               .cost = from.cost + 1,
               .from = at,
               .source = from.source,
               .element = move.element});
      }
    }
  }

  void AddBehind(std::uint32_t at, EventId event) {
    const Reached from = reached_[at];
    for (std::size_t i = 0; i < configurations_.MoveCount(from.id); ++i) {
      const Move move = configurations_.MoveAt(from.id, i);
      if (move.event != event) continue;
      const bool occurs = move.element != kNoElement;
      Add(at, configurations_.Target(from.id, i), from.cost + (occurs ? 1 : 0), move.element);
    }
  }

  void AddResting() {
    std::vector<ConfigurationId> closed;
    for (const std::uint32_t at : order_) closed.push_back(reached_[at].id);
    const std::vector<ConfigurationId> resting = automaton_.AtRest(closed);
    std::size_t next = 0;  // those at rest are in the order of the others
    for (const std::uint32_t at : order_) {
      if (next == resting.size() || reached_[at].id != resting[next]) continue;
      ++next;
      Add(at, reached_[at].id, reached_[at].cost, kNoElement);
    }
  }

  /// Keeps the cheapest way to each configuration of the next layer.
  void Add(std::uint32_t at, ConfigurationId target, std::uint64_t cost,
           cpn::BindingElementId last) {
    const auto [entry, is_new] =
        next_index_.emplace(target, static_cast<std::uint32_t>(next_layer_.size()));
    const std::uint32_t index = entry->second;
    if (is_new) {
      next_layer_.push_back(target);
      next_costs_.push_back(cost);
      next_ways_.push_back(WayTo(at, last));
    } else if (next_costs_[index] > cost) {
      next_costs_[index] = cost;
      next_ways_[index] = WayTo(at, last);
    }
  }

  Way WayTo(std::uint32_t at, cpn::BindingElementId last) {
    Way way{.before = first_way_ + reached_[at].source, .begin = elements_.size()};
    for (std::uint32_t i = at; reached_[i].element != kNoElement; i = reached_[i].from) {
      elements_.push_back(reached_[i].element);
    }
    std::reverse(elements_.begin() + static_cast<std::ptrdiff_t>(way.begin), elements_.end());
    way.occurs = last != kNoElement;
    if (way.occurs) elements_.push_back(last);
    way.size = static_cast<std::uint32_t>(elements_.size() - way.begin);
    return way;
  }

  Automaton& automaton_;
  Configurations& configurations_;
  std::vector<Way> ways_;
  std::vector<cpn::BindingElementId> elements_;
  std::vector<ConfigurationId> layer_, next_layer_;
  std::vector<std::uint64_t> costs_, next_costs_;  // parallel to the layers
  std::vector<Way> next_ways_;
  std::uint32_t first_way_ = 0;  // the way to layer_[0]
  std::vector<Reached> reached_;
  std::vector<std::uint32_t> order_;
  std::unordered_map<ConfigurationId, std::uint32_t> index_;       // never iterated
  std::unordered_map<ConfigurationId, std::uint32_t> next_index_;  // never iterated
};

}  // namespace

std::vector<EventId> EventsIn(Automaton& other, Automaton& automaton,
                              std::span<const EventId> events) {
  std::vector<EventId> translated;
  translated.reserve(events.size());
  for (const EventId event : events) {
    translated.push_back(event == kQuiescence ? event
                                              : other.events().Intern(automaton.events()[event]));
  }
  return translated;
}

std::vector<ExplainedStep> Explain(Automaton& automaton, std::span<const EventId> events) {
  if (automaton.reduces()) {
    try {
      Automaton whole(&automaton.engine(), &automaton.labels().view(),
                      automaton.WithoutReduction());
      return ExplainWithin(whole, EventsIn(whole, automaton, events));
    } catch (const LimitReached&) {  // too many orders: one of them will do
    }
  }
  return ExplainWithin(automaton, events);
}

std::vector<ExplainedStep> ExplainWithin(Automaton& automaton, std::span<const EventId> events,
                                         const cpn::Marking* end) {
  Search search(automaton);
  for (const EventId event : events) search.Take(event);
  return end == nullptr ? search.Run(events.size()) : search.RunTo(*end, events.size());
}

}  // namespace conformance
