#include "cpn/engine/change_memo.h"

#include <algorithm>

#include "cpn/values/hash.h"

namespace cpn {
namespace {

constexpr std::size_t kFirstEntries = 1024;

}  // namespace

ChangeMemo::ChangeMemo(MultiSetStore* multisets, std::size_t memo_bytes)
    : multisets_(multisets),
      max_entries_(std::max(kFirstEntries, memo_bytes / sizeof(Entry))),
      entries_(kFirstEntries) {}

ChangeId ChangeMemo::Intern(const Change& change) {
  const std::uint64_t hash =
      CombineHash(change.reset ? 1 : 0, (std::uint64_t{change.removed.id} << 32) | change.added.id);
  ChangeId id = index_.Find(hash, [&](std::uint32_t i) { return changes_[i] == change; });
  if (id != IdTable::kNone) return id;
  id = static_cast<ChangeId>(changes_.size());
  changes_.push_back(change);
  index_.Insert(hash, id);
  return id;
}

std::size_t ChangeMemo::SlotOf(std::uint64_t key) const {
  return MixHash(key) & (entries_.size() - 1);
}

MultiSet ChangeMemo::Compute(std::uint64_t key) {
  const Change& change = changes_[key >> 32];
  const MultiSet before{static_cast<std::uint32_t>(key)};
  // Also for a reset: it asserts that what is removed is there.
  const MultiSet rest = multisets_->Subtract(before, change.removed);
  const MultiSet after = change.reset ? change.added : multisets_->Add(rest, change.added);
  if (evictions_ > entries_.size() && entries_.size() * 2 <= max_entries_) Grow();
  Entry& entry = entries_[SlotOf(key)];
  if (entry.key != kNoKey) ++evictions_;
  entry = {key, after};
  return after;
}

void ChangeMemo::Grow() {
  std::vector<Entry> old(entries_.size() * 2);
  old.swap(entries_);
  for (const Entry& entry : old) {
    if (entry.key != kNoKey) entries_[SlotOf(entry.key)] = entry;
  }
  evictions_ = 0;
}

}  // namespace cpn
