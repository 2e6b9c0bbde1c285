#include "conformance/why_not.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "conformance/run_history.h"
#include "cpn/why/near_bindings.h"
#include "cpn/why/obstacle_text.h"

namespace conformance {
namespace {

using cpn::why::NearBinding;
using cpn::why::NearLimits;

/// Explaining markings that are looked at, nearest to the last event first.
constexpr std::size_t kMaxMarkings = 32;
/// Bindings of one transition in one marking that are weighed against each other.
constexpr std::size_t kMaxAlike = 32;
constexpr std::size_t kMaxShown = 3;
constexpr std::size_t kMaxReasons = 6;

/// What the texts of an event's fields can be as colours.
std::vector<cpn::Value> HintsOf(const Event& event, cpn::ValueStore& values) {
  std::vector<cpn::Value> hints;
  for (const auto& [name, text] : event.what.fields) {
    std::int64_t number = 0;
    const char* const end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data(), end, number);
    if (error == std::errc() && rest == end) hints.push_back(values.Int(number));
    if (text == "true" || text == "false") hints.push_back(values.Bool(text == "true"));
    hints.push_back(values.String(text));
    hints.push_back(values.Enum(text));
  }
  return hints;
}

/// A binding that would show the event, in one of the explaining markings.
struct Candidate {
  std::size_t marking = 0;  // index into those that are looked at
  NearBinding near;
  std::vector<Event> before;  // what it shows before the event
  std::size_t distance = 0;
  auto Rank() const { return std::tuple(near.weight + before.size(), distance, marking); }
};

class Finder {
 public:
  Finder(Automaton& automaton, const Event& event)
      : automaton_(automaton),
        engine_(automaton.engine()),
        event_(event),
        hints_(HintsOf(event, automaton.engine().values())) {}

  void Look(std::size_t index, const cpn::Marking& marking) {
    for (cpn::TransitionId t = 0; t < engine_.net().transitions().size(); ++t) {
      if (automaton_.labels().view().Observes(t)) LookAt(index, marking, t);
    }
  }

  /// Those of the marking with the nearest one, nearest first.
  std::vector<Candidate> Nearest() {
    std::stable_sort(candidates_.begin(), candidates_.end(),
                     [](const Candidate& a, const Candidate& b) { return a.Rank() < b.Rank(); });
    std::vector<Candidate> nearest;
    for (Candidate& candidate : candidates_) {
      const Candidate& best = nearest.empty() ? candidate : nearest.front();
      if (candidate.marking != best.marking || nearest.size() == kMaxShown) continue;
      // What is much farther away explains nothing.
      if (candidate.near.weight + candidate.before.size() > best.near.weight + best.before.size()) {
        continue;
      }
      nearest.push_back(std::move(candidate));
    }
    return nearest;
  }

 private:
  void LookAt(std::size_t index, const cpn::Marking& marking, cpn::TransitionId transition) {
    std::size_t found = 0;
    std::size_t weight = 0;
    const cpn::why::Question question{.transition = transition, .bound = {}, .hints = hints_};
    NearLimits limits;
    if (least_) limits.max_weight = std::min(limits.max_weight, *least_);
    cpn::why::ForEachNearBinding(engine_, marking, question, limits, [&](const NearBinding& near) {
      if (automaton_.limits().budget != nullptr) automaton_.limits().budget->Check();
      if (found > 0 && near.weight > weight) return false;
      const std::optional<std::size_t> at = PlaceOfEvent(near);
      if (!at) return true;
      weight = near.weight;
      least_ = std::min(least_.value_or(weight), weight);
      candidates_.push_back(
          {index, near, Before(near, *at), cpn::why::Distance(engine_, marking, near)});
      return ++found < kMaxAlike;
    });
  }

  const std::vector<Event>& ShownBy(const NearBinding& near) {
    std::vector<std::uint32_t> key{near.transition};
    for (const cpn::Value value : near.binding) key.push_back(value.id);
    const auto known = shown_.find(key);
    if (known != shown_.end()) return known->second;
    std::vector<Event> events;
    try {
      events = automaton_.labels().view().Observe({near.transition, near.binding, {}});
    } catch (const cpn::ModelError&) {  // the specification cannot say: such a binding never occurs
    }
    return shown_.emplace(std::move(key), std::move(events)).first->second;
  }

  std::optional<std::size_t> PlaceOfEvent(const NearBinding& near) {
    const std::vector<Event>& events = ShownBy(near);
    for (std::size_t i = 0; i < events.size(); ++i) {
      if (SameEvent(events[i], event_)) return i;
    }
    return std::nullopt;
  }

  std::vector<Event> Before(const NearBinding& near, std::size_t at) {
    const std::vector<Event>& events = ShownBy(near);
    return {events.begin(), events.begin() + static_cast<std::ptrdiff_t>(at)};
  }

  Automaton& automaton_;
  cpn::Engine& engine_;
  const Event& event_;
  std::vector<cpn::Value> hints_;
  std::vector<Candidate> candidates_;
  std::optional<std::size_t> least_;  // weight so far
  std::map<std::vector<std::uint32_t>, std::vector<Event>> shown_;
};

/// Elements that occurred already and show the event later.
std::vector<NearMiss> OutOfOrder(Automaton& automaton, std::span<const ConfigurationId> closed,
                                 EventId event) {
  const EventTable& events = automaton.events();
  for (const ConfigurationId id : closed) {
    for (const std::vector<EventId>& list : automaton.configurations().StillToBeSeen(id)) {
      if (std::find(list.begin() + 1, list.end(), event) == list.end()) continue;
      return {{"what has occurred",
               {fmt::format("shows {} before it", ToString(events[list.front()]))}}};
    }
  }
  return {};
}

Misfit WhyNotWithin(Automaton& automaton, Position& position, std::span<const EventId> history,
                    EventId event) {
  cpn::Engine& engine = automaton.engine();
  Misfit misfit;
  misfit.event = automaton.events()[event];
  for (const auto kind :
       {cpn::lua::ObservationKind::kStimulus, cpn::lua::ObservationKind::kResponse}) {
    for (const EventId id : automaton.Possible(position, kind)) {
      misfit.possible.push_back(automaton.events()[id]);
    }
  }
  const std::span<const ConfigurationId> closed = automaton.Explaining(position);
  misfit.markings = automaton.CountBehind(position);
  misfit.nearest = OutOfOrder(automaton, closed, event);
  std::vector<cpn::Marking> markings;
  for (const ConfigurationId id : closed) {
    if (markings.size() == kMaxMarkings) break;
    markings.push_back(automaton.configurations().MarkingOf(id));
  }
  Finder finder(automaton, misfit.event);
  for (std::size_t i = 0; i < markings.size(); ++i) finder.Look(i, markings[i]);
  const std::vector<Candidate> nearest = finder.Nearest();
  if (nearest.empty() && misfit.nearest.empty()) {
    misfit.unknown = Vocabulary(automaton, position).FirstUnknown(misfit.event);
  }
  const cpn::Marking* const end = nearest.empty() ? nullptr : &markings[nearest.front().marking];
  misfit.run = ExplainWithin(automaton, history, end);
  const RunHistory run_history(engine, misfit.run);
  for (const Candidate& candidate : nearest) {
    NearMiss miss;
    miss.element = cpn::why::ToString(engine, candidate.near);
    for (const Event& before : candidate.before) {
      miss.reasons.push_back(fmt::format("shows {} before it", ToString(before)));
    }
    for (const cpn::why::Obstacle& obstacle : candidate.near.obstacles) {
      if (miss.reasons.size() == kMaxReasons) {
        miss.reasons.push_back(
            fmt::format("and lacks {} more",
                        candidate.near.obstacles.size() + candidate.before.size() - kMaxReasons));
        break;
      }
      miss.reasons.push_back(
          cpn::why::ToString(engine, *end, candidate.near, obstacle, run_history.Questions()));
    }
    misfit.nearest.push_back(std::move(miss));
  }
  return misfit;
}

}  // namespace

Misfit WhyNot(Automaton& automaton, Position& position, std::span<const EventId> history,
              EventId event) {
  if (!automaton.reduces()) return WhyNotWithin(automaton, position, history, event);
  try {
    Automaton whole(&automaton.engine(), &automaton.labels().view(), automaton.WithoutReduction());
    const std::vector<EventId> events = EventsIn(whole, automaton, history);
    Position there(&whole);
    for (const EventId one : events) whole.Advance(there, one);
    const EventId wanted = whole.events().Intern(automaton.events()[event]);
    return WhyNotWithin(whole, there, events, wanted);
  } catch (const LimitReached&) {  // too many orders: one of them will do
  }
  return WhyNotWithin(automaton, position, history, event);
}

}  // namespace conformance
