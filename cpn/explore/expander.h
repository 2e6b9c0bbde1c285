// One worker of an exploration: turns a marking into the records of its successors and looks them
// up in the store by the hundred, so that cache misses overlap.
//
// Invariants:
//  1. Expanding a marking is a transaction: it is expanded wholly, or it leaves no trace.
//     ExpandShared() only reads the tables, and says kMiss when something is not known there;
//     ExpandExclusive() learns it.
//  2. Successors wait in the buffer; from there HandOver() looks those of this worker's own part of
//     the store up, and puts each of the others into the outbox of its part. With recent records
//     they need not be in the order of their arcs: then each goes into an outbox as soon as its
//     marking is expanded, and this worker's own part has one, too.
//  3. What waits is in the tables' present layout; whoever changes the layout delivers all of all
//     workers first.
// Thread safety: ExpandShared(), Receive() and what reads or writes this worker's own arcs and
// outboxes from one thread per worker; the rest while no other worker runs.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "cpn/explore/exchange.h"
#include "cpn/explore/exploration.h"
#include "cpn/explore/level_queue.h"
#include "cpn/explore/marking_store.h"
#include "cpn/explore/orbits.h"
#include "cpn/explore/recent_records.h"
#include "cpn/explore/successor_tables.h"
#include "cpn/reduce/chooser.h"

namespace cpn::reduce {
class Dependencies;
}

namespace cpn::explore {

/// How expanding a marking, or a part of it, went.
enum class Expansion : std::uint8_t {
  kDone,
  kMiss,         ///< something must be learnt; nothing was done
  kStaleLayout,  ///< the layout must change first; nothing was done
};

/// How a marking is expanded.
struct Pass {
  bool exclusive = false;  ///< learns what is not known
  bool collects = false;   ///< what is enabled is noted, and a part of it fires afterwards
};

class Expander {
 public:
  /// `part`: the worker's part of the store. With `dependencies`, fires stubborn sets only; they
  /// must outlive the expander.
  Expander(SuccessorTables* tables, MarkingStore* store, unsigned part, bool keep_arcs,
           std::size_t batch, const reduce::Dependencies* dependencies = nullptr);

  /// Chooses the code for the layout of now. Call it after every change of the layout.
  void UseLayout();

  /// From now on, looks for records among those generated lately before it looks them up. Requires
  /// that no arcs are kept, which need the number of every target.
  void UseRecentRecords();
  bool uses_recent_records() const { return use_recent_; }

  /// From now on, every successor becomes the representative of its orbit. `orbits` must outlive
  /// the expander.
  void UseOrbits(Orbits* orbits);

  Expansion ExpandShared(NodeId node) { return (this->*expand_shared_)(store_->At(node)); }
  /// Never kMiss. Throws ModelError.
  Expansion ExpandExclusive(NodeId node) { return ExpandRecord(store_->At(node)); }
  /// The same, of a marking that need not be in the store: its record in memory, in the layout of
  /// now.
  Expansion ExpandRecord(const char* stored);

  /// Do many successors wait?
  bool MustFlush() const { return waiting() >= batch_; }
  std::size_t buffered() const { return buffered_; }
  /// Successors in the buffer, and those that went into outboxes since the last HandOver().
  std::size_t waiting() const { return buffered_ + distributed_; }
  /// What FlushAlone() looks up.
  std::size_t undelivered() const;
  /// Looks up what waits while no other worker runs, in outboxes, too, where no arcs are kept.
  /// Requires room in the store for undelivered() markings.
  void FlushAlone() { (this->*flush_alone_)(); }
  /// Empties the buffer while others run: looks up what belongs to this worker's part, and puts the
  /// rest into outboxes. Requires that waiting() markings are reserved, and ends the reservation.
  /// Returns the new markings.
  NodeRange HandOver() { return (this->*hand_over_)(); }
  /// Where records wait to be handed over to the owner of another part. Whoever sends one away puts
  /// another empty one there.
  RecordBatch*& outbox(unsigned owner) { return outboxes_[owner]; }
  /// Looks up a batch of records of this worker's part, and writes their numbers into it. Requires
  /// that batch.count markings are reserved, and ends the reservation. Returns the new markings.
  NodeRange Receive(RecordBatch& batch) { return (this->*receive_)(batch); }
  /// Leads the arcs that waited for the records of a batch to their numbers.
  void TakeNumbers(const RecordBatch& batch);

  /// For who looks them up elsewhere: the i-th buffered record, its hash and its binding element.
  const std::uint64_t* BufferedRecord(std::size_t i) const { return records_.data() + i * words_; }
  std::uint64_t BufferedHash(std::size_t i) const { return hashes_[i]; }
  BindingElementId BufferedElement(std::size_t i) const { return elements_[i]; }
  /// In place of Flush().
  void ForgetBuffered() { buffered_ = 0; }

  /// Of the markings expanded since the last Reset().
  std::uint64_t arc_count() const { return arc_count_; }
  /// Enabled binding elements, those that need not fire included.
  std::uint64_t enabled_count() const { return enabled_count_; }
  std::uint64_t dead_count() const { return dead_count_; }
  /// In the order of expansion, when arcs are kept: the arcs, and the number of each marking's.
  const std::vector<StateArc>& arcs() const { return arcs_; }
  const std::vector<std::uint32_t>& degrees() const { return degrees_; }
  void Reset();

 private:
  /// What an expansion says when a successor does not fit into its field.
  template <bool kExclusive>
  static constexpr Expansion kNarrowField = kExclusive ? Expansion::kStaleLayout : Expansion::kMiss;

  /// Forgets the successors of the marking under way: it is not expanded after all.
  void TakeBack();
  template <std::size_t Words, Pass kPass>
  Expansion Expand(const char* stored);
  template <std::size_t Words, Pass kPass>
  Expansion ExpandGroup(std::size_t group);
  template <std::size_t Words, Pass kPass>
  Expansion ExpandDue(std::size_t group);
  template <std::size_t Words, Pass kPass>
  Expansion ExpandFamily(const Family& family);
  template <std::size_t Words, Pass kPass>
  Expansion ExpandMemo(std::size_t group, std::size_t memo);
  template <std::size_t Words, Pass kPass>
  Expansion Walk(const Family& family, std::size_t term, TrieNodeId node);
  template <std::size_t Words, Pass kPass>
  Expansion WalkMask(const Family& family, std::size_t term, TrieNodeId node, Field field);
  template <std::size_t Words, Pass kPass>
  Expansion WalkSlices(const Family& family, std::size_t term, TrieNodeId node);
  template <std::size_t Words, Pass kPass>
  Expansion WalkList(const Family& family, std::size_t term, TrieNodeId node, Field field);
  template <std::size_t Words, Pass kPass>
  Expansion Descend(const Family& family, std::size_t term, Token token, Child child);
  template <std::size_t Words, Pass kPass>
  Expansion RunMemo(std::size_t group, std::size_t memo);
  template <std::size_t Words, bool kExclusive>
  Expansion FireChosen();
  template <std::size_t Words, Pass kPass>
  Expansion FireAll(BindingIndex binding);
  template <std::size_t Words, Pass kPass>
  Expansion Fire(BindingIndex binding);
  template <bool kExclusive>
  Expansion Canonicalise(std::uint64_t* record);
  template <std::size_t Words>
  bool FireRaw(BindingIndex index, const Binding& binding, std::uint64_t* to) const;
  template <std::size_t Words, bool kDivided>
  void InsertBuffered();
  template <std::size_t Words>
  void InsertAll(RecordBatch& batch);
  template <std::size_t Words>
  NodeRange HandOverBuffered();
  template <std::size_t Words>
  NodeRange HandOverOwn();
  void SortByOwner();
  template <std::size_t Words>
  void PutIntoOutbox(unsigned owner);
  template <std::size_t Words>
  NodeRange ReceiveBatch(RecordBatch& batch) {
    return LookUp<Words, true>(batch, batch.count);
  }
  template <std::size_t Words, bool kPrefetchesSlots>
  NodeRange LookUp(RecordBatch& batch, std::size_t reserved);
  template <std::size_t Words>
  void UseWords();
  template <std::size_t Words, bool kCollects>
  void UseExpansion();
  void UseDelivery();
  template <std::size_t Words>
  void UseDeliveryOf();

  bool IsEmpty(PlaceId place) const {
    return FieldOf(place) == 0 && (!tables_->has_slices() || HasNoSlice(place));
  }
  bool HasNoSlice(PlaceId place) const {
    for (const FieldPosition& slice : tables_->SlicesOf(place)) {
      if (slice.Get(current_.data()) != 0) return false;
    }
    return true;
  }
  std::uint32_t CountOf(PlaceId place, Token token) const {
    const PlaceTable& table = tables_->place(place);
    if (table.mode() != PlaceTable::Mode::kSliced) return table.Count(FieldOf(place), token);
    const std::span<const FieldPosition> slices = tables_->SlicesOf(place);
    const std::uint32_t tokens = table.tuning().slice_tokens;
    if (token / tokens >= slices.size()) return 0;
    return static_cast<std::uint32_t>(
        slices[token / tokens].Get(current_.data()) >> (token % tokens) & 1);
  }
  Field FieldOf(PlaceId place) const { return tables_->layout()[place].Get(current_.data()); }
  /// How many of `token` the terms up to this one take of its place.
  std::uint64_t Needed(const Family& family, std::size_t term, Token token) const;
  void LearnChild(const Family& family, std::size_t term, TrieNodeId node, Token token);
  /// Brings the code up to date with what was learnt. When that needs another layout, the other
  /// bindings of the marking are learnt first, and none fires: it changes once for all of them.
  void Learnt();
  void LeaveRawWhereItClashes(const Binding& binding);
  void GrowBuffer();
  bool distributes() const { return use_recent_ && store_->is_divided(); }
  template <std::size_t Words>
  void DropRecent();
  template <std::size_t Words>
  void Distribute();
  /// Notes whose the i-th buffered record is, and prefetches its slot if it is this worker's.
  /// Always inlined: GCC takes calls of a function that does little else away.
  template <std::size_t Words>
  [[gnu::always_inline]] void PrefetchSlot(std::size_t i) {
    unsigned owner = part_;
    if (store_->is_divided()) {
      owner = owners_[i] = store_->OwnerOf<Words>(BufferedRecord(i), hashes_[i]);
    }
    PrefetchIfOwn(owner, hashes_[i]);
  }
  [[gnu::always_inline]] void PrefetchIfOwn(unsigned owner, std::uint64_t hash) {
    const void* const slot = index_->SlotOf(hash);
    // Of another worker's part, something is prefetched that is there: cheaper than a branch.
    __builtin_prefetch(owner == part_ ? slot : &part_, 1);
  }

  SuccessorTables* tables_;
  MarkingStore* store_;
  unsigned part_;
  const MarkingIndex* index_;  // of the part
  bool keep_arcs_;
  bool use_recent_ = false;
  std::size_t batch_;
  Expansion (Expander::*expand_shared_)(const char*) = nullptr;
  Expansion (Expander::*expand_exclusive_)(const char*) = nullptr;
  void (Expander::*flush_alone_)() = nullptr;
  NodeRange (Expander::*hand_over_)() = nullptr;
  NodeRange (Expander::*receive_)(RecordBatch&) = nullptr;

  std::size_t words_ = 1;
  PrivateArray<std::uint64_t> current_;  // the record that is being expanded
  PrivateArray<Token> path_;
  std::vector<Field> key_;
  std::vector<std::uint32_t> due_;  // of a group with triggers
  BindingElementId firing_ = 0;
  std::uint32_t fired_ = 0;  // successors of the record that is being expanded
  bool only_learn_ = false;  // the layout has become stale while it is expanded
  RecentRecords recent_;
  Orbits* orbits_ = nullptr;
  std::unique_ptr<Orbits::Scratch> orbit_scratch_;
  DeltaCache cache_;

  std::vector<std::uint64_t> records_;  // buffered successors
  std::vector<std::uint64_t> hashes_;
  std::vector<unsigned> owners_;  // when the store is divided
  std::vector<BindingElementId> elements_;
  MarkingStore::ClaimedSlots claimed_;
  std::size_t buffered_ = 0;
  std::size_t buffered_before_ = 0;                // when the marking under way was begun
  std::size_t distributed_ = 0;                    // into outboxes since the last HandOver()
  std::unique_ptr<RecordBatch> own_;               // the outbox of this worker's part
  std::vector<RecordBatch*> outboxes_;             // by part
  std::vector<std::vector<std::uint32_t>> owned_;  // by part: which of the buffered ones
  std::vector<std::size_t> owned_counts_;          // by part
  std::vector<NodeId> numbers_;                    // of those of this worker's part

  std::unique_ptr<reduce::Chooser> chooser_;  // null: all that is enabled fires
  std::vector<BindingIndex> enabled_;         // of the record that is being expanded
  std::vector<BindingElementId> enabled_elements_;

  std::uint64_t arc_count_ = 0;
  std::uint64_t enabled_count_ = 0;
  std::uint64_t dead_count_ = 0;
  std::vector<StateArc> arcs_;
  std::vector<std::uint32_t> degrees_;
};

}  // namespace cpn::explore
