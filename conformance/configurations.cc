#include "conformance/configurations.h"

#include <algorithm>

#include "conformance/commuting.h"
#include "cpn/values/hash.h"

namespace conformance {

std::uint64_t HashOf(std::span<const std::uint32_t> record) {
  std::uint64_t hash = record.size();
  for (const std::uint32_t id : record) hash = cpn::CombineHash(hash, id);
  return hash;
}

Configurations::Configurations(cpn::Engine* engine, Labels* labels, const Limits& limits)
    : engine_(engine), labels_(labels), limits_(limits), places_(engine->net().places().size()) {
  if (!limits.reduce) return;
  commuting_ = CommutingTransitions(*engine);
  const bool any = std::find(commuting_.begin(), commuting_.end(), true) != commuting_.end();
  if (!any) commuting_.clear();
}

ConfigurationId Configurations::Initial() { return Intern(engine_->InitialMarking(), 0); }

std::size_t Configurations::MoveCount(ConfigurationId id) {
  if (!known_[id].expanded) Expand(id);
  return known_[id].count;
}

ConfigurationId Configurations::Target(ConfigurationId id, std::size_t index) {
  const std::size_t at = known_[id].first + index;
  const Move move = moves_[at];
  if (move.target != Move::kUnknown) return move.target;
  const PendingId pending = records_[id][places_];
  ConfigurationId target = 0;
  if (move.element == kNoElement) {
    target = Intern(MarkingOf(id), Seen(pending, move.rest));
  } else {
    cpn::Marking marking = MarkingOf(id);
    engine_->Occur(marking, move.element);
    target = Intern(marking, WithList(pending, move.rest));
  }
  moves_[at].target = target;
  return target;
}

ConfigurationId Configurations::Settled(ConfigurationId id) {
  if (!reduces()) return id;
  ConfigurationId last = id;
  while (known_[last].settled == Move::kUnknown && MoveCount(last) > 0 &&
         known_[last].lead != kNoLead) {
    last = Target(last, known_[last].lead);
  }
  if (known_[last].settled != Move::kUnknown) last = known_[last].settled;
  for (ConfigurationId on = id; on != last;) {
    const ConfigurationId next = moves_[known_[on].first + known_[on].lead].target;
    known_[on].settled = last;
    on = next;
  }
  known_[last].settled = last;
  return last;
}

void Configurations::Expand(ConfigurationId id) {
  if (limits_.budget != nullptr) limits_.budget->Check();
  std::uint32_t lead = kNoLead;
  const auto first = static_cast<std::uint32_t>(moves_.size());
  for (const cpn::BindingElementId element : engine_->Enabled(MarkingOf(id))) {
    const std::span<const EventId> shown = labels_->Shows(element);
    Move move{.element = element};
    if (!shown.empty()) {
      move.event = shown.front();
      move.rest = List(shown.subspan(1));
    } else if (lead == kNoLead && reduces() && commuting_[engine_->Element(element).transition]) {
      lead = static_cast<std::uint32_t>(moves_.size()) - first;
    }
    moves_.push_back(move);
  }
  const auto by_event = static_cast<std::ptrdiff_t>(moves_.size());
  const std::vector<ListId>& lists = pendings_[records_[id][places_]];
  for (std::size_t i = 0; i < lists.size(); ++i) {
    if (i > 0 && lists[i] == lists[i - 1]) continue;
    moves_.push_back({.event = cells_[lists[i]].head, .rest = lists[i]});
  }
  const EventTable& events = labels_->events();
  std::stable_sort(moves_.begin() + by_event, moves_.end(), [&](const Move& a, const Move& b) {
    return ComesBefore(events[a.event], events[b.event]);
  });
  known_[id] = {first, static_cast<std::uint32_t>(moves_.size()) - first, true, lead,
                Move::kUnknown};
}

cpn::Marking Configurations::MarkingIn(std::span<const std::uint32_t> record) const {
  cpn::Marking marking(places_);
  for (std::size_t p = 0; p < places_; ++p) marking[p].id = record[p];
  return marking;
}

cpn::Marking Configurations::MarkingOf(ConfigurationId id) const { return MarkingIn(records_[id]); }

std::vector<std::vector<EventId>> Configurations::StillToBeSeen(ConfigurationId id) const {
  std::vector<std::vector<EventId>> all;
  for (ListId list : pendings_[records_[id][places_]]) {
    std::vector<EventId>& events = all.emplace_back();
    for (; list != 0; list = cells_[list].tail) events.push_back(cells_[list].head);
  }
  return all;
}

Configurations::ListId Configurations::List(std::span<const EventId> events) {
  ListId list = 0;
  for (std::size_t i = events.size(); i-- > 0;) {
    const Cell cell{events[i], list};
    const auto [entry, is_new] = cell_ids_.emplace(cell, static_cast<ListId>(cells_.size()));
    if (is_new) cells_.push_back(cell);
    list = entry->second;
  }
  return list;
}

Configurations::PendingId Configurations::InternPending(std::vector<ListId> lists) {
  std::sort(lists.begin(), lists.end());
  const auto [entry, is_new] =
      pending_ids_.emplace(lists, static_cast<PendingId>(pendings_.size()));
  if (is_new) pendings_.push_back(std::move(lists));
  return entry->second;
}

Configurations::PendingId Configurations::WithList(PendingId pending, ListId added) {
  if (added == 0) return pending;
  std::vector<ListId> lists = pendings_[pending];
  lists.push_back(added);
  return InternPending(std::move(lists));
}

Configurations::PendingId Configurations::Seen(PendingId pending, ListId seen) {
  std::vector<ListId> lists = pendings_[pending];
  lists.erase(std::find(lists.begin(), lists.end(), seen));
  const ListId tail = cells_[seen].tail;
  if (tail != 0) lists.push_back(tail);
  return InternPending(std::move(lists));
}

ConfigurationId Configurations::Intern(const cpn::Marking& marking, PendingId pending,
                                       bool bounded) {
  scratch_.clear();
  for (const cpn::MultiSet place : marking) scratch_.push_back(place.id);
  scratch_.push_back(pending);
  const std::uint64_t hash = HashOf(scratch_);
  const std::uint32_t found =
      ids_.Find(hash, [&](std::uint32_t id) { return std::ranges::equal(records_[id], scratch_); });
  if (found != cpn::IdTable::kNone) return found;
  if (bounded && records_.size() >= limits_.max_markings) throw TooMany{};
  const auto id = static_cast<ConfigurationId>(records_.size());
  records_.push_back(arena_.Append(scratch_));
  known_.push_back({});
  ids_.Insert(hash, id);
  return id;
}

std::size_t Configurations::memory_bytes() const {
  return arena_.memory_bytes() + ids_.memory_bytes() +
         records_.capacity() * (sizeof(decltype(records_)::value_type) + sizeof(Known)) +
         moves_.capacity() * sizeof(Move) + pendings_.size() * 160;
}

void Configurations::Keep(std::span<std::vector<ConfigurationId>* const> kept) {
  struct Old {
    cpn::Marking marking;
    std::vector<ListId> lists;
  };
  std::vector<Old> old;
  for (const std::vector<ConfigurationId>* ids : kept) {
    for (const ConfigurationId id : *ids) {
      old.push_back({MarkingOf(id), pendings_[records_[id][places_]]});
    }
  }
  records_ = {};
  known_ = {};
  moves_ = {};
  ids_.Clear();
  arena_.Clear();
  pendings_ = {{}};
  pending_ids_ = {{{}, 0}};
  std::size_t next = 0;
  for (std::vector<ConfigurationId>* ids : kept) {
    for (ConfigurationId& id : *ids) {
      const Old& one = old[next++];
      id = Intern(one.marking, InternPending(one.lists), false);
    }
  }
}

}  // namespace conformance
