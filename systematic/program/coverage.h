// What the executions of a call met, and how that grew: a curve that has become flat says that more
// of the same finds little.
//
// An event is a choice without its ordinal and its sender's life ("deliver a>b Ack"), a pair two
// of them in a row, a state a set of enabled options. Of each it is kept in which execution it was
// met first, so that the curve is the same for any number of workers.
// Thread-safe.
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <mutex>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "systematic/scheduler.h"

namespace systematic {

/// What had been met after so many executions.
struct CoveragePoint {
  std::uint64_t executions = 0;
  std::uint64_t events = 0;
  std::uint64_t pairs = 0;
  std::uint64_t states = 0;
  bool operator==(const CoveragePoint&) const = default;
};

struct CoverageReport {
  std::vector<CoveragePoint> curve;             ///< after 1, 2, 4, ... executions, and at the end
  std::map<std::string, std::uint64_t> events;  ///< by text: the executions that had it
};

class Coverage {
 public:
  /// `execution` is its place among those of the call, from 0.
  void Count(std::uint64_t execution, const Scheduler& scheduler);
  /// Of the first so many executions; events are those of all.
  CoverageReport Report(std::uint64_t executions) const;

 private:
  using First = std::unordered_map<std::uint64_t, std::uint64_t>;  // execution by hash

  struct Event {
    std::string text;
    std::uint64_t executions = 0;
    std::uint64_t last = std::numeric_limits<std::uint64_t>::max();  // that was counted
  };

  static void Meet(First& first, std::uint64_t hash, std::uint64_t execution);

  mutable std::mutex mutex_;
  First events_, pairs_, states_;
  std::unordered_map<std::uint64_t, Event> texts_;
};

}  // namespace systematic
