// The calls and returns of a history in the order of time, as a list from which an operation can be
// lifted and put back in constant time.
//
// Invariants: nodes are numbered by time, so that a greater node is a later event; of events at one
// moment calls come first. Operations are put back in the opposite order of lifting them.
// Not thread-safe. Source: Lowe, "Testing for linearizability" (2017), section 4.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace oracles::linearizability {

/// When an operation was called and, if it did, returned.
struct Interval {
  std::uint64_t called = 0;
  std::optional<std::uint64_t> returned;
};

class Timeline {
 public:
  using Node = std::size_t;
  static constexpr Node kEnd = 0;  ///< behind the last event

  /// The events of operations 0, 1, ..., all of them in the list.
  explicit Timeline(std::span<const Interval> operations);

  /// The first event; kEnd when the list is empty.
  Node First() const { return nodes_[kEnd].next; }
  Node Next(Node node) const { return nodes_[node].next; }
  bool IsReturn(Node node) const { return nodes_[node].is_return; }
  std::size_t OperationOf(Node node) const { return nodes_[node].operation; }

  /// Takes the operation of this call out of the list, and its return.
  void Lift(Node call);
  /// Puts back the one that was lifted last of those that are out.
  void PutBack(Node call);

 private:
  struct Entry {
    Node previous = kEnd;
    Node next = kEnd;
    Node end = kEnd;  // a call's return, if it has one
    std::size_t operation = 0;
    bool is_return = false;
  };
  void Unlink(Node node);
  void Link(Node node);

  std::vector<Entry> nodes_;  // the first one is both ends of the list
};

}  // namespace oracles::linearizability
