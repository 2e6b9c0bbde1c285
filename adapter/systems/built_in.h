// The systems that come in the box: the one list of them.
#pragma once

#include "adapter/system_driver.h"

namespace adapter {

/// In the order in which they are asked whose a suite is, and in which their sessions begin.
SystemDrivers BuiltInSystems();

}  // namespace adapter
