// Messages as protobuf has them: driver.proto.
//
// Pure functions.
#pragma once

#include "adapter/driver_protocol/driver.pb.h"
#include "adapter/driver_protocol/messages.h"

namespace adapter::driver_protocol {

cpngen::driver::ToDriver ToProtobuf(const ToDriver& message);

/// Throws DriverError for a message without content, and an event without a name.
FromDriver FromProtobuf(const cpngen::driver::FromDriver& message);

}  // namespace adapter::driver_protocol
