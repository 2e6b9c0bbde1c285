// What `adapter faults` prints: every fault that a case can ask for, what it means, its element,
// what it takes, and the named points where faults begin and end.
//
// From the vocabulary of adapter/systems/paxos/cases/fault.h and the failures of leaders that
// suites always had; nothing is named here that a suite cannot ask for. Pure functions.
#pragma once

#include "adapter/faults/fault_vocabulary.h"

namespace adapter {

FaultVocabulary PaxosFaults();

}  // namespace adapter
