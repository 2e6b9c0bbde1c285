// Changes the log file of a data folder, as the damage of a storage case says. It goes by the table
// of docs/paxos_service.md, not by the code under test, of which it takes the checksum alone.
//
// Thread safety: free functions without state.
#pragma once

#include <string>

#include "adapter/systems/paxos/cases/storage_case.h"

namespace adapter {

/// The log with that damage. It must be whole, with a last record and one that has the part.
std::string Damaged(std::string log, const cases::StorageDamage& damage);

}  // namespace adapter
