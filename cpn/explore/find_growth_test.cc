#include "cpn/explore/find_growth.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "cpn/explore/explorer.h"
#include "cpn/explore/state_space.h"
#include "cpn/testing/testing.h"
#include "cpn/testing/testing_nets.h"

namespace cpn {
namespace {

using testing::Arguments;
using testing::Computed;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using testing::ModelBuilder;
using testing::ModuleBuilder;
using testing::RunningNet;
using testing::TransitionBuilder;

/// Each step puts a token on Heap, counts on Count, and changes Toggle, which holds 0 or 1.
void BuildGrowing(ModelBuilder& b) {
  const ColourSetId number = b.Int();
  ModuleBuilder top = b.Top();
  const std::uint32_t toggle = top.Place("Toggle", number, b.Ints({0}));
  const std::uint32_t count = top.Place("Count", number, b.Ints({0}));
  const std::uint32_t heap = top.Place("Heap", number);
  TransitionBuilder t = top.Transition("T");
  const Pattern n = t.Var("n", number);
  const Pattern m = t.Var("m", number);
  t.Input(toggle, {n});
  t.Input(count, {m});
  t.Output(toggle, {Computed(b.ComputeFunction({"n"}, [&b](Arguments a) {
             return b.values.Int(1 - b.values.AsInt(a[0]));
           }))});
  t.Output(count, {Computed(b.ComputeFunction({"m"}, [&b](Arguments a) {
             return b.values.Int(b.values.AsInt(a[0]) + 1);
           }))});
  t.Output(heap, {n});
}

ExplorationOptions UpTo(std::uint64_t states, unsigned workers = 1) {
  ExplorationOptions options;
  options.max_states = states;
  options.workers = workers;
  options.tuning.small_level = 0;
  options.tuning.chunk = 4;
  return options;
}

std::string Describe(const Net& net, const Growth& growth) {
  std::string text;
  for (const std::uint64_t steps : growth.steps) text += std::to_string(steps) + " ";
  for (const PlaceGrowth& place : growth.places) {
    text += "\n" + net.places()[place.place].name;
    for (const std::uint64_t tokens : place.tokens) text += " " + std::to_string(tokens);
    text += " /";
    for (const std::uint64_t colours : place.colours) text += " " + std::to_string(colours);
  }
  return text;
}

TEST(GrowthTest, PlacesWithMoreAndMoreTokensOrColoursGrow) {
  ModelBuilder b;
  BuildGrowing(b);
  RunningNet run(b);
  EXPECT_EQ(Describe(run.net, Explore(run.engine, UpTo(100)).growth()),
            "33 66 99 \n"
            "Heap 33 66 99 / 2 2 2\n"
            "Count 1 1 1 / 34 67 100");
}

TEST(GrowthTest, CountingSaysTheSame) {
  ModelBuilder b;
  BuildGrowing(b);
  RunningNet run(b);
  EXPECT_EQ(Describe(run.net, CountStates(run.engine, UpTo(100)).growth),
            Describe(run.net, Explore(run.engine, UpTo(100)).growth()));
}

TEST(GrowthTest, DoesNotDependOnTheNumberOfWorkers) {
  ModelBuilder b;
  testing::BuildProducersConsumers(b, {2, 2, 4, 6});
  RunningNet run(b);
  const std::string expected = Describe(run.net, CountStates(run.engine, UpTo(2000)).growth);
  EXPECT_THAT(expected, ::testing::StartsWith("2 4 7 \n"));
  EXPECT_EQ(Describe(run.net, CountStates(run.engine, UpTo(2000, 4)).growth), expected);
}

TEST(GrowthTest, IsLookedForAfterALimitOnly) {
  ModelBuilder b;
  testing::BuildDataBase(b, 4);
  RunningNet run(b);
  EXPECT_THAT(Explore(run.engine).growth().places, IsEmpty());
  ExplorationOptions options;
  options.visit_level = [](const StateSpace&, NodeId first, NodeId) { return first < 50; };
  const StateSpace stopped = Explore(run.engine, options);
  EXPECT_EQ(stopped.end(), ExplorationEnd::kStopped);
  EXPECT_THAT(stopped.growth().places, IsEmpty());
}

TEST(GrowthTest, TwoStepsAreTooFewToSay) {
  ModelBuilder b;
  BuildGrowing(b);
  RunningNet run(b);
  EXPECT_THAT(Explore(run.engine, UpTo(3)).growth().places, IsEmpty());
  EXPECT_EQ(Explore(run.engine, UpTo(4)).growth().places.size(), 2u);
}

TEST(GrowthTest, LargeSpacesAreLookedAtInPart) {
  ModelBuilder b;
  BuildGrowing(b);
  RunningNet run(b);
  const ExplorationOptions options = UpTo(100);
  explore::Explorer explorer(&run.engine, options, false);
  explorer.Run(nullptr);
  EXPECT_THAT(explore::FindGrowth(*explorer.explored(), 3 * 31 + 2).steps, ElementsAre(10, 20, 30));
}

/// Fields are masks, ids of masks, or ids of lists; what is counted is the same.
TEST(GrowthTest, DoesNotDependOnTheTables) {
  for (const std::uint32_t raw : {0u, 1u, 32u}) {
    for (const std::uint32_t masks : {0u, 64u}) {
      ModelBuilder b;
      BuildGrowing(b);
      RunningNet run(b);
      ExplorationOptions options = UpTo(10);
      options.tuning.raw_tokens = raw;
      options.tuning.mask_tokens = masks;
      EXPECT_EQ(Describe(run.net, CountStates(run.engine, options).growth),
                "3 6 9 \nHeap 3 6 9 / 2 2 2\nCount 1 1 1 / 4 7 10")
          << raw << " " << masks;
    }
  }
}

}  // namespace
}  // namespace cpn
