#include "model_coverage/goal.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <set>
#include <utility>

namespace model_coverage {
namespace {

/// Steps of the search for a smaller choice.
constexpr std::uint64_t kMaxWork = 20'000'000;
/// Beyond it there is no such search.
constexpr std::size_t kMaxRowWords = std::size_t{1} << 25;

using Bits = std::vector<std::uint64_t>;

class Solver {
 public:
  explicit Solver(const CoverProblem& problem) : problem_(problem), of_element_(problem.elements) {
    for (std::size_t i = 0; i < problem.sets.size(); ++i) {
      for (const std::uint32_t e : problem.sets[i]) of_element_[e].push_back(i);
    }
  }

  std::vector<std::size_t> Greedy(std::uint64_t max_cases) const {
    std::vector<std::size_t> chosen;
    std::vector<bool> covered(problem_.elements, false);
    while (chosen.size() < max_cases) {
      std::size_t best = problem_.sets.size();
      std::uint64_t most = 0;
      for (std::size_t i = 0; i < problem_.sets.size(); ++i) {
        if (problem_.sets[i].size() < most) continue;
        const std::uint64_t gain = Gain(i, covered);
        if (gain == 0 || gain < most) continue;
        if (gain == most && problem_.costs[i] >= problem_.costs[best]) continue;
        best = i;
        most = gain;
      }
      if (best == problem_.sets.size()) break;
      chosen.push_back(best);
      for (const std::uint32_t e : problem_.sets[best]) covered[e] = true;
    }
    return chosen;
  }

  /// Without those that the others make redundant, the costliest first.
  std::vector<std::size_t> WithoutRedundant(std::vector<std::size_t> chosen) const {
    std::vector<std::size_t> by_cost = chosen;
    std::stable_sort(by_cost.begin(), by_cost.end(), [&](std::size_t a, std::size_t b) {
      return problem_.costs[a] > problem_.costs[b];
    });
    std::vector<std::uint32_t> times = Times(chosen);
    for (const std::size_t i : by_cost) {
      const auto& set = problem_.sets[i];
      if (std::any_of(set.begin(), set.end(), [&](std::uint32_t e) { return times[e] == 1; })) {
        continue;
      }
      for (const std::uint32_t e : set) --times[e];
      chosen.erase(std::find(chosen.begin(), chosen.end(), i));
    }
    return chosen;
  }

  /// A smaller choice than `chosen`, if there is one and the work allows to find it.
  std::vector<std::size_t> Improve(std::vector<std::size_t> chosen, bool& smallest) {
    best_ = std::move(chosen);
    // Elements that the same cases have are one for this.
    std::set<std::vector<std::size_t>> distinct;
    for (const std::vector<std::size_t>& cases : of_element_) {
      if (!cases.empty()) distinct.insert(cases);
    }
    words_ = (distinct.size() + 63) / 64;
    if (problem_.sets.size() * words_ > kMaxRowWords) return best_;
    rows_.assign(problem_.sets.size(), Bits(words_, 0));
    columns_.clear();
    for (const std::vector<std::size_t>& cases : distinct) {
      const auto column = static_cast<std::uint32_t>(columns_.size());
      for (const std::size_t i : cases) {
        rows_[i][column / 64] |= std::uint64_t{1} << (column % 64);
      }
      columns_.push_back(cases);
    }
    Bits open(words_, 0);
    for (std::uint32_t c = 0; c < columns_.size(); ++c) {
      open[c / 64] |= std::uint64_t{1} << (c % 64);
    }
    work_ = 0;
    std::vector<std::size_t> taken;
    Search(open, taken);
    smallest = work_ < kMaxWork;
    return best_;
  }

  /// Each case exchanged for a cheaper one that has what it alone covers. An exchange can make
  /// another case redundant, which is left out then.
  std::vector<std::size_t> Shorten(const std::vector<std::size_t>& chosen) const {
    std::vector<std::uint32_t> times = Times(chosen);
    std::vector<std::size_t> shorter;
    for (const std::size_t i : chosen) {
      std::vector<std::uint32_t> own;
      for (const std::uint32_t e : problem_.sets[i]) {
        if (times[e] == 1) own.push_back(e);
      }
      std::size_t best = i;
      for (std::size_t k = 0; k < problem_.sets.size(); ++k) {
        if (problem_.costs[k] >= problem_.costs[best]) continue;
        const auto& set = problem_.sets[k];
        if (std::includes(set.begin(), set.end(), own.begin(), own.end())) best = k;
      }
      for (const std::uint32_t e : problem_.sets[i]) --times[e];
      if (own.empty()) continue;
      for (const std::uint32_t e : problem_.sets[best]) ++times[e];
      shorter.push_back(best);
    }
    return shorter;
  }

  /// In the order in which each adds most, with what it adds.
  CoverSolution InOrder(std::vector<std::size_t> chosen) const {
    CoverSolution solution;
    std::vector<bool> covered(problem_.elements, false);
    while (!chosen.empty()) {
      auto best = chosen.begin();
      for (auto i = chosen.begin(); i != chosen.end(); ++i) {
        if (Gain(*i, covered) > Gain(*best, covered)) best = i;
      }
      solution.chosen.push_back(*best);
      solution.adds.push_back(Gain(*best, covered));
      solution.covered += solution.adds.back();
      for (const std::uint32_t e : problem_.sets[*best]) covered[e] = true;
      chosen.erase(best);
    }
    return solution;
  }

 private:
  std::uint64_t Gain(std::size_t i, const std::vector<bool>& covered) const {
    const auto& set = problem_.sets[i];
    return static_cast<std::uint64_t>(
        std::count_if(set.begin(), set.end(), [&](std::uint32_t e) { return !covered[e]; }));
  }

  std::vector<std::uint32_t> Times(const std::vector<std::size_t>& chosen) const {
    std::vector<std::uint32_t> times(problem_.elements, 0);
    for (const std::size_t i : chosen) {
      for (const std::uint32_t e : problem_.sets[i]) ++times[e];
    }
    return times;
  }

  static std::uint64_t CountOf(const Bits& bits) {
    std::uint64_t count = 0;
    for (const std::uint64_t word : bits) count += static_cast<std::uint64_t>(std::popcount(word));
    return count;
  }

  /// Branches over the cases that have the open element which fewest cases have.
  void Search(const Bits& open, std::vector<std::size_t>& taken) {
    if (work_ >= kMaxWork) return;
    const std::uint64_t left = CountOf(open);
    work_ += 1 + words_;
    if (left == 0) {
      if (taken.size() < best_.size()) best_ = taken;
      return;
    }
    std::uint64_t most = 0;
    std::vector<std::pair<std::uint64_t, std::size_t>> gains(rows_.size());
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      std::uint64_t gain = 0;
      for (std::size_t w = 0; w < words_; ++w) {
        gain += static_cast<std::uint64_t>(std::popcount(rows_[i][w] & open[w]));
      }
      gains[i] = {gain, i};
      most = std::max(most, gain);
    }
    work_ += rows_.size() * words_;
    if (taken.size() + (left + most - 1) / most >= best_.size()) return;
    std::uint32_t rarest = 0;
    std::size_t fewest = std::numeric_limits<std::size_t>::max();
    for (std::uint32_t c = 0; c < columns_.size(); ++c) {
      if (!(open[c / 64] >> (c % 64) & 1) || columns_[c].size() >= fewest) continue;
      rarest = c;
      fewest = columns_[c].size();
    }
    std::vector<std::size_t> branches = columns_[rarest];
    std::stable_sort(branches.begin(), branches.end(),
                     [&](std::size_t a, std::size_t b) { return gains[a].first > gains[b].first; });
    for (const std::size_t i : branches) {
      Bits rest = open;
      for (std::size_t w = 0; w < words_; ++w) rest[w] &= ~rows_[i][w];
      taken.push_back(i);
      Search(rest, taken);
      taken.pop_back();
    }
  }

  const CoverProblem& problem_;
  std::vector<std::vector<std::size_t>> of_element_;  ///< the cases that have it
  // Of the search: elements that are had by different cases, as columns.
  std::vector<std::vector<std::size_t>> columns_;
  std::size_t words_ = 0;
  std::vector<Bits> rows_;  ///< by case
  std::vector<std::size_t> best_;
  std::uint64_t work_ = 0;
};

}  // namespace

CoverSolution Cover(const CoverProblem& problem, std::uint64_t max_cases) {
  Solver solver(problem);
  constexpr std::uint64_t kAll = std::numeric_limits<std::uint64_t>::max();
  std::vector<std::size_t> chosen = solver.WithoutRedundant(solver.Greedy(kAll));
  bool smallest = false;
  chosen = solver.Improve(std::move(chosen), smallest);
  if (chosen.size() > max_cases) return solver.InOrder(solver.Greedy(max_cases));
  CoverSolution solution = solver.InOrder(solver.Shorten(chosen));
  solution.smallest = smallest;
  return solution;
}

}  // namespace model_coverage
