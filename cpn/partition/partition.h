// Which tokens say who owns a marking: which rank of several, or which worker of one process. All
// are called ranks below.
//
// When all tokens do, by their hashes, the markings that a step joins have different owners as
// often as chance has it: of n ranks, in all but one of n steps. When few do, and the others add
// nothing, only the steps that move one of these cross from one rank to another: what leads from a
// rank's markings stays there, is met again there, and is seldom sent (the idea is that of Lerda
// and Sisto, "Distributed-memory model checking with SPIN", 1999, section 4, who leave the choice
// to the user).
//
// The chosen tokens have weights, and the sum of these, modulo the number of ranks, is the owner:
// of 8 ranks, three tokens that are there in half of all markings, independently, with the weights
// 1, 2 and 4, make 8 equal parts.
// Thread safety: free functions without state.
#pragma once

#include <cstdint>
#include <vector>

#include "cpn/values/hash.h"

namespace cpn::partition {

/// A token that counts, named by a number that is the same in all samples, and what it adds.
struct CountedToken {
  std::uint64_t token = 0;
  std::uint64_t weight = 0;
  friend bool operator==(const CountedToken&, const CountedToken&) = default;
};

/// The tokens that say who owns a marking, sorted; none: all do, by their hashes.
using Partition = std::vector<CountedToken>;

/// Which of `ranks` ranks owns a marking, by the sum of its tokens' hashes.
inline unsigned OwnerByHash(std::uint64_t sum, unsigned ranks) {
  __extension__ using Wide = unsigned __int128;
  return static_cast<unsigned>((Wide{MixHash(sum)} * ranks) >> 64);
}
/// By the sum of their weights.
inline unsigned OwnerByWeight(std::uint64_t sum, unsigned ranks) {
  return static_cast<unsigned>(sum % ranks);
}
inline unsigned OwnerOf(const Partition& partition, std::uint64_t sum, unsigned ranks) {
  return partition.empty() ? OwnerByHash(sum, ranks) : OwnerByWeight(sum, ranks);
}

}  // namespace cpn::partition
