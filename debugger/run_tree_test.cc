#include "debugger/run_tree.h"

#include <gtest/gtest.h>

namespace debugger {
namespace {

using Steps = std::vector<StepId>;

Position TakeAll(RunTree& tree, Position at, const Steps& steps) {
  for (const StepId step : steps) at = tree.Take(at, step);
  return at;
}

TEST(RunTree, GrowsAtTheEndOfABranch) {
  RunTree tree({1, 2});
  EXPECT_EQ(TakeAll(tree, {0, 2}, {3, 4}), (Position{0, 4}));
  EXPECT_EQ(tree.StepsOf(0, 4), (Steps{1, 2, 3, 4}));
  EXPECT_EQ(tree.branches().size(), 1u);
}

TEST(RunTree, FollowsStepsThatAreThere) {
  RunTree tree({1, 2, 3});
  EXPECT_EQ(TakeAll(tree, {0, 0}, {1, 2}), (Position{0, 2}));
  EXPECT_EQ(tree.Now(), 0u);
}

TEST(RunTree, BranchesWhereAnotherStepIsTaken) {
  RunTree tree({1, 2, 3});
  const Position end = TakeAll(tree, {0, 1}, {7, 8});
  EXPECT_EQ(end, (Position{1, 3}));
  EXPECT_EQ(tree.StepsOf(1, 3), (Steps{1, 7, 8}));
  EXPECT_EQ(tree.StepAt(1, 1), 1u);
  EXPECT_EQ(tree.StepAt(1, 3), 8u);
  EXPECT_EQ(tree.StepsOf(0, 3), (Steps{1, 2, 3}));
}

TEST(RunTree, EntersABranchThatWasTriedAgainFromAnyBranch) {
  RunTree tree({1, 2, 3});
  TakeAll(tree, {0, 1}, {7, 8});
  EXPECT_EQ(tree.Take({0, 1}, 7), (Position{1, 2}));
  // From the branch itself back to the place of the fork, and along the first run.
  EXPECT_EQ(tree.Take({1, 1}, 2), (Position{0, 2}));
  // A third way from there is a branch of the first run, whoever takes it.
  EXPECT_EQ(tree.Take({1, 1}, 9), (Position{2, 2}));
  EXPECT_EQ(tree.branches()[2].parent, 0u);
  EXPECT_EQ(tree.Take({0, 1}, 9), (Position{2, 2}));
}

TEST(RunTree, SaysWhatBranchesShare) {
  RunTree tree({1, 2, 3, 4});
  TakeAll(tree, {0, 2}, {7, 8, 9});
  TakeAll(tree, {1, 4}, {5});
  TakeAll(tree, {0, 3}, {6});
  EXPECT_EQ(tree.Shared(0, 1), 2u);
  EXPECT_EQ(tree.Shared(1, 2), 4u);
  EXPECT_EQ(tree.Shared(2, 3), 2u);
  EXPECT_EQ(tree.Shared(3, 3), 4u);
}

TEST(RunTree, ForgetsWhatWasAdded) {
  RunTree tree({1, 2});
  TakeAll(tree, {0, 1}, {5});
  const RunTree::Mark mark = tree.Now();
  TakeAll(tree, {0, 0}, {6, 7});
  TakeAll(tree, {1, 2}, {8, 9});
  TakeAll(tree, {0, 2}, {3});
  tree.Forget(mark);
  EXPECT_EQ(tree.branches().size(), 2u);
  EXPECT_EQ(tree.StepsOf(0, tree.Length(0)), (Steps{1, 2}));
  EXPECT_EQ(tree.StepsOf(1, tree.Length(1)), (Steps{1, 5}));
  tree.Forget(0);
  EXPECT_EQ(tree.branches().size(), 1u);
}

}  // namespace
}  // namespace debugger
