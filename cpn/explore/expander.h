// One worker of an exploration: turns a marking into the records of its successors and looks them
// up in the store by the hundred, so that cache misses overlap.
//
// Invariants:
//  1. Expanding a marking is a transaction: it is expanded wholly, or it leaves no trace.
//     ExpandShared() only reads the tables, and says kMiss when something is not known there;
//     ExpandExclusive() learns it.
//  2. Between two expansions the buffered records are in the tables' present layout; whoever
//     changes the layout flushes all workers first.
// Thread safety: ExpandShared() from one thread per worker; the rest while no other worker runs.
#pragma once

#include <cstdint>
#include <vector>

#include "cpn/explore/exploration.h"
#include "cpn/explore/marking_store.h"
#include "cpn/explore/recent_records.h"
#include "cpn/explore/successor_tables.h"

namespace cpn::explore {

/// How expanding a marking, or a part of it, went.
enum class Expansion : std::uint8_t {
  kDone,
  kMiss,         ///< something must be learnt; nothing was done
  kStaleLayout,  ///< the layout must change first; nothing was done
};

class Expander {
 public:
  Expander(SuccessorTables* tables, MarkingStore* store, bool keep_arcs, std::size_t batch);

  /// Chooses the code for the layout of now. Call it after every change of the layout.
  void UseLayout();

  /// From now on, looks for records among those generated lately before it buffers them. Requires
  /// that no arcs are kept, which need the number of every target.
  void UseRecentRecords();
  bool uses_recent_records() const { return use_recent_; }

  Expansion ExpandShared(NodeId node) { return (this->*expand_shared_)(node); }
  /// Never kMiss. Throws ModelError.
  Expansion ExpandExclusive(NodeId node);

  bool MustFlush() const { return buffered_ >= batch_; }
  std::size_t buffered() const { return buffered_; }
  /// Looks the buffered records up. Requires room in the store for all of them; `shared` when other
  /// workers may do the same.
  void Flush(bool shared) { shared ? (this->*flush_shared_)() : (this->*flush_alone_)(); }

  /// Of the markings expanded since the last Reset().
  std::uint64_t arc_count() const { return arc_count_; }
  std::uint64_t dead_count() const { return dead_count_; }
  /// In the order of expansion, when arcs are kept: the arcs, and the number of each marking's.
  const std::vector<StateArc>& arcs() const { return arcs_; }
  const std::vector<std::uint32_t>& degrees() const { return degrees_; }
  void Reset();

 private:
  /// What an expansion says when a successor does not fit into its field.
  template <bool kExclusive>
  static constexpr Expansion kNarrowField = kExclusive ? Expansion::kStaleLayout : Expansion::kMiss;

  /// Forgets what was buffered since `buffered_` was that: the marking is not expanded after all.
  void TakeBack(std::size_t buffered);
  template <std::size_t Words, bool kExclusive>
  Expansion Expand(NodeId node);
  template <std::size_t Words, bool kExclusive>
  Expansion ExpandGroup(std::size_t group);
  template <std::size_t Words, bool kExclusive>
  Expansion Walk(const Family& family, std::size_t term, TrieNodeId node);
  template <std::size_t Words, bool kExclusive>
  Expansion WalkMask(const Family& family, std::size_t term, TrieNodeId node, Field field);
  template <std::size_t Words, bool kExclusive>
  Expansion WalkList(const Family& family, std::size_t term, TrieNodeId node, Field field);
  template <std::size_t Words, bool kExclusive>
  Expansion Descend(const Family& family, std::size_t term, Token token, Child child);
  template <std::size_t Words, bool kExclusive>
  Expansion RunMemo(std::size_t group, std::size_t memo);
  template <std::size_t Words, bool kExclusive>
  Expansion FireAll(BindingIndex binding);
  template <std::size_t Words, bool kExclusive>
  Expansion Fire(BindingIndex binding);
  template <std::size_t Words>
  bool FireRaw(BindingIndex index, const Binding& binding, std::uint64_t* to) const;
  template <std::size_t Words>
  void FlushAlone();
  template <std::size_t Words>
  void FlushShared();
  template <std::size_t Words>
  void UseWords();

  bool IsEmpty(PlaceId place) const { return FieldOf(place) == 0; }
  Field FieldOf(PlaceId place) const { return tables_->layout()[place].Get(current_.data()); }
  bool HasEnough(const Family& family, std::size_t term, Field field, Token token) const;
  void LearnChild(const Family& family, std::size_t term, TrieNodeId node, Token token);
  /// Brings the code up to date with what was learnt. When that needs another layout, the other
  /// bindings of the marking are learnt first, and none fires: it changes once for all of them.
  void Learnt();
  void LeaveRawWhereItClashes(const Binding& binding);
  std::uint64_t* Buffer(std::size_t index) { return records_.data() + index * words_; }

  SuccessorTables* tables_;
  MarkingStore* store_;
  bool keep_arcs_;
  bool use_recent_ = false;
  std::size_t batch_;
  Expansion (Expander::*expand_shared_)(NodeId) = nullptr;
  Expansion (Expander::*expand_exclusive_)(NodeId) = nullptr;
  void (Expander::*flush_shared_)() = nullptr;
  void (Expander::*flush_alone_)() = nullptr;

  std::size_t words_ = 1;
  PrivateArray<std::uint64_t> current_;  // the record that is being expanded
  PrivateArray<Token> path_;
  std::vector<Field> key_;
  BindingElementId firing_ = 0;
  std::uint32_t fired_ = 0;  // successors of the record that is being expanded
  bool only_learn_ = false;  // the layout has become stale while it is expanded
  RecentRecords recent_;
  DeltaCache cache_;

  std::vector<std::uint64_t> records_;  // buffered successors
  std::vector<std::uint64_t> hashes_;
  std::vector<BindingElementId> elements_;
  std::vector<NodeId> targets_;  // of the buffered records, while they are looked up
  MarkingStore::ClaimedSlots claimed_;
  std::size_t buffered_ = 0;

  std::uint64_t arc_count_ = 0;
  std::uint64_t dead_count_ = 0;
  std::vector<StateArc> arcs_;
  std::vector<std::uint32_t> degrees_;
};

}  // namespace cpn::explore
