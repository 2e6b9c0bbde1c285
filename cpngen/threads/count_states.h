// Counting with several threads.
//
// Threads that share tables wait for each other whenever one of them learns something: next to
// never in most nets, and at nearly every step where binding elements are new nearly each time, as
// where tokens are lists that grow. Such a net is counted by ranks, as `cpngen_mpi` does, that are
// threads of this process, each with the model loaded anew and tables of its own. Which kind of net
// it is shows after some thousand markings; then counting goes on, or begins again with ranks.
// Thread safety: free functions without state.
#pragma once

#include "cpn/explore/exploration.h"
#include "cpn/lua/lua_model.h"
#include "cpngen/options/options.h"

namespace cpngen {

/// Is something learnt at so many of its arcs that threads would mostly wait for each other?
bool LearnsMostly(const cpn::StateCount& count);

/// As cpn::CountStates(), with options.workers threads; the result is the same, but without
/// statistics when each thread has tables of its own. `arguments`: those that `model` was loaded
/// with. Requires that nothing is reduced. Throws as cpn::CountStates().
cpn::StateCount CountWithThreads(cpn::lua::LuaModel& model, const ModelArguments& arguments,
                                 const cpn::ExplorationOptions& options);

}  // namespace cpngen
