#include "trace/chart_layout.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <utility>

namespace trace {
namespace {

constexpr std::size_t kFirstRows = 200;  // that are kept when some are left out
constexpr std::size_t kMostAlone = 200;  // expectations that came with no step

/// Those that the header names, then others in the order in which they appear.
std::vector<std::string> LifelinesOf(const Trace& trace) {
  std::vector<std::string> lifelines;
  std::set<std::string> known{""};
  const auto add = [&](const std::string& node) {
    if (lifelines.size() < kMostLifelines && known.insert(node).second) lifelines.push_back(node);
  };
  for (const std::string& node : trace.header.nodes) add(node);
  for (const Step& step : trace.steps) add(step.node);
  for (const Expectation& expectation : trace.expected) add(expectation.node);
  return lifelines;
}

/// Indices of the steps from above to below.
std::vector<std::size_t> OrderOf(const std::vector<Step>& steps) {
  std::vector<std::size_t> order(steps.size());
  std::iota(order.begin(), order.end(), 0);
  if (std::ranges::all_of(steps, [](const Step& step) { return step.time.has_value(); })) {
    std::ranges::stable_sort(order, {}, [&](std::size_t i) { return *steps[i].time; });
  }
  return order;
}

/// Makes the rows of the steps, then finds each expectation its row.
class RowMaker {
 public:
  explicit RowMaker(const Trace& trace) : trace_(trace), row_of_(trace.steps.size()) {}

  std::vector<ChartRow> Make() {
    MakeSteps();
    std::map<std::size_t, std::vector<std::size_t>> between;  // by the number of rows above
    std::size_t alone = 0;
    for (std::size_t i = 0; i < trace_.expected.size(); ++i) {
      const Expectation& expectation = trace_.expected[i];
      if (expectation.step > 0) {
        rows_[row_of_[expectation.step - 1]].expected.push_back(i);
      } else if (++alone <= kMostAlone) {
        between[RowsAbove(expectation)].push_back(i);
      }
    }
    std::vector<ChartRow> all;
    for (std::size_t i = 0; i <= rows_.size(); ++i) {
      if (const auto here = between.find(i); here != between.end()) {
        all.push_back({std::nullopt, here->second, ""});
      }
      if (i < rows_.size()) all.push_back(std::move(rows_[i]));
    }
    if (alone > kMostAlone) {
      Note(fmt::format("... {} expectations are left out ...", alone - kMostAlone), all);
    }
    return LeaveOut(std::move(all));
  }

 private:
  static void Note(const std::string& text, std::vector<ChartRow>& rows) {
    rows.push_back({std::nullopt, {}, text});
  }

  void MakeSteps() {
    auto remark = trace_.remarks.begin();
    const auto remarks_up_to = [&](std::size_t after) {
      for (; remark != trace_.remarks.end() && remark->after <= after; ++remark) {
        Note(remark->text, rows_);
      }
    };
    remarks_up_to(0);
    for (const std::size_t step : OrderOf(trace_.steps)) {
      row_of_[step] = rows_.size();
      rows_.push_back({step, {}, ""});
      remarks_up_to(step + 1);
    }
    if (trace_.loop) Note(fmt::format("goes on with step {}, for ever", *trace_.loop), rows_);
    if (trace_.dead_end) Note("nothing can happen any more", rows_);
  }

  /// How many rows stand above an expectation that came with no step.
  std::size_t RowsAbove(const Expectation& expectation) const {
    std::size_t count = 0;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      if (!rows_[i].step) continue;
      const Step& step = trace_.steps[*rows_[i].step];
      const bool above = expectation.time && step.time
                             ? *step.time <= *expectation.time
                             : expectation.part == 0 || step.part <= expectation.part;
      if (above) count = i + 1;
    }
    return count;
  }

  static std::vector<ChartRow> LeaveOut(std::vector<ChartRow> rows) {
    if (rows.size() <= kMostChartRows) return rows;
    const std::size_t count = rows.size() - kMostChartRows;
    const auto first = rows.begin() + kFirstRows;
    const auto after = rows.erase(first, first + static_cast<std::ptrdiff_t>(count));
    rows.insert(after, {std::nullopt, {}, fmt::format("... {} rows are left out ...", count)});
    return rows;
  }

  const Trace& trace_;
  std::vector<ChartRow> rows_;
  std::vector<std::size_t> row_of_;  ///< of the steps
};

}  // namespace

ChartLayout LayOutChart(const Trace& trace) { return {LifelinesOf(trace), RowMaker(trace).Make()}; }

}  // namespace trace
