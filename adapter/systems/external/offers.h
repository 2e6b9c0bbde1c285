// What a system file offers to cases, in words: the processes, links and faults that it declares.
//
// Pure functions.
#pragma once

#include <string>

#include "adapter/faults/fault_vocabulary.h"
#include "adapter/systems/external/system_description.h"

namespace adapter::external {

/// Whole lines: what a case of the system consists of.
std::string DescriptionOf(const SystemDescription& system);

/// What `adapter faults` lists of the system; without faults, a heading that says so.
FaultVocabulary FaultsOf(const SystemDescription& system);

}  // namespace adapter::external
