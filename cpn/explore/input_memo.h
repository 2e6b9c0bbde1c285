// What one transition can do, by the fields of the places that decide it: for transitions whose
// inputs are not all matched patterns (inhibitors with inscriptions, computed inputs, ...).
//
// Thread safety: Find() from any thread while no other member runs. Source: the local transition
// cache of LTSmin's PINS (Blom, van de Pol, Weber 2010).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "cpn/explore/binding_table.h"
#include "cpn/values/arena.h"
#include "cpn/values/id_table.h"

namespace cpn::explore {

class InputMemo {
 public:
  /// Requires keys of one length. Valid until Clear().
  std::optional<std::span<const BindingIndex>> Find(std::span<const Field> key) const;
  /// Requires that Find() finds nothing.
  void Remember(std::span<const Field> key, std::span<const BindingIndex> bindings);
  void Clear();
  std::size_t memory_bytes() const;

 private:
  struct Entry {
    const Field* key = nullptr;
    std::span<const BindingIndex> bindings;
  };
  IdTable index_;
  std::vector<Entry> entries_;
  Arena<Field> keys_;
  Arena<BindingIndex> bindings_;
};

}  // namespace cpn::explore
