#include "adapter/coverage/coverage_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <stdexcept>

namespace adapter {
namespace {

const FileCoverage kFiles = {{"sut/paxos/roles/proposer.cc", {{1, {3, {2, 0}}}, {2, {0, {}}}}}};

const CoverageRow& Row(const CoverageTable& table, const std::string& name) {
  for (const CoverageRow& row : table.rows) {
    if (row.name == name) return row;
  }
  throw std::out_of_range(name);
}

CoverageTable TableOf(const SourceCoverage& system, const SourceCoverage& unit) {
  return MakeTable({{"system tests", {{"sut/paxos/roles/learner.cc", system}}},
                    {"unit tests", {{"sut/paxos/roles/learner.cc", unit}}}});
}

TEST(CoverageTableTest, BothCoversWhatEitherCovers) {
  const CoverageTable table =
      TableOf({{1, {3, {3, 0}}}, {2, {0, {}}}}, {{1, {1, {0, 1}}}, {2, {1, {}}}});
  const CoverageRow& learner = Row(table, "learner");
  EXPECT_EQ(learner.lines, (std::vector<CoverageCell>{{1, 2}, {2, 2}, {2, 2}}));
  EXPECT_EQ(learner.branches, (std::vector<CoverageCell>{{1, 2}, {1, 2}, {2, 2}}));
}

TEST(CoverageTableTest, ALineThatOneColumnKnowsIsThereInAll) {
  const CoverageTable table = TableOf({{1, {1, {}}}, {2, {1, {1, 0}}}}, {{1, {1, {}}}});
  EXPECT_EQ(Row(table, "learner").lines, (std::vector<CoverageCell>{{2, 2}, {1, 2}, {2, 2}}));
  EXPECT_EQ(Row(table, "learner").branches, (std::vector<CoverageCell>{{1, 2}, {0, 2}, {1, 2}}));
}

TEST(CoverageTableTest, PutsEverySourceInOneRow) {
  const SourceCoverage one = {{1, {1, {}}}};
  FileCoverage files;
  for (const char* file :
       {"quorum/manager.cc", "quorum/quorum_call.h", "sut/paxos/roles/proposer.cc",
        "sut/paxos/roles/acceptor.cc", "sut/paxos/roles/learner.cc",
        "sut/paxos/roles/failure_detector.cc", "sut/paxos/roles/leader_detector.cc",
        "sut/paxos/replica/replica.cc", "sut/paxos/rpc/replica_server.cc",
        "sut/paxos/replica/serial_executor.cc", "sut/paxos/roles/quorum_calls.cc",
        "sut/paxos/roles/quorum_functions.cc", "sut/paxos/rpc/client.cc",
        "adapter/systems/paxos/cases/reader.cc"}) {
    files[file] = one;
  }
  const CoverageTable table = MakeTable({{"system tests", files}});
  const std::map<std::string, int> expected = {{"quorum library", 2},
                                               {"proposer", 1},
                                               {"acceptor", 1},
                                               {"learner", 1},
                                               {"failure detector", 1},
                                               {"leader detector", 1},
                                               {"replica", 3},
                                               {"quorum calls", 1},
                                               {"quorum functions", 1},
                                               {"client, transport, clock", 1},
                                               {"all", 13}};
  EXPECT_EQ(table.rows.size(), expected.size());
  for (const auto& [name, lines] : expected)
    EXPECT_EQ(Row(table, name).lines[0].all, lines) << name;
}

TEST(CoverageTableTest, TextHasAColumnForEachGroup) {
  const CoverageTable table = MakeTable({{"system tests", kFiles}, {"unit tests", FileCoverage{}}});
  const std::string text = TextTable(table);
  EXPECT_THAT(text,
              ::testing::HasSubstr(
                  "proposer                  50.0% (1/2)         50.0% (1/2)         0.0% (0/2)"));
  EXPECT_THAT(text, ::testing::HasSubstr("without gcov's edges of calls that may throw"));
  EXPECT_THAT(text, ::testing::Not(::testing::HasSubstr(" \n")));
}

TEST(CoverageTableTest, JsonHasCountsAndPercentages) {
  const auto json = nlohmann::json::parse(JsonTable(MakeTable({{"system tests", kFiles}})));
  EXPECT_EQ(json["columns"], nlohmann::json({"system tests", "both"}));
  const auto& proposer = json["rows"][1];
  EXPECT_EQ(proposer["name"], "proposer");
  EXPECT_EQ(proposer["lines"]["both"]["covered"], 1);
  EXPECT_EQ(proposer["lines"]["both"]["all"], 2);
  EXPECT_EQ(proposer["lines"]["both"]["percent"], 50.0);
  EXPECT_EQ(proposer["branches"]["both"]["all"], 2);
}

}  // namespace
}  // namespace adapter
