// A FileStorage's calls, on a modelled disk.
//
// Thread safety: free function without state.
#pragma once

#include "sut/paxos/storage/disk_calls.h"
#include "systematic/environment/disk.h"

namespace paxos {

/// The calls go to `disk`, which must outlive the storage that makes them.
DiskCalls CallsOf(systematic::Disk& disk);

}  // namespace paxos
