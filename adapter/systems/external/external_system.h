// The driver of systems that somebody else wrote: any suite, replayed with the system and the
// driver that a system file describes.
#pragma once

#include <memory>

#include "adapter/system_driver.h"

namespace adapter {

/// Throws InputError when the system file is wrong.
std::unique_ptr<SystemDriver> MakeExternalSystem(const SystemOptions& options);

}  // namespace adapter
