#include "model_coverage/goal.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <random>
#include <set>

namespace model_coverage {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::Gt;

constexpr std::uint64_t kAll = ~std::uint64_t{0};

/// The fewest sets that cover what all of them do, by trying every choice.
std::size_t Fewest(const CoverProblem& problem) {
  std::vector<std::uint32_t> masks;
  std::uint32_t all = 0;
  for (const auto& set : problem.sets) {
    std::uint32_t mask = 0;
    for (const std::uint32_t e : set) mask |= 1u << e;
    masks.push_back(mask);
    all |= mask;
  }
  std::size_t fewest = masks.size();
  for (std::uint32_t choice = 0; choice < (1u << masks.size()); ++choice) {
    std::uint32_t covered = 0;
    for (std::size_t i = 0; i < masks.size(); ++i) {
      if (choice >> i & 1) covered |= masks[i];
    }
    if (covered == all) {
      fewest = std::min(fewest, static_cast<std::size_t>(std::popcount(choice)));
    }
  }
  return fewest;
}

CoverProblem RandomProblem(std::mt19937& random, std::uint32_t elements = 14,
                           std::size_t most_cases = 11) {
  CoverProblem problem;
  problem.elements = 1 + random() % elements;
  const std::size_t cases = 1 + random() % most_cases;
  for (std::size_t i = 0; i < cases; ++i) {
    std::set<std::uint32_t> set;
    for (std::uint32_t k = random() % 6; k > 0; --k) set.insert(random() % problem.elements);
    problem.sets.emplace_back(set.begin(), set.end());
    problem.costs.push_back(1 + random() % 4);
  }
  return problem;
}

std::size_t CoveredBy(const CoverProblem& problem, const std::vector<std::size_t>& chosen) {
  std::set<std::uint32_t> covered;
  for (const std::size_t i : chosen) {
    covered.insert(problem.sets[i].begin(), problem.sets[i].end());
  }
  return covered.size();
}

TEST(GoalTest, TheChoiceIsASmallestOneAndCoversAll) {
  std::mt19937 random(1);
  for (int i = 0; i < 3000; ++i) {
    const CoverProblem problem = RandomProblem(random);
    std::vector<std::size_t> all;
    for (std::size_t k = 0; k < problem.sets.size(); ++k) all.push_back(k);
    const CoverSolution solution = Cover(problem, kAll);
    EXPECT_EQ(solution.chosen.size(), Fewest(problem)) << "problem " << i;
    EXPECT_TRUE(solution.smallest);
    EXPECT_EQ(solution.covered, CoveredBy(problem, all));
    EXPECT_EQ(CoveredBy(problem, solution.chosen), solution.covered);
    std::uint64_t sum = 0;
    for (const std::uint64_t adds : solution.adds) {
      EXPECT_GT(adds, 0u) << "problem " << i;
      sum += adds;
    }
    EXPECT_EQ(sum, solution.covered);
  }
}

TEST(GoalTest, NoCaseIsRedundantWhereNoSmallestChoiceIsKnown) {
  std::mt19937 random(1);
  int unknown = 0;
  for (int i = 0; i < 20; ++i) {
    const CoverProblem problem = RandomProblem(random, 300, 400);
    const CoverSolution solution = Cover(problem, kAll);
    if (!solution.smallest) ++unknown;
    EXPECT_EQ(CoveredBy(problem, solution.chosen), solution.covered);
    EXPECT_THAT(solution.adds, Each(Gt(0u))) << "problem " << i;
    EXPECT_EQ(std::set(solution.chosen.begin(), solution.chosen.end()).size(),
              solution.chosen.size());
  }
  EXPECT_GT(unknown, 0);
}

TEST(GoalTest, GreedyAloneWouldTakeOneMore) {
  // The largest set first leaves two elements that no set has together.
  const CoverProblem problem{{{0, 1, 2, 3}, {0, 1, 4}, {2, 3, 5}}, {1, 1, 1}, 6};
  EXPECT_THAT(Cover(problem, kAll).chosen, ElementsAre(1, 2));
}

TEST(GoalTest, TheShorterOfTwoThatDoIsTaken) {
  const CoverProblem problem{{{0, 1}, {0, 1}, {2}}, {9, 3, 1}, 3};
  EXPECT_THAT(Cover(problem, kAll).chosen, ElementsAre(1, 2));
}

TEST(GoalTest, FewerCasesThanNeededCoverMostFirst) {
  const CoverProblem problem{{{0}, {1, 2, 3}, {4, 5}}, {1, 1, 1}, 6};
  const CoverSolution solution = Cover(problem, 2);
  EXPECT_THAT(solution.chosen, ElementsAre(1, 2));
  EXPECT_THAT(solution.adds, ElementsAre(3, 2));
  EXPECT_FALSE(solution.smallest);
}

TEST(GoalTest, WhatNothingHasIsNotAskedFor) {
  const CoverSolution solution = Cover({{{}, {1}}, {1, 1}, 3}, kAll);
  EXPECT_THAT(solution.chosen, ElementsAre(1));
  EXPECT_EQ(solution.covered, 1u);
}

}  // namespace
}  // namespace model_coverage
