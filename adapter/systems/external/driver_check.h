// Does a driver keep to the driver protocol? Conversations that every driver must survive,
// without a suite: greeting, cases that ask for nothing, a stimulus that nobody knows, the end of
// its input, a new start after it was killed.
//
// Thread safety: a free function.
#pragma once

#include <vector>

#include "adapter/system_driver.h"
#include "adapter/systems/external/system_description.h"

namespace adapter::external {

/// The checks in their order, up to the first after which the others make no sense.
std::vector<DriverCheck> CheckDriver(const SystemDescription& system);

}  // namespace adapter::external
