#include "cpn/distributed/decoder.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace cpn::distributed {

using explore::Field;
using explore::PlaceTable;
using explore::Token;

Decoder::Decoder(explore::SuccessorTables* tables, std::function<void()> change_layout)
    : tables_(tables),
      change_layout_(std::move(change_layout)),
      colours_(&tables->engine().values()),
      places_(tables->place_count()) {}

void Decoder::AssumeSameNumbers() {
  layout_ = tables_->layout();
  for (PlaceId p = 0; p < places_.size(); ++p) {
    const PlaceTable& table = tables_->place(p);
    Place& place = places_[p];
    place = Place();
    place.raw = place.fields_raw = IsRawHere(p);
    for (Token token = 0; token < table.tokens(); ++token) place.tokens.push_back(token);
    for (Field id = 0; id < table.Markings(); ++id) {
      place.sets.emplace_back(tables_->Decode(p, id));
      place.fields.push_back(id);
    }
  }
}

std::span<const std::uint64_t> Decoder::Read(ByteReader& in) {
  if (in.Number() != 0) ReadLayout(in);
  ReadTokens(in);
  ReadMarkings(in);
  if (tables_->LayoutIsStale()) ChangeLayout();
  EncodeMarkings();
  const std::uint64_t count = in.Number();
  if (count > (std::uint64_t{1} << 32)) throw BadBytes();
  const char* const records = in.Raw(count * layout_.bytes());
  EncodeMasks(records, count);
  WidenFields();
  Translate(records, count);
  return records_;
}

void Decoder::ReadLayout(ByteReader& in) {
  std::vector<std::uint32_t> widths;
  for (Place& place : places_) {
    const std::uint64_t said = in.Number();
    if (said / 2 > 64) throw BadBytes();
    widths.push_back(static_cast<std::uint32_t>(said / 2));
    place.raw = said % 2 == 1;
  }
  layout_ = explore::RecordLayout(widths);
}

void Decoder::ReadTokens(ByteReader& in) {
  for (std::uint64_t left = in.Number(); left > 0; --left) {
    const std::uint32_t p = in.Small();
    const Token token = in.Small();
    const Value value = colours_.Read(in);
    if (p >= places_.size()) throw BadBytes();
    Place& place = places_[p];
    if (token >= place.tokens.size()) place.tokens.resize(std::size_t{token} + 1, kUnknown);
    place.tokens[token] = tables_->InternToken(p, value);
    place.same_tokens = place.same_tokens && place.tokens[token] == token;
  }
}

void Decoder::ReadMarkings(ByteReader& in) {
  defined_.clear();
  for (std::uint64_t left = in.Number(); left > 0; --left) {
    const std::uint32_t p = in.Small();
    const std::uint32_t id = in.Small();
    if (p >= places_.size()) throw BadBytes();
    Place& place = places_[p];
    entries_.clear();
    bool once = true;
    for (std::uint64_t items = in.Number(); items > 0; --items) {
      const Token token = in.Small();
      const std::uint32_t count = in.Small();
      if (token >= place.tokens.size() || place.tokens[token] == kUnknown) throw BadBytes();
      entries_.push_back({tables_->place(p).ValueOf(place.tokens[token]), count});
      once = once && count == 1;
    }
    if (!once && IsRawHere(p)) tables_->LeaveRaw(p);
    if (id >= place.sets.size()) place.sets.resize(std::size_t{id} + 1 + id / 2);
    place.sets[id] = tables_->engine().multisets().Intern(entries_);
    defined_.push_back({p, id});
  }
}

void Decoder::ChangeLayout() { change_layout_(); }

/// Gives the place markings of the message fields here, and all of a place that left mode kRaw.
void Decoder::EncodeMarkings() {
  for (PlaceId p = 0; p < places_.size(); ++p) {
    Place& place = places_[p];
    if (place.fields_raw == IsRawHere(p)) continue;
    place.fields_raw = IsRawHere(p);
    place.same_ids = true;
    place.ids_of_masks.clear();
    for (std::uint32_t id = 0; id < place.sets.size(); ++id) {
      if (place.sets[id]) defined_.push_back({p, id});
    }
  }
  for (const auto& [p, id] : defined_) {
    Place& place = places_[p];
    if (place.fields.size() < place.sets.size()) place.fields.resize(place.sets.size(), kUnknown);
    place.fields[id] = tables_->InternMarking(p, *place.sets[id]);
    place.same_ids = place.same_ids && place.fields[id] == id;
  }
}

/// Gives the fields of places that are raw at the sender, and here are not, ids.
void Decoder::EncodeMasks(const char* records, std::uint64_t count) {
  for (PlaceId p = 0; p < places_.size(); ++p) {
    if (!places_[p].raw || IsRawHere(p)) continue;
    for (std::uint64_t i = 0; i < count; ++i) {
      const Field mask = layout_.Read(records + i * layout_.bytes(), p);
      const auto [at, fresh] = places_[p].ids_of_masks.try_emplace(mask, 0);
      if (fresh) at->second = EncodeMask(p, mask);
    }
  }
}

Field Decoder::EncodeMask(PlaceId p, std::uint64_t mask) {
  const Place& place = places_[p];
  entries_.clear();
  for (; mask != 0; mask &= mask - 1) {
    const auto token = static_cast<Token>(std::countr_zero(mask));
    if (token >= place.tokens.size() || place.tokens[token] == kUnknown) throw BadBytes();
    entries_.push_back({tables_->place(p).ValueOf(place.tokens[token]), 1});
  }
  return tables_->InternMarking(p, tables_->engine().multisets().Intern(entries_));
}

/// Ids may need more bits than the layout has.
void Decoder::WidenFields() {
  for (PlaceId p = 0; p < places_.size(); ++p) {
    const auto width = static_cast<std::uint32_t>(std::popcount(tables_->layout()[p].mask));
    if (tables_->place(p).Width() > width) return ChangeLayout();
  }
}

std::uint64_t Decoder::MapMask(const Place& place, std::uint64_t mask) const {
  std::uint64_t mapped = 0;
  for (; mask != 0; mask &= mask - 1) {
    const auto token = static_cast<std::size_t>(std::countr_zero(mask));
    if (token >= place.tokens.size() || place.tokens[token] >= 64) throw BadBytes();
    mapped |= std::uint64_t{1} << place.tokens[token];
  }
  return mapped;
}

Field Decoder::Map(PlaceId p, Field field) const {
  const Place& place = places_[p];
  if (place.raw) {
    return IsRawHere(p) ? MapMask(place, field) : place.ids_of_masks.find(field)->second;
  }
  if (field >= place.fields.size() || !place.sets[field]) throw BadBytes();
  return place.fields[field];
}

void Decoder::Translate(const char* records, std::uint64_t count) {
  const explore::RecordLayout& mine = tables_->layout();
  std::vector<bool> keeps(places_.size());
  std::vector<PlaceId> others;
  for (PlaceId p = 0; p < places_.size(); ++p) {
    const Place& place = places_[p];
    keeps[p] = place.raw == IsRawHere(p) && (place.raw ? place.same_tokens : place.same_ids);
    if (!keeps[p] && layout_[p].mask != 0) others.push_back(p);
  }
  const std::size_t words = mine.words();
  records_.resize(count * words);
  if (others.empty() && layout_ == mine) {
    for (std::uint64_t i = 0; i < count; ++i) {
      mine.Load<0>(records + i * mine.bytes(), records_.data() + i * words);
    }
    return;
  }
  const explore::LayoutChange change(layout_, mine, keeps);
  from_.resize(layout_.words());
  for (std::uint64_t i = 0; i < count; ++i) {
    std::uint64_t* const to = records_.data() + i * words;
    layout_.Load<0>(records + i * layout_.bytes(), from_.data());
    change.Translate(from_.data(), to);
    for (const PlaceId p : others) {
      to[mine[p].word] |= Map(p, layout_[p].Get(from_.data())) << mine[p].shift;
    }
  }
}

}  // namespace cpn::distributed
