// How much of a case has been observed: numbers for the sets of its observations, or for its
// beginnings.
//
// Invariant: number 0 is "nothing yet". Equal progress has equal numbers.
// Thread safety: one thread at a time.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <unordered_map>
#include <vector>

#include "cpn/lua/run/test_case.h"
#include "generator/observed_graph.h"
#include "generator/raw_cases.h"

namespace generator {

class CaseProgress {
 public:
  /// The labels must outlive it.
  CaseProgress(cpn::lua::CaseOrder order, const RawCase& raw,
               const std::vector<std::vector<ObservationId>>& labels);

  /// What `progress` becomes when a label is observed; nothing when the case does not have it
  /// there.
  std::optional<std::uint32_t> After(std::uint32_t progress, LabelId label);
  /// Has all of the case been observed?
  bool IsComplete(std::uint32_t progress) const;

 private:
  using Bits = std::vector<std::uint64_t>;

  std::optional<std::uint32_t> Compute(std::uint32_t progress, LabelId label);
  std::optional<std::uint32_t> AddToSet(std::uint32_t progress, LabelId label);

  const cpn::lua::CaseOrder order_;
  const RawCase raw_;
  const std::vector<std::vector<ObservationId>>& labels_;
  std::unordered_map<std::uint64_t, std::optional<std::uint32_t>> memo_;  ///< never iterated
  std::map<Bits, std::uint32_t> numbers_;                                 ///< of sets
  std::vector<Bits> sets_;                                                ///< by number
  std::vector<bool> complete_;                                            ///< by number
};

}  // namespace generator
