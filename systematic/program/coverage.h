// What the executions of a call met, and how that grew: a curve that has become flat says that more
// of the same finds little.
//
// An event is a choice without its ordinal and its sender's life ("deliver a>b Ack"), a pair two
// of them in a row, a set the options that are enabled together. A state is what all machines have
// gone through and all that is under way (systematic/histories.h): executions that differ only in
// the order of steps that have nothing to do with each other meet the same states.
// Invariants: executions count in the order of their places, whichever worker ran them and when, so
// that the report is the same for any number of workers; those behind the last one do not count.
// Thread-safe.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "systematic/program/distinct.h"
#include "systematic/scheduler.h"

namespace systematic {

/// What had been met after so many executions.
struct CoveragePoint {
  std::uint64_t executions = 0;
  std::uint64_t events = 0;
  std::uint64_t pairs = 0;
  std::uint64_t sets = 0;
  std::uint64_t states = 0;
  bool operator==(const CoveragePoint&) const = default;
};

struct CoverageReport {
  std::vector<CoveragePoint> curve;             ///< after 1, 2, 4, ... executions, and at the end
  std::map<std::string, std::uint64_t> events;  ///< by text: the executions that had it
};

class Coverage {
 public:
  /// `execution` is its place among those of the call, from 0; `last`: it ends the call. The
  /// scheduler must keep states.
  void Count(std::uint64_t execution, const Scheduler& scheduler, bool last);
  /// All that were counted; those between which one is missing, too.
  CoverageReport Report();

 private:
  /// What one execution met.
  struct Met {
    std::vector<std::uint64_t> events;  // each once
    std::vector<std::uint64_t> pairs, sets, states;
    bool last = false;
  };

  void NameEvents(const Scheduler& scheduler, const std::vector<std::uint64_t>& by_choice);
  void Fold(const Met& met);
  CoveragePoint Now() const;

  std::mutex mutex_;
  std::map<std::uint64_t, Met> waiting_;  // by execution: those before which one is missing
  std::uint64_t next_ = 0;                // the execution that is folded next
  bool over_ = false;
  std::uint64_t folded_ = 0;
  std::unordered_map<std::uint64_t, std::uint64_t> events_;     // executions by hash
  std::unordered_map<std::uint64_t, std::string> event_texts_;  // by hash; may have more
  Distinct pairs_, sets_, states_;
  std::vector<CoveragePoint> curve_;
};

}  // namespace systematic
