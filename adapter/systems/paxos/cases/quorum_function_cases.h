// Cases of kinds qfprepare, qfaccept and qfcommit: one call of a quorum function. Plain values.
#pragma once

#include <optional>
#include <vector>

#include "adapter/systems/paxos/cases/messages.h"

namespace cases {

/// Replies in, "is it a quorum?" and the combined reply out; `combined` is absent without a quorum.
struct PrepareQfCase {
  std::vector<Promise> replies;
  bool quorum = false;
  std::optional<Promise> combined;
  bool operator==(const PrepareQfCase&) const = default;
};
struct AcceptQfCase {
  std::vector<Learn> replies;
  bool quorum = false;
  std::optional<Learn> combined;
  bool operator==(const AcceptQfCase&) const = default;
};
/// Commit's replies are empty, so that only their number counts.
struct CommitQfCase {
  int replies = 0;
  bool quorum = false;
  bool operator==(const CommitQfCase&) const = default;
};

}  // namespace cases
