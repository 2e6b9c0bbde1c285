// The order of a queue's operations when no value is put twice, in time n log n: a put and the take
// that got its value belong together, so that nothing has to be searched.
//
// Value x comes before y if its put ended before the put of y began, or its take before the take of
// y: such an order of all values exists exactly if no two contradict each other. A take that got
// nothing needs a moment at which no value is certainly in the queue: put before it, and not taken
// until after it. Takes that never returned serve the values that were put first, the earliest
// first: no other use of them explains more.
// Thread-safe: free functions without state.
// Sources: Henzinger, Sezgin and Vafeiadis, "Aspect-oriented linearizability proofs" (2013);
// Bouajjani, Emmi, Enea and Hamza, "On reducing linearizability to state reachability" (2015).
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

namespace oracles::linearizability {

/// An operation of a queue: its place in the history, and when it was called and returned.
struct QueueOperation {
  static constexpr std::uint64_t kNever = std::numeric_limits<std::uint64_t>::max();
  std::size_t place = 0;
  std::uint64_t called = 0;
  std::uint64_t returned = kNever;
};

/// What is known of a queue whose values are all different.
struct QueueHistory {
  struct Item {
    QueueOperation put;
    std::optional<QueueOperation> take;  ///< which got its value
  };
  /// What was taken, or whose put returned.
  std::vector<Item> items;
  /// Takes that got nothing.
  std::vector<QueueOperation> empty;
  /// Takes that never returned.
  std::vector<QueueOperation> open;
};

/// An order that explains it, as places in the history; nothing if there is none.
std::optional<std::vector<std::size_t>> OrderOfQueue(QueueHistory history);

}  // namespace oracles::linearizability
