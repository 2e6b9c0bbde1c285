// What `adapter driver-test` found, for people and as JSON.
//
// Pure functions.
#pragma once

#include <string>
#include <vector>

#include "adapter/system_driver.h"

namespace adapter {

/// A line for each check, with what is wrong below it, and a total.
std::string TextDriverChecks(const std::vector<DriverCheck>& checks);
/// [{check, ok, problem}].
std::string JsonDriverChecks(const std::vector<DriverCheck>& checks);

}  // namespace adapter
