// What one process of `cpngen_mpi` does: the command of cpngen, with an exploration that all
// processes do together. Rank 0 speaks; the others are silent.
#pragma once

#include "cpn/distributed/transport.h"
#include "cpngen/mpi/call.h"
#include "cpngen/streams.h"

namespace cpngen {

/// Collective; `call` is the same on all ranks. `streams` are used by rank 0 only, but for the
/// budget and `end_process`. Returns the exit code of the program on rank 0, and 0 on the others.
int RunRank(const MpiCall& call, cpn::distributed::Transport& transport, const Streams& streams);

}  // namespace cpngen
