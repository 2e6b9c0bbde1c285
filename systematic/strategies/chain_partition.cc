#include "systematic/strategies/chain_partition.h"

#include <algorithm>

namespace systematic {

void ChainPartition::Clear() {
  events_.clear();
  chains_.clear();
  levels_.clear();
}

ChainId ChainPartition::Add(EventId event, EventId cause) {
  const ChainId chain = Find(cause);
  if (event >= events_.size()) events_.resize(event + 1);
  events_[event] = {cause, chain};
  chains_[chain].last = event;
  ChangeLevels(chain);
  return chain;
}

ChainId ChainPartition::Find(EventId cause) {
  ChainId found = FirstEmpty();
  for (EventId e = cause; e != kNone && chains_[found].level > 0; e = events_[e].cause) {
    const ChainId chain = events_[e].chain;
    if (chains_[chain].last != e) continue;
    const bool empty = chains_[found].last == kNone;
    const std::size_t level = chains_[found].level;
    // At the same level a chain in use is as good as an empty one, and keeps their number small.
    if (chains_[chain].level < level || (empty && chains_[chain].level == level)) found = chain;
  }
  return found;
}

ChainId ChainPartition::FirstEmpty() {
  for (const std::vector<ChainId>& level : levels_) {
    for (const ChainId chain : level) {
      if (chains_[chain].last == kNone) return chain;
    }
  }
  const std::size_t level = levels_.size();
  const auto first = static_cast<ChainId>(chains_.size());
  levels_.emplace_back();
  for (std::size_t i = 0; i <= level; ++i) {
    levels_.back().push_back(static_cast<ChainId>(chains_.size()));
    chains_.push_back({kNone, level});
  }
  return first;
}

void ChainPartition::ChangeLevels(ChainId chain) {
  const std::size_t level = chains_[chain].level;
  if (level == 0) return;
  std::erase(levels_[level], chain);
  std::swap(levels_[level], levels_[level - 1]);
  levels_[level].push_back(chain);
  for (const std::size_t i : {level - 1, level}) {
    for (const ChainId moved : levels_[i]) chains_[moved].level = i;
  }
}

}  // namespace systematic
