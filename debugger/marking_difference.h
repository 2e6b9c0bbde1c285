// How two markings differ, for people: by place, tokens that are records by the fields that change.
//
// Thread safety: as Engine.
#pragma once

#include <string>
#include <vector>

#include "cpn/engine/engine.h"

namespace debugger {

/// A line for each token or pair of tokens that differs, by place:
///   ~ Server: {id = 2, role: candidate -> leader}
///   - Free: 1`()
///   + Holding: 1`2
std::vector<std::string> MarkingDifference(cpn::Engine& engine, const cpn::Marking& from,
                                           const cpn::Marking& to);

}  // namespace debugger
