// What cannot be set up with the quorum library: configurations and managers of nodes that do not
// fit together, TLS files that do not. Each must be refused, with a text that says what is wrong.
// Thread-safe: free functions without state.
#pragma once

#include <string>

#include "adapter/call_network.h"

namespace adapter {

/// Their number.
inline constexpr int kWrongSetUps = 25;

/// Tries the one of that number, 0 <= number < kWrongSetUps, with the nodes of `network`. Empty: it
/// is refused as it must be; otherwise what is wrong, in words.
std::string TryWrongSetUp(const CallNetwork& network, int number);

}  // namespace adapter
