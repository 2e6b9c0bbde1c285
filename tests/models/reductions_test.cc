// Shipped models with --reduce stubborn: the same suites and verdicts from smaller state spaces,
// and what could differ is refused. docs/reductions.md has larger figures.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <ostream>
#include <string>
#include <vector>

#include "base/temporary_folder.h"
#include "cpngen/testing.h"
#include "testing/paths.h"

namespace models {
namespace {

using cpngen::testing::Call;
using cpngen::testing::Outcome;
using Words = std::vector<std::string>;

std::string Model(const std::string& name) { return test::SourcePath("/models/") + name; }

Outcome CallReduced(Words words) {
  words.insert(words.end(), {"--reduce", "stubborn"});
  return Call(words);
}

struct Suite {
  std::string model;
  Words words;
};

void PrintTo(const Suite& suite, std::ostream* out) {
  *out << suite.model;
  for (const std::string& word : suite.words) *out << ' ' << word;
}

class ReducedSuiteTest : public ::testing::TestWithParam<Suite> {};

TEST_P(ReducedSuiteTest, IsTheSame) {
  Words words{"generate", Model(GetParam().model), "--state-space", "-o", "-"};
  words.insert(words.end(), GetParam().words.begin(), GetParam().words.end());
  const Outcome whole = Call(words);
  const Outcome reduced = CallReduced(words);
  ASSERT_EQ(whole.code, 0) << whole.err;
  ASSERT_EQ(reduced.code, 0) << reduced.err;
  EXPECT_EQ(whole.out, reduced.out);
}

INSTANTIATE_TEST_SUITE_P(
    Shipped, ReducedSuiteTest,
    ::testing::Values(Suite{"two_phase_commit", {"--spec", "system", "-D", "W=2"}},
                      Suite{"two_phase_commit", {"--spec", "system", "-D", "W=5"}},
                      Suite{"two_phase_commit", {"--spec", "decision", "-D", "W=4"}}));

TEST(ReducedTwoPhaseCommitTest, GrowsTwofoldAWorker) {
  const auto states = [](const std::string& workers) {
    const Outcome outcome =
        CallReduced({"space", Model("two_phase_commit"), "--count", "--json", "-D", workers});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    return nlohmann::json::parse(outcome.out)["nodes"].get<int>();
  };
  EXPECT_LT(states("W=8"), 5 * states("W=6"));  // whole: 16 times
}

TEST(ReducedSpaceTest, JsonHasTheFiguresOfTheReport) {
  for (const Words& more : {Words{}, Words{"--count"}}) {
    Words words{"space", Model("two_phase_commit")};
    words.insert(words.end(), more.begin(), more.end());
    const std::string text = CallReduced(words).out;
    words.push_back("--json");
    const auto json = nlohmann::json::parse(CallReduced(words).out);
    const auto& reduction = json.at("reduction");
    EXPECT_EQ(reduction.at("occurred"), json.at("arcs"));
    EXPECT_NE(text.find("of " + reduction.at("enabled").dump() + " enabled binding elements " +
                        reduction.at("occurred").dump() + " have occurred"),
              std::string::npos)
        << text;
    EXPECT_FALSE(nlohmann::json::parse(Call(words).out).contains("reduction"));
  }
}

TEST(ReducedCheckTest, GivesTheSameVerdicts) {
  for (const char* model : {"two_phase_commit", "paxos"}) {
    const Outcome whole = Call({"check", Model(model), "--json"});
    const Outcome reduced = CallReduced({"check", Model(model), "--json"});
    ASSERT_EQ(whole.code, reduced.code) << reduced.err;
    const auto expected = nlohmann::json::parse(whole.out);
    const auto found = nlohmann::json::parse(reduced.out);
    ASSERT_EQ(expected.size(), found.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
      EXPECT_EQ(expected[i]["property"], found[i]["property"]);
      EXPECT_EQ(expected[i]["holds"], found[i]["holds"]) << found[i]["property"];
    }
  }
}

TEST(ReducedCheckTest, RefusesWhatAsksHowRunsBranch) {
  const base::TemporaryFolder folder;
  const std::string file = folder.Write(
      "more.lua", "property \"can end\" (INV(POS(NF(function(M) return #M.Decided == 1 end))))\n");
  const Outcome outcome =
      CallReduced({"check", Model("two_phase_commit"), "--with", file, "--property", "can end"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_NE(outcome.err.find("--reduce: a reduced state space may answer property \"can end\" "
                             "wrongly: INV of such an operand asks how runs branch"),
            std::string::npos)
      << outcome.err;
}

TEST(ReduceOptionTest, RefusesAWordThatIsNone) {
  const Outcome outcome = Call({"space", Model("two_phase.lua"), "--reduce", "stubbon"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_NE(outcome.err.find("--reduce: 'stubbon' is no reduction; there is stubborn"),
            std::string::npos)
      << outcome.err;
}

}  // namespace
}  // namespace models
