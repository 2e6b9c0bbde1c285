// Where the replicas of a case listen.
#pragma once

#include <string>

#include "adapter/options.h"

namespace adapter {

/// A new address for a server of that transport: of tcp with any free port. Thread-safe.
std::string ListenAddress(Transport transport);

}  // namespace adapter
