#include "cpn/partition/partition_sample.h"

#include <unordered_map>
#include <utility>

namespace cpn::partition {

void Join(PartitionSample& sample, const PartitionSample& more) {
  std::unordered_map<std::uint64_t, std::uint32_t> numbers;
  for (const std::uint64_t hash : sample.tokens) {
    numbers.emplace(hash, static_cast<std::uint32_t>(numbers.size()));
  }
  std::vector<std::uint32_t> number_of;
  for (const std::uint64_t hash : more.tokens) {
    const auto [at, fresh] =
        numbers.try_emplace(hash, static_cast<std::uint32_t>(sample.tokens.size()));
    if (fresh) sample.tokens.push_back(hash);
    number_of.push_back(at->second);
  }
  const auto append = [&](const auto& from, auto& to) {
    for (std::vector<PartitionSample::Item> items : from) {
      for (PartitionSample::Item& item : items) item.token = number_of[item.token];
      to.push_back(std::move(items));
    }
  };
  const auto markings = static_cast<std::uint32_t>(sample.markings.size());
  const auto changes = static_cast<std::uint32_t>(sample.changes.size());
  append(more.markings, sample.markings);
  append(more.changes, sample.changes);
  sample.levels.insert(sample.levels.end(), more.levels.begin(), more.levels.end());
  for (const auto& [marking, change] : more.steps) {
    sample.steps.push_back({markings + marking, changes + change});
  }
}

}  // namespace cpn::partition
