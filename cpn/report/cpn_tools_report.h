// The state space report in the very form of CPN Tools, line by line, so that it can be compared
// with reports that CPN Tools wrote.
//
// Sources: CPN Tools State Space Manual (2006); reports that CPN Tools 4 wrote.
#pragma once

#include <string>
#include <vector>

#include "cpn/engine/engine.h"
#include "cpn/report/state_space_report.h"

namespace cpn::report {

/// What CPN Tools calls an instance of a place or a transition: Worker'Voted 1.
struct InstanceName {
  std::string page;
  std::string name;
  unsigned instance = 1;
};

struct CpnToolsNames {
  std::string model;                      ///< the file, for the first line
  std::vector<InstanceName> places;       ///< by place
  std::vector<InstanceName> transitions;  ///< by transition
};

/// `generated` is the report's date as CPN Tools writes it; `seconds` the time of the exploration.
std::string FormatCpnToolsReport(const Engine& engine, const StateSpaceReport& report,
                                 const CpnToolsNames& names, const std::string& generated,
                                 double seconds);

/// A value as CPN ML writes it: (8080,0,(0,"")), [1,~2], {seq=1,data="COL"}.
std::string FormatMl(const ValueStore& values, Value value);

}  // namespace cpn::report
