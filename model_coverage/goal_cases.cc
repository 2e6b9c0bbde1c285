#include "model_coverage/goal_cases.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "model_coverage/goal.h"

namespace model_coverage {
namespace {

class Choice {
 public:
  Choice(const std::vector<Point>& points, CaseCoverages& cases, std::size_t items)
      : points_(points), cases_(cases), items_(items) {}

  GoalCases Choose(const std::vector<std::size_t>& existing, std::uint64_t max_cases) {
    std::vector<bool> had(items_, false);
    for (const std::size_t index : existing) Add(index, had);
    std::vector<bool> all = had;
    for (std::size_t i = 0; i < cases_.built().cases.size(); ++i) Add(i, all);
    NumberElements(had, all);
    const CoverSolution solution = Cover(Problem(), max_cases);
    result_.cases = solution.chosen;
    result_.smallest = solution.smallest && only_way_;
    CountWhatIsAdded(had);
    return std::move(result_);
  }

 private:
  void Add(std::size_t index, std::vector<bool>& has) {
    for (const ItemId item : cases_.Of(index).possible) has[item] = true;
  }

  /// What must be covered becomes elements: of each open point, the items of one of its ways.
  void NumberElements(const std::vector<bool>& had, const std::vector<bool>& all) {
    for (const Point& point : points_) {
      if (point.ways.empty()) continue;
      ++result_.reachable;
      if (IsCovered(point, had)) {
        ++result_.before;
        continue;
      }
      if (!IsCovered(point, all)) {
        result_.beyond.push_back(point);
        continue;
      }
      const auto way = CheapestWay(point, had, all);
      for (const ItemId item : {way.first, way.second}) {
        if (had[item]) continue;
        elements_.emplace(item, static_cast<std::uint32_t>(elements_.size()));
      }
      if (point.ways.size() > 1) only_way_ = false;
    }
  }

  /// The way with the fewest items that are not asked for yet; of several, the first.
  std::pair<ItemId, ItemId> CheapestWay(const Point& point, const std::vector<bool>& had,
                                        const std::vector<bool>& all) const {
    std::optional<std::pair<ItemId, ItemId>> best;
    int least = 0;
    const auto cost = [&](ItemId item) { return had[item] || elements_.contains(item) ? 0 : 1; };
    for (const auto& way : point.ways) {
      if (!all[way.first] || !all[way.second]) continue;
      const int price = cost(way.first) + (way.first == way.second ? 0 : cost(way.second));
      if (best && price >= least) continue;
      best = way;
      least = price;
    }
    return *best;
  }

  CoverProblem Problem() {
    CoverProblem problem;
    problem.elements = static_cast<std::uint32_t>(elements_.size());
    for (std::size_t i = 0; i < cases_.built().cases.size(); ++i) {
      std::vector<std::uint32_t>& set = problem.sets.emplace_back();
      for (const ItemId item : cases_.Of(i).possible) {
        if (const auto element = elements_.find(item); element != elements_.end()) {
          set.push_back(element->second);
        }
      }
      std::sort(set.begin(), set.end());
      std::size_t shortest = SIZE_MAX;
      for (const std::uint32_t raw : cases_.built().sources[i]) {
        shortest = std::min(shortest, cases_.raw().cases[raw].size());
      }
      problem.costs.push_back(shortest);
    }
    return problem;
  }

  void CountWhatIsAdded(std::vector<bool> has) {
    result_.covered = result_.before;
    for (const std::size_t index : result_.cases) {
      Add(index, has);
      const auto covered = static_cast<std::uint64_t>(
          std::count_if(points_.begin(), points_.end(),
                        [&](const Point& point) { return IsCovered(point, has); }));
      result_.adds.push_back(covered - result_.covered);
      result_.covered = covered;
    }
  }

  const std::vector<Point>& points_;
  CaseCoverages& cases_;
  const std::size_t items_;
  std::map<ItemId, std::uint32_t> elements_;
  bool only_way_ = true;
  GoalCases result_;
};

}  // namespace

bool IsCovered(const Point& point, const std::vector<bool>& has) {
  return std::any_of(point.ways.begin(), point.ways.end(),
                     [&](const auto& way) { return has[way.first] && has[way.second]; });
}

GoalCases ChooseCases(const std::vector<Point>& points, CaseCoverages& cases,
                      const std::vector<std::size_t>& existing, std::uint64_t max_cases) {
  return Choice(points, cases, cases.items()).Choose(existing, max_cases);
}

}  // namespace model_coverage
