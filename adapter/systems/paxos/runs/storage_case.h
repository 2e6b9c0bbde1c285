// Storage cases: saves, crashes and damage to the durable log of a replica, in a real folder.
//
// A case runs three times, and its outcome must be the same: as it is; with a log that is rewritten
// before each record; with writes that are interrupted and short. Beside what the folder holds in
// the end it is checked that
//  1. a save that fails throws, and so does every later one; one that returns has asked for a sync
//     of its record, before its mark was written;
//  2. an acceptor that starts from the folder has its promise and its vote;
//  3. a folder that is refused stays as it is;
//  4. an opening says whether the end of a record was cut off; the next one, with the disk as it
//     is, gives the same state.
// Thread-safe: a free function without state; each run has a temporary folder of its own.
#pragma once

#include "adapter/systems/paxos/cases/cases.h"
#include "adapter/verdict.h"

namespace adapter {

Verdict RunCase(const cases::StorageCase& test);

}  // namespace adapter
