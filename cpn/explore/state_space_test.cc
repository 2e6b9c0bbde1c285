#include "cpn/explore/state_space.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/budget.h"
#include "cpn/testing/testing.h"
#include "cpn/testing/testing_nets.h"

namespace cpn {
namespace {

using testing::Arguments;
using testing::Computed;
using ::testing::ElementsAre;
using testing::ModelBuilder;
using testing::ModuleBuilder;
using testing::RunningNet;
using testing::TransitionBuilder;

struct Size {
  std::size_t nodes;
  std::size_t arcs;
  friend bool operator==(const Size&, const Size&) = default;
};

Size SizeOf(ModelBuilder& b) {
  RunningNet run(b);
  const StateSpace space = Explore(run.engine);
  EXPECT_TRUE(space.complete());
  return {space.nodes(), space.arcs()};
}

/// Known answers of SPIN, verifypn, Helena and others; large enough that hashes collide.
TEST(StateSpaceTest, PhilosophersHaveTheKnownStateSpace) {
  ModelBuilder b;
  testing::BuildPhilosophers(b, 14);
  EXPECT_EQ(SizeOf(b), (Size{228'486, 2'067'856}));
}

TEST(StateSpaceTest, ProducersConsumersHaveTheKnownStateSpace) {
  ModelBuilder b;
  testing::BuildProducersConsumers(b, {2, 2, 4, 6});
  EXPECT_EQ(SizeOf(b), (Size{131'250, 672'000}));
}

TEST(StateSpaceTest, CountingGivesUpWhenItIsTold) {
  ModelBuilder b;
  testing::BuildPhilosophers(b, 10);  // 6,726 markings
  RunningNet run(b);
  for (const unsigned workers : {1u, 2u}) {
    ExplorationOptions options;
    options.workers = workers;
    std::vector<StateCount> asked;
    const auto count = [&](std::uint64_t markings, bool gives_up) {
      return CountStatesUnless(run.engine, options, markings, [&](const StateCount& so_far) {
        asked.push_back(so_far);
        return gives_up;
      });
    };
    EXPECT_FALSE(count(1000, true));
    ASSERT_EQ(asked.size(), 1u);
    EXPECT_GT(asked[0].states, 1000u);
    EXPECT_GT(asked[0].arcs, 1000u);
    EXPECT_LT(asked[0].states, 6726u);
    EXPECT_GT(asked[0].statistics.learnt, 0u);
    EXPECT_EQ(count(1000, false)->states, 6726u);
    EXPECT_EQ(asked.size(), 2u);
    EXPECT_EQ(count(6726, true)->states, 6726u);
    EXPECT_EQ(asked.size(), 2u);  // there is no level beyond
  }
}

/// Known answers of CPN Tools: README.md of the corpus (CPNGEN_CORPUS).
TEST(StateSpaceTest, DistributedDataBaseHasTheKnownStateSpace) {
  const std::vector<Size> known = {{7, 8},      {28, 42},     {109, 224},
                                   {406, 1090}, {1459, 4872}, {5104, 20426}};
  for (std::size_t i = 0; i < known.size(); ++i) {
    ModelBuilder b;
    testing::BuildDataBase(b, static_cast<std::int64_t>(i) + 2);
    EXPECT_EQ(SizeOf(b), known[i]) << "n = " << i + 2;
  }
}

/// Counter to `limit`: a chain of markings, with two parallel arcs between them.
class ChainTest : public ::testing::Test {
 protected:
  explicit ChainTest(std::int64_t limit = 5) {
    const ColourSetId number = b_.Range("N", 0, limit);
    ModuleBuilder top = b_.Top();
    const std::uint32_t p = top.Place("P", number, b_.Ints({0}));
    TransitionBuilder t = top.Transition("T");
    const Pattern n = t.Var("n", number);
    t.Var("choice", b_.Bool());
    t.Input(p, {n});
    t.Guard(b_.TestFunction({"n"},
                            [this, limit](Arguments a) { return b_.values.AsInt(a[0]) < limit; }));
    t.Output(p, {Computed(b_.ComputeFunction({"n"}, [this](Arguments a) {
               return b_.values.Int(b_.values.AsInt(a[0]) + 1);
             }))});
  }

  ModelBuilder b_;
};

TEST_F(ChainTest, ParallelArcsAreKept) {
  RunningNet run(b_);
  const StateSpace space = Explore(run.engine);
  EXPECT_EQ(space.nodes(), 6u);
  EXPECT_EQ(space.arcs(), 10u);
  std::vector<std::string> out;
  for (const StateArc& arc : space.Out(2)) {
    out.push_back(run.engine.FormatElement(arc.element) + " -> " + std::to_string(arc.target));
  }
  EXPECT_THAT(out, ElementsAre("T (n = 2, choice = false) -> 3", "T (n = 2, choice = true) -> 3"));
  EXPECT_TRUE(space.IsDead(5));
  EXPECT_FALSE(space.IsDead(4));
  EXPECT_EQ(run.engine.FormatMarking(space.MarkingOf(5)), "P: 1`5\n");
}

TEST_F(ChainTest, ShortestRunTakesTheFirstOfParallelArcs) {
  RunningNet run(b_);
  const StateSpace space = Explore(run.engine);
  std::vector<std::string> steps;
  for (const BindingElementId step : ShortestRun(space, 2)) {
    steps.push_back(run.engine.FormatElement(step));
  }
  EXPECT_THAT(steps, ElementsAre("T (n = 0, choice = false)", "T (n = 1, choice = false)"));
  EXPECT_THAT(ShortestRun(space, 0), ::testing::IsEmpty());
}

TEST(StateSpaceTest, ShortestRunsLeadToTheirNodesInAsManyStepsAsTheirLevel) {
  ModelBuilder b;
  testing::BuildDataBase(b, 4);
  RunningNet run(b);
  const StateSpace space = Explore(run.engine);
  NodeId node = 0;
  for (std::size_t level = 0; level + 1 < space.levels().size(); ++level) {
    for (; node < space.levels()[level + 1]; ++node) {
      Marking marking = run.engine.InitialMarking();
      const std::vector<BindingElementId> steps = ShortestRun(space, node);
      for (const BindingElementId step : steps) run.engine.Occur(marking, step);
      EXPECT_EQ(steps.size(), level);
      EXPECT_EQ(marking, space.MarkingOf(node));
    }
  }
}

TEST_F(ChainTest, StateLimitKeepsWholeLevels) {
  RunningNet run(b_);
  ExplorationOptions options;
  options.max_states = 3;
  const StateSpace cut = Explore(run.engine, options);
  EXPECT_EQ(cut.end(), ExplorationEnd::kMaxStates);
  EXPECT_EQ(cut.nodes(), 3u);
  EXPECT_EQ(cut.expanded(), 2u);
  EXPECT_EQ(cut.arcs(), 4u);
  EXPECT_THAT(cut.levels(), ElementsAre(0, 1, 2, 3));
  EXPECT_FALSE(cut.IsDead(2));
  options.max_states = 6;
  EXPECT_TRUE(Explore(run.engine, options).complete());
}

TEST_F(ChainTest, InterruptEndsIt) {
  RunningNet run(b_);
  base::Budget budget;
  budget.Stop(base::StopReason::kInterrupted);
  ExplorationOptions options;
  options.budget = &budget;
  const StateSpace space = Explore(run.engine, options);
  EXPECT_EQ(space.end(), ExplorationEnd::kInterrupted);
  EXPECT_EQ(space.nodes(), 1u);
  EXPECT_TRUE(space.Out(0).empty());
}

TEST_F(ChainTest, LevelsAreVisitedUntilTheVisitorStops) {
  RunningNet run(b_);
  std::vector<NodeId> seen;
  ExplorationOptions options;
  options.visit_level = [&](const StateSpace&, NodeId first, NodeId last) {
    seen.push_back(first);
    seen.push_back(last);
    return last < 4;
  };
  const StateSpace space = Explore(run.engine, options);
  EXPECT_THAT(seen, ElementsAre(0, 1, 1, 2, 2, 3, 3, 4));
  EXPECT_EQ(space.end(), ExplorationEnd::kStopped);
  EXPECT_EQ(space.nodes(), 4u);
  EXPECT_EQ(space.expanded(), 3u);
}

TEST_F(ChainTest, CountIsThatOfTheStateSpace) {
  RunningNet run(b_);
  const StateCount count = CountStates(run.engine);
  EXPECT_EQ(count.states, 6u);
  EXPECT_EQ(count.arcs, 10u);
  EXPECT_EQ(count.dead_markings, 1u);
  EXPECT_EQ(count.depth, 5u);
  EXPECT_EQ(count.end, ExplorationEnd::kComplete);
}

TEST_F(ChainTest, NodeNumbersDoNotDependOnWhatWasAskedBefore) {
  RunningNet fresh(b_);
  const StateSpace expected = Explore(fresh.engine);
  RunningNet used(b_);
  Marking other = used.engine.InitialMarking();
  other[0] = b_.multisets.Intern(b_.Ints({4}));  // ids are given in another order
  used.engine.Enabled(other);
  const StateSpace space = Explore(used.engine);
  for (NodeId node = 0; node < expected.nodes(); ++node) {
    EXPECT_EQ(used.engine.FormatMarking(space.MarkingOf(node)),
              fresh.engine.FormatMarking(expected.MarkingOf(node)));
  }
}

}  // namespace
}  // namespace cpn
