// Parts events into chains while they come: events of a chain follow from each other.
//
// An event has at most one cause, so that the order is a forest. Level i, from 1 on, has i chains;
// an event goes to a chain of the lowest level where it follows from the last event or the chain
// is empty. Then the other chains of that level change places with the level below.
// Invariants: an order of width w is parted into at most w (w + 1) / 2 chains.
// Thread safety: none.
// Source: Agarwal and Garg, "Efficient dependency tracking for relevant events in shared-memory
// systems", PODC 2005.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace systematic {

using EventId = std::uint32_t;
using ChainId = std::uint32_t;

class ChainPartition {
 public:
  static constexpr EventId kNone = static_cast<EventId>(-1);

  void Clear();
  /// Adds an event after all others; `event` is above all those added before, and `cause` is one
  /// of them or kNone. Returns its chain.
  ChainId Add(EventId event, EventId cause);
  /// The chain of an event that was added; kNone for others.
  ChainId ChainOf(EventId event) const {
    return event < events_.size() ? events_[event].chain : kNone;
  }
  /// How many chains there are, empty ones included.
  std::size_t chains() const { return chains_.size(); }

 private:
  struct Event {
    EventId cause = kNone;
    ChainId chain = kNone;
  };
  struct Chain {
    EventId last = kNone;
    std::size_t level = 0;
  };

  /// The chain of the lowest level that the event can go to.
  ChainId Find(EventId cause);
  /// The first empty chain; levels are made when they are needed.
  ChainId FirstEmpty();
  void ChangeLevels(ChainId chain);

  std::vector<Event> events_;
  std::vector<Chain> chains_;
  std::vector<std::vector<ChainId>> levels_;
};

}  // namespace systematic
