// The figures of a coverage: by criterion, how much of what a run of the model can reach is
// covered.
//
// Plain values.
#pragma once

#include <cstdint>
#include <vector>

#include "model_coverage/case_items.h"
#include "model_coverage/points.h"

namespace model_coverage {

struct CriterionReport {
  Criterion criterion = Criterion::kTransitions;
  std::uint64_t reachable = 0;  ///< points that some run reaches
  std::uint64_t covered = 0;    ///< of these, by some run that shows one of the cases
  std::uint64_t sure = 0;       ///< of these, by every run that shows a certain one
  std::vector<Point> missing;   ///< reachable and not covered
  std::vector<Point> unreachable;
};

/// What cases and runs cover together.
class CoverageSum {
 public:
  explicit CoverageSum(std::size_t items)
      : possible_(items, false), sure_(items, false), times_(items, 0) {}

  void Add(const Coverage& coverage);
  const std::vector<bool>& possible() const { return possible_; }
  const std::vector<bool>& sure() const { return sure_; }
  /// By item, how many of those added may cover it.
  const std::vector<std::uint32_t>& times() const { return times_; }

 private:
  std::vector<bool> possible_, sure_;
  std::vector<std::uint32_t> times_;
};

CriterionReport ReportOn(Criterion criterion, const std::vector<Point>& points,
                         const CoverageSum& sum);

}  // namespace model_coverage
