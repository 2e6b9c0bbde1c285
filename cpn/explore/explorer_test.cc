// The exploration from outside: what does not depend on workers and tables, what it costs.
#include "cpn/explore/explorer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <limits>
#include <set>
#include <string>
#include <vector>

#include "cpn/explore/exploration_error.h"
#include "cpn/explore/state_space.h"
#include "cpn/explore/testing/space_text.h"
#include "cpn/testing/testing.h"
#include "cpn/testing/testing_nets.h"

namespace cpn {
namespace {

using testing::Arguments;
using testing::Computed;
using testing::Describe;
using testing::ModelBuilder;
using testing::ModuleBuilder;
using testing::RunningNet;
using testing::TransitionBuilder;

ExplorationOptions Threads(unsigned workers) {
  ExplorationOptions options;
  options.workers = workers;
  options.tuning.small_level = 0;
  options.tuning.chunk = 4;
  options.tuning.handed_over = 3;
  return options;
}

TEST(ExplorerTest, NothingDependsOnTheNumberOfWorkers) {
  ModelBuilder b;
  testing::BuildDataBase(b, 5);
  RunningNet run(b);
  const std::string expected = Describe(run, Explore(run.engine));
  for (const unsigned workers : {2u, 4u}) {
    EXPECT_EQ(Describe(run, Explore(run.engine, Threads(workers))), expected);
  }
}

/// A wide net: each transition is the first to mark a place of its own. The layout of records
/// changes once for all that one marking teaches, not once for each.
TEST(ExplorerTest, ALayoutChangesOnceForAMarking) {
  ModelBuilder b;
  const ColourSetId set = b.Int();
  const std::uint32_t from = b.Top().Place("From", set, b.Ints({1}));
  for (int i = 0; i < 200; ++i) {
    const std::uint32_t own = b.Top().Place("Own" + std::to_string(i), set, b.Ints({1}));
    const std::uint32_t to = b.Top().Place("To" + std::to_string(i), set);
    TransitionBuilder t = b.Top().Transition("T" + std::to_string(i));
    const Pattern x = t.Var("x", set);
    t.Input(own, {x}).Input(from, {x}).Output(to, {x});  // no two are of one family
  }
  RunningNet run(b);
  const StateSpace space = Explore(run.engine);
  EXPECT_EQ(space.nodes(), 201u);
  EXPECT_LE(space.statistics().layout_changes, 2u);
}

/// Place `name`: token i, below `bits`, becomes i + bits once.
void AddBits(ModelBuilder& b, const std::string& name, int bits) {
  std::vector<MultiSetEntry> tokens;
  for (int i = 0; i < bits; ++i) tokens.push_back({b.values.Int(i), 1});
  const std::uint32_t place = b.Top().Place(name, b.Int(), tokens);
  for (int i = 0; i < bits; ++i) {
    b.Top()
        .Transition("Set" + name + std::to_string(i))
        .Input(place, {testing::Constant(b.values.Int(i))})
        .Output(place, {testing::Constant(b.values.Int(i + bits))});
  }
}

/// More than 65,536 markings, and at the end of all eight tokens on "Sent", if `are_received` moved
/// one by one to "Received".
std::uint64_t LayoutChanges(bool are_received) {
  ModelBuilder b;
  constexpr int kBits = 17;
  AddBits(b, "A", kBits);
  const ColourSetId set = b.Int();
  const std::uint32_t sent = b.Top().Place("Sent", set);
  const std::uint32_t received = b.Top().Place("Received", set);
  TransitionBuilder send = b.Top().Transition("Send");
  for (int i = kBits; i < 2 * kBits; ++i) send.Input(0, {testing::Constant(b.values.Int(i))});
  for (int i = 0; i < 8; ++i) send.Output(sent, {testing::Constant(b.values.Int(i))});
  if (are_received) {
    TransitionBuilder receive = b.Top().Transition("Receive");
    const Pattern x = receive.Var("x", set);
    receive.Input(sent, {x}).Output(received, {x});
  }
  RunningNet run(b);
  const StateSpace space = Explore(run.engine);
  EXPECT_EQ(space.nodes(), (1u << kBits) + (are_received ? 256 : 1));
  return space.statistics().layout_changes;
}

/// All records are translated when a place gets tokens late, and need not be once more for where
/// these tokens go.
TEST(ExplorerTest, ALateTokenHasRoomWhereItGoesNext) {
  EXPECT_EQ(LayoutChanges(true), LayoutChanges(false));
}

ExplorationOptions NarrowPlaces() {
  ExplorationOptions options;
  options.tuning.raw_tokens = 2;
  options.tuning.recent_from = 0;
  return options;
}

TEST(ExplorerTest, APlaceWithAsManyMarkingsAsTheNetKeepsABitForEachToken) {
  ModelBuilder b;
  AddBits(b, "A", 5);
  RunningNet run(b);
  const StateSpace space = Explore(run.engine, NarrowPlaces());
  EXPECT_EQ(space.nodes(), 32u);
  EXPECT_EQ(space.statistics().raw_places, 1u);
  EXPECT_EQ(space.statistics().place_markings, 0u);
}

TEST(ExplorerTest, PlacesWithFewMarkingsOfManyGetIds) {
  ModelBuilder b;
  AddBits(b, "A", 4);
  AddBits(b, "B", 4);
  RunningNet run(b);
  const std::string expected = Describe(run, Explore(run.engine));
  const StateSpace space = Explore(run.engine, NarrowPlaces());
  EXPECT_EQ(space.nodes(), 256u);
  EXPECT_EQ(space.statistics().raw_places, 0u);
  EXPECT_EQ(space.statistics().place_markings, 34u);  // the empty one of each, too
  EXPECT_EQ(Describe(run, space), expected);
}

/// A transition that takes many tokens of one place is learnt without all multi-sets in between.
TEST(ExplorerTest, ManyTermsOnOnePlaceMakeFewMultiSets) {
  ModelBuilder b;
  const ColourSetId set = b.Int();
  std::vector<testing::Term> terms;
  std::vector<MultiSetEntry> tokens;
  for (int i = 0; i < 300; ++i) {
    terms.emplace_back(testing::Constant(b.values.Int(i)));
    tokens.push_back({b.values.Int(i), 1});
  }
  const std::uint32_t from = b.Top().Place("From", set, tokens);
  const std::uint32_t to = b.Top().Place("To", set);
  b.Top().Transition("T").Input(from, terms).Output(to, terms);
  RunningNet run(b);
  EXPECT_EQ(Explore(run.engine).nodes(), 2u);
  EXPECT_LE(run.engine.multisets().size(), 400u);
}

TEST(ExplorerTest, NothingDependsOnTheNumberOfWorkersWhereALimitEndsIt) {
  ModelBuilder b;
  testing::BuildPhilosophers(b, 8);
  RunningNet run(b);
  ExplorationOptions options = Threads(1);
  options.max_states = 200;
  const std::string expected = Describe(run, Explore(run.engine, options));
  options.workers = 4;
  const StateSpace space = Explore(run.engine, options);
  EXPECT_EQ(space.end(), ExplorationEnd::kMaxStates);
  EXPECT_LE(space.nodes(), 200u);
  EXPECT_EQ(Describe(run, space), expected);
}

TEST(ExplorerTest, ThreadsCountWhatOneWorkerCounts) {
  ModelBuilder b;
  testing::BuildProducersConsumers(b, {2, 2, 4, 6});
  RunningNet run(b);
  ExplorationOptions options;
  options.workers = 4;
  const StateCount count = CountStates(run.engine, options);
  EXPECT_EQ(count.states, 131'250u);
  EXPECT_EQ(count.arcs, 672'000u);
  EXPECT_EQ(count.dead_markings, 0u);
}

/// The token 0 becomes one of 0..width, which stays; `failing` becomes what is no colour of the
/// place. Levels end with 1, width + 2, 3 * width + 2 markings.
void BuildFailure(ModelBuilder& b, std::int64_t width, std::int64_t failing) {
  const ColourSetId number = b.Range("N", 0, width);
  ModuleBuilder top = b.Top();
  const std::uint32_t p = top.Place("P", number, b.Ints({0}));
  const std::uint32_t q = top.Place("Q", number);
  TransitionBuilder t = top.Transition("T");
  const Pattern n = t.Var("n", number);
  t.Var("m", number);
  t.Input(p, {n});
  t.Output(p, {Computed(b.ComputeFunction({"n", "m"}, [&b, width, failing](Arguments a) {
             const std::int64_t from = b.values.AsInt(a[0]);
             if (from == failing) return b.values.Int(width + 1);
             return from == 0 ? a[1] : a[0];
           }))});
  t.Output(q, {n});
}

TEST(ExplorerTest, FailureOfTheModelIsTheFirstOneWhateverTheWorkers) {
  std::string expected;
  for (const unsigned workers : {1u, 4u, 4u, 4u}) {
    ModelBuilder b;
    BuildFailure(b, 50, 50);
    RunningNet run(b);
    try {
      Explore(run.engine, Threads(workers));
      FAIL() << "it must fail";
    } catch (const ModelError& e) {
      if (expected.empty()) expected = e.what();
      EXPECT_EQ(std::string(e.what()), expected);
    }
  }
  EXPECT_EQ(expected, "model:7: the inscription yields 51, no colour of N; transition T, place P");
}

std::string Text(const Engine& engine, const std::vector<BindingElementId>& steps) {
  std::string text;
  for (const BindingElementId step : steps) text += engine.FormatElement(step) + "; ";
  return text;
}

TEST(ExplorerTest, FailureOfTheModelComesWithAShortestRunWhateverTheWorkers) {
  for (const unsigned workers : {1u, 4u}) {
    for (const bool count : {false, true}) {
      for (const std::uint64_t max_states : {5'000u, std::numeric_limits<NodeId>::max() - 1}) {
        ModelBuilder b;
        BuildFailure(b, 50, 7);
        RunningNet run(b);
        ExplorationOptions options = Threads(workers);
        options.max_states = max_states;
        try {
          count ? CountStates(run.engine, options).states : Explore(run.engine, options).nodes();
          FAIL() << "it must fail";
        } catch (const ExplorationError& e) {
          EXPECT_EQ(Text(run.engine, e.steps()), "T (n = 0, m = 7); ");
        }
      }
    }
  }
}

TEST(ExplorerTest, FailureInTheInitialMarkingNeedsNoSteps) {
  ModelBuilder b;
  BuildFailure(b, 50, 0);
  RunningNet run(b);
  try {
    Explore(run.engine);
    FAIL() << "it must fail";
  } catch (const ExplorationError& e) {
    EXPECT_THAT(e.steps(), ::testing::IsEmpty());
  }
}

TEST(ExplorerTest, WhetherALimitOrAFailureEndsItDoesNotDependOnWhichIsMetFirst) {
  for (const std::uint64_t max_states : {51u, 52u, 60u, 151u, 152u, 5'000u}) {
    std::set<std::string> ends;
    for (const unsigned workers : {1u, 4u}) {
      for (const std::size_t batch : {1u, 7u, 256u}) {
        ModelBuilder b;
        BuildFailure(b, 50, 1);
        RunningNet run(b);
        ExplorationOptions options = Threads(workers);
        options.max_states = max_states;
        options.tuning.batch = batch;
        try {
          ends.insert(Describe(run, Explore(run.engine, options)));
        } catch (const ModelError& e) {
          ends.insert(e.what());
        }
      }
    }
    EXPECT_THAT(ends, ::testing::SizeIs(1)) << max_states;
    const bool fails = *ends.begin() ==
                       "model:7: the inscription yields 51, no colour of N; transition T, place P";
    EXPECT_EQ(fails, max_states >= 152) << max_states << *ends.begin();
  }
}

TEST(ExplorerTest, EveryInscriptionIsEvaluatedOncePerDistinctValues) {
  ModelBuilder b;
  testing::BuildPhilosophers(b, 12);
  RunningNet run(b);
  const StateCount count = CountStates(run.engine);
  EXPECT_EQ(count.arcs, 304'104u);
  // The net's functions read one philosopher; each of the 12 is one distinct value.
  EXPECT_EQ(run.engine.statistics().evaluations % 12, 0u);
  EXPECT_LE(run.engine.statistics().evaluations, 12u * b.model.functions.size());
  const std::uint64_t before = run.engine.statistics().evaluations;
  CountStates(run.engine, Threads(4));
  EXPECT_EQ(run.engine.statistics().evaluations, before);
}

TEST(ExplorerTest, StatisticsSayWhereTheMemoryGoes) {
  ModelBuilder b;
  testing::BuildPhilosophers(b, 12);
  RunningNet run(b);
  const ExplorationStatistics statistics = CountStates(run.engine).statistics;
  EXPECT_EQ(statistics.raw_places, 4u);
  EXPECT_EQ(statistics.bytes_per_record, 8u);
  EXPECT_EQ(statistics.record_bytes, 8u * 39'202);
  EXPECT_GE(statistics.index_bytes, 4u * 39'202);
  EXPECT_EQ(statistics.bindings, 36u);
  EXPECT_EQ(statistics.arc_bytes, 8u);  // the first entry of an empty CSR
}

long PeakKilobytes() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss;
}

TEST(ExplorerTest, MemoryStaysFlatWhenExploredAgain) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "sanitizers keep freed memory";
#endif
  ModelBuilder b;
  testing::BuildPhilosophers(b, 12);
  RunningNet run(b);
  const auto explore = [&](int times) {
    for (int i = 0; i < times; ++i) {
      ExplorationOptions options;
      options.workers = 1 + static_cast<unsigned>(i % 2) * 3;
      ASSERT_EQ(CountStates(run.engine, options).states, 39'202u);
      if (i % 10 != 0) continue;
      ASSERT_EQ(Explore(run.engine, options).nodes(), 39'202u);
    }
  };
  explore(20);
  const long before = PeakKilobytes();
  explore(100);
  // Threads may meet so that one huge page (2 MiB) more is in use for once; 100 leaks are 50 MiB.
  EXPECT_LE(PeakKilobytes(), before + 8 * 1024);
}

}  // namespace
}  // namespace cpn
