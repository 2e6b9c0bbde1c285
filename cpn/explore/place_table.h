// One place as the exploration sees it: its tokens and its markings as small integers.
//
// Invariants:
//  1. A token is an index into the colours seen on this place, in order of appearance.
//  2. The field of a place marking is, by mode:
//       kRaw    the marking itself: bit t is set when token t is there once (safe, few tokens);
//       kMasks  an id whose marking is such a bit mask, of up to 64 tokens;
//       kLists  an id whose marking is a sorted list of tokens with counts.
//     Field 0 is the empty marking in every mode, and ids are dense.
//     In mode kSliced there is no id, and a field for each slice of the tokens: bit i of slice s is
//     set when token s * slice_tokens + i is there once.
//  3. Modes change from kRaw to kMasks (the record layout changes with it: RecordLayout) and from
//     kMasks to kLists (ids stay). From kLists a place may become kSliced, and kLists again with
//     other ids, each once; the layout changes then, too.
// Thread safety: const members other than Decode() from any thread while no other member runs.
// Source: experiments of this project that compared such encodings.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "cpn/engine/change_memo.h"
#include "cpn/explore/record_layout.h"
#include "cpn/values/id_table.h"
#include "cpn/values/multiset.h"

namespace cpn::explore {

using Token = std::uint32_t;
using DeltaId = std::uint32_t;
using MarkingId = std::uint32_t;

/// Most slices of a place.
constexpr std::size_t kMostSlices = 4;

struct TokenCount {
  Token token = 0;
  std::uint32_t count = 0;
  friend bool operator==(const TokenCount&, const TokenCount&) = default;
};

struct TokenChange {
  Token token = 0;
  std::int64_t change = 0;
};

/// What an occurrence does to the place.
struct Delta {
  std::vector<TokenChange> changes;  ///< sorted by token, none 0
  bool reset = false;                ///< all tokens go before the changes, which are positive then
  bool is_of_ones = true;            ///< no change of more than one
  bool fits_mask = true;             ///< such, and tokens below 64: remove and add say all
  std::uint64_t remove = 0;
  std::uint64_t add = 0;
};

/// How tables are sized; tests make them small so that small nets reach every branch.
struct PlaceTuning {
  std::uint32_t raw_tokens = 32;         ///< most tokens of a raw place, at most 64
  std::uint32_t mask_tokens = 64;        ///< most tokens in mode kMasks, at most 64
  std::size_t dense_entries = 1u << 18;  ///< most entries of a place's (marking, delta) table
  std::uint32_t sliced_tokens = 0;       ///< most tokens in mode kSliced; 0: never
  std::uint32_t slice_tokens = 64;       ///< of each slice but the last, 1 to 64
};

class PlaceTable;

/// Results of (marking, delta) that the dense table does not hold: direct-mapped, forgets. One per
/// worker.
class DeltaCache {
 public:
  struct Entry {
    std::uint64_t key = ~std::uint64_t{0};
    MarkingId to = 0;
  };
  Entry& At(std::uint64_t key);

  /// The list that was computed last, and of what. Who finds no id for it interns it as it is.
  struct Computed {
    const PlaceTable* place = nullptr;
    MarkingId from = 0;
    DeltaId delta = 0;
    std::vector<TokenCount> list;
    std::uint64_t hash = 0;
  };
  Computed computed;

 private:
  std::vector<Entry> entries_;
};

class PlaceTable {
 public:
  enum class Mode : std::uint8_t { kRaw, kMasks, kLists, kSliced };
  static constexpr MarkingId kUnknown = 0xffffffff;

  /// `index`: the place's number. A place that no transition changes is `constant`: never raw.
  PlaceTable(std::uint32_t index, bool constant, MultiSetStore* multisets,
             const PlaceTuning& tuning);

  Mode mode() const { return mode_; }
  std::size_t tokens() const { return values_.size(); }
  Value ValueOf(Token token) const { return values_[token]; }
  /// kUnknown when the place never held that colour.
  Token Find(Value value) const;
  Token Intern(Value value);

  /// Number of markings that have an id; 0 for a raw or sliced place.
  std::size_t Markings() const {
    if (mode_ == Mode::kRaw || mode_ == Mode::kSliced) return 0;
    return mode_ == Mode::kLists ? offsets_.size() - 1 : masks_.size();
  }
  /// Bits that its field needs now. Requires another mode than kSliced.
  std::uint32_t Width() const;
  /// A raw or sliced place has got what bits cannot say, or more tokens than it may have.
  bool MustLeaveRaw() const { return must_leave_raw_; }
  /// From now on a raw place may have so many tokens, and must leave that mode if it has more.
  void LimitRaw(std::uint32_t tokens) {
    tuning_.raw_tokens = tokens;
    if (mode_ == Mode::kRaw && values_.size() > tokens) must_leave_raw_ = true;
  }
  /// Leaves mode kRaw or kSliced: after it, Renumber() gives the id for what was the field, or what
  /// were the slices.
  void LeaveRaw();
  MarkingId Renumber(Field raw) { return InternMask(raw); }
  MarkingId Renumber(std::span<const Field> slices);

  /// Can bits say all that it has, and all that can happen to it, as far as is known?
  bool CanBeSliced() const;
  /// Goes from mode kLists to kSliced; requires CanBeSliced(). The lists can still be read, until
  /// DropLists().
  void BeSliced();
  void DropLists();
  /// The slices of what was an id; requires kSliced, with its lists.
  void Slice(MarkingId id, std::span<Field> slices) const;
  MultiSet DecodeSlices(std::span<const Field> slices);
  const PlaceTuning& tuning() const { return tuning_; }

  Field Encode(MultiSet marking);
  MultiSet Decode(Field field);

  DeltaId InternDelta(const Change& change);
  const Delta& delta(DeltaId id) const { return deltas_[id]; }

  /// The bit mask of a marking; requires kRaw or kMasks.
  std::uint64_t MaskOf(Field field) const { return mode_ == Mode::kRaw ? field : masks_[field]; }
  /// The tokens of a marking, sorted; requires kLists, or kSliced with its lists.
  std::span<const TokenCount> ListOf(Field field) const {
    return std::span(items_).subspan(offsets_[field], offsets_[field + 1] - offsets_[field]);
  }
  /// How often `token` is in the marking.
  std::uint32_t Count(Field field, Token token) const;

  /// The marking after a delta; requires an id mode, and that it removes what is there. kUnknown
  /// when it is new, which ApplyNew() then interns.
  MarkingId Apply(MarkingId from, DeltaId delta, DeltaCache& cache) const {
    const std::size_t at = (static_cast<std::size_t>(from) << delta_bits_) | delta;
    if (delta >> delta_bits_ == 0 && at < dense_.size() && dense_[at] != kUnknown) {
      return dense_[at];
    }
    return use_dense_ ? kUnknown : ApplySparse(from, delta, cache);
  }
  /// `cache`: the one of Apply(), which was asked for the same last, and has not found it; or one
  /// that Apply() was never given. Throws std::overflow_error when a coefficient does not fit 32
  /// bits.
  MarkingId ApplyNew(MarkingId from, DeltaId delta, DeltaCache& cache);

  std::size_t memory_bytes() const;

 private:
  MarkingId InternMask(std::uint64_t mask);
  MarkingId InternList(std::span<const TokenCount> list);
  std::vector<TokenCount> ListOfSlices(std::span<const Field> slices) const;
  MarkingId AddList(std::span<const TokenCount> list, std::uint64_t hash);
  MarkingId FindMask(std::uint64_t mask) const;
  MarkingId FindList(std::span<const TokenCount> list, std::uint64_t hash) const;
  void ToLists();
  void AddDelta(Delta& delta, MultiSet part, std::int64_t sign);
  MarkingId ApplySparse(MarkingId from, DeltaId delta, DeltaCache& cache) const;
  void ApplyToList(MarkingId from, DeltaId delta, DeltaCache::Computed& out) const;
  void RememberDense(MarkingId from, DeltaId delta, MarkingId to);

  std::uint32_t index_;
  MultiSetStore* multisets_;
  PlaceTuning tuning_;
  Mode mode_ = Mode::kRaw;
  bool must_leave_raw_ = false;
  bool was_sliced_ = false;
  std::vector<Value> values_;  // by token
  IdTable token_index_;
  std::vector<std::uint64_t> masks_{0};  // kMasks: by id
  std::vector<std::uint64_t> offsets_;   // kLists: by id, into items_
  std::vector<TokenCount> items_;
  IdTable marking_index_;
  std::vector<Delta> deltas_;
  std::vector<Change> changes_;  // parallel to deltas_
  IdTable delta_index_;
  bool use_dense_ = true;
  std::uint32_t delta_bits_ = 0;
  std::vector<MarkingId> dense_;   // [marking << delta_bits_ | delta]
  std::vector<MultiSet> decoded_;  // id modes: by id
  std::vector<std::pair<std::uint64_t, MultiSet>> decoded_masks_;  // kRaw
  IdTable decoded_index_;
};

}  // namespace cpn::explore
