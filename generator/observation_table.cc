#include "generator/observation_table.h"

#include <algorithm>
#include <numeric>

namespace generator {

ObservationId ObservationTable::Intern(const Observation& observation) {
  const auto [entry, is_new] =
      ids_.emplace(Key{observation.kind, observation.name, observation.fields.id},
                   static_cast<ObservationId>(observations_.size()));
  if (is_new) observations_.push_back(observation);
  return entry->second;
}

std::vector<std::uint32_t> ObservationTable::Ranks(
    const cpn::lua::TestSpecification& specification) const {
  std::vector<ObservationId> sorted(observations_.size());
  std::iota(sorted.begin(), sorted.end(), 0);
  std::sort(sorted.begin(), sorted.end(), [&](ObservationId a, ObservationId b) {
    return specification.Compare(observations_[a], observations_[b]) < 0;
  });
  std::vector<std::uint32_t> ranks(sorted.size());
  for (std::uint32_t rank = 0; rank < sorted.size(); ++rank) ranks[sorted[rank]] = rank;
  return ranks;
}

}  // namespace generator
