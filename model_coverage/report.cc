#include "model_coverage/report.h"

#include "model_coverage/goal_cases.h"

namespace model_coverage {

void CoverageSum::Add(const Coverage& coverage) {
  for (const ItemId item : coverage.possible) {
    possible_[item] = true;
    ++times_[item];
  }
  for (const ItemId item : coverage.sure) sure_[item] = true;
}

CriterionReport ReportOn(Criterion criterion, const std::vector<Point>& points,
                         const CoverageSum& sum) {
  CriterionReport report;
  report.criterion = criterion;
  for (const Point& point : points) {
    if (point.ways.empty()) {
      report.unreachable.push_back(point);
      continue;
    }
    ++report.reachable;
    if (IsCovered(point, sum.possible())) {
      ++report.covered;
    } else {
      report.missing.push_back(point);
    }
    if (IsCovered(point, sum.sure())) ++report.sure;
  }
  return report;
}

}  // namespace model_coverage
