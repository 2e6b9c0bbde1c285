// What arcs of an observed graph show, as numbers.
//
// Invariant: label 0 is silent; others count in the order of Intern(), and so do observations.
// Thread safety: one thread at a time.
#pragma once

#include <map>
#include <vector>

#include "generator/observation_table.h"
#include "generator/observed_graph.h"

namespace generator {

class LabelTable {
 public:
  /// Of no observation at all: kSilent.
  LabelId Intern(const std::vector<Observation>& observed);
  /// The observations of each label so far; the first is kSilent's, empty.
  const std::vector<std::vector<ObservationId>>& labels() const { return labels_; }
  const ObservationTable& observations() const { return observations_; }

 private:
  std::vector<std::vector<ObservationId>> labels_{{}};
  std::map<std::vector<ObservationId>, LabelId> ids_{{{}, kSilent}};
  ObservationTable observations_;
};

}  // namespace generator
