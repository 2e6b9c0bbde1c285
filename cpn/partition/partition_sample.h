// A sample of an exploration, for the choice of a partition.
// Thread safety: as of any value.
#pragma once

#include <cstdint>
#include <vector>

namespace cpn::partition {

/// Markings of an exploration with what leads from them. Tokens are numbered within the sample.
struct PartitionSample {
  struct Item {
    std::uint32_t token = 0;
    std::int64_t count = 0;
  };
  struct Step {
    std::uint32_t marking = 0;
    std::uint32_t change = 0;
  };

  std::vector<std::uint64_t> tokens;        ///< name, by token
  std::vector<std::vector<Item>> markings;  ///< each token once
  std::vector<std::uint32_t> levels;        ///< by marking: those of one level are to be balanced
  std::vector<std::vector<Item>> changes;   ///< what steps change
  std::vector<Step> steps;
};

/// `more` joins `sample`.
void Join(PartitionSample& sample, const PartitionSample& more);

}  // namespace cpn::partition
