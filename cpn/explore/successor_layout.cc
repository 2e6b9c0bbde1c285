// SuccessorTables: how many bits each place has in a record, and what happens when these are too
// few.
#include <algorithm>
#include <bit>
#include <unordered_set>

#include "cpn/explore/successor_tables.h"

namespace cpn::explore {
namespace {

constexpr NodeId kManyRecords = 4096;
// From here on to translate all takes longer than some bits that may not be needed.
constexpr NodeId kVeryManyRecords = 65'536;
constexpr std::uint32_t kManyChanges = 4;  // of the layout of many records
constexpr NodeId kCounted = 16'384;        // about as many place markings are counted

template <typename Convert>
std::vector<char> Translated(const std::vector<char>& records, const RecordLayout& from,
                             const RecordLayout& to, const Convert& convert) {
  const std::size_t count = records.empty() ? 0 : records.size() / from.bytes();
  std::vector<char> translated(count * to.bytes());
  std::vector<std::uint64_t> before(from.words()), after(to.words());
  for (std::size_t i = 0; i < count; ++i) {
    from.Load<0>(records.data() + i * from.bytes(), before.data());
    convert(before.data(), after.data());
    to.Store<0>(after.data(), translated.data() + i * to.bytes());
  }
  return translated;
}

}  // namespace

bool SuccessorTables::LayoutIsStale() {
  for (const PlaceId p : touched_) {
    const PlaceTable& place = places_[p];
    if (place.mode() != PlaceTable::Mode::kRaw && place.mode() != PlaceTable::Mode::kSliced) {
      continue;
    }
    auto width = static_cast<std::size_t>(std::popcount(layout_[p].mask));
    for (std::size_t i = 1; i < slices_[p].size(); ++i) {
      width += static_cast<std::size_t>(std::popcount(slices_[p][i].mask));
    }
    stale_ = stale_ || place.MustLeaveRaw() || place.tokens() > width;
  }
  touched_.clear();
  return stale_ || !leave_raw_.empty() || !slice_.empty();
}

RecordLayout SuccessorTables::FittingLayout(NodeId records) {
  widths_.resize(std::max(widths_.size(), places_.size()), 0);
  if (records >= kManyRecords && ++late_changes_ >= kManyChanges) {
    // Of thousands of places some get their first token in every level.
    for (PlaceId p = 0; p < places_.size(); ++p) {
      const bool is_raw = places_[p].mode() == PlaceTable::Mode::kRaw;
      if (is_raw && widths_[p] == 0) widths_[p] = MostTokens(p) == 2 ? 2 : 1;
    }
  }
  std::vector<bool> widened(places_.size());
  for (PlaceId p = 0; p < places_.size(); ++p) {
    const bool is_sliced = places_[p].mode() == PlaceTable::Mode::kSliced;
    const auto needed =
        is_sliced ? static_cast<std::uint32_t>(places_[p].tokens()) : places_[p].Width();
    const std::uint32_t width = is_sliced ? WidthOfSlices(p) : widths_[p];
    if (needed <= width) continue;
    const std::uint32_t slack = records >= kManyRecords ? Slack(p, width, needed) : 0;
    const std::uint32_t next = needed + slack;
    is_sliced ? WidenSlices(p, next) : void(widths_[p] = next);
    widened[p] = places_[p].mode() == PlaceTable::Mode::kRaw;
  }
  if (records >= kVeryManyRecords) WidenFollowing(widened);
  return RecordLayout(widths_);
}

/// What these places have got now may soon lie on those that transitions put it on: a raw one of
/// the same colours that has had next to nothing gets as many bits, too.
void SuccessorTables::WidenFollowing(const std::vector<bool>& widened) {
  const Net& net = engine_->net();
  const auto colours_of = [&](PlaceId p) {
    return engine_->context().colour_sets->Resolve(net.places()[p].type);
  };
  for (const Transition& transition : net.transitions()) {
    for (const Arc& from : transition.arcs) {
      if (from.kind != ArcKind::kInput || !widened[from.place]) continue;
      for (const Arc& to : transition.arcs) {
        if (to.kind != ArcKind::kOutput || widths_[to.place] > 1) continue;
        if (places_[to.place].mode() != PlaceTable::Mode::kRaw) continue;
        if (colours_of(to.place) != colours_of(from.place)) continue;
        widths_[to.place] = std::max(widths_[to.place], widths_[from.place]);
      }
    }
  }
}

std::uint32_t SuccessorTables::WidthOfSlices(PlaceId place) const {
  std::uint32_t width = 0;
  for (const std::uint32_t column : columns_[place]) width += widths_[column];
  return width;
}

void SuccessorTables::WidenSlices(PlaceId place, std::uint32_t tokens) {
  for (const std::uint32_t column : columns_[place]) {
    widths_[column] = std::min(tokens, tuning_.slice_tokens);
    tokens -= widths_[column];
  }
}

/// Bits that a growing place gets beyond what it needs where translating all records is expensive:
/// some, and as many again as it has got tokens at once.
std::uint32_t SuccessorTables::Slack(PlaceId place, std::uint32_t width,
                                     std::uint32_t needed) const {
  const bool is_sliced = places_[place].mode() == PlaceTable::Mode::kSliced;
  if (places_[place].mode() != PlaceTable::Mode::kRaw && !is_sliced) return 1;
  const std::size_t most = MostTokens(place);
  const std::uint32_t wished = std::max(2u, needed / 4) + (needed - width - 1);
  return most > needed ? std::min(wished, static_cast<std::uint32_t>(most) - needed) : 0;
}

/// Tokens that a raw or sliced place may have: no more than there are colours.
std::size_t SuccessorTables::MostTokens(PlaceId place) const {
  const bool is_sliced = places_[place].mode() == PlaceTable::Mode::kSliced;
  const std::size_t most = is_sliced ? places_[place].tuning().sliced_tokens : MostRawTokens();
  const EngineContext& context = engine_->context();
  const ColourSetId base = context.colour_sets->Resolve(engine_->net().places()[place].type);
  const std::vector<Value>* colours = context.colour_sets->Enumerate(base, *context.evaluator);
  return colours != nullptr ? std::min(most, colours->size()) : most;
}

/// A mask must be able to say what a raw place has.
std::uint32_t SuccessorTables::MostRawTokens() const {
  return std::max(tuning_.raw_tokens, std::min(tuning_.wide_raw_tokens, tuning_.mask_tokens));
}

void SuccessorTables::JudgeRawPlaces(const MarkingStore& store) {
  JudgeLists(store.size());
  std::vector<PlaceId> wide;
  for (PlaceId p = 0; p < places_.size(); ++p) {
    if (places_[p].mode() == PlaceTable::Mode::kSliced) wide.push_back(p);
    if (places_[p].mode() != PlaceTable::Mode::kRaw) continue;
    if (places_[p].tokens() <= tuning_.raw_tokens) {
      places_[p].LimitRaw(tuning_.raw_tokens);
    } else {
      wide.push_back(p);
    }
  }
  if (wide.empty()) return;
  // Of all masks those are counted that hash to nothing below this: a share of all.
  const NodeId share = std::max(store.size() / kCounted, NodeId{1});
  std::vector<std::unordered_set<Field>> seen(wide.size());
  std::vector<std::uint64_t> record(layout_.words());
  for (NodeId node = 0; node < store.size(); ++node) {
    layout_.Load<0>(store.At(node), record.data());
    for (std::size_t i = 0; i < wide.size(); ++i) {
      Field field = layout_[wide[i]].Get(record.data());
      for (std::size_t s = 1; s < slices_[wide[i]].size(); ++s) {
        field = MixHash(field) + slices_[wide[i]][s].Get(record.data());
      }
      if (MixHash(field) % share == 0) seen[i].insert(field);
    }
  }
  for (std::size_t i = 0; i < wide.size(); ++i) {
    if (seen[i].size() * share * tuning_.records_per_mask >= store.size()) continue;
    places_[wide[i]].LimitRaw(tuning_.raw_tokens);
    leave_raw_.push_back(wide[i]);
  }
}

void SuccessorTables::JudgeLists(NodeId records) {
  for (PlaceId p = 0; p < places_.size(); ++p) {
    const bool has_many = places_[p].Markings() * tuning_.records_per_mask >= records;
    if (has_many && places_[p].CanBeSliced()) slice_.push_back(p);
  }
}

/// Those that are to be sliced get columns, and become sliced. Their lists are still there.
std::vector<PlaceId> SuccessorTables::SlicePlaces() {
  std::vector<PlaceId> slicing;
  for (const PlaceId p : slice_) {
    if (!places_[p].CanBeSliced()) continue;  // what was learnt since is not for bits
    places_[p].BeSliced();
    slicing.push_back(p);
    widths_[p] = 0;  // was an id's
    columns_[p][0] = p;
    for (std::size_t i = 1; i < kMostSlices; ++i) {
      columns_[p][i] = static_cast<std::uint32_t>(widths_.size());
      widths_.push_back(0);
    }
    trie_.UseSlices(tuning_.slice_tokens);
  }
  slice_.clear();
  return slicing;
}

/// The places that must leave mode kRaw or kSliced leave it, and get ids for all their markings in
/// `store`: the width of an id's field is known then.
std::vector<PlaceId> SuccessorTables::LeaveRawPlaces(const MarkingStore& store,
                                                     const std::vector<char>& others) {
  std::vector<PlaceId> leaving;
  std::vector<bool> asked(places_.size(), false);
  for (const PlaceId p : leave_raw_) asked[p] = true;
  for (PlaceId p = 0; p < places_.size(); ++p) {
    const PlaceTable::Mode mode = places_[p].mode();
    if (mode != PlaceTable::Mode::kRaw && mode != PlaceTable::Mode::kSliced) continue;
    if (!asked[p] && !places_[p].MustLeaveRaw()) continue;
    places_[p].LeaveRaw();
    widths_[p] = 0;
    if (mode == PlaceTable::Mode::kSliced) {
      for (const std::uint32_t column : columns_[p]) widths_[column] = 0;
    }
    leaving.push_back(p);
  }
  leave_raw_.clear();
  if (leaving.empty()) return leaving;
  ForgetMemos();  // their keys have the fields
  std::vector<std::uint64_t> record(layout_.words());
  const auto renumber = [&](const char* stored) {
    layout_.Load<0>(stored, record.data());
    for (const PlaceId p : leaving) Renumber(p, record.data());
  };
  for (NodeId node = 0; node < store.size(); ++node) renumber(store.At(node));
  for (std::size_t i = 0; i < others.size(); i += layout_.bytes()) renumber(others.data() + i);
  return leaving;
}

/// The id of what a place that has left its mode has in a record of the layout before.
Field SuccessorTables::Renumber(PlaceId place, const std::uint64_t* record) {
  if (slices_[place].empty()) return places_[place].Renumber(layout_[place].Get(record));
  Field slices[kMostSlices];
  return places_[place].Renumber(
      ReadSlices(place, slices, [&](std::uint32_t column) { return layout_[column].Get(record); }));
}

void SuccessorTables::ChangeLayout(MarkingStore& store, std::vector<char>& others) {
  ++layout_changes_;
  const std::vector<PlaceId> leaving = LeaveRawPlaces(store, others);
  const std::vector<PlaceId> slicing = SlicePlaces();
  const RecordLayout next = FittingLayout(store.size());
  std::vector<bool> keeps(next.columns(), true);
  for (const PlaceId p : slicing) keeps[p] = false;
  for (const PlaceId p : leaving) {
    keeps[p] = false;
    if (slices_[p].empty()) continue;
    for (const std::uint32_t column : columns_[p]) keeps[column] = false;
  }
  const LayoutChange change(layout_, next, keeps);
  Field slices[kMostSlices];
  const auto convert = [&](const std::uint64_t* from, std::uint64_t* to) {
    change.Translate(from, to);
    for (const PlaceId p : leaving) to[next[p].word] |= Renumber(p, from) << next[p].shift;
    for (const PlaceId p : slicing) {
      places_[p].Slice(static_cast<MarkingId>(layout_[p].Get(from)), slices);
      for (std::size_t i = 0; i < kMostSlices; ++i) {
        const FieldPosition& field = next[columns_[p][i]];
        to[field.word] |= slices[i] << field.shift;
      }
    }
  };
  store.ChangeLayout(next, convert);
  others = Translated(others, layout_, next, convert);
  for (const PlaceId p : slicing) places_[p].DropLists();
  layout_ = next;
  touched_.clear();
  stale_ = false;
  UseLayout();
}

}  // namespace cpn::explore
