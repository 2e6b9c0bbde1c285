// A driver that serves the stream of driver.proto's service Driver.
//
// Not thread-safe but for Wake(). The thread that waits for a message does gRPC's work meanwhile.
#pragma once

#include <memory>
#include <string>

#include "adapter/driver_protocol/driver_link.h"

namespace adapter::driver_protocol {

/// Connects to the driver that listens at `address` ("127.0.0.1:20001"). Throws DriverError when
/// nothing accepts until the deadline.
std::unique_ptr<DriverLink> ConnectToDriver(const std::string& address, Deadline deadline);

}  // namespace adapter::driver_protocol
