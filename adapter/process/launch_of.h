// A process as it was asked for, turned into what the warden is told.
//
// Thread safety: a free function; nobody may change this program's environment meanwhile.
#pragma once

#include <filesystem>

#include "adapter/process/process_spec.h"
#include "adapter/process/warden/messages.h"

namespace adapter {

/// `folder`: of the instance. Throws ProcessError for what no process can be started with.
Launch LaunchOf(const ProcessSpec& spec, const std::filesystem::path& folder);

}  // namespace adapter
