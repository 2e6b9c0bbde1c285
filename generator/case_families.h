// Families of test cases, that is sets of sets (or sets of sequences) of observations, as decision
// diagrams with shared nodes. A family of 2^n cases that arises from n free choices takes about 2n
// nodes, so that generation need not list the cases that every marking can lead to.
//
// How to read node (item, without, with): the cases of `without`, which do not have `item` (a
// sequence: do not start with it), and those of `with`, each with `item` added (in front).
// Invariants:
//  1. Canonical: two families of one store are equal if and only if their ids are equal.
//  2. Along `without` edges items increase; in sets also along `with` edges.
//  3. No operation recurses on the call stack: depth is bounded by memory only.
// Thread safety: one store per thread. Source: Minato, "Zero-suppressed BDDs for set manipulation
// in combinatorial problems" (DAC 1993); for sequences Loekito, Bailey & Pei, "A binary decision
// diagram based approach for mining frequent subsequences" (2010).
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "cpn/lua/run/test_specification.h"

namespace generator {

/// What a test case is: the set of observations on a path, or their sequence.
using CaseOrder = cpn::lua::CaseOrder;

/// An interned family; CaseFamily{} has no case.
struct CaseFamily {
  std::uint32_t id = 0;
  friend bool operator==(CaseFamily, CaseFamily) = default;
};

class CaseFamilies {
 public:
  using Item = std::uint32_t;

  explicit CaseFamilies(CaseOrder order);

  /// The family whose only case observes nothing.
  CaseFamily EmptyCase() const { return CaseFamily{kUnit}; }
  /// The cases of both.
  CaseFamily Union(CaseFamily a, CaseFamily b);
  /// Every case of `family` with `item` added; in front when cases are sequences.
  CaseFamily Extend(CaseFamily family, Item item);

  /// Has it no case, or only the empty one? These are the same in every store.
  static bool IsTerminal(CaseFamily family) { return family.id <= kUnit; }
  struct Parts {
    Item item = 0;
    CaseFamily without;
    CaseFamily with;
  };
  /// How to read the family, which is not IsTerminal().
  Parts PartsOf(CaseFamily family) const {
    const Node& node = nodes_[family.id];
    return {node.item, {node.without}, {node.with}};
  }
  /// The family with these parts. Requires invariant 2 of them.
  CaseFamily Join(const Parts& parts) {
    return {Make(parts.item, parts.without.id, parts.with.id)};
  }

  /// The number of cases; the maximum of uint64 stands for that many or more.
  std::uint64_t Count(CaseFamily family) const;
  /// Calls `visit` with each case once: sets in increasing order of items, sequences as they are.
  void ForEach(CaseFamily family, const std::function<void(std::span<const Item>)>& visit) const;

  /// Nodes made so far: what memory and time go into.
  std::size_t size() const { return nodes_.size(); }

 private:
  using Id = std::uint32_t;
  static constexpr Id kEmpty = 0;
  static constexpr Id kUnit = 1;

  struct Node {
    Item item;
    Id without;
    Id with;
  };
  enum class Op : std::uint8_t { kValue, kUnion, kExtend };
  /// An operation to be done: kValue is just `a`; `b` is an id (kUnion) or an item (kExtend).
  struct Task {
    Op op;
    Id a;
    std::uint32_t b;
    friend bool operator==(const Task&, const Task&) = default;
  };
  /// An operation taken apart: the node whose children are the results of two smaller ones.
  struct Split {
    Item item;
    Task without;
    Task with;
  };
  struct Frame {
    Task task;
    Split split;
    Id without;
    std::uint8_t stage;
  };
  struct Memo {
    Task task;
    Id result;
  };

  Id Run(Task task);
  bool IsTrivial(const Task& task, Id& result) const;
  Split Take(const Task& task) const;
  Id Make(Item item, Id without, Id with);
  void GrowIndex();
  Memo& MemoSlot(const Task& task);

  CaseOrder order_;
  std::vector<Node> nodes_;
  std::vector<Id> index_;   ///< open addressing over nodes_; 0 is a free slot
  std::vector<Memo> memo_;  ///< lossy: a new result replaces the old one in its slot
  std::vector<Frame> stack_;
};

}  // namespace generator
