#include "generator/label_table.h"

#include <utility>

namespace generator {

LabelId LabelTable::Intern(const std::vector<Observation>& observed) {
  std::vector<ObservationId> ids;
  for (const Observation& observation : observed) ids.push_back(observations_.Intern(observation));
  const auto [entry, is_new] = ids_.emplace(ids, static_cast<LabelId>(labels_.size()));
  if (is_new) labels_.push_back(std::move(ids));
  return entry->second;
}

}  // namespace generator
