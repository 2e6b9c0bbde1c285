#include "adapter/coverage/coverage_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <stdexcept>

namespace adapter {
namespace {

const FileCoverage kFiles = {{"toy/writer.cc", {{1, {3, {2, 0}}}, {2, {0, {}}}}}};

const std::vector<CoverageRule> kRules = {
    {"reader", {"toy/reader."}}, {"writer", {"toy/writer."}}, {"rest", {"toy/"}}};

const CoverageRow& Row(const CoverageTable& table, const std::string& name) {
  for (const CoverageRow& row : table.rows) {
    if (row.name == name) return row;
  }
  throw std::out_of_range(name);
}

CoverageTable TableOf(const SourceCoverage& system, const SourceCoverage& unit) {
  return MakeTable(
      {{"system tests", {{"toy/reader.cc", system}}}, {"unit tests", {{"toy/reader.cc", unit}}}},
      kRules);
}

TEST(CoverageTableTest, BothCoversWhatEitherCovers) {
  const CoverageTable table =
      TableOf({{1, {3, {3, 0}}}, {2, {0, {}}}}, {{1, {1, {0, 1}}}, {2, {1, {}}}});
  const CoverageRow& reader = Row(table, "reader");
  EXPECT_EQ(reader.lines, (std::vector<CoverageCell>{{1, 2}, {2, 2}, {2, 2}}));
  EXPECT_EQ(reader.branches, (std::vector<CoverageCell>{{1, 2}, {1, 2}, {2, 2}}));
}

TEST(CoverageTableTest, ALineThatOneColumnKnowsIsThereInAll) {
  const CoverageTable table = TableOf({{1, {1, {}}}, {2, {1, {1, 0}}}}, {{1, {1, {}}}});
  EXPECT_EQ(Row(table, "reader").lines, (std::vector<CoverageCell>{{2, 2}, {1, 2}, {2, 2}}));
  EXPECT_EQ(Row(table, "reader").branches, (std::vector<CoverageCell>{{1, 2}, {0, 2}, {1, 2}}));
}

TEST(CoverageTableTest, TheFirstRuleThatFitsTakesASource) {
  const SourceCoverage one = {{1, {1, {}}}};
  const CoverageTable table = MakeTable({{"system tests",
                                          {{"toy/reader.cc", one},
                                           {"toy/writer.cc", one},
                                           {"toy/main.cc", one},
                                           {"other/main.cc", one}}}},
                                        kRules);
  EXPECT_EQ(table.rows.size(), 4u);
  const std::map<std::string, int> expected = {
      {"reader", 1}, {"writer", 1}, {"rest", 1}, {"all", 3}};
  for (const auto& [name, lines] : expected) {
    EXPECT_EQ(Row(table, name).lines[0].all, lines) << name;
  }
}

TEST(CoverageTableTest, TextHasAColumnForEachGroup) {
  const CoverageTable table =
      MakeTable({{"system tests", kFiles}, {"unit tests", FileCoverage{}}}, kRules);
  const std::string text = TextTable(table);
  EXPECT_THAT(text,
              ::testing::HasSubstr(
                  "writer                    50.0% (1/2)         50.0% (1/2)         0.0% (0/2)"));
  EXPECT_THAT(text, ::testing::HasSubstr("without gcov's edges of calls that may throw"));
  EXPECT_THAT(text, ::testing::Not(::testing::HasSubstr(" \n")));
}

TEST(CoverageTableTest, JsonHasCountsAndPercentages) {
  const auto json = nlohmann::json::parse(JsonTable(MakeTable({{"system tests", kFiles}}, kRules)));
  EXPECT_EQ(json["columns"], nlohmann::json({"system tests", "both"}));
  const auto& writer = json["rows"][1];
  EXPECT_EQ(writer["name"], "writer");
  EXPECT_EQ(writer["lines"]["both"]["covered"], 1);
  EXPECT_EQ(writer["lines"]["both"]["all"], 2);
  EXPECT_EQ(writer["lines"]["both"]["percent"], 50.0);
  EXPECT_EQ(writer["branches"]["both"]["all"], 2);
}

}  // namespace
}  // namespace adapter
