// Messages as lines of JSON: protobuf's JSON mapping of driver.proto, a message a line. What a
// driver may send in more than one way (numbers as texts, default values left out) is understood in
// all of them; numbers and truth values among fields become texts, as suites have them.
//
// Pure functions.
#pragma once

#include <string>
#include <string_view>

#include "adapter/driver_protocol/messages.h"

namespace adapter::driver_protocol {

/// The longest line of a driver, in bytes, without its end.
inline constexpr std::size_t kLongestLine = std::size_t{1} << 20;

/// One line, without its end.
std::string ToLine(const ToDriver& message);

/// Throws DriverError when the line is no message of a driver; it shows the beginning of the line.
FromDriver FromLine(std::string_view line);

}  // namespace adapter::driver_protocol
