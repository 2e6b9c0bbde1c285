// Interned binding elements: (transition, binding, wildcards) <-> id.
//
// Invariants: an id names one binding element for the store's whole life; views stay valid.
// Thread safety: as ValueStore.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "cpn/engine/marking.h"
#include "cpn/values/arena.h"
#include "cpn/values/id_table.h"

namespace cpn {

class ElementStore {
 public:
  /// `variables`: by transition, the number of variables of its bindings.
  explicit ElementStore(std::vector<std::uint32_t> variables) : variables_(std::move(variables)) {}

  /// `values`: the binding, then the wildcards.
  BindingElementId Intern(TransitionId transition, std::span<const Value> values);
  BindingElement operator[](BindingElementId id) const;
  /// The binding, then the wildcards.
  std::span<const Value> Values(BindingElementId id) const {
    return {records_[id].values, records_[id].size};
  }
  TransitionId TransitionOf(BindingElementId id) const { return records_[id].transition; }
  std::size_t size() const { return records_.size(); }
  std::size_t memory_bytes() const;

 private:
  struct Record {
    const Value* values = nullptr;
    TransitionId transition = 0;
    std::uint32_t size = 0;
  };

  std::vector<std::uint32_t> variables_;
  std::vector<Record> records_;
  IdTable index_;
  Arena<Value> values_;
};

}  // namespace cpn
