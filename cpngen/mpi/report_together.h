// The state space report of a space that ranks share.
//
// How it works: bounds are those of each rank's own markings, put together; all else is seen in the
// graph of numbers that rank 0 gathers (cpn/distributed/gathered_graph.h).
// Thread safety: one per rank.
#pragma once

#include <optional>

#include "cpn/distributed/rank.h"
#include "cpn/report/state_space_report.h"

namespace cpngen {

/// Collective: explores, and reports at rank 0; nothing on the others. The growth is left out.
/// Throws as Rank::TogetherExplore() and Rank::TogetherWalk().
std::optional<cpn::report::StateSpaceReport> TogetherReport(cpn::distributed::Rank& rank);

}  // namespace cpngen
