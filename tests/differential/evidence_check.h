// Does a run show what it is said to show? Asked of the definitions alone (tests/reference/ctl.h).
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "cpn/ctl/formula.h"
#include "tests/reference/ctl.h"

namespace differential {

/// A run from marking 0 as arcs of the graph, with what is claimed about its end.
struct Run {
  std::vector<std::size_t> arcs;
  std::optional<std::size_t> loop;
  bool ends_dead = false;
};

/// Of how much of the graph the run's finder knew. Of a part it may be sure of less than is true.
enum class Known { kAll, kPart };

/// Would a single run show that the formula holds (or does not) in marking 0?
bool ShouldHaveEvidence(reference::Ctl& truth, const cpn::ctl::Formula& formula, bool holds);

/// Empty, or what is wrong: the run is none of the graph's; it does not show that the formula holds
/// (or does not) in marking 0; it goes on for no reason; or, of `Known::kAll`, it is not the
/// shortest one there is where the formula asks for reachability.
std::string WhatIsWrong(reference::Ctl& truth, const cpn::ctl::Formula& formula, bool holds,
                        const Run& run, Known known);

}  // namespace differential
