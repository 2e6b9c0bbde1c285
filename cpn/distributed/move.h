// Markings on their way to other owners: of which levels they are, and in which order they came.
// Thread safety: none.
#pragma once

#include <cstdint>
#include <vector>

namespace cpn::distributed {

struct Move {
  /// So many markings of a level, one after the other.
  struct Run {
    std::uint64_t level = 0;
    std::uint64_t count = 0;
  };

  std::vector<std::vector<Run>> going;  // by rank, of the records that wait to be sent
  std::vector<Run> arrived;             // in the order of the markings' numbers

  static void Add(std::vector<Run>& runs, std::uint64_t level, std::uint64_t count) {
    if (count == 0) return;
    if (runs.empty() || runs.back().level != level) runs.push_back({level, 0});
    runs.back().count += count;
  }
};

}  // namespace cpn::distributed
