// What stubborn sets leave of known nets.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "cpn/explore/cycles.h"
#include "cpn/explore/state_space.h"
#include "cpn/testing/testing.h"
#include "cpn/testing/testing_nets.h"

namespace cpn {
namespace {

using testing::Arguments;
using testing::Computed;
using testing::Constant;
using testing::ModelBuilder;
using testing::RunningNet;
using testing::Tuple;

StateCount Count(ModelBuilder& b, bool stubborn, unsigned workers = 1) {
  RunningNet run(b);
  ExplorationOptions options;
  options.reduction.stubborn = stubborn;
  options.workers = workers;
  options.tuning.small_level = 8;
  return CountStates(run.engine, options);
}

/// The shipped model: each of n workers votes, votes are collected at once, in a sorted list.
void BuildTwoPhaseCommit(ModelBuilder& b, std::int64_t n) {
  const ColourSetId worker = b.Range("Worker", 1, n);
  const ColourSetId vote = b.Product("Vote", {worker, b.Bool()});
  const ColourSetId ballot = b.List("Ballot", vote);
  std::vector<MultiSetEntry> all;
  for (std::int64_t w = 1; w <= n; ++w) all.push_back({b.values.Int(w), 1});
  const std::uint32_t asked = b.Top().Place("Asked", worker, all);
  const std::uint32_t votes = b.Top().Place("Votes", vote);
  const std::uint32_t collected = b.Top().Place("Collected", ballot, {{b.values.List({}), 1}});
  const std::uint32_t decided = b.Top().Place("Decided", worker);
  const std::uint32_t acknowledged = b.Top().Place("Acknowledged", worker);

  testing::TransitionBuilder decide = b.Top().Transition("Vote");
  decide.Input(asked, {decide.Var("w", worker)});
  decide.Output(votes, {Tuple({decide.Var("w", worker), decide.Var("yes", b.Bool())})});

  testing::TransitionBuilder collect = b.Top().Transition("Collect");
  collect.Input(votes, {collect.Var("vote", vote)}).Input(collected, {collect.Var("b", ballot)});
  collect.Output(collected, {Computed(b.Insertion("b", "vote"))}).Priority(1);

  testing::TransitionBuilder send = b.Top().Transition("Send");
  send.Input(collected, {send.Var("b", ballot)}).Inhibitor(asked);
  send.Guard(b.TestFunction({"b"}, [&b, n](Arguments arguments) {
    return b.values.Elements(arguments[0]).size() == static_cast<std::size_t>(n);
  }));
  for (const MultiSetEntry& w : all) send.Output(decided, {Constant(w.value)});

  testing::TransitionBuilder acknowledge = b.Top().Transition("Acknowledge");
  acknowledge.Input(decided, {acknowledge.Var("w", worker)});
  acknowledge.Output(acknowledged, {acknowledge.Var("w", worker)});
}

TEST(StubbornSetTest, TwoPhaseCommitGrowsTwofoldAWorker) {
  std::vector<std::uint64_t> states;
  for (const std::int64_t workers : {4, 6, 8}) {
    ModelBuilder b;
    BuildTwoPhaseCommit(b, workers);
    states.push_back(Count(b, true).states);
  }
  EXPECT_LT(states[1], 5 * states[0]);
  EXPECT_LT(states[2], 5 * states[1]);
}

TEST(StubbornSetTest, KeepsTheDeadMarkingOfThePhilosophers) {
  ModelBuilder b;
  testing::BuildPhilosophers(b, 8);
  const StateCount whole = Count(b, false);
  const StateCount reduced = Count(b, true);
  EXPECT_EQ(reduced.dead_markings, whole.dead_markings);
  EXPECT_LT(reduced.states, whole.states);
  EXPECT_EQ(whole.statistics.enabled_elements, 0);
  EXPECT_GT(reduced.statistics.enabled_elements, reduced.arcs);
}

TEST(StubbornSetTest, DependOnNoWorker) {
  ModelBuilder b;
  BuildTwoPhaseCommit(b, 6);
  const StateCount alone = Count(b, true);
  const StateCount two = Count(b, true, 2);
  EXPECT_EQ(alone.states, two.states);
  EXPECT_EQ(alone.arcs, two.arcs);
  EXPECT_EQ(alone.statistics.enabled_elements, two.statistics.enabled_elements);
}

TEST(CyclesTest, TellsEndlessRunsFromThoseThatCanEnd) {
  ModelBuilder b;
  const ColourSetId unit = b.Unit();
  const std::uint32_t here = b.Top().Place("Here", unit, b.Tokens({b.values.Unit()}));
  const testing::Term token = Constant(b.values.Unit());
  b.Top().Transition("Stay").Input(here, {token}).Output(here, {token});
  const auto cycles = [&b] {
    RunningNet run(b);
    return CyclesOf(Explore(run.engine));
  };
  EXPECT_EQ(cycles(), Cycles::kEndless);
  b.Top().Transition("Go").Input(here, {token});
  EXPECT_EQ(cycles(), Cycles::kLeft);
}

}  // namespace
}  // namespace cpn
