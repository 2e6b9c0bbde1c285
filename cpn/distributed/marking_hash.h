// The structural hash of markings: the sum, modulo 2^64, of a hash for each token on each place, as
// often as it is there. It is the same on every rank, and says which rank owns a marking; or the
// sum of weights that a few tokens have does (partition.h).
//
// A sum, so that a binding element changes it by a difference that is always the same, and a
// successor costs one addition (Zobrist 1970, with + for xor since tokens are counted). Only
// elements that empty places with reset arcs need the marking. Equal hashes never mean equal
// markings.
// Thread safety: none, one per rank.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "cpn/distributed/structure.h"
#include "cpn/explore/successor_tables.h"
#include "cpn/partition/partition.h"

namespace cpn::distributed {

class MarkingHash {
 public:
  /// `tables` must outlive it. With a `partition` that is not empty, its tokens add their weights,
  /// and the others nothing.
  /// `ranks`: how many own a part.
  explicit MarkingHash(explore::SuccessorTables* tables, unsigned ranks = 1,
                       partition::Partition partition = {});

  /// Of a record in the tables' layout.
  std::uint64_t OfRecord(const std::uint64_t* record);
  /// The same for many, faster where few places count. `places`: CountingPlaces(), since which no
  /// place has got another token.
  std::uint64_t OfRecord(const std::uint64_t* record, std::span<const PlaceId> places);
  /// Places that have tokens that count.
  std::vector<PlaceId> CountingPlaces();
  std::uint64_t OfMarking(const Marking& marking);
  /// What names one token of `colour` on `place`, and is its hash where all count.
  std::uint64_t OfColour(PlaceId place, Value colour);
  const partition::Partition& partition() const { return partition_; }
  /// Which rank owns a marking with this hash.
  unsigned OwnerOf(std::uint64_t hash) const {
    return partition::OwnerOf(partition_, hash, ranks_);
  }
  /// Do weights say who owns a marking? Then it follows from who owned the one before.
  bool is_by_weight() const { return !partition_.empty(); }
  /// Who owns the marking after `element` in one that `owner` owns. Requires is_by_weight() and
  /// IsConstant().
  unsigned OwnerAfter(unsigned owner, BindingElementId element) const {
    const unsigned next = owner + changes_[element].step;
    return next < ranks_ ? next : next - ranks_;
  }
  /// Learns what the bindings that the tables have compiled since the last call change. Call it
  /// before Successor() asks about them, and before the tables forget.
  void NoteBindings();
  /// The tables have forgotten, or will before the next NoteBindings().
  void ForgetBindings() { noted_ = 0; }
  /// Does `element` change the hash by the same in all markings?
  bool IsConstant(BindingElementId element) const { return !changes_[element].resets; }
  /// By how much; requires IsConstant().
  std::uint64_t ChangeBy(BindingElementId element) const { return changes_[element].change; }

 private:
  struct Change {
    std::uint64_t change = 0;
    std::uint32_t step = 0;  // the change, by weights, modulo the number of ranks
    bool resets = false;
  };
  struct Place {
    std::vector<std::uint64_t> tokens;    // by token
    std::uint64_t counted = 0;            // which of the first 64 add something
    bool counts = false;                  // does any?
    std::vector<std::uint64_t> markings;  // by id, or kUnknown
  };

  static constexpr std::uint64_t kUnknown = ~std::uint64_t{0};

  std::uint64_t WeightOf(std::uint64_t token) const;
  std::uint64_t OfToken(PlaceId place, explore::Token token);
  void LearnTokens(PlaceId place);
  /// Does any token that the place has had so far?
  bool Counts(PlaceId place);
  std::uint64_t OfMask(PlaceId place, std::uint64_t mask);
  std::uint64_t OfId(PlaceId place, explore::Field id);
  std::uint64_t OfPlace(PlaceId place, const std::uint64_t* record);

  explore::SuccessorTables* tables_;
  unsigned ranks_;
  ValueHashes values_;
  partition::Partition partition_;
  std::vector<Place> places_;
  std::vector<bool> has_resets_;  // by place: some transition empties it
  std::vector<Change> changes_;   // by element
  std::size_t noted_ = 0;         // bindings
};

}  // namespace cpn::distributed
