// The suite of a call from the suites of its parts (generate --shard), without the model.
//
// Invariant: when the parts are all those of one call, once each, the result is the suite of the
// call without --shard, element by element: cases in canonical order, duplicates and pairs as
// suite_builder.h says, alternatives as case_merger.h says, ids from 1, and nothing about parts.
// Thread safety: free functions without state.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "suite/suite.h"
#include "xml/element.h"

namespace generator {

struct MergedParts {
  xml::Element suite;            ///< the `Test` element
  std::uint64_t cases = 0;       ///< of it
  std::uint64_t all = 0;         ///< before alternatives were merged or pairs chosen
  std::uint64_t unfinished = 0;  ///< runs that a limit ended
  /// Cases that expect other responses than another one after the same stimuli, and the ids of the
  /// first two; 0: none, or they were merged.
  std::uint64_t contradictions = 0;
  std::pair<std::string, std::string> contradicting = {};
};

/// Requires: one part or more, each with Provenance::shard. Throws base::ParseError for a part
/// whose cases are not those that it describes, and LimitReached as CaseMerger does.
MergedParts MergeParts(const std::vector<suite::Suite>& parts);

}  // namespace generator
