#include "conformance/order_search.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <optional>
#include <set>
#include <utility>

#include "conformance/why_not.h"

namespace conformance {
namespace {

class OrderSearch {
 public:
  OrderSearch(Automaton& automaton, const std::vector<LoggedEvent>& events, const EventOrder& order,
              bool at_rest, std::uint64_t max_cuts)
      : automaton_(automaton), order_(order), at_rest_(at_rest), max_cuts_(max_cuts) {
    for (const LoggedEvent& event : events) {
      ids_.push_back(automaton.events().Intern(event.seen.event));
    }
    cut_.assign(order.rows(), 0);
    frames_.push_back({Position(&automaton), order.Next(cut_), 0});
    farthest_.emplace(frames_.front().position);
  }

  /// True: found; path() is an order of all events.
  bool Run() {
    while (!frames_.empty()) {
      if (path_.size() == ids_.size() && IsOver()) return true;
      if (!GoOn()) GoBack();
    }
    return false;
  }

  /// Indices of events: of all when it was found, otherwise of the longest beginning.
  const std::vector<std::size_t>& path() const { return farthest_path_; }
  Position& farthest() { return *farthest_; }
  std::vector<EventId> History() const {
    std::vector<EventId> history;
    for (const std::size_t event : farthest_path_) history.push_back(ids_[event]);
    return history;
  }
  std::vector<std::size_t> Blocked() const {
    EventOrder::Cut cut(order_.rows(), 0);
    for (const std::size_t event : farthest_path_) ++cut[order_.RowOf(event)];
    return order_.Next(cut);
  }

 private:
  struct Frame {
    Position position;
    std::vector<std::size_t> choices;
    std::size_t next = 0;
  };

  bool IsOver() {
    farthest_path_ = path_;
    *farthest_ = frames_.back().position;
    if (!at_rest_) return true;
    Position resting = frames_.back().position;
    return automaton_.Advance(resting, kQuiescence);
  }

  /// Takes the next choice that the net explains and that leads to something new.
  bool GoOn() {
    while (frames_.back().next < frames_.back().choices.size()) {
      Frame& frame = frames_.back();
      const std::size_t event = frame.choices[frame.next++];
      Position position = frame.position;
      if (!automaton_.Advance(position, ids_[event])) continue;
      ++cut_[order_.RowOf(event)];
      if (!IsNew(position)) {
        --cut_[order_.RowOf(event)];
        continue;
      }
      path_.push_back(event);
      frames_.push_back({position, order_.Next(cut_), 0});
      if (path_.size() > farthest_path_.size()) {
        farthest_path_ = path_;
        *farthest_ = position;
      }
      return true;
    }
    return false;
  }

  void GoBack() {
    frames_.pop_back();
    if (path_.empty()) return;
    --cut_[order_.RowOf(path_.back())];
    path_.pop_back();
  }

  bool IsNew(const Position& position) {
    if (generation_ != automaton_.generation()) {  // node numbers mean something else now
      generation_ = automaton_.generation();
      met_.clear();
    }
    if (++looked_at_ > max_cuts_) {
      throw LimitReached(
          fmt::format("more than {} cuts of the log were looked at without finding "
                      "an order; --max-markings N allows more, and clocks leave "
                      "fewer orders than nodes alone",
                      max_cuts_));
    }
    return met_.emplace(cut_, position.node()).second;
  }

  Automaton& automaton_;
  const EventOrder& order_;
  bool at_rest_;
  std::uint64_t max_cuts_;
  std::vector<EventId> ids_;
  EventOrder::Cut cut_;
  std::deque<Frame> frames_;  // positions do not move in it
  std::vector<std::size_t> path_, farthest_path_;
  std::optional<Position> farthest_;
  std::set<std::pair<EventOrder::Cut, NodeId>> met_;
  std::uint64_t generation_ = 0;
  std::uint64_t looked_at_ = 0;
};

/// What may be next behind the farthest cut, in the order of the file; an event with a name that
/// nothing shows goes first, since it keeps what is behind it from coming.
std::vector<std::size_t> MisspeltFirst(OrderSearch& search, Automaton& automaton,
                                       const std::vector<LoggedEvent>& events) {
  std::vector<std::size_t> blocked = search.Blocked();
  if (blocked.size() < 2) return blocked;
  const Vocabulary vocabulary(automaton, search.farthest());
  std::stable_partition(blocked.begin(), blocked.end(), [&](std::size_t event) {
    return vocabulary.FirstUnknown(events[event].seen.event).has_value();
  });
  return blocked;
}

}  // namespace

OrderVerdict JudgeInSomeOrder(Tracker& tracker, const std::vector<LoggedEvent>& events,
                              const EventOrder& order, const JudgeOptions& options,
                              std::uint64_t max_cuts) {
  Automaton& automaton = tracker.automaton();
  OrderSearch search(automaton, events, order, options.at_rest, max_cuts);
  OrderVerdict result;
  Verdict& verdict = result.verdict;
  verdict.conforms = search.Run();
  verdict.events = events.size();
  verdict.explained = search.path().size();
  verdict.markings = automaton.CountBehind(search.farthest());
  std::vector<bool> placed(events.size(), false);
  for (const std::size_t event : search.path()) {
    placed[event] = true;
    result.seen.push_back(events[event].seen);
  }
  const std::vector<std::size_t> blocked =
      verdict.conforms ? std::vector<std::size_t>() : MisspeltFirst(search, automaton, events);
  if (!blocked.empty()) {
    placed[blocked.front()] = true;
    result.seen.push_back(events[blocked.front()].seen);
  }
  for (std::size_t i = 0; i < events.size(); ++i) {
    if (!placed[i]) result.seen.push_back(events[i].seen);
  }
  const std::vector<EventId> history = search.History();
  if (verdict.conforms) {
    if (options.explain) verdict.run = Explain(automaton, history);
    return result;
  }
  for (const std::size_t event : blocked) result.blocked.push_back(events[event].seen);
  verdict.owed = result.blocked.empty();
  if (verdict.owed) {
    verdict.misfit.emplace();
    for (const EventId id :
         automaton.Possible(search.farthest(), cpn::lua::ObservationKind::kResponse)) {
      verdict.misfit->possible.push_back(automaton.events()[id]);
    }
    verdict.run = Explain(automaton, history);
    return result;
  }
  const SeenEvent& first = result.blocked.front();
  verdict.step = first.step;
  verdict.misfit =
      WhyNot(automaton, search.farthest(), history, automaton.events().Intern(first.event));
  verdict.run = std::exchange(verdict.misfit->run, {});
  return result;
}

}  // namespace conformance
