// What every form of the state space report is made of. Internal to cpn/report/.
//
// Thread safety: free functions without state.
#pragma once

#include <array>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "cpn/explore/state_space.h"
#include "cpn/report/state_space_report.h"

namespace cpn::report {

inline constexpr const char* kNoCycle = "     No infinite occurrence sequences.\n";

/// In the order of the report.
inline constexpr std::array<std::pair<Fairness, const char*>, 4> kFairnessTitles{
    {{Fairness::kImpartial, "Impartial Transition Instances"},
     {Fairness::kFair, "Fair Transition Instances"},
     {Fairness::kJust, "Just Transition Instances"},
     {Fairness::kNone, "Transition Instances with No Fairness"}}};

/// The transitions that have this fairness. Requires that the report has fairness.
std::vector<TransitionId> TransitionsWith(Fairness fairness, const StateSpaceReport& report);

/// An empty line, the title, and a rule under it.
std::string Section(const char* title);
std::string Heading(const char* title);

/// "[3,4]", or "12 [3,4,5,6,7,...]"; node 0 is called 1, as in CPN Tools.
std::string FormatNodes(std::span<const NodeId> nodes);

}  // namespace cpn::report
