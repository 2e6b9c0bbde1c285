#include "cpn/explore/input_memo.h"

#include <algorithm>

#include "cpn/values/hash.h"

namespace cpn::explore {
namespace {

std::uint64_t HashOf(std::span<const Field> key) {
  std::uint64_t hash = key.size();
  for (const Field field : key) hash = CombineHash(hash, field);
  return hash;
}

}  // namespace

std::optional<std::span<const BindingIndex>> InputMemo::Find(std::span<const Field> key) const {
  const std::uint32_t at = index_.Find(HashOf(key), [&](std::uint32_t i) {
    return std::equal(key.begin(), key.end(), entries_[i].key);
  });
  if (at == IdTable::kNone) return std::nullopt;
  return entries_[at].bindings;
}

void InputMemo::Remember(std::span<const Field> key, std::span<const BindingIndex> bindings) {
  index_.Insert(HashOf(key), static_cast<std::uint32_t>(entries_.size()));
  entries_.push_back({keys_.Append(key).data(), bindings_.Append(bindings)});
}

void InputMemo::Clear() {
  index_.Clear();
  entries_ = {};
  keys_.Clear();
  bindings_.Clear();
}

std::size_t InputMemo::memory_bytes() const {
  return index_.memory_bytes() + entries_.capacity() * sizeof(Entry) + keys_.memory_bytes() +
         bindings_.memory_bytes();
}

}  // namespace cpn::explore
