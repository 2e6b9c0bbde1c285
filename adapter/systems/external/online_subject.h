// A system with a system file as the subject of online testing.
//
// Thread safety: as online::Subject says.
#pragma once

#include <memory>

#include "adapter/online/session.h"
#include "adapter/systems/external/system_description.h"

namespace adapter::external {

/// Starts the system, so that one that does not start is found before the first run. `system` must
/// outlive the subject. Throws InputError.
std::unique_ptr<online::Subject> OpenSubject(const SystemDescription& system);

}  // namespace adapter::external
