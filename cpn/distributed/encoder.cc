#include "cpn/distributed/encoder.h"

#include <bit>

namespace cpn::distributed {

using explore::Field;
using explore::PlaceTable;
using explore::Token;

Encoder::Encoder(const explore::SuccessorTables* tables)
    : tables_(tables), colours_(&tables->engine().values()), places_(tables->place_count()) {
  UseLayout();
}

void Encoder::AssumeAllKnown() {
  for (PlaceId p = 0; p < places_.size(); ++p) {
    const PlaceTable& table = tables_->place(p);
    places_[p].tokens.assign(table.tokens(), true);
    places_[p].raw_tokens = table.tokens();
    places_[p].markings.assign(table.Markings(), true);
  }
  layout_is_new_ = false;
}

void Encoder::UseLayout() {
  raw_.clear();
  with_ids_.clear();
  for (PlaceId p = 0; p < places_.size(); ++p) {
    const bool raw = tables_->place(p).mode() == PlaceTable::Mode::kRaw;
    (raw ? raw_ : with_ids_).push_back(p);
  }
  layout_is_new_ = true;
}

void Encoder::Add(const std::uint64_t* record) {
  const explore::RecordLayout& layout = tables_->layout();
  for (const PlaceId p : with_ids_) {
    const Field id = layout[p].Get(record);
    const std::vector<bool>& told = places_[p].markings;
    if (id >= told.size() || !told[id]) DefineMarking(p, id);
  }
  layout.Store<0>(record, bytes_.Extend(layout.bytes()));
  ++records_;
}

void Encoder::DefineMarking(PlaceId p, Field id) {
  Place& place = places_[p];
  const PlaceTable& table = tables_->place(p);
  if (id >= place.markings.size()) place.markings.resize(table.Markings(), false);
  place.markings[id] = true;
  ++definition_count_;
  definitions_.Number(p);
  definitions_.Number(id);
  if (table.mode() == PlaceTable::Mode::kLists) {
    const std::span<const explore::TokenCount> list = table.ListOf(id);
    definitions_.Number(list.size());
    for (const explore::TokenCount& item : list) {
      DefineToken(p, item.token);
      definitions_.Number(item.token);
      definitions_.Number(item.count);
    }
    return;
  }
  std::uint64_t mask = table.MaskOf(id);
  definitions_.Number(static_cast<std::uint64_t>(std::popcount(mask)));
  for (; mask != 0; mask &= mask - 1) {
    const auto token = static_cast<Token>(std::countr_zero(mask));
    DefineToken(p, token);
    definitions_.Number(token);
    definitions_.Number(1);
  }
}

void Encoder::DefineToken(PlaceId p, Token token) {
  Place& place = places_[p];
  const PlaceTable& table = tables_->place(p);
  if (token < place.tokens.size() && place.tokens[token]) return;
  if (token >= place.tokens.size()) place.tokens.resize(table.tokens(), false);
  place.tokens[token] = true;
  ++token_count_;
  tokens_.Number(p);
  tokens_.Number(token);
  colours_.Write(table.ValueOf(token), tokens_);
}

void Encoder::DefineRawTokens() {
  for (const PlaceId p : raw_) {
    std::size_t& told = places_[p].raw_tokens;
    for (; told < tables_->place(p).tokens(); ++told) DefineToken(p, static_cast<Token>(told));
  }
}

void Encoder::Take(ByteWriter& out) {
  DefineRawTokens();
  out.Number(layout_is_new_ ? 1 : 0);
  if (layout_is_new_) {
    for (PlaceId p = 0; p < places_.size(); ++p) {
      const auto bits = static_cast<std::uint64_t>(std::popcount(tables_->layout()[p].mask));
      const bool raw = tables_->place(p).mode() == PlaceTable::Mode::kRaw;
      out.Number(2 * bits + (raw ? 1 : 0));
    }
    layout_is_new_ = false;
  }
  out.Number(token_count_);
  out.Append(tokens_);
  out.Number(definition_count_);
  out.Append(definitions_);
  out.Number(records_);
  out.Append(bytes_);
  tokens_.Clear();
  definitions_.Clear();
  bytes_.Clear();
  token_count_ = definition_count_ = records_ = 0;
}

}  // namespace cpn::distributed
