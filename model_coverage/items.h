// What can be covered of a model, as numbered items, and a graph of markings that says which of
// them its nodes and arcs have.
//
// Invariants of an ItemGraph:
//  1. Items are numbered as a walk through the nodes, and the arcs of each, meets them, so that the
//     numbers depend on the graph alone.
//  2. Every item is had by some node or arc.
// Plain data.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "generator/observed_graph.h"

namespace model_coverage {

using ItemId = std::uint32_t;

/// The kinds of items.
enum class Kind : std::uint8_t {
  kTransition,    ///< a: transition
  kBinding,       ///< a: binding element
  kVariable,      ///< a: transition, b: value of a variable that the user chose
  kArc,           ///< a: arc of the state space
  kValue,         ///< a: place, b: a value of its tokens
  kPlaceMarking,  ///< a: place, b: multi-set
  kEvaluation,    ///< a: decision, b: number of one of its evaluations (decisions.h)
  kPremise,       ///< a: premise (premises.h)
  kPair,          ///< a, b: observable binding elements, b the next one after a
};

struct Item {
  Kind kind = Kind::kTransition;
  std::uint32_t a = 0;
  std::uint32_t b = 0;
  friend bool operator==(const Item&, const Item&) = default;
};

class ItemTable {
 public:
  ItemId Intern(const Item& item);
  /// Its number; nothing when it is not there.
  std::optional<ItemId> Find(const Item& item) const {
    const auto known = ids_.find(item);
    return known == ids_.end() ? std::nullopt : std::optional(known->second);
  }
  const Item& operator[](ItemId id) const { return items_[id]; }
  std::size_t size() const { return items_.size(); }
  const std::vector<Item>& items() const { return items_; }

 private:
  struct Hash {
    std::size_t operator()(const Item& item) const {
      std::uint64_t h =
          (std::uint64_t{item.a} << 32 | item.b) + static_cast<std::uint64_t>(item.kind);
      h *= 0x9e3779b97f4a7c15u;
      return h ^ (h >> 31);
    }
  };
  std::vector<Item> items_;
  std::unordered_map<Item, ItemId, Hash> ids_;  ///< never iterated
};

/// Lists of items, one after the other.
class ItemLists {
 public:
  void Add(std::span<const ItemId> items) {
    items_.insert(items_.end(), items.begin(), items.end());
    first_.push_back(items_.size());
  }
  std::span<const ItemId> operator[](std::size_t index) const {
    return {items_.data() + first_[index], items_.data() + first_[index + 1]};
  }

 private:
  std::vector<std::uint64_t> first_{0};
  std::vector<ItemId> items_;
};

struct ItemGraph {
  generator::ObservedGraph graph;
  ItemTable items;
  ItemLists of_node;
  ItemLists of_arc;
  std::vector<std::uint32_t> sources;   ///< by arc, without pairs: the node that it begins in
  std::vector<std::uint32_t> elements;  ///< by arc, without pairs: its binding element
  /// With pairs, a node of `graph` is a marking and the last observable binding element before it.
  /// By node and arc, what it is of the graph without pairs; empty without pairs.
  std::vector<std::uint32_t> base_node;
  std::vector<std::uint64_t> base_arc;
  std::vector<ItemId> pair_of_arc;  ///< kNoItem: none
  static constexpr ItemId kNoItem = ~ItemId{0};

  /// Calls `use` with each item that a node has.
  template <typename Use>
  void ForNode(std::uint32_t node, Use use) const {
    for (const ItemId item : of_node[base_node.empty() ? node : base_node[node]]) use(item);
  }
  /// Calls `use` with each item that an arc has.
  template <typename Use>
  void ForArc(std::uint64_t arc, Use use) const {
    for (const ItemId item : of_arc[base_arc.empty() ? arc : base_arc[arc]]) use(item);
    if (!pair_of_arc.empty() && pair_of_arc[arc] != kNoItem) use(pair_of_arc[arc]);
  }
};

}  // namespace model_coverage
