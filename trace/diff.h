// Where two runs part.
//
// Times and seeds do not count: two runs of the same choices differ in them. Pure functions; safe
// from any thread.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "trace/trace.h"

namespace trace {

/// The first difference between two runs.
struct Difference {
  std::size_t step = 0;  ///< number of the first step that differs, or that only one run has
  std::string what;      ///< "kind", "node", "name", "fields", "moves", "cause", "key", "hash", or
                         ///< "end" when one run has no such step
};

/// nullopt when both have the same steps.
std::optional<Difference> FirstDifference(const Trace& one, const Trace& other);

/// For people: the steps before the difference, as many as `context`, then what differs in each of
/// the runs, which are called `one_name` and `other_name`. Empty for runs that do not differ.
std::string DifferenceText(const Trace& one, const std::string& one_name, const Trace& other,
                           const std::string& other_name, std::size_t context = 3);

}  // namespace trace
