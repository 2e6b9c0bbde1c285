// How the parts of a divided store have grown from level to level, and what is to be expected.
// Thread safety: none; for one thread while no worker runs.
#pragma once

#include <cstddef>
#include <vector>

#include "cpn/explore/exploration.h"

namespace cpn::explore {

class MarkingStore;

class PartGrowth {
 public:
  /// Another level has been found.
  void Note(const MarkingStore& store);
  /// The parts are to be divided anew: what they grow by is expected to be even.
  void ExpectEven();
  /// They have been: from these sizes on they grow.
  void NoteSizes(const MarkingStore& store);

  /// In the last level, how much more than its share the part with most new markings had, as a
  /// share of that share: 0 when all had the same.
  double Uneven() const;
  /// Markings that the next level will add to `part`, and to all: as many times what the last one
  /// did as that had times the one before.
  std::size_t Expected(unsigned part) const { return Scaled(fresh_[part]); }
  std::size_t ExpectedOfAll() const { return Scaled(all_); }

 private:
  std::size_t Scaled(std::size_t fresh) const;

  std::vector<NodeId> sizes_;
  std::vector<NodeId> fresh_;  // in the last level
  std::size_t all_ = 0;        // likewise
  std::size_t before_ = 0;     // in the level before
};

}  // namespace cpn::explore
