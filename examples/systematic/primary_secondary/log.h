// What replicas keep: a log of requests, each with the epoch in which a primary took it.
//
// Thread safety: values.
#pragma once

#include <compare>
#include <cstddef>
#include <vector>

namespace primary_secondary {

using ReplicaId = int;
using RequestId = int;
using Epoch = int;  ///< of a primary; 1, 2, ...

struct Entry {
  Epoch epoch = 0;
  RequestId request = 0;
  int amount = 0;  ///< the service is a counter
  bool operator==(const Entry&) const = default;
};

using Log = std::vector<Entry>;

/// How far a log goes; of two logs the greater end has all that the other one may have promised.
struct LogEnd {
  Epoch epoch = 0;
  std::size_t size = 0;
  auto operator<=>(const LogEnd&) const = default;
};

inline LogEnd EndOf(const Log& log) { return {log.empty() ? 0 : log.back().epoch, log.size()}; }

enum class Role {
  kNone,
  kIdleSecondary,    ///< awaits a copy of the primary's log
  kActiveSecondary,  ///< has it
  kPrimary,
};

}  // namespace primary_secondary
