// What every form of the state space report is made of. Internal to cpn/report/.
//
// Thread safety: free functions without state.
#pragma once

#include <span>
#include <string>

#include "cpn/state_space.h"

namespace cpn::report {

inline constexpr const char* kNoCycle = "     No infinite occurrence sequences.\n";

/// An empty line, the title, and a rule under it.
std::string Section(const char* title);
std::string Heading(const char* title);

/// "[3,4]", or "12 [3,4,5,6,7,...]"; node 0 is called 1, as in CPN Tools.
std::string FormatNodes(std::span<const NodeId> nodes);

}  // namespace cpn::report
