// What a check of conformance may use.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>

#include "base/budget.h"

namespace conformance {

struct Limits {
  /// Markings (with what is still to be seen) that may be held at once. What was met before and
  /// explains nothing any more is forgotten when there are as many; if that does not help,
  /// LimitReached.
  std::uint64_t max_markings = 1'000'000;
  /// Bound on what is remembered only to be fast; beyond it all of it is forgotten.
  std::size_t memo_bytes = std::size_t{256} << 20;
  /// Of silent elements that commute with everything (conformance/commuting.h), follow one order.
  bool reduce = true;
  /// Markings that may be held at once to explain something without that: a shortest run and the
  /// nearest markings need all orders. When they do not suffice, what is explained is right, but
  /// may have silent elements that it does not need.
  std::uint64_t exact_markings = 65'536;
  /// Looked at often; throws base::StopError. Null: no limit.
  base::Budget* budget = nullptr;
};

/// A limit on markings or on the work for one event is met: there is no verdict (exit code 3).
/// what() says which limit and what helps.
class LimitReached : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace conformance
