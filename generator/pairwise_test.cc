#include "generator/pairwise.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace generator {
namespace {

using Option = std::pair<std::string, std::string>;

/// Every combination of a value for each of `options` options.
std::vector<CaseOptions> Product(int options, int values) {
  std::vector<CaseOptions> cases{{}};
  for (int option = 0; option < options; ++option) {
    std::vector<CaseOptions> longer;
    for (const CaseOptions& each : cases) {
      for (int value = 0; value < values; ++value) {
        longer.push_back(each);
        longer.back().emplace_back("option " + std::to_string(option), std::to_string(value));
      }
    }
    cases = longer;
  }
  return cases;
}

std::set<std::pair<Option, Option>> PairsOf(const std::vector<CaseOptions>& cases) {
  std::set<std::pair<Option, Option>> pairs;
  for (const CaseOptions& options : cases) {
    for (const Option& a : options) {
      for (const Option& b : options) pairs.emplace(std::min(a, b), std::max(a, b));
    }
  }
  return pairs;
}

std::vector<CaseOptions> Chosen(const std::vector<CaseOptions>& cases) {
  std::vector<CaseOptions> chosen;
  for (const std::size_t number : CoverPairs(cases)) chosen.push_back(cases[number]);
  return chosen;
}

TEST(PairwiseTest, EveryPairOfAProductIsInAFewCases) {
  const std::vector<CaseOptions> cases = Product(5, 3);
  const std::vector<CaseOptions> chosen = Chosen(cases);
  EXPECT_EQ(PairsOf(chosen), PairsOf(cases));
  EXPECT_GE(chosen.size(), 9u);
  EXPECT_LE(chosen.size(), 18u) << "of 243";
}

// Values exclude each other, and options are there or not.
TEST(PairwiseTest, EveryPairThatOccursIsChosen) {
  std::vector<CaseOptions> cases;
  for (CaseOptions options : Product(4, 3)) {
    if (options[0].second == "1" && options[1].second == "2") continue;
    if (options[2].second == "0") options.erase(options.begin() + 2);
    cases.push_back(std::move(options));
  }
  const std::vector<CaseOptions> chosen = Chosen(cases);
  EXPECT_EQ(PairsOf(chosen), PairsOf(cases));
  EXPECT_LT(chosen.size(), cases.size() / 3);
}

TEST(PairwiseTest, TheFirstOfEqualCasesIsChosenAndTheOrderStays) {
  const CaseOptions a{{"x", "1"}, {"y", "1"}}, b{{"y", "1"}, {"x", "1"}}, c{{"x", "2"}};
  EXPECT_EQ(CoverPairs({c, a, b, c}), (std::vector<std::size_t>{0, 1}));
}

TEST(PairwiseTest, CasesWithoutOptionsAreChosenAlways) {
  EXPECT_EQ(CoverPairs({{}, {{"x", "1"}}, {}, {{"x", "1"}}}), (std::vector<std::size_t>{0, 1, 2}));
  EXPECT_TRUE(CoverPairs({}).empty());
}

}  // namespace
}  // namespace generator
