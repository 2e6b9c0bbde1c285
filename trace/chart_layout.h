// Where everything of a run's chart goes: lifelines beside each other, and rows below each other,
// each with a step, with what was expected there, or with both.
//
// Rows are in the order of time, where all steps have one. What was expected and came stands beside
// the step that it came with; what is missing stands where the wait for it ended, or below the last
// step of its part of the test case. A run that is too long is cut in the middle.
// Thread safety: free functions without state.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "trace/trace.h"

namespace trace {

// Beyond these a chart leaves out what is in the middle, or draws no lifeline.
inline constexpr std::size_t kMostChartRows = 1000;
inline constexpr std::size_t kMostLifelines = 24;

struct ChartRow {
  std::optional<std::size_t> step;    ///< index into the trace's steps
  std::vector<std::size_t> expected;  ///< indices into the trace's expectations
  std::string note;                   ///< a remark across all lifelines; empty: none
};

struct ChartLayout {
  std::vector<std::string> lifelines;  ///< from left to right
  std::vector<ChartRow> rows;          ///< from above to below
};

ChartLayout LayOutChart(const Trace& trace);

}  // namespace trace
