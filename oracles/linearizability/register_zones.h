// The order of a register's reads and writes when no value is written twice, in time n log n: what
// a read got says which write it follows, so that nothing has to be searched.
//
// A value's operations form a cluster. Where one of them must be over before another begins, the
// value is there from the first return to the last call: a zone that no other one may overlap. All
// other clusters happen at one moment, which must not lie inside such a zone.
// Thread-safe: free functions without state.
// Source: Gibbons and Korach, "Testing shared memories" (1997), section 4.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

namespace oracles::linearizability {

/// An operation of a register: its place in the history, and when it was called and returned.
struct RegisterOperation {
  static constexpr std::uint64_t kNever = std::numeric_limits<std::uint64_t>::max();
  std::size_t place = 0;
  std::uint64_t called = 0;
  std::uint64_t returned = kNever;
};

/// The write of a value and the reads that got it; without a write: what is there at first.
struct RegisterCluster {
  std::optional<RegisterOperation> write;
  std::vector<RegisterOperation> reads;
};

/// An order of all of them, as places in the history; nothing if there is none. At most one cluster
/// is without a write, and each has an operation that returned.
std::optional<std::vector<std::size_t>> OrderOfRegister(std::vector<RegisterCluster> clusters);

}  // namespace oracles::linearizability
