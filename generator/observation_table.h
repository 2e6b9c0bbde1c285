// Observations as numbers, and their canonical order.
//
// Invariant: equal observations (of one model's ValueStore) have equal ids; ids count from 0 in the
// order of Intern().
// Thread safety: one thread at a time.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "cpn/lua/run/test_specification.h"
#include "generator/observed_graph.h"

namespace generator {

using cpn::lua::Observation;

class ObservationTable {
 public:
  ObservationId Intern(const Observation& observation);
  const Observation& operator[](ObservationId id) const { return observations_[id]; }
  std::size_t size() const { return observations_.size(); }

  /// The rank of each observation in the order of `specification`, by id: an order that does not
  /// depend on when they were interned.
  std::vector<std::uint32_t> Ranks(const cpn::lua::TestSpecification& specification) const;

 private:
  using Key = std::tuple<cpn::lua::ObservationKind, std::string, std::uint32_t>;

  std::map<Key, ObservationId> ids_;
  std::vector<Observation> observations_;
};

}  // namespace generator
