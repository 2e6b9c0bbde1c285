// All states that follow one, without further faults: whether a property can still come to hold.
//
// How it works: breadth first, each state once, by its key; a state is come to by its choices from
// the start. A state before Harness::Heal() is told apart by how many choices led to it, too, since
// their number decides when faults end. So the answer is sure as far as keys are: where a harness
// describes its states, or by what its machines went through. Where machines go on for ever and
// nothing describes their states, no two states are equal, and all can never be looked at.
//
// Thread safety: none; it moves the system about.
// Source: the certificates of search/nets/, here by replays.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <set>
#include <utility>
#include <vector>

#include "search/system.h"

namespace systematic {

/// What is asked of where the system is.
struct FollowingQuestions {
  std::function<bool(search::Choice)> is_fault;
  std::function<bool()> is_healed;
};

class Following {
 public:
  /// What follows the state after `begin`.
  Following(search::System& system, search::Choices begin, FollowingQuestions ask)
      : system_(system), begin_(std::move(begin)), ask_(std::move(ask)) {}

  /// As search::System::FateOf(); the system is after `begin` again then.
  search::Fate FateOf(std::size_t property, std::uint64_t states, search::Choices& recovery);

 private:
  struct Met {
    std::size_t from = 0;
    search::Choice choice = 0;
  };

  search::Choices WayTo(std::size_t state) const;
  void GoTo(std::size_t state);
  /// Of the state where the system is; false: it was met before.
  bool IsNew(std::size_t steps);
  /// Adds what comes after the state; false: there are more states than may be looked at.
  bool Expand(std::size_t state, std::uint64_t states);

  search::System& system_;
  const search::Choices begin_;
  const FollowingQuestions ask_;
  std::vector<Met> met_;
  std::set<std::pair<search::StateKey, std::size_t>> known_;
};

}  // namespace systematic
