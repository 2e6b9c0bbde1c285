// Numbers among the fields of a message, as suites write them.
//
// A pure function.
#pragma once

#include <string>

namespace adapter::driver_protocol {

/// 1 and 1.0 are "1": JSON knows one kind of numbers. Others as short as they can be read back.
std::string NumberText(double number);

}  // namespace adapter::driver_protocol
