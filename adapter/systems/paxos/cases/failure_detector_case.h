// A case of kind timeouttest. Plain values.
#pragma once

#include <optional>
#include <vector>

#include "adapter/systems/cases/configuration.h"

namespace cases {

/// One time-out: who answered pings since the last one, who was suspected before, who must be
/// suspected after. The three vectors are parallel to server_ids.
struct FailureDetectorCase {
  std::vector<ServerId> server_ids;
  std::vector<bool> alive;
  std::vector<bool> suspected;
  std::vector<bool> expect_suspected;
  /// Extension: who answered a ping of an earlier period since the last time-out.
  std::optional<std::vector<bool>> late = std::nullopt;
  /// Extensions; nothing: not compared. Does the delay grow, and whom does the time-out report?
  std::optional<bool> expect_longer = std::nullopt;
  std::optional<std::vector<ServerId>> expect_newly_suspected = std::nullopt;
  std::optional<std::vector<ServerId>> expect_restored = std::nullopt;
  bool operator==(const FailureDetectorCase&) const = default;
};

}  // namespace cases
