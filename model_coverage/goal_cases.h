// Few of a model's test cases that cover a criterion, or what a suite leaves of it.
//
// Thread safety: as the model.
#pragma once

#include <cstdint>
#include <vector>

#include "model_coverage/model_measure.h"
#include "model_coverage/points.h"

namespace model_coverage {

struct GoalCases {
  std::vector<std::size_t> cases;   ///< of CaseCoverages::built()
  std::vector<std::uint64_t> adds;  ///< by case: points that those before it do not cover
  std::uint64_t reachable = 0;      ///< points that some run of the model reaches
  std::uint64_t covered = 0;        ///< with what was covered before
  std::uint64_t before = 0;         ///< covered by the cases that there were
  std::vector<Point> beyond;        ///< reachable, but in no case of the model
  bool smallest = false;            ///< it is known that no fewer cases would do
};

/// `existing` are cases of `cases` that there are already. At most `max_cases` are chosen.
GoalCases ChooseCases(const std::vector<Point>& points, CaseCoverages& cases,
                      const std::vector<std::size_t>& existing, std::uint64_t max_cases);

/// Is the point covered by these items? `has` is indexed by item.
bool IsCovered(const Point& point, const std::vector<bool>& has);

}  // namespace model_coverage
