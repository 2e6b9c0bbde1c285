#include "cpn/engine/transition_memo.h"

#include "cpn/values/hash.h"

namespace cpn {
namespace {

constexpr std::uint32_t kWindow = 8192;         // look-ups over which hits are counted
constexpr std::uint32_t kAside = 64 * kWindow;  // look-ups without memo when they are too few

}  // namespace

std::optional<std::span<const BindingElementId>> TransitionMemo::Find(const Marking& marking) {
  if (aside_ > 0) {
    --aside_;
    ++misses_;
    return std::nullopt;
  }
  if (++window_lookups_ == kWindow) EndWindow();
  scratch_.clear();
  for (const PlaceId place : places_) scratch_.push_back(marking[place].id);
  std::uint64_t hash = places_.size();
  for (const std::uint32_t id : scratch_) hash = CombineHash(hash, id);
  hash_ = hash;
  const std::uint32_t found = index_.Find(hash, [&](std::uint32_t id) {
    const std::uint32_t* record = records_[id];
    for (std::size_t i = 0; i < scratch_.size(); ++i) {
      if (record[i] != scratch_[i]) return false;
    }
    return true;
  });
  if (found == IdTable::kNone) {
    ++misses_;
    return std::nullopt;
  }
  ++hits_;
  ++window_hits_;
  const std::uint32_t* enabled = records_[found] + places_.size();
  return std::span<const BindingElementId>(enabled + 1, *enabled);
}

void TransitionMemo::Remember(const Marking& marking, std::span<const BindingElementId> enabled) {
  if (aside_ > 0) return;
  if (index_.memory_bytes() + words_.memory_bytes() + records_.capacity() * sizeof(void*) >
      memo_bytes_) {
    Clear();
  }
  scratch_.clear();
  for (const PlaceId place : places_) scratch_.push_back(marking[place].id);
  scratch_.push_back(static_cast<std::uint32_t>(enabled.size()));
  scratch_.insert(scratch_.end(), enabled.begin(), enabled.end());
  index_.Insert(hash_, static_cast<std::uint32_t>(records_.size()));
  records_.push_back(words_.Append(scratch_).data());
}

void TransitionMemo::EndWindow() {
  if (window_hits_ < kWindow / 8) {
    Clear();
    aside_ = kAside;
  }
  window_lookups_ = window_hits_ = 0;
}

void TransitionMemo::Clear() {
  index_.Clear();
  words_.Clear();
  records_ = {};
}

}  // namespace cpn
