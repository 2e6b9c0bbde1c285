// Places whose marking takes several bit masks: nothing that is found depends on it.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "cpn/explore/state_space.h"
#include "cpn/explore/testing/space_text.h"
#include "cpn/testing/testing.h"

namespace cpn {
namespace {

using testing::Describe;
using testing::ModelBuilder;
using testing::RunningNet;

/// Four walkers on one place, each on a way of its own: on tokens 1000 w, 1000 w + 1, ...
void AddWalkers(ModelBuilder& b, int steps) {
  std::vector<MultiSetEntry> tokens;
  for (int w = 0; w < 4; ++w) tokens.push_back({b.values.Int(1000 * w), 1});
  const std::uint32_t place = b.Top().Place("P", b.Int(), tokens);
  for (int w = 0; w < 4; ++w) {
    for (int i = 0; i < steps; ++i) {
      const int at = 1000 * w + i;
      b.Top()
          .Transition("Go" + std::to_string(at))
          .Input(place, {testing::Constant(b.values.Int(at))})
          .Output(place, {testing::Constant(b.values.Int(at + 1))});
    }
  }
}

ExplorationOptions Sliced() {
  ExplorationOptions options;
  options.tuning.recent_from = 64;
  options.tuning.many_transitions = 1000;
  return options;
}

ExplorationOptions Lists() {
  ExplorationOptions options = Sliced();
  options.tuning.sliced_tokens = 0;
  return options;
}

TEST(SlicesTest, APlaceWithAHundredTokensIsStoredAsBits) {
  ModelBuilder b;
  AddWalkers(b, 8);  // 36 tokens, 6,561 markings
  RunningNet run(b);
  ExplorationOptions lists = Lists();
  lists.tuning.raw_tokens = lists.tuning.mask_tokens = 8;
  const StateSpace listed = Explore(run.engine, lists);
  EXPECT_EQ(listed.statistics().raw_places, 0u);
  const std::string expected = Describe(run, listed);
  for (const std::uint32_t slice : {9u, 11u, 64u}) {
    for (const unsigned workers : {1u, 3u}) {
      ExplorationOptions options = Sliced();
      options.tuning.raw_tokens = options.tuning.mask_tokens = 8;
      options.tuning.slice_tokens = slice;
      options.tuning.small_level = 0;
      options.workers = workers;
      const StateSpace space = Explore(run.engine, options);
      EXPECT_EQ(space.nodes(), 6'561u);
      EXPECT_EQ(space.statistics().raw_places, 1u);
      EXPECT_EQ(space.statistics().place_markings, 0u);
      EXPECT_EQ(Describe(run, space), expected) << slice << " tokens, " << workers << " workers";
    }
  }
}

TEST(SlicesTest, WithTheSizesOfEveryDay) {
  ModelBuilder b;
  AddWalkers(b, 17);  // 72 tokens, 104,976 markings
  RunningNet run(b);
  ExplorationOptions options;
  options.tuning.many_transitions = 1000;
  const StateSpace space = Explore(run.engine, options);
  EXPECT_EQ(space.nodes(), 104'976u);
  EXPECT_EQ(space.statistics().raw_places, 1u);
  options.tuning.sliced_tokens = 0;
  const StateSpace listed = Explore(run.engine, options);
  EXPECT_EQ(listed.statistics().raw_places, 0u);
  for (NodeId node = 0; node < space.nodes(); node += 1009) {
    EXPECT_EQ(space.MarkingOf(node), listed.MarkingOf(node)) << node;
  }
}

TEST(SlicesTest, APlaceOfTooManyTokensGetsIdsAgain) {
  ModelBuilder b;
  AddWalkers(b, 8);
  RunningNet run(b);
  const std::string expected = Describe(run, Explore(run.engine, Lists()));
  for (const std::uint32_t tokens : {20u, 24u, 28u}) {
    ExplorationOptions options = Sliced();
    options.tuning.raw_tokens = options.tuning.mask_tokens = 8;
    options.tuning.slice_tokens = 7;  // 28 tokens at most, of 36
    options.tuning.sliced_tokens = tokens;
    options.tuning.recent_from = 1;
    const StateSpace space = Explore(run.engine, options);
    EXPECT_EQ(space.statistics().raw_places, 0u);
    EXPECT_EQ(Describe(run, space), expected);
  }
}

/// Whoever takes two tokens of the place takes none of them twice.
TEST(SlicesTest, TransitionsThatTakeTwoTokensOfAPlace) {
  ModelBuilder b;
  std::vector<MultiSetEntry> tokens;
  for (int i = 0; i < 12; ++i) tokens.push_back({b.values.Int(i), 1});
  const std::uint32_t place = b.Top().Place("P", b.Int(), tokens);
  testing::TransitionBuilder pair = b.Top().Transition("Pair");
  const Pattern x = pair.Var("x", b.Int());
  const Pattern y = pair.Var("y", b.Int());
  pair.Input(place, {x, y});
  RunningNet run(b);
  ExplorationOptions options = Lists();
  options.tuning.raw_tokens = options.tuning.mask_tokens = 8;
  const std::string expected = Describe(run, Explore(run.engine, options));
  options.tuning.sliced_tokens = 12;
  options.tuning.slice_tokens = 5;
  options.tuning.recent_from = 0;
  options.tuning.records_per_mask = 1000;
  const StateSpace space = Explore(run.engine, options);
  EXPECT_EQ(space.nodes(), 2'048u);
  EXPECT_EQ(space.statistics().raw_places, 1u);
  EXPECT_EQ(Describe(run, space), expected);
}

/// A second copy of a token is nothing that a bit can say.
TEST(SlicesTest, APlaceWithCopiesGetsIdsAgain) {
  ModelBuilder b;
  AddWalkers(b, 8);
  const std::uint32_t place = 0;
  b.Top()
      .Transition("Meet")
      .Input(place, {testing::Constant(b.values.Int(8))})
      .Output(place, {testing::Constant(b.values.Int(1004))});
  RunningNet run(b);
  ExplorationOptions lists = Lists();
  const std::string expected = Describe(run, Explore(run.engine, lists));
  ExplorationOptions options = Sliced();
  options.tuning.raw_tokens = options.tuning.mask_tokens = 8;
  options.tuning.slice_tokens = 10;
  const StateSpace space = Explore(run.engine, options);
  EXPECT_EQ(space.statistics().raw_places, 0u);
  EXPECT_EQ(Describe(run, space), expected);
}

}  // namespace
}  // namespace cpn
