// The numbers that cpn::StateSpace gives to markings, found by ranks that each have a part of them:
// level by level, in the order of the first arc that leads to a marking.
//
// How it works: each new marking has the key (number of the source, index) of the first arc into
// it. Keys go to the rank that has their share of the sources' numbers, which sorts them; how many
// the ranks before it have says where its numbers begin.
//
// Invariant: numbers of a level follow those of the level before, without gaps.
// Thread safety: none, one per rank.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "cpn/distributed/transport.h"
#include "cpn/explore/exploration.h"

namespace cpn::distributed {

class CanonicalNumbers {
 public:
  /// Of a rank that owns `nodes` markings, node 0 being the initial one if `has_initial`.
  CanonicalNumbers(Transport* transport, NodeId nodes, bool has_initial);

  /// An arc leads to `node`: that of this index, in Engine::Enabled order, out of the marking with
  /// the number `source`.
  void Offer(NodeId node, NodeId source, std::uint32_t index);
  /// Collective: numbers the own markings of the next level, all of which have been offered an arc.
  void TogetherNumber(std::span<const NodeId> level);
  bool Has(NodeId node) const { return keys_[node] < kFirstKey; }
  /// Requires that it has one.
  NodeId Of(NodeId node) const { return static_cast<NodeId>(keys_[node]); }

  /// The number of the first marking of the level that was numbered last, and how many it has, on
  /// all ranks.
  NodeId first() const { return first_; }
  NodeId size() const { return size_; }

 private:
  static constexpr std::uint64_t kFirstKey = std::uint64_t{1} << 32;  // numbers are below
  static constexpr std::uint64_t kNone = ~std::uint64_t{0};

  Transport* transport_;
  std::vector<std::uint64_t> keys_;  // by own marking: the number, or else the least key so far
  NodeId first_ = 0;
  NodeId size_ = 1;
};

}  // namespace cpn::distributed
