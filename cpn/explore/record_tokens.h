// The tokens of a record, for who chooses which binding elements fire (cpn/reduce).
// Thread safety: none; reads the tables and the record, which must outlive it.
#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "cpn/explore/successor_tables.h"
#include "cpn/reduce/chooser.h"

namespace cpn::explore {

/// Of a record in the layout that the tables have now.
class RecordTokens final : public reduce::TokenView {
 public:
  RecordTokens(const SuccessorTables& tables, const std::uint64_t* record)
      : tables_(tables), record_(record) {}

  void AppendTokens(PlaceId place, std::vector<std::uint32_t>& tokens) const override {
    const PlaceTable& table = tables_.place(place);
    if (table.mode() == PlaceTable::Mode::kSliced) return AppendOfSlices(place, tokens);
    const Field field = tables_.layout()[place].Get(record_);
    if (table.mode() == PlaceTable::Mode::kLists) {
      for (const TokenCount& entry : table.ListOf(field)) tokens.push_back(entry.token);
      return;
    }
    for (std::uint64_t rest = table.MaskOf(field); rest != 0; rest &= rest - 1) {
      tokens.push_back(static_cast<std::uint32_t>(std::countr_zero(rest)));
    }
  }

  Value ValueOf(PlaceId place, std::uint32_t token) const override {
    return tables_.place(place).ValueOf(token);
  }

 private:
  void AppendOfSlices(PlaceId place, std::vector<std::uint32_t>& tokens) const {
    const std::span<const FieldPosition> slices = tables_.SlicesOf(place);
    for (std::uint32_t i = 0; i < slices.size(); ++i) {
      const std::uint32_t first = i * tables_.place(place).tuning().slice_tokens;
      for (std::uint64_t rest = slices[i].Get(record_); rest != 0; rest &= rest - 1) {
        tokens.push_back(first + static_cast<std::uint32_t>(std::countr_zero(rest)));
      }
    }
  }

  const SuccessorTables& tables_;
  const std::uint64_t* record_;
};

}  // namespace cpn::explore
