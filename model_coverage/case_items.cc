#include "model_coverage/case_items.h"

#include <algorithm>
#include <cstdint>
#include <deque>
#include <iterator>
#include <span>
#include <utility>

namespace model_coverage {
namespace {

using generator::CaseRuns;

/// Columns of items that are looked at at once: rows of words for all states fit this.
constexpr std::size_t kMaxWords = std::size_t{1} << 23;
constexpr std::size_t kNoColumn = ~std::size_t{0};

void Sort(std::vector<ItemId>& items) {
  std::sort(items.begin(), items.end());
  items.erase(std::unique(items.begin(), items.end()), items.end());
}

class CaseCoverage {
 public:
  CaseCoverage(const ItemGraph& graph, const CaseRuns& runs) : graph_(graph), runs_(runs) {}

  Coverage Find() {
    Coverage coverage;
    if (runs_.states.empty()) return coverage;
    FindPossible(coverage.possible);
    FindSure(coverage);
    return coverage;
  }

 private:
  using Words = std::vector<std::uint64_t>;

  template <typename Use>
  void ForState(const CaseRuns::State& state, Use use) const {
    if (state.component.empty()) return graph_.ForNode(state.node, use);
    for (const std::uint32_t node : state.component) {
      graph_.ForNode(node, use);
      for (std::uint64_t arc = graph_.graph.first_arc[node]; arc < graph_.graph.first_arc[node + 1];
           ++arc) {
        graph_.ForArc(arc, use);
      }
    }
  }

  void FindPossible(std::vector<ItemId>& possible) const {
    std::vector<bool> seen(graph_.items.size(), false);
    const auto add = [&](ItemId item) {
      if (seen[item]) return;
      seen[item] = true;
      possible.push_back(item);
    };
    for (const CaseRuns::State& state : runs_.states) ForState(state, add);
    for (const CaseRuns::Step& step : runs_.steps) graph_.ForArc(step.arc, add);
    Sort(possible);
  }

  /// What is on every path from the first state to one that ends: of what is on one of them, the
  /// greatest solution of one equation a state, over as many items at a time as fit the memory.
  void FindSure(Coverage& coverage) {
    first_step_.assign(runs_.states.size() + 1, 0);
    for (const CaseRuns::Step& step : runs_.steps) ++first_step_[step.from + 1];
    for (std::size_t i = 1; i < first_step_.size(); ++i) first_step_[i] += first_step_[i - 1];
    const std::vector<ItemId> candidates = OnOnePath();
    column_.assign(graph_.items.size(), kNoColumn);
    for (std::size_t i = 0; i < candidates.size(); ++i) column_[candidates[i]] = i;

    const std::size_t fit = std::max<std::size_t>(1, kMaxWords / runs_.states.size()) * 64;
    for (std::size_t begin = 0; begin < candidates.size(); begin += fit) {
      const std::size_t end = std::min(candidates.size(), begin + fit);
      const Words all = OnAllPaths(begin, end);
      for (std::size_t i = begin; i < end; ++i) {
        if (all[(i - begin) / 64] >> ((i - begin) % 64) & 1) coverage.sure.push_back(candidates[i]);
      }
    }
  }

  /// The items of a path with the fewest steps.
  std::vector<ItemId> OnOnePath() const {
    std::vector<const CaseRuns::Step*> into(runs_.states.size(), nullptr);
    std::deque<std::uint32_t> waiting{0};
    while (!runs_.states[waiting.front()].ends) {
      for (const CaseRuns::Step& step : Out(waiting.front())) {
        if (step.to == 0 || into[step.to] != nullptr) continue;
        into[step.to] = &step;
        waiting.push_back(step.to);
      }
      waiting.pop_front();
    }
    std::vector<ItemId> items;
    const auto add = [&](ItemId item) { items.push_back(item); };
    std::uint32_t state = waiting.front();
    ForState(runs_.states[state], add);
    while (state != 0) {
      graph_.ForArc(into[state]->arc, add);
      state = into[state]->from;
      ForState(runs_.states[state], add);
    }
    Sort(items);
    return items;
  }

  /// Steps come by the state that they begin in, since a breadth-first search met them.
  std::span<const CaseRuns::Step> Out(std::uint32_t state) const {
    return {runs_.steps.data() + first_step_[state], runs_.steps.data() + first_step_[state + 1]};
  }

  /// Leaves what `taken` has, too; true: that was not all.
  static bool Narrow(std::uint64_t* row, const Words& taken) {
    bool changed = false;
    for (std::size_t i = 0; i < taken.size(); ++i) {
      const std::uint64_t narrowed = row[i] & taken[i];
      changed = changed || narrowed != row[i];
      row[i] = narrowed;
    }
    return changed;
  }

  Words OnAllPaths(std::size_t begin, std::size_t end) const {
    const std::size_t words = (end - begin + 63) / 64;
    const auto mark = [&](Words& row) {
      return [&row, this, begin, end](ItemId item) {
        const std::size_t column = column_[item];
        if (column < begin || column >= end) return;  // kNoColumn is beyond all
        row[(column - begin) / 64] |= std::uint64_t{1} << ((column - begin) % 64);
      };
    };
    // By state, what is on every path to it, without itself.
    std::vector<std::uint64_t> before(runs_.states.size() * words, ~std::uint64_t{0});
    std::fill_n(before.begin(), words, 0);
    std::vector<bool> waits(runs_.states.size(), false);
    std::vector<bool> met(runs_.states.size(), false);
    std::deque<std::uint32_t> waiting{0};
    waits[0] = true;
    Words here(words), taken(words);
    while (!waiting.empty()) {
      const std::uint32_t state = waiting.front();
      waiting.pop_front();
      waits[state] = false;
      std::copy_n(before.begin() + static_cast<std::ptrdiff_t>(state * words), words, here.begin());
      ForState(runs_.states[state], mark(here));
      for (const CaseRuns::Step& step : Out(state)) {
        taken = here;
        graph_.ForArc(step.arc, mark(taken));
        const bool changed = Narrow(&before[step.to * words], taken);
        if ((changed || !met[step.to]) && !waits[step.to]) {
          met[step.to] = true;
          waits[step.to] = true;
          waiting.push_back(step.to);
        }
      }
    }
    Words all(words, ~std::uint64_t{0});
    for (std::uint32_t state = 0; state < runs_.states.size(); ++state) {
      if (!runs_.states[state].ends) continue;
      std::copy_n(before.begin() + static_cast<std::ptrdiff_t>(state * words), words, here.begin());
      ForState(runs_.states[state], mark(here));
      for (std::size_t i = 0; i < words; ++i) all[i] &= here[i];
    }
    return all;
  }

  const ItemGraph& graph_;
  const CaseRuns& runs_;
  std::vector<std::size_t> column_;      ///< by item: its place among those that are looked at
  std::vector<std::size_t> first_step_;  ///< by state
};

}  // namespace

Coverage CoverageOf(const ItemGraph& graph, const CaseRuns& runs) {
  return CaseCoverage(graph, runs).Find();
}

Coverage CoverageOfOccurrences(const ItemGraph& graph, const std::vector<std::uint64_t>& arcs) {
  Coverage coverage;
  bool first = true;
  for (const std::uint64_t arc : arcs) {
    Coverage one;
    graph.ForArc(arc, [&](ItemId item) { one.possible.push_back(item); });
    Sort(one.possible);
    one.sure = one.possible;
    coverage = first ? std::move(one) : Either(coverage, one);
    first = false;
  }
  return coverage;
}

Coverage Either(const Coverage& a, const Coverage& b) {
  Coverage either;
  std::set_union(a.possible.begin(), a.possible.end(), b.possible.begin(), b.possible.end(),
                 std::back_inserter(either.possible));
  std::set_intersection(a.sure.begin(), a.sure.end(), b.sure.begin(), b.sure.end(),
                        std::back_inserter(either.sure));
  return either;
}

}  // namespace model_coverage
