#include "systematic/ordinals.h"

#include <utility>

#include "systematic/hash.h"

namespace systematic {

Ordinals::Entry& Ordinals::Find(std::vector<Entry>& entries, std::uint64_t names,
                                std::uint32_t life) const {
  const std::size_t mask = entries.size() - 1;
  std::size_t i = static_cast<std::size_t>(Mix(names, life)) & mask;
  while (entries[i].generation == generation_ &&
         (entries[i].names != names || entries[i].life != life)) {
    i = (i + 1) & mask;
  }
  return entries[i];
}

void Ordinals::Grow() {
  std::vector<Entry> larger(2 * entries_.size());
  for (const Entry& entry : entries_) {
    if (entry.generation == generation_) Find(larger, entry.names, entry.life) = entry;
  }
  entries_ = std::move(larger);
}

}  // namespace systematic
