// `adapter explore`: loads the model, explores the system, saves what failed, and reports.
//
// Thread safety: one exploration at a time in a program, since it takes the signals that interrupt.
#pragma once

#include "adapter/options.h"
#include "adapter/streams.h"
#include "adapter/system_driver.h"

namespace adapter {

/// Returns the exit code. Throws InputError, cpn::ModelError and base::FileError for what is wrong
/// with the call, the model or the folder.
int Explore(const ExploreOptions& options, const SystemDriver& driver, const Streams& streams);

}  // namespace adapter
