#include "trace/chart_layout.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace trace {
namespace {

using ::testing::ElementsAre;

/// "2" for a step's row, "2+0" with the expectation beside it, "+0,1" for one without a step.
std::vector<std::string> RowsOf(const Trace& trace) {
  std::vector<std::string> rows;
  for (const ChartRow& row : LayOutChart(trace).rows) {
    std::string text = row.note + (row.step ? std::to_string(*row.step + 1) : "");
    for (std::size_t i = 0; i < row.expected.size(); ++i) {
      text += (i == 0 ? "+" : ",") + std::to_string(row.expected[i]);
    }
    rows.push_back(text);
  }
  return rows;
}

TEST(ChartLayoutTest, LifelinesAreThoseOfTheHeaderThenOthers) {
  Trace trace;
  trace.header.nodes = {"b", "a"};
  trace.steps = {{.node = "c", .name = "x"}, {.node = "a", .name = "x"}, {.node = "", .name = "x"}};
  EXPECT_THAT(LayOutChart(trace).lifelines, ElementsAre("b", "a", "c"));
}

TEST(ChartLayoutTest, StepsAreInTheOrderOfTime) {
  Trace trace;
  trace.steps = {{.name = "x", .time = 5}, {.name = "x", .time = 3}, {.name = "x", .time = 5}};
  EXPECT_THAT(RowsOf(trace), ElementsAre("2", "1", "3"));
  trace.steps[0].time = std::nullopt;
  EXPECT_THAT(RowsOf(trace), ElementsAre("1", "2", "3"));
}

TEST(ChartLayoutTest, WhatCameStandsBesideItsStep) {
  Trace trace;
  trace.steps = {{.name = "x"}, {.name = "y"}};
  trace.expected = {{.name = "y", .came = true, .step = 2}};
  EXPECT_THAT(RowsOf(trace), ElementsAre("1", "2+0"));
}

TEST(ChartLayoutTest, WhatIsMissingStandsBelowItsPartOfTheCase) {
  Trace trace;
  trace.steps = {{.name = "x", .part = 1}, {.name = "y", .part = 2}};
  trace.expected = {{.name = "a", .part = 1}, {.name = "b", .part = 1}, {.name = "c"}};
  EXPECT_THAT(RowsOf(trace), ElementsAre("1", "+0,1", "2", "+2"));
}

TEST(ChartLayoutTest, WhatIsMissingStandsWhereTheWaitForItEnded) {
  Trace trace;
  trace.steps = {{.name = "x", .time = 10, .part = 1}, {.name = "y", .time = 30, .part = 1}};
  trace.expected = {{.name = "a", .part = 1, .time = 20}};
  EXPECT_THAT(RowsOf(trace), ElementsAre("1", "+0", "2"));
}

TEST(ChartLayoutTest, RemarksAndTheEndAreNotes) {
  Trace trace;
  trace.steps = {{.name = "x"}, {.name = "y"}};
  trace.remarks = {{0, "start", ""}, {1, "middle", ""}};
  trace.loop = 2;
  EXPECT_THAT(RowsOf(trace),
              ElementsAre("start", "1", "middle", "2", "goes on with step 2, for ever"));
}

TEST(ChartLayoutTest, ALongRunIsCutInTheMiddle) {
  Trace trace;
  for (int i = 0; i < 5000; ++i) trace.Add({.node = "n" + std::to_string(i), .name = "x"});
  for (int i = 0; i < 5000; ++i) trace.expected.push_back({.name = "x"});
  const std::vector<std::string> rows = RowsOf(trace);
  EXPECT_EQ(rows.size(), kMostChartRows + 1);
  EXPECT_EQ(rows[200], "... 4002 rows are left out ...");
  EXPECT_EQ(rows.back(), "... 4800 expectations are left out ...");
  EXPECT_EQ(LayOutChart(trace).lifelines.size(), kMostLifelines);
}

}  // namespace
}  // namespace trace
