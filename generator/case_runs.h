// The runs of an observed graph that show a given case, and nothing else: what path_cases.h and
// prefix_cases.h make cases of, asked the other way round.
//
// The runs are given as a graph of their own. A state of it is a node of the observed graph with
// what of the case has been observed on the way; every path from state 0 to a state that ends is a
// run that shows the case, and every such run is one. A run that enters a terminal component (a
// strongly connected one with arcs that none leaves) stays there for ever and takes all of its
// arcs; it is one state, which ends.
//
// Invariants of CaseRuns: every state can be reached from state 0 and reaches one that ends; no
// states: no run shows the case.
// Thread safety: one thread at a time.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "cpn/lua/run/test_case.h"
#include "generator/observed_graph.h"
#include "generator/raw_cases.h"

namespace generator {

struct CaseRuns {
  struct State {
    std::uint32_t node = 0;  ///< of the observed graph
    bool ends = false;       ///< a run that shows the case may be over here
    /// In a terminal component: all of its nodes, whose arcs are all taken; else empty.
    std::vector<std::uint32_t> component = {};
  };
  struct Step {
    std::uint32_t from = 0;  ///< states
    std::uint32_t to = 0;
    std::uint64_t arc = 0;  ///< of the observed graph
  };
  std::vector<State> states;
  std::vector<Step> steps;  ///< in the order in which a breadth-first search meets them
};

class CaseRunFinder {
 public:
  /// `least` is 0 for cases of whole runs, else as FindPrefixCases() has it, and so is
  /// `is_stimulus`. `graph` must outlive the finder.
  CaseRunFinder(const ObservedGraph& graph, cpn::lua::CaseOrder order, std::uint64_t least,
                std::vector<bool> is_stimulus);
  ~CaseRunFinder();

  /// The runs that show `raw`. Throws LimitReached when they have more than some ten million
  /// states.
  CaseRuns Find(const RawCase& raw) const;

 private:
  class Ends;
  const ObservedGraph& graph_;
  const cpn::lua::CaseOrder order_;
  const std::uint64_t least_;
  std::unique_ptr<Ends> ends_;
};

}  // namespace generator
