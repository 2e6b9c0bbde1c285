// Models whose liveness depends on fairness: each holds with the fairness that it declares, and
// fails without it and with its bugs.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cpngen/testing.h"
#include "testing/paths.h"

namespace models {
namespace {

using cpngen::testing::Call;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// "holds" or "violated" of each property of the model, in their order.
std::vector<std::string> Verdicts(const std::string& model, std::vector<std::string> more = {}) {
  std::vector<std::string> call = {"check", test::SourcePath("/models/") + model, "--json"};
  call.insert(call.end(), more.begin(), more.end());
  const auto outcome = Call(call);
  std::vector<std::string> verdicts;
  for (const auto& result : nlohmann::json::parse(outcome.out)) {
    verdicts.emplace_back(result["holds"].get<bool>() ? "holds" : "violated");
  }
  return verdicts;
}

TEST(FairnessModelsTest, WithForksOneByOneStrongFairnessFeedsAll) {
  const std::string model = "fairness/starvation.lua";
  EXPECT_THAT(Verdicts(model), ElementsAre("holds", "holds"));
  EXPECT_THAT(Verdicts(model, {"-D", "N=8"}), ElementsAre("holds", "holds"));
  EXPECT_THAT(Verdicts(model, {"-D", "fairness=weak"}), ElementsAre("holds", "violated"));
  EXPECT_THAT(Verdicts(model, {"-D", "both_at_once=true"}), ElementsAre("holds", "violated"));
  EXPECT_THAT(Verdicts(model, {"--fairness", "none"}), ElementsAre("holds", "violated"));
}

TEST(FairnessModelsTest, WhatIsSentAgainAndAgainArrives) {
  const std::string model = "fairness/alternating_bit.lua";
  EXPECT_THAT(Verdicts(model), ElementsAre("holds", "holds"));
  EXPECT_THAT(Verdicts(model, {"--fairness", "none"}), ElementsAre("holds", "violated"));
  EXPECT_THAT(Verdicts(model, {"-D", "resends=false"}), ElementsAre("holds", "violated"));
}

TEST(FairnessModelsTest, ALeaderIsElectedAgainAndAgain) {
  const std::string model = "raft_election.lua";
  EXPECT_THAT(Verdicts(model), ElementsAre("holds", "holds"));
  EXPECT_THAT(Verdicts(model, {"-D", "N=2"}), ElementsAre("holds", "holds"));
  EXPECT_THAT(Verdicts(model, {"-D", "lag=2"}), ElementsAre("holds", "holds"));
  EXPECT_THAT(Verdicts(model, {"--fairness", "none"}), ElementsAre("holds", "violated"));
  EXPECT_THAT(Verdicts(model, {"-D", "double_vote=true"}), ElementsAre("violated", "holds"));
}

// Each term all three begin at once, vote for themselves and refuse the others: a fair run.
TEST(FairnessModelsTest, VotesThatAreSplitForEverAreFair) {
  const auto outcome = Call({"check", test::SourcePath("/models/raft_election.lua"), "-D",
                             "at_once=false", "--property", "elects a leader"});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.out, HasSubstr("the loop is fair: it takes TimeOut (s = 1), TimeOut (s = 2), "
                                     "TimeOut (s = 3), Ask (s = 1, p = 2)"));
}

}  // namespace
}  // namespace models
