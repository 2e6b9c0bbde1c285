// A case of kind leaderchangetest. Plain values.
#pragma once

#include <vector>

#include "adapter/systems/cases/configuration.h"

namespace cases {

/// The leaders in order when each leader but the last one fails in turn.
struct LeaderChangeCase {
  std::vector<ServerId> server_ids;
  std::vector<ServerId> leaders;
  bool operator==(const LeaderChangeCase&) const = default;
};

}  // namespace cases
