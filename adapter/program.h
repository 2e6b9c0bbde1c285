// The `adapter` program but for main(): a call in, text and an exit code out.
//
// Exit codes: 0 all passed; 1 some case failed; 2 the call or the input is wrong, nothing was run,
// or what was printed is lost; 3 none failed, some case was inconclusive, or the run was
// interrupted.
//
// SIGINT, SIGTERM and SIGHUP interrupt a run: no further case begins, those that run are stopped,
// and what has run is reported. A second one ends the program at once.
#pragma once

#include <string>
#include <vector>

#include "adapter/streams.h"
#include "adapter/system_driver.h"

namespace adapter {

/// `arguments`: without the program's name; `drivers`: the systems in the box; `load`: makes the
/// driver of another one (--system). Returns the exit code; throws nothing that a user can cause.
int RunProgram(const std::vector<std::string>& arguments, const SystemDrivers& drivers,
               const SystemLoader& load, const Streams& streams);

}  // namespace adapter
