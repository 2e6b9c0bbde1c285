// All beginnings of executions up to a depth, each state once: the exhaustive part of a search.
//
// How it works: the choices are the digits of an odometer. An execution is begun again from the
// start for each new sequence, up to the digit that was turned; from there the choices are 0 until
// the depth is reached, nothing can be chosen, or a state comes that was met with as much depth
// left. Such an execution is given up, unless the state is one that it came through itself: states
// that only lead round in circles would else never be the end of a beginning.
//
// Invariants:
//  1. the sequences come in lexicographic order, and no two end in the same state;
//  2. every state within the depth is met: keys go with the depth that was left;
//  3. if a set of states that is never left again has a state within the depth, some sequence ends
//     in it.
// Thread safety: none.
// Source: NSDI 2007, section 3.2 (bounded depth-first search, hashing); the circles are ours.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "search/system.h"

namespace search {

/// The beginning of an execution.
struct Prefix {
  Choices choices;
  bool at_end = false;      ///< nothing can be chosen there
  Properties violated = 0;  ///< safety properties, by its last step
};

class Prefixes {
 public:
  /// The system must outlive this, and is moved about by it.
  Prefixes(System* system, std::uint32_t depth) : system_(system), depth_(depth) {}

  /// The next one; nothing: there is no other. One whose last step violates one of the safety
  /// properties is not gone on with.
  std::optional<Prefix> Next(Properties watched = 0);
  /// Steps taken, with those that were taken again.
  std::uint64_t steps() const { return steps_; }
  std::uint64_t states() const { return seen_.size(); }

 private:
  /// Turns the last digit that can be turned; false: none.
  bool Turn();
  /// To the end of the sequence, and on. Nothing: what comes was met before.
  std::optional<Prefix> Extend(Properties watched);

  struct Met {
    std::uint32_t left = 0;  ///< the most depth that was left, and one
    bool is_end = false;     ///< a sequence ends there
  };

  System* system_;
  const std::uint32_t depth_;
  bool begun_ = false;
  Choices choices_;
  std::vector<std::uint32_t> options_;  // how many there are, by step
  std::vector<StateKey> path_;          // the states, by step
  std::map<StateKey, Met> seen_;
  std::uint64_t steps_ = 0;
};

}  // namespace search
