#include "cpn/explore/expander.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstring>
#include <stdexcept>

#include "cpn/explore/for_words.h"
#include "cpn/explore/record_tokens.h"
#include "cpn/reduce/make_chooser.h"

namespace cpn::explore {
namespace {

/// Of few words, it takes no call.
template <std::size_t Words>
void MoveWords(const std::uint64_t* from, std::uint64_t* to, std::size_t words) {
  if constexpr (Words != 0) {
    std::uint64_t copy[Words];
    std::memcpy(copy, from, sizeof copy);
    std::memcpy(to, copy, sizeof copy);
  } else {
    std::memmove(to, from, words * sizeof(std::uint64_t));
  }
}

}  // namespace

Expander::Expander(SuccessorTables* tables, MarkingStore* store, unsigned part, bool keep_arcs,
                   std::size_t batch, const reduce::Dependencies* dependencies)
    : tables_(tables),
      store_(store),
      part_(part),
      index_(&store->part(part)),
      keep_arcs_(keep_arcs),
      batch_(batch),
      own_(std::make_unique<RecordBatch>()),
      outboxes_(store->parts()),
      owned_(store->parts()) {
  outboxes_[part] = own_.get();
  if (dependencies != nullptr) chooser_ = reduce::MakeChooser(dependencies);
  std::size_t terms = 1;
  for (const PriorityGroup& group : tables->groups()) {
    for (const Family& family : group.families) terms = std::max(terms, family.terms.size());
  }
  path_.Resize(terms);
}

template <std::size_t Words, bool kCollects>
void Expander::UseExpansion() {
  expand_shared_ = &Expander::Expand<Words, Pass{false, kCollects}>;
  expand_exclusive_ = &Expander::Expand<Words, Pass{true, kCollects}>;
}

template <std::size_t Words>
void Expander::UseWords() {
  chooser_ != nullptr ? UseExpansion<Words, true>() : UseExpansion<Words, false>();
}

void Expander::UseLayout() {
  assert(waiting() == 0);
  words_ = tables_->layout().words();
  cache_ = {};  // a place that is sliced no longer has other ids
  current_.Resize(words_);
  records_.resize(std::max(hashes_.size(), batch_) * words_);
  hashes_.resize(records_.size() / words_);
  elements_.resize(hashes_.size());
  owners_.resize(hashes_.size());
  if (use_recent_) UseRecentRecords();
  UseDelivery();
  ForWords(words_, [this]<std::size_t Words> { UseWords<Words>(); });
}

void Expander::UseRecentRecords() {
  use_recent_ = true;
  std::vector<std::uint64_t> initial(words_);
  tables_->layout().Load<0>(store_->At(0), initial.data());
  recent_.Reset(initial.data(), words_);
  UseDelivery();
}

void Expander::UseOrbits(Orbits* orbits) {
  orbits_ = orbits;
  orbit_scratch_ = std::make_unique<Orbits::Scratch>(&orbits->symmetry());
}

void Expander::Reset() {
  arc_count_ = 0;
  enabled_count_ = 0;
  dead_count_ = 0;
  arcs_.clear();
  degrees_.clear();
}

Expansion Expander::ExpandRecord(const char* stored) {
  try {
    const Expansion expansion = (this->*expand_exclusive_)(stored);
    assert(expansion != Expansion::kMiss);
    return expansion;
  } catch (const ModelError&) {
    TakeBack();
    throw;
  } catch (const std::overflow_error&) {
    TakeBack();
    // The engine says the same with the names of the transition and the place.
    tables_->layout().Load<0>(stored, current_.data());
    Marking marking = tables_->DecodeRecord(current_.data());
    tables_->engine().Occur(marking, firing_);
    throw;
  }
}

void Expander::TakeBack() { buffered_ = buffered_before_; }

template <std::size_t Words, Pass kPass>
Expansion Expander::Expand(const char* stored) {
  tables_->layout().Load<Words>(stored, current_.data());
  buffered_before_ = buffered_;
  fired_ = 0;
  if (kPass.collects) enabled_.clear();
  if (kPass.exclusive) only_learn_ = false;
  for (std::size_t group = 0; group < tables_->groups().size(); ++group) {
    const Expansion expansion = ExpandGroup<Words, kPass>(group);
    if (expansion != Expansion::kDone) {
      TakeBack();
      return expansion;
    }
    if (fired_ > 0) break;
  }
  if (kPass.exclusive && only_learn_) {
    TakeBack();
    return Expansion::kStaleLayout;
  }
  if constexpr (kPass.collects) {
    enabled_count_ += fired_;
    const Expansion expansion = FireChosen<Words, kPass.exclusive>();
    if (expansion != Expansion::kDone) {
      enabled_count_ -= enabled_.size();
      TakeBack();
      return expansion;
    }
  }
  if (use_recent_) {
    distributes() ? Distribute<Words>() : DropRecent<Words>();
  }
  arc_count_ += fired_;
  dead_count_ += fired_ == 0 ? 1 : 0;
  if (keep_arcs_) degrees_.push_back(fired_);
  return Expansion::kDone;
}

template <std::size_t Words, Pass kPass>
Expansion Expander::ExpandGroup(std::size_t index) {
  const PriorityGroup& group = tables_->groups()[index];
  if (group.has_triggers) return ExpandDue<Words, kPass>(index);
  for (const Family& family : group.families) {
    if (const Expansion e = ExpandFamily<Words, kPass>(family); e != Expansion::kDone) return e;
  }
  for (std::size_t memo = 0; memo < group.memos.size(); ++memo) {
    if (const Expansion e = ExpandMemo<Words, kPass>(index, memo); e != Expansion::kDone) return e;
  }
  return Expansion::kDone;
}

template <std::size_t Words, Pass kPass>
Expansion Expander::ExpandDue(std::size_t index) {
  const PriorityGroup& group = tables_->groups()[index];
  due_.clear();
  group.triggers.AppendDue(tables_->marked_places(), current_.data(), due_);
  const std::size_t families = group.families.size();
  for (const std::uint32_t item : due_) {
    const Expansion e = item < families ? ExpandFamily<Words, kPass>(group.families[item])
                                        : ExpandMemo<Words, kPass>(index, item - families);
    if (e != Expansion::kDone) return e;
  }
  return Expansion::kDone;
}

template <std::size_t Words, Pass kPass>
Expansion Expander::ExpandFamily(const Family& family) {
  const auto is_empty = [&](PlaceId place) { return IsEmpty(place); };
  if (std::ranges::any_of(family.needed, is_empty)) return Expansion::kDone;
  if (!std::ranges::all_of(family.empty, is_empty)) return Expansion::kDone;
  return Walk<Words, kPass>(family, 0, family.root);
}

template <std::size_t Words, Pass kPass>
Expansion Expander::ExpandMemo(std::size_t group, std::size_t memo) {
  const auto is_empty = [&](PlaceId place) { return IsEmpty(place); };
  const std::vector<PlaceId>& needed = tables_->groups()[group].memos[memo].needed;
  if (std::ranges::any_of(needed, is_empty)) return Expansion::kDone;
  return RunMemo<Words, kPass>(group, memo);
}

template <std::size_t Words, Pass kPass>
Expansion Expander::Walk(const Family& family, std::size_t term, TrieNodeId node) {
  const PlaceId place = family.terms[term].place;
  const Field field = FieldOf(place);
  const PlaceTable::Mode mode = tables_->place(place).mode();
  if (mode < PlaceTable::Mode::kLists) return WalkMask<Words, kPass>(family, term, node, field);
  return mode == PlaceTable::Mode::kLists ? WalkList<Words, kPass>(family, term, node, field)
                                          : WalkSlices<Words, kPass>(family, term, node);
}

/// As WalkMask(), slice by slice.
template <std::size_t Words, Pass kPass>
Expansion Expander::WalkSlices(const Family& family, std::size_t term, TrieNodeId node) {
  const FamilyTerm& taken = family.terms[term];
  if (taken.checked && taken.count > 1) return Expansion::kDone;
  const Trie& trie = tables_->trie();
  const std::span<const FieldPosition> slices = tables_->SlicesOf(taken.place);
  const std::uint32_t slice_tokens = tables_->place(taken.place).tuning().slice_tokens;
  for (std::uint32_t slice = 0; slice < slices.size(); ++slice) {
    std::uint64_t tokens = slices[slice].Get(current_.data());
    if (tokens == 0) continue;
    const Token first = slice * slice_tokens;
    for (std::size_t i = 0; taken.checked && i < term; ++i) {
      if (family.terms[i].place != taken.place || path_[i] / slice_tokens != slice) continue;
      tokens &= ~(std::uint64_t{1} << path_[i] % slice_tokens);
    }
    for (std::uint64_t rest = tokens & ~trie.KnownIn(node, slice); rest != 0; rest &= rest - 1) {
      if (!kPass.exclusive) return Expansion::kMiss;
      LearnChild(family, term, node, first + static_cast<Token>(std::countr_zero(rest)));
    }
    for (std::uint64_t rest = tokens & trie.MatchIn(node, slice); rest != 0; rest &= rest - 1) {
      const Token token = first + static_cast<Token>(std::countr_zero(rest));
      const Expansion e = Descend<Words, kPass>(family, term, token, trie.Matching(node, token));
      if (e != Expansion::kDone) return e;
    }
  }
  return Expansion::kDone;
}

template <std::size_t Words, Pass kPass>
Expansion Expander::WalkMask(const Family& family, std::size_t term, TrieNodeId node, Field field) {
  const FamilyTerm& taken = family.terms[term];
  const Trie& trie = tables_->trie();
  std::uint64_t tokens = tables_->place(taken.place).MaskOf(field);
  if (taken.checked) {
    if (taken.count > 1) return Expansion::kDone;
    for (std::size_t i = 0; i < term; ++i) {
      if (family.terms[i].place == taken.place) tokens &= ~(std::uint64_t{1} << path_[i]);
    }
  }
  for (std::uint64_t rest = tokens & ~trie.Known(node); rest != 0; rest &= rest - 1) {
    if (!kPass.exclusive) return Expansion::kMiss;
    LearnChild(family, term, node, static_cast<Token>(std::countr_zero(rest)));
  }
  for (std::uint64_t rest = tokens & trie.Match(node); rest != 0; rest &= rest - 1) {
    const auto token = static_cast<Token>(std::countr_zero(rest));
    const Expansion e = Descend<Words, kPass>(family, term, token, trie.Matching(node, token));
    if (e != Expansion::kDone) return e;
  }
  return Expansion::kDone;
}

template <std::size_t Words, Pass kPass>
Expansion Expander::WalkList(const Family& family, std::size_t term, TrieNodeId node, Field field) {
  const FamilyTerm& taken = family.terms[term];
  const PlaceTable& place = tables_->place(taken.place);
  const auto try_token = [&](Token token, std::uint32_t count) -> Expansion {
    Child child = tables_->trie().At(node, token);
    if (child == kNoMatch) return Expansion::kDone;
    if (taken.checked && count < Needed(family, term, token)) return Expansion::kDone;
    if (child == kNotTried) {
      if (!kPass.exclusive) return Expansion::kMiss;
      LearnChild(family, term, node, token);
      child = tables_->trie().At(node, token);
    }
    return child < 0 ? Expansion::kDone : Descend<Words, kPass>(family, term, token, child);
  };
  if (taken.look_up) {
    if (tables_->trie().Only(node) == PlaceTable::kUnknown &&
        tables_->trie().ResolvedAt(node) != place.tokens()) {
      if (!kPass.exclusive) return Expansion::kMiss;
      tables_->LearnOnly(family, term, node, {path_.data(), term});
    }
    const Token only = tables_->trie().Only(node);
    const std::uint32_t count = only != PlaceTable::kUnknown ? place.Count(field, only) : 0;
    return count > 0 ? try_token(only, count) : Expansion::kDone;
  }
  const std::size_t size = place.ListOf(field).size();
  for (std::size_t i = 0; i < size; ++i) {  // learning may move the list
    const TokenCount item = place.ListOf(field)[i];
    const Expansion e = try_token(item.token, item.count);
    if (e != Expansion::kDone) return e;
  }
  return Expansion::kDone;
}

std::uint64_t Expander::Needed(const Family& family, std::size_t term, Token token) const {
  const FamilyTerm& taken = family.terms[term];
  std::uint64_t needed = taken.count;
  for (std::size_t i = 0; i < term; ++i) {
    const FamilyTerm& other = family.terms[i];
    if (other.place == taken.place && path_[i] == token) needed += other.count;
  }
  return needed;
}

template <std::size_t Words, Pass kPass>
Expansion Expander::Descend(const Family& family, std::size_t term, Token token, Child child) {
  if (term + 1 == family.terms.size()) {
    return FireAll<Words, kPass>(static_cast<BindingIndex>(child));
  }
  path_[term] = token;
  return Walk<Words, kPass>(family, term + 1, static_cast<TrieNodeId>(child));
}

void Expander::LearnChild(const Family& family, std::size_t term, TrieNodeId node, Token token) {
  tables_->LearnChild(family, term, node, {path_.data(), term}, token);
  Learnt();
}

void Expander::Learnt() {
  only_learn_ = tables_->LayoutIsStale();
  if (!only_learn_) tables_->Compile();
}

template <std::size_t Words, Pass kPass>
Expansion Expander::RunMemo(std::size_t group, std::size_t index) {
  const MemoTransition& memo = tables_->groups()[group].memos[index];
  key_.clear();
  for (const PlaceId place : memo.deciding) key_.push_back(FieldOf(place));
  auto enabled = memo.memo.Find(key_);
  if (!enabled) {
    if (!kPass.exclusive) return Expansion::kMiss;
    tables_->LearnEnabled(group, index, key_);
    Learnt();
    enabled = memo.memo.Find(key_);
  }
  for (const BindingIndex binding : *enabled) {
    if (const Expansion e = Fire<Words, kPass>(binding); e != Expansion::kDone) return e;
  }
  return Expansion::kDone;
}

template <std::size_t Words, Pass kPass>
Expansion Expander::FireAll(BindingIndex binding) {
  while (true) {
    if (const Expansion e = Fire<Words, kPass>(binding); e != Expansion::kDone) return e;
    if (!tables_->bindings()[binding].more) return Expansion::kDone;
    ++binding;
  }
}

template <std::size_t Words, bool kExclusive>
Expansion Expander::FireChosen() {
  const RecordTokens marking(*tables_, current_.data());
  enabled_elements_.clear();
  for (const BindingIndex index : enabled_) {
    enabled_elements_.push_back(tables_->bindings()[index].element);
  }
  const std::vector<bool>& chosen = chooser_->Choose(enabled_elements_, marking);
  fired_ = 0;
  for (std::size_t i = 0; i < enabled_.size(); ++i) {
    if (!chosen[i]) continue;
    const Expansion e = Fire<Words, Pass{kExclusive, false}>(enabled_[i]);
    if (e != Expansion::kDone) return e;
  }
  return Expansion::kDone;
}

template <std::size_t Words>
bool Expander::FireRaw(BindingIndex index, const Binding& binding, std::uint64_t* to) const {
  std::uint64_t clash = 0;
  if constexpr (Words != 0) {
    const auto [remove, add] = tables_->bindings().WordOperationsOf<Words>(index);
    const std::uint64_t* const from = current_.data();
    for (std::size_t i = 0; i < Words; ++i) {
      const std::uint64_t rest = from[i] & ~remove[i];
      clash |= rest & add[i];
      to[i] = rest | add[i];
    }
  } else {
    std::memcpy(to, current_.data(), words_ * sizeof(std::uint64_t));
    for (const SparseOperation& operation : tables_->bindings().SparseOperationsOf(binding)) {
      const std::uint64_t rest = current_[operation.word] & ~operation.remove;
      clash |= rest & operation.add;
      to[operation.word] = rest | operation.add;
    }
  }
  return clash == 0;
}

template <std::size_t Words, Pass kPass>
Expansion Expander::Fire(BindingIndex index) {
  const Binding& binding = tables_->bindings()[index];
  for (const Inhibition& i : tables_->bindings().InhibitionsOf(binding)) {
    if (CountOf(i.place, i.token) >= i.count) return Expansion::kDone;
  }
  if (kPass.exclusive && only_learn_) {
    ++fired_;  // so that lower priorities are left alone
    return Expansion::kDone;
  }
  if constexpr (kPass.collects) {
    ++fired_;
    enabled_.push_back(index);
    return Expansion::kDone;
  }
  const std::size_t words = Words != 0 ? Words : words_;
  if (buffered_ == hashes_.size()) GrowBuffer();
  std::uint64_t* const to = records_.data() + buffered_ * words;
  if (!FireRaw<Words>(index, binding, to)) {
    if (kPass.exclusive) LeaveRawWhereItClashes(binding);
    return kNarrowField<kPass.exclusive>;
  }
  for (const IdOperation& operation : tables_->bindings().IdOperationsOf(binding)) {
    const FieldPosition& field = operation.field;
    const auto from = static_cast<MarkingId>(field.Get(current_.data()));
    const PlaceTable& place = tables_->place(operation.place);
    MarkingId id = PlaceTable::kUnknown;
    if constexpr (kPass.exclusive) {
      firing_ = binding.element;
      id = place.Apply(from, operation.delta, cache_);
      if (id == PlaceTable::kUnknown) id = tables_->ApplyNew(operation, from, cache_);
    } else {
      id = place.Apply(from, operation.delta, cache_);
      if (id == PlaceTable::kUnknown) return Expansion::kMiss;
    }
    if (id > field.mask) return kNarrowField<kPass.exclusive>;
    to[field.word] += (std::uint64_t{id} - from) << field.shift;
  }
  if (orbits_ != nullptr) [[unlikely]] {
    if (const Expansion e = Canonicalise<kPass.exclusive>(to); e != Expansion::kDone) return e;
  }
  const std::uint64_t hash = store_->Hash<Words>(to);
  ++fired_;
  hashes_[buffered_] = hash;
  elements_[buffered_] = binding.element;
  use_recent_ ? recent_.Prefetch<Words>(hash) : PrefetchSlot<Words>(buffered_);
  ++buffered_;
  return Expansion::kDone;
}

/// Of the marking under way, successors that were generated lately leave the buffer. Not before all
/// of them are there, so that their entries' cache misses overlap.
template <std::size_t Words>
void Expander::DropRecent() {
  const std::size_t words = Words != 0 ? Words : words_;
  std::size_t kept = buffered_before_;
  for (std::size_t i = buffered_before_; i < buffered_; ++i) {
    const std::uint64_t* const record = records_.data() + i * words;
    if (recent_.FindOrAdd<Words>(record, hashes_[i])) continue;
    MoveWords<Words>(record, records_.data() + kept * words, words);
    hashes_[kept] = hashes_[i];
    elements_[kept] = elements_[i];
    PrefetchSlot<Words>(kept);
    ++kept;
  }
  buffered_ = kept;
}

/// The same, and the others leave it, too, for the outboxes of their parts: no record is copied
/// twice, or sorted by its owner, which nobody can predict.
template <std::size_t Words>
void Expander::Distribute() {
  const std::size_t words = Words != 0 ? Words : words_;
  const Ownership::Finder<Words> owner_of(store_->ownership());
  std::size_t fresh = 0;
  for (std::size_t i = buffered_before_; i < buffered_; ++i) {
    const std::uint64_t* const record = records_.data() + i * words;
    const std::uint64_t hash = hashes_[i];
    if (recent_.FindOrAdd<Words>(record, hash)) continue;
    const unsigned owner = owner_of(record, hash);
    RecordBatch& batch = *outboxes_[owner];
    std::uint64_t* const entry = batch.MakeRoom(1, words);
    entry[0] = hash;
    MoveWords<Words>(record, entry + 1, words);
    ++batch.count;
    ++fresh;
    PrefetchIfOwn(owner, hash);
  }
  distributed_ += fresh;
  buffered_ = buffered_before_;
}

void Expander::GrowBuffer() {
  hashes_.resize(2 * buffered_);
  elements_.resize(hashes_.size());
  owners_.resize(hashes_.size());
  records_.resize(hashes_.size() * words_);
}

template <bool kExclusive>
Expansion Expander::Canonicalise(std::uint64_t* record) {
  const Orbits::Outcome outcome = kExclusive
                                      ? orbits_->CanonicaliseExclusive(record, *orbit_scratch_)
                                      : orbits_->CanonicaliseShared(record, *orbit_scratch_);
  switch (outcome) {
    case Orbits::Outcome::kDone:
      return Expansion::kDone;
    case Orbits::Outcome::kMiss:
      return Expansion::kMiss;
    case Orbits::Outcome::kStaleLayout:
      break;
  }
  return Expansion::kStaleLayout;
}

void Expander::LeaveRawWhereItClashes(const Binding& binding) {
  for (const BindingTable::Effect& effect : tables_->bindings().EffectsOf(binding)) {
    const PlaceTable& place = tables_->place(effect.place);
    const Delta& delta = place.delta(effect.delta);
    if (place.mode() == PlaceTable::Mode::kSliced) {
      for (const TokenChange& c : delta.changes) {
        if (c.change > 0 && !delta.reset && CountOf(effect.place, c.token) > 0) {
          tables_->LeaveRaw(effect.place);
          break;
        }
      }
      continue;
    }
    if (place.mode() != PlaceTable::Mode::kRaw) continue;
    if ((FieldOf(effect.place) & ~delta.remove & delta.add) != 0) tables_->LeaveRaw(effect.place);
  }
}

}  // namespace cpn::explore
