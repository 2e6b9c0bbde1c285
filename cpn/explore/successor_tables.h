// What an exploration has learnt about a net: tokens and markings of every place, tries and memos
// of what is enabled, compiled bindings. Shared by all workers.
//
// Invariants:
//  1. Reading (const members) says what is known; what is not known yet is learnt by the
//     Learn...() members, each thing once, so that an inscription is evaluated once per distinct
//     binding.
//  2. Learning may make the record layout stale (LayoutIsStale()): then ChangeLayout() must come
//     before any record is made. It keeps the meaning of everything, but of records and fields.
// Thread safety: const members from any thread while no other member runs.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "cpn/engine/engine.h"
#include "cpn/engine/term_evaluator.h"
#include "cpn/explore/binding_table.h"
#include "cpn/explore/exploration.h"
#include "cpn/explore/family.h"
#include "cpn/explore/input_memo.h"
#include "cpn/explore/marking_store.h"
#include "cpn/explore/place_table.h"
#include "cpn/explore/trie.h"
#include "cpn/explore/triggers.h"

namespace cpn::explore {

/// A transition that no trie serves.
struct MemoTransition {
  const CompiledTransition* transition = nullptr;
  std::vector<PlaceId> needed;
  std::vector<PlaceId> deciding;
  InputMemo memo;
};

/// Transitions of one priority.
struct PriorityGroup {
  std::vector<Family> families;
  std::vector<MemoTransition> memos;
  bool has_triggers = false;  ///< there are many
  Triggers triggers;          ///< of families, then memos
};

class SuccessorTables {
 public:
  SuccessorTables(Engine* engine, const ExplorationTuning& tuning);

  const std::vector<PriorityGroup>& groups() const { return groups_; }
  const PlaceTable& place(PlaceId p) const { return places_[p]; }
  std::size_t place_count() const { return places_.size(); }
  const RecordLayout& layout() const { return layout_; }
  bool has_slices() const { return has_slices_; }
  /// Of a place in mode kSliced; else none.
  std::span<const FieldPosition> SlicesOf(PlaceId p) const { return slices_[p]; }
  const Trie& trie() const { return trie_; }
  const BindingTable& bindings() const { return bindings_; }
  const MarkedPlaces& marked_places() const { return marked_places_; }

  /// The record of the initial marking, in the layout of now.
  std::vector<std::uint64_t> InitialRecord();

  /// Learns the child of `node` under `token`, a term of `family`, below the tokens
  /// path[0..term). Requires that the marking has these tokens. Throws ModelError.
  void LearnChild(const Family& family, std::size_t term, TrieNodeId node,
                  std::span<const Token> path, Token token);
  /// Finds out which token a look-up term needs below path[0..term).
  void LearnOnly(const Family& family, std::size_t term, TrieNodeId node,
                 std::span<const Token> path);
  /// Learns what memo transition `memo` of `group` can do where its deciding places have these
  /// fields.
  void LearnEnabled(std::size_t group, std::size_t memo, std::span<const Field> key);
  /// Learns a place marking. Throws std::overflow_error.
  MarkingId ApplyNew(const IdOperation& operation, MarkingId from, DeltaCache& cache) {
    ++learnt_;
    return places_[operation.place].ApplyNew(from, operation.delta, cache);
  }
  /// A delta met a raw or sliced place that holds the token already: it can be such no longer.
  void LeaveRaw(PlaceId place) { leave_raw_.push_back(place); }

  /// Compiles what was learnt, if the layout allows; else LayoutIsStale().
  void Compile();
  bool LayoutIsStale();
  /// Decides, now that `store` has many records, which places with many tokens are worth a bit for
  /// each, in one field or several: those of which so many markings are there that ids would take
  /// more. The layout may be stale after it.
  void JudgeRawPlaces(const MarkingStore& store);
  /// Makes the layout fit, and translates all records of `store`, and `others`, which lie one after
  /// the other as they do there.
  void ChangeLayout(MarkingStore& store, std::vector<char>& others);
  void ChangeLayout(MarkingStore& store) {
    std::vector<char> none;
    ChangeLayout(store, none);
  }

  /// Forgets tries, memos and bindings when they take more than the tuning allows. Requires that
  /// no expansion is under way.
  void ForgetIfTooMuch() {
    if (forgettable_bytes() > tuning_.memo_bytes) Forget();
  }
  void Forget();

  /// Learns the field of a place marking; for a place in mode kRaw, one without repeated tokens.
  /// Nothing: the layout must change first.
  std::optional<Field> Encode(PlaceId place, MultiSet marking);
  /// Requires that the place is not sliced.
  MultiSet Decode(PlaceId place, Field field) { return places_[place].Decode(field); }
  /// The marking of a place in a record. `read(column)` gives a field of it.
  template <typename Read>
  MultiSet DecodePlace(PlaceId place, const Read& read) {
    if (places_[place].mode() != PlaceTable::Mode::kSliced) return Decode(place, read(place));
    Field slices[kMostSlices];
    return places_[place].DecodeSlices(ReadSlices(place, slices, read));
  }
  /// Likewise the slices of a sliced place, into `slices`.
  template <typename Read>
  std::span<const Field> ReadSlices(PlaceId place, Field (&slices)[kMostSlices],
                                    const Read& read) const {
    for (std::size_t i = 0; i < kMostSlices; ++i) slices[i] = read(columns_[place][i]);
    return slices;
  }
  /// For markings that another exploration found. The token of a colour; the layout may be stale
  /// after it.
  Token InternToken(PlaceId place, Value value) {
    touched_.push_back(place);
    return places_[place].Intern(value);
  }
  /// Likewise the field of a place marking. Requires that the layout is not stale, and that the
  /// place is not raw where a bit mask cannot say the marking. Its id may need a wider field.
  Field InternMarking(PlaceId place, MultiSet marking) { return places_[place].Encode(marking); }
  Marking DecodeRecord(const std::uint64_t* record);
  Engine& engine() const { return *engine_; }

  /// Times that something was learnt.
  std::uint64_t learnt() const { return learnt_; }
  /// All but what is about the record store.
  ExplorationStatistics statistics() const;

 private:
  bool Fits(const FamilyMember& member, std::size_t term, std::span<const Token> path, Token token);
  void AppendBindings(const Family& family, const FamilyMember& member,
                      std::span<const Token> tokens, std::vector<BindingIndex>& out);
  void SetMarking(const Family& family, std::span<const Token> tokens);
  bool TakesExactly(const CompiledTransition& transition, const BindingElement& element,
                    const Family& family, std::span<const Token> tokens);
  Value ValueOf(const CompiledTerm& term, const BindingElement& element);
  BindingIndex AddBinding(BindingElementId element, std::span<const Inhibition> inhibitions);
  std::vector<Inhibition> InhibitionsOf(const CompiledTransition& transition,
                                        const BindingElement& element);
  void ForgetMemos();
  std::size_t forgettable_bytes() const;
  std::vector<PlaceId> LeaveRawPlaces(const MarkingStore& store, const std::vector<char>& others);
  std::vector<PlaceId> SlicePlaces();
  void JudgeLists(NodeId records);
  Field Renumber(PlaceId place, const std::uint64_t* record);
  PlaceTuning TuningOf(PlaceId place) const;
  BindingTable::Target target() const { return {&layout_, places_, slices_}; }
  void FindTriggers(PriorityGroup& group) const;
  void UseLayout();
  RecordLayout FittingLayout(NodeId records);
  std::uint32_t MostRawTokens() const;
  std::uint32_t WidthOfSlices(PlaceId place) const;
  void WidenSlices(PlaceId place, std::uint32_t tokens);
  std::uint32_t Slack(PlaceId place, std::uint32_t width, std::uint32_t needed) const;
  void WidenFollowing(const std::vector<bool>& widened);
  std::size_t MostTokens(PlaceId place) const;

  Engine* engine_;
  ExplorationTuning tuning_;
  TermEvaluator terms_;
  std::vector<PlaceTable> places_;
  std::vector<PriorityGroup> groups_;
  RecordLayout layout_;
  MarkedPlaces marked_places_;  // in that layout
  Trie trie_;
  BindingTable bindings_;
  std::vector<BindingIndex> binding_of_;  // by element, for memo transitions
  std::vector<PlaceId> leave_raw_;
  std::vector<PlaceId> slice_;       // to be sliced when the layout changes next
  std::vector<bool> can_be_sliced_;  // by place
  std::vector<std::array<std::uint32_t, kMostSlices>> columns_;  // by place, once it was sliced
  std::vector<std::vector<FieldPosition>> slices_;               // by place, while it is
  bool has_slices_ = false;
  std::vector<PlaceId> touched_;  // may have become too wide since the last LayoutIsStale()
  bool stale_ = false;
  std::vector<std::uint32_t> widths_;  // by column
  PartialBinding binding_;
  // Scratch space of learning.
  std::vector<Token> tokens_;
  std::vector<BindingIndex> found_;
  std::vector<BindingTable::Effect> effects_;
  Marking marking_;              // the one to search in
  std::vector<PlaceId> marked_;  // its places that may have tokens
  std::uint64_t learnt_ = 0;
  std::uint64_t layout_changes_ = 0;
  std::uint32_t late_changes_ = 0;  // those of many records
};

}  // namespace cpn::explore
