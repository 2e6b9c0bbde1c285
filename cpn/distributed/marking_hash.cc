#include "cpn/distributed/marking_hash.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace cpn::distributed {

using explore::Delta;
using explore::Field;
using explore::FieldPosition;
using explore::PlaceTable;
using explore::Token;

namespace {

/// Of a difference of weights, of which less than 2^63 may be negative.
std::uint32_t Modulo(std::uint64_t change, unsigned ranks) {
  const auto rest = static_cast<std::int64_t>(change) % std::int64_t{ranks};
  return static_cast<std::uint32_t>(rest < 0 ? rest + ranks : rest);
}

std::vector<bool> PlacesWithResets(const Net& net) {
  std::vector<bool> has_resets(net.places().size(), false);
  for (const Transition& transition : net.transitions()) {
    for (const Arc& arc : transition.arcs) {
      if (arc.kind == ArcKind::kReset) has_resets[arc.place] = true;
    }
  }
  return has_resets;
}

}  // namespace

MarkingHash::MarkingHash(explore::SuccessorTables* tables, unsigned ranks,
                         partition::Partition partition)
    : tables_(tables),
      ranks_(ranks),
      values_(&tables->engine().values()),
      partition_(std::move(partition)),
      places_(tables->place_count()),
      has_resets_(PlacesWithResets(tables->engine().net())) {}

std::uint64_t MarkingHash::OfColour(PlaceId place, Value colour) {
  return CombineHash(MixHash(place + 1), values_.Of(colour));
}

std::uint64_t MarkingHash::WeightOf(std::uint64_t token) const {
  if (partition_.empty()) return token;
  const auto at = std::ranges::lower_bound(partition_, token, {}, &partition::CountedToken::token);
  return at != partition_.end() && at->token == token ? at->weight : 0;
}

std::uint64_t MarkingHash::OfMarking(const Marking& marking) {
  std::uint64_t hash = 0;
  for (PlaceId place = 0; place < marking.size(); ++place) {
    for (const MultiSetEntry& entry : tables_->engine().multisets().Entries(marking[place])) {
      hash += entry.count * WeightOf(OfColour(place, entry.value));
    }
  }
  return hash;
}

std::uint64_t MarkingHash::OfToken(PlaceId place, Token token) {
  if (token >= places_[place].tokens.size()) LearnTokens(place);
  return places_[place].tokens[token];
}

void MarkingHash::LearnTokens(PlaceId place) {
  std::vector<std::uint64_t>& known = places_[place].tokens;
  while (known.size() < tables_->place(place).tokens()) {
    const Value colour = tables_->place(place).ValueOf(static_cast<Token>(known.size()));
    const std::uint64_t weight = WeightOf(OfColour(place, colour));
    if (weight != 0) {
      places_[place].counts = true;
      if (known.size() < 64) places_[place].counted |= std::uint64_t{1} << known.size();
    }
    known.push_back(weight);
  }
}

bool MarkingHash::Counts(PlaceId place) {
  if (places_[place].tokens.size() < tables_->place(place).tokens()) LearnTokens(place);
  return places_[place].counts;
}

std::uint64_t MarkingHash::OfMask(PlaceId place, std::uint64_t mask) {
  const std::uint64_t* const tokens = places_[place].tokens.data();
  std::uint64_t hash = 0;
  mask &= places_[place].counted;
  for (; mask != 0; mask &= mask - 1) hash += tokens[std::countr_zero(mask)];
  return hash;
}

std::uint64_t MarkingHash::OfId(PlaceId place, Field id) {
  std::vector<std::uint64_t>& known = places_[place].markings;
  if (id < known.size() && known[id] != kUnknown) return known[id];
  const PlaceTable& table = tables_->place(place);
  std::uint64_t hash = 0;
  if (table.mode() == PlaceTable::Mode::kLists) {
    for (const explore::TokenCount& item : table.ListOf(id)) {
      hash += item.count * OfToken(place, item.token);
    }
  } else {
    hash = OfMask(place, table.MaskOf(id));
  }
  if (id >= known.size()) {
    known.resize(std::max(table.Markings(), std::size_t{id} + 1), kUnknown);
  }
  known[id] = hash;
  return hash;
}

std::uint64_t MarkingHash::OfPlace(PlaceId place, const std::uint64_t* record) {
  const Field field = tables_->layout()[place].Get(record);
  if (field == 0) return 0;  // empty in every mode
  const bool raw = tables_->place(place).mode() == PlaceTable::Mode::kRaw;
  return raw ? OfMask(place, field) : OfId(place, field);
}

std::uint64_t MarkingHash::OfRecord(const std::uint64_t* record) {
  std::uint64_t hash = 0;
  for (PlaceId place = 0; place < places_.size(); ++place) {
    if (Counts(place)) hash += OfPlace(place, record);
  }
  return hash;
}

std::uint64_t MarkingHash::OfRecord(const std::uint64_t* record, std::span<const PlaceId> places) {
  std::uint64_t hash = 0;
  for (const PlaceId place : places) hash += OfPlace(place, record);
  return hash;
}

std::vector<PlaceId> MarkingHash::CountingPlaces() {
  std::vector<PlaceId> counting;
  for (PlaceId place = 0; place < places_.size(); ++place) {
    if (Counts(place)) counting.push_back(place);
  }
  return counting;
}

void MarkingHash::NoteBindings() {
  const explore::BindingTable& bindings = tables_->bindings();
  for (; noted_ < bindings.size(); ++noted_) {
    const explore::Binding& binding = bindings[static_cast<explore::BindingIndex>(noted_)];
    if (binding.element >= changes_.size()) {
      changes_.resize(binding.element + binding.element / 2 + 1);
    }
    Change change;
    for (const explore::BindingTable::Effect& effect : bindings.EffectsOf(binding)) {
      const bool counts = Counts(effect.place);
      if (!counts && !has_resets_[effect.place]) continue;
      const Delta& delta = tables_->place(effect.place).delta(effect.delta);
      change.resets = change.resets || delta.reset;  // a token that counts may come later
      for (const explore::TokenChange& c : delta.changes) {
        change.change += static_cast<std::uint64_t>(c.change) * OfToken(effect.place, c.token);
      }
    }
    if (is_by_weight()) change.step = Modulo(change.change, ranks_);
    changes_[binding.element] = change;
  }
}

}  // namespace cpn::distributed
