#include "adapter/online/directors.h"

#include <algorithm>

namespace adapter::online {

using conformance::Event;
using cpn::lua::ObservationKind;

Choice Chance::Choose(const Situation& situation) {
  const Coverage::State state = coverage_.See(situation);
  if (situation.sent >= settings_.stimuli || Clock::now() >= settings_.end) {
    return {Choice::What::kEnd, 0};
  }
  if (situation.possible.empty()) {
    return {situation.tracker.MayRest() ? Choice::What::kEnd : Choice::What::kWait, 0};
  }
  if (Draw() < settings_.wait) return {Choice::What::kWait, 0};
  const std::size_t index = Pick(situation, state);
  coverage_.CountSent(state, Coverage::NumberOf(situation.possible[index]));
  return {Choice::What::kSend, index};
}

std::size_t Chance::Pick(const Situation& situation, Coverage::State state) {
  std::vector<double> ends;  // of the part of the line that each has
  double end = 0;
  for (const Event& stimulus : situation.possible) {
    double weight = stimuli_.WeightOf(stimulus);
    if (settings_.towards_uncovered) {
      const auto sent = static_cast<double>(coverage_.Sent(state, Coverage::NumberOf(stimulus)));
      weight /= (1 + sent) * (1 + sent);
    }
    ends.push_back(end += weight);
  }
  const auto found = std::upper_bound(ends.begin(), ends.end(), Draw() * end);
  // Rounding may put the draw at the very end.
  return std::min(static_cast<std::size_t>(found - ends.begin()), ends.size() - 1);
}

Choice Script::Choose(const Situation& situation) {
  for (; next_ < stimuli_.size(); ++next_, settled_ = false) {
    const Seen& wanted = stimuli_[next_];
    if (wanted.waited && !settled_) {
      settled_ = true;
      return {Choice::What::kSettle, 0};
    }
    const auto found =
        std::find_if(situation.possible.begin(), situation.possible.end(),
                     [&](const Event& event) { return SameEvent(event, wanted.event); });
    if (found != situation.possible.end()) {
      ++next_;
      settled_ = false;
      return {Choice::What::kSend, static_cast<std::size_t>(found - situation.possible.begin())};
    }
    if (!settled_) {
      settled_ = true;
      return {Choice::What::kSettle, 0};
    }
  }
  return {Choice::What::kEnd, 0};
}

std::vector<Seen> StimuliOf(const PlayedRun& run) {
  std::vector<Seen> stimuli;
  for (const Seen& seen : run.seen) {
    if (seen.event.kind == ObservationKind::kStimulus) stimuli.push_back(seen);
  }
  return stimuli;
}

}  // namespace adapter::online
