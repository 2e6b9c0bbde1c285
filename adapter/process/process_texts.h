// What is said of processes that cannot be started.
//
// Thread safety: free functions without state.
#pragma once

#include <string>

#include "adapter/process/process_spec.h"
#include "adapter/process/warden/messages.h"

namespace adapter {

/// "cannot start 'server': ...": the command or folder that is wrong, and why.
std::string LaunchErrorText(const ProcessSpec& spec, const Launch& launch, LaunchStep step,
                            int error);

}  // namespace adapter
