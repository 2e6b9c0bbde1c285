// What the runs of an exploration had in common and what not: in which situations which stimuli
// were sent, and how often.
//
// A situation is what the model allows next: the possible stimuli and responses, and whether the
// system may rest. It stands for the markings that explain the run.
// Not thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <utility>

#include "adapter/online/play.h"

namespace adapter::online {

class Coverage {
 public:
  using State = std::uint64_t;  ///< a hash
  using Stimulus = std::uint64_t;

  /// Counts the situation as seen.
  State See(const Situation& situation);
  static Stimulus NumberOf(const conformance::Event& stimulus);

  /// How often it was sent there.
  std::uint64_t Sent(State state, Stimulus stimulus) const;
  void CountSent(State state, Stimulus stimulus) { ++sent_[{state, stimulus}]; }

  std::size_t states() const { return states_.size(); }
  /// Markings that explained a run at once.
  std::size_t most_markings() const { return most_markings_; }
  /// Pairs of a situation and a stimulus that was sent there.
  std::size_t pairs() const { return sent_.size(); }

 private:
  std::size_t most_markings_ = 0;
  std::set<State> states_;
  std::map<std::pair<State, Stimulus>, std::uint64_t> sent_;
};

}  // namespace adapter::online
