// The messages of Paxos as suites write them. Plain values.
#pragma once

#include <cstdint>
#include <string>

#include "adapter/systems/cases/configuration.h"

namespace cases {

/// A Paxos round as the file writes it.
using Round = std::int64_t;

struct Prepare {
  Round rnd = 0;
  bool operator==(const Prepare&) const = default;
};
struct Promise {
  Round rnd = 0;
  Round vrnd = 0;
  std::string vval;
  bool operator==(const Promise&) const = default;
};
struct Accept {
  Round rnd = 0;
  std::string val;
  bool operator==(const Accept&) const = default;
};
struct Learn {
  Round rnd = 0;
  std::string vval;
  bool operator==(const Learn&) const = default;
};

struct Commit {
  Round rnd = 0;
  std::string val;
  bool operator==(const Commit&) const = default;
};

}  // namespace cases
