#include "cpn/engine/element_store.h"

#include <algorithm>

#include "cpn/values/hash.h"

namespace cpn {

BindingElementId ElementStore::Intern(TransitionId transition, std::span<const Value> values) {
  const std::uint64_t hash = HashIds(transition, values);
  BindingElementId id = index_.Find(hash, [&](std::uint32_t i) {
    return records_[i].transition == transition && std::ranges::equal(Values(i), values);
  });
  if (id != IdTable::kNone) return id;
  id = static_cast<BindingElementId>(records_.size());
  records_.push_back(
      {values_.Append(values).data(), transition, static_cast<std::uint32_t>(values.size())});
  index_.Insert(hash, id);
  return id;
}

BindingElement ElementStore::operator[](BindingElementId id) const {
  const TransitionId transition = records_[id].transition;
  const std::span<const Value> values = Values(id);
  const std::uint32_t variables = variables_[transition];
  return {transition, values.first(variables), values.subspan(variables)};
}

std::size_t ElementStore::memory_bytes() const {
  return records_.capacity() * sizeof(Record) + index_.memory_bytes() + values_.memory_bytes();
}

}  // namespace cpn
