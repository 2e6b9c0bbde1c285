#include "cpn/explore/successor_tables.h"

#include <algorithm>
#include <cassert>

namespace cpn::explore {
namespace {

constexpr BindingIndex kNoBinding = 0xffffffff;

/// Places whose marking some transition changes.
std::vector<bool> ChangingPlaces(const Engine& engine) {
  std::vector<bool> changing(engine.net().places().size(), false);
  for (const Transition& transition : engine.net().transitions()) {
    for (const Arc& arc : transition.arcs) {
      if (arc.kind != ArcKind::kTest && arc.kind != ArcKind::kInhibitor) changing[arc.place] = true;
    }
  }
  return changing;
}

/// Places of which nothing asks for their marking as one field.
std::vector<bool> PlacesToSlice(const Engine& engine, const ExplorationTuning& tuning) {
  std::vector<bool> can(engine.net().places().size(), true);
  for (const std::vector<TransitionId>& group : engine.PriorityGroups()) {
    if (group.size() >= tuning.many_transitions) return std::vector<bool>(can.size(), false);
    for (const TransitionId id : group) {
      const CompiledTransition& transition = engine.Compiled(id);
      if (IsTrieTransition(transition)) continue;
      for (const PlaceId place : transition.deciding_places) can[place] = false;
    }
  }
  return can;
}

}  // namespace

SuccessorTables::SuccessorTables(Engine* engine, const ExplorationTuning& tuning)
    : engine_(engine),
      tuning_(tuning),
      terms_(engine->context()),
      can_be_sliced_(PlacesToSlice(*engine, tuning)),
      columns_(can_be_sliced_.size()),
      slices_(can_be_sliced_.size()) {
  const std::vector<bool> changing = ChangingPlaces(*engine);
  for (PlaceId p = 0; p < changing.size(); ++p) {
    places_.emplace_back(p, !changing[p], &engine->multisets(), TuningOf(p));
  }
  for (const std::vector<TransitionId>& ids : engine->PriorityGroups()) {
    PriorityGroup& group = groups_.emplace_back();
    std::vector<const CompiledTransition*> transitions;
    for (const TransitionId id : ids) transitions.push_back(&engine->Compiled(id));
    group.families = MakeFamilies(transitions);
    for (const CompiledTransition* t : transitions) {
      if (!IsTrieTransition(*t)) {
        group.memos.push_back({t, t->needed_places, t->deciding_places, {}});
      }
    }
    for (Family& family : group.families) family.root = trie_.Add();
    FindTriggers(group);
  }
}

PlaceTuning SuccessorTables::TuningOf(PlaceId place) const {
  PlaceTuning tuning;
  tuning.raw_tokens = MostRawTokens();  // until there are many records, what it takes is no matter
  tuning.mask_tokens = tuning_.mask_tokens;
  tuning.dense_entries = tuning_.dense_entries;
  tuning.slice_tokens = tuning_.slice_tokens;
  const auto most = static_cast<std::uint32_t>(kMostSlices * tuning_.slice_tokens);
  if (can_be_sliced_[place]) tuning.sliced_tokens = std::min(tuning_.sliced_tokens, most);
  return tuning;
}

void SuccessorTables::FindTriggers(PriorityGroup& group) const {
  group.has_triggers = group.families.size() + group.memos.size() >= tuning_.many_transitions;
  if (!group.has_triggers) return;
  std::vector<const std::vector<PlaceId>*> needed;
  for (const Family& family : group.families) needed.push_back(&family.needed);
  for (const MemoTransition& memo : group.memos) needed.push_back(&memo.needed);
  group.triggers = Triggers(needed, places_.size());
}

void SuccessorTables::UseLayout() {
  const auto has_triggers = [](const PriorityGroup& group) { return group.has_triggers; };
  if (std::ranges::any_of(groups_, has_triggers)) {
    marked_places_.UseLayout(layout_, places_.size());
  }
  has_slices_ = false;
  for (PlaceId p = 0; p < places_.size(); ++p) {
    slices_[p].clear();
    if (places_[p].mode() != PlaceTable::Mode::kSliced) continue;
    has_slices_ = true;
    for (const std::uint32_t column : columns_[p]) slices_[p].push_back(layout_[column]);
  }
  bindings_.Compile(target(), true);
}

std::vector<std::uint64_t> SuccessorTables::InitialRecord() {
  const Marking initial = engine_->InitialMarking();
  std::vector<Field> fields;
  for (PlaceId p = 0; p < initial.size(); ++p) fields.push_back(places_[p].Encode(initial[p]));
  layout_ = FittingLayout(0);
  std::vector<std::uint64_t> record(layout_.words(), 0);
  for (PlaceId p = 0; p < fields.size(); ++p) {
    record[layout_[p].word] |= fields[p] << layout_[p].shift;
  }
  UseLayout();
  return record;
}

bool SuccessorTables::Fits(const FamilyMember& member, std::size_t term,
                           std::span<const Token> path, Token token) {
  const CompiledTransition& transition = *member.transition;
  binding_.Reset(transition.variables);
  for (std::size_t i = 0; i <= term; ++i) {
    const CompiledTerm& compiled = TermOf(transition, i);
    const Value value = places_[compiled.place].ValueOf(i < term ? path[i] : token);
    const bool takes = i < transition.matched.size()
                           ? terms_.Match(compiled.pattern, value, binding_)
                           : terms_.Compute(compiled.call, compiled.type, binding_) == value;
    if (!takes) return false;
  }
  return std::ranges::all_of(member.guards[term], [&](std::uint32_t guard) {
    return terms_.Holds(transition.guards[guard], binding_);
  });
}

void SuccessorTables::LearnChild(const Family& family, std::size_t term, TrieNodeId node,
                                 std::span<const Token> path, Token token) {
  ++learnt_;
  const bool last = term + 1 == family.terms.size();
  tokens_.assign(path.begin(), path.begin() + static_cast<std::ptrdiff_t>(term));
  tokens_.push_back(token);
  found_.clear();
  bool fits = false;
  for (const FamilyMember& member : family.members) {
    if (last) {  // the search matches again, and asks the guards
      AppendBindings(family, member, tokens_, found_);
    } else if (Fits(member, term, path, token)) {
      fits = true;
      const CompiledTransition& transition = *member.transition;
      if (term + 1 == transition.matched.size()) {
        // What these inscriptions yield decides nothing here. But what is wrong with one is an
        // error, also where its place has no token to compare with, as it is in a simulation.
        for (const CompiledTerm& next : transition.computed) {
          terms_.Compute(next.call, next.type, binding_);
        }
      }
      break;
    }
  }
  if (last) {
    for (std::size_t i = 0; i + 1 < found_.size(); ++i) bindings_.MarkMore(found_[i]);
    trie_.Set(node, token, found_.empty() ? kNoMatch : static_cast<Child>(found_.front()));
  } else {
    trie_.Set(node, token, fits ? static_cast<Child>(trie_.Add()) : kNoMatch);
  }
}

void SuccessorTables::AppendBindings(const Family& family, const FamilyMember& member,
                                     std::span<const Token> tokens,
                                     std::vector<BindingIndex>& out) {
  const CompiledTransition& transition = *member.transition;
  SetMarking(family, tokens);
  const std::span<const BindingElementId> enabled = engine_->FindBindings(transition.id, marking_);
  for (const BindingElementId id : enabled) {
    if (TakesExactly(transition, engine_->Element(id), family, tokens)) {
      out.push_back(AddBinding(id, InhibitionsOf(transition, engine_->Element(id))));
    }
  }
}

/// Makes marking_ the one that has these tokens and no others.
void SuccessorTables::SetMarking(const Family& family, std::span<const Token> tokens) {
  marking_.resize(places_.size());
  for (const PlaceId place : marked_) marking_[place] = MultiSet{};
  marked_.clear();
  std::vector<std::pair<PlaceId, MultiSetEntry>> taken;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const FamilyTerm& term = family.terms[i];
    taken.push_back({term.place, {places_[term.place].ValueOf(tokens[i]), term.count}});
  }
  std::ranges::stable_sort(taken, {}, &std::pair<PlaceId, MultiSetEntry>::first);
  std::vector<MultiSetEntry> entries;
  for (std::size_t i = 0; i < taken.size(); ++i) {
    const PlaceId place = taken[i].first;
    entries.push_back(taken[i].second);
    if (i + 1 < taken.size() && taken[i + 1].first == place) continue;
    marking_[place] = engine_->multisets().Intern(entries);
    marked_.push_back(place);
    entries.clear();
  }
}

bool SuccessorTables::TakesExactly(const CompiledTransition& transition,
                                   const BindingElement& element, const Family& family,
                                   std::span<const Token> tokens) {
  binding_.Assign(element.binding);
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const CompiledTerm& term = TermOf(transition, i);
    if (!family.terms[i].checked && !term.shared) continue;
    if (ValueOf(term, element) != places_[term.place].ValueOf(tokens[i])) return false;
  }
  return true;
}

Value SuccessorTables::ValueOf(const CompiledTerm& term, const BindingElement& element) {
  if (term.kind == ArcTerm::Kind::kFunction) return terms_.Compute(term.call, term.type, binding_);
  return term.wildcard ? element.wildcards[*term.wildcard] : terms_.Build(term.pattern, binding_);
}

std::vector<Inhibition> SuccessorTables::InhibitionsOf(const CompiledTransition& transition,
                                                       const BindingElement& element) {
  std::vector<Inhibition> inhibitions;
  binding_.Assign(element.binding);
  for (const CompiledInhibitor& inhibitor : transition.inhibitors) {
    if (inhibitor.any_token) continue;
    const CompiledTerm& term = inhibitor.terms.front();
    const Value value = terms_.Build(term.pattern, binding_);
    inhibitions.push_back({term.place, places_[term.place].Intern(value), term.count});
    touched_.push_back(term.place);
  }
  return inhibitions;
}

BindingIndex SuccessorTables::AddBinding(BindingElementId element,
                                         std::span<const Inhibition> inhibitions) {
  effects_.clear();
  for (const TokenMove& move : engine_->ComputeMoves(element)) {
    if (!move.reset && move.removed == move.added) continue;
    effects_.push_back(
        {move.place, places_[move.place].InternDelta({move.removed, move.added, move.reset})});
    touched_.push_back(move.place);
  }
  return bindings_.Add(element, effects_, inhibitions);
}

void SuccessorTables::LearnOnly(const Family& family, std::size_t term, TrieNodeId node,
                                std::span<const Token> path) {
  ++learnt_;
  const CompiledTransition& transition = *family.members.front().transition;
  binding_.Reset(transition.variables);
  for (std::size_t i = 0; i < std::min(term, transition.matched.size()); ++i) {
    const CompiledTerm& matched = transition.matched[i];
    [[maybe_unused]] const bool matches =
        terms_.Match(matched.pattern, places_[matched.place].ValueOf(path[i]), binding_);
    assert(matches);
  }
  const PlaceTable& place = places_[family.terms[term].place];
  const CompiledTerm& compiled = TermOf(transition, term);
  const Value value = compiled.kind == ArcTerm::Kind::kFunction
                          ? terms_.Compute(compiled.call, compiled.type, binding_)
                          : terms_.Build(compiled.pattern, binding_);
  trie_.SetOnly(node, place.Find(value), place.tokens());
}

void SuccessorTables::LearnEnabled(std::size_t group, std::size_t index,
                                   std::span<const Field> key) {
  ++learnt_;
  MemoTransition& memo = groups_[group].memos[index];
  marking_.resize(places_.size());
  for (const PlaceId place : marked_) marking_[place] = MultiSet{};
  marked_ = memo.deciding;
  for (std::size_t i = 0; i < key.size(); ++i) {
    marking_[memo.deciding[i]] = Decode(memo.deciding[i], key[i]);
  }
  const std::span<const BindingElementId> enabled =
      engine_->FindBindings(memo.transition->id, marking_);
  const std::vector<BindingElementId> elements(enabled.begin(), enabled.end());
  std::vector<BindingIndex> found;
  for (const BindingElementId id : elements) {
    if (id >= binding_of_.size()) binding_of_.resize(id + 1, kNoBinding);
    if (binding_of_[id] == kNoBinding) binding_of_[id] = AddBinding(id, {});
    found.push_back(binding_of_[id]);
  }
  memo.memo.Remember(key, found);
}

std::optional<Field> SuccessorTables::Encode(PlaceId place, MultiSet marking) {
  ++learnt_;
  PlaceTable& table = places_[place];
  if (table.mode() == PlaceTable::Mode::kRaw) {
    for (const MultiSetEntry& entry : engine_->multisets().Entries(marking)) {
      table.Intern(entry.value);
    }
    touched_.push_back(place);
    if (LayoutIsStale()) return std::nullopt;
  }
  return table.Encode(marking);
}

void SuccessorTables::Compile() {
  if (!LayoutIsStale()) bindings_.Compile(target(), false);
}

Marking SuccessorTables::DecodeRecord(const std::uint64_t* record) {
  Marking marking;
  const auto read = [&](std::size_t column) { return layout_[column].Get(record); };
  for (PlaceId p = 0; p < places_.size(); ++p) marking.push_back(DecodePlace(p, read));
  return marking;
}

void SuccessorTables::ForgetMemos() {
  for (PriorityGroup& group : groups_) {
    for (MemoTransition& memo : group.memos) memo.memo.Clear();
  }
}

void SuccessorTables::Forget() {
  ForgetMemos();
  trie_.Clear();
  bindings_.Clear();
  binding_of_ = {};
  for (PriorityGroup& group : groups_) {
    for (Family& family : group.families) family.root = trie_.Add();
  }
  bindings_.Compile(target(), true);
}

std::size_t SuccessorTables::forgettable_bytes() const {
  std::size_t bytes = trie_.memory_bytes() + bindings_.memory_bytes() +
                      binding_of_.capacity() * sizeof(BindingIndex);
  for (const PriorityGroup& group : groups_) {
    for (const MemoTransition& memo : group.memos) bytes += memo.memo.memory_bytes();
  }
  return bytes;
}

ExplorationStatistics SuccessorTables::statistics() const {
  ExplorationStatistics statistics;
  statistics.table_bytes = forgettable_bytes();
  for (const PlaceTable& place : places_) {
    statistics.tokens += place.tokens();
    statistics.place_markings += place.Markings();
    const PlaceTable::Mode mode = place.mode();
    statistics.raw_places +=
        mode == PlaceTable::Mode::kRaw || mode == PlaceTable::Mode::kSliced ? 1 : 0;
    statistics.table_bytes += place.memory_bytes();
  }
  statistics.trie_nodes = trie_.size();
  statistics.bindings = bindings_.size();
  statistics.learnt = learnt_;
  statistics.layout_changes = layout_changes_;
  return statistics;
}

}  // namespace cpn::explore
