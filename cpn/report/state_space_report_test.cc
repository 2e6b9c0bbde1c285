#include "cpn/report/state_space_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cpn/report/testing.h"
#include "cpn/testing/testing_nets.h"

namespace cpn::report {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Optional;

StateSpaceReport ReportOf(const std::vector<GraphArc>& arcs,
                          const std::vector<std::string>& dead = {},
                          const ExplorationOptions& options = {}) {
  const ExploredGraph graph(arcs, dead, options);
  return MakeReport(graph.run.engine, graph.space);
}

TEST(StateSpaceReportTest, AllMarkingsOfOneComponentAreHome) {
  const StateSpaceReport report = ReportOf({{"a", 1, 2}, {"b", 2, 1}});
  EXPECT_EQ(report.scc.nodes, 1u);
  EXPECT_EQ(report.scc.arcs, 0u);
  EXPECT_EQ(report.home->kind, HomeKind::kAll);
  EXPECT_EQ(report.home->count, 2u);
  EXPECT_THAT(report.home->nodes, IsEmpty());
}

TEST(StateSpaceReportTest, MarkingsOfTheOnlyTerminalComponentAreHome) {
  const StateSpaceReport report = ReportOf({{"a", 1, 2}, {"b", 2, 3}, {"b", 3, 2}});
  EXPECT_EQ(report.home->kind, HomeKind::kSome);
  EXPECT_EQ(report.home->count, 2u);
  EXPECT_THAT(report.home->nodes, ElementsAre(1, 2));
}

TEST(StateSpaceReportTest, WithTwoTerminalComponentsNothingIsHome) {
  const StateSpaceReport report = ReportOf({{"a", 1, 2}, {"b", 1, 3}, {"c", 3, 3}});
  EXPECT_EQ(report.home->kind, HomeKind::kNone);
  EXPECT_EQ(report.home->count, 0u);
}

TEST(StateSpaceReportTest, ParallelArcsBetweenComponentsCount) {
  const StateSpaceReport report = ReportOf({{"a", 1, 2}, {"b", 1, 2}, {"c", 1, 1}});
  EXPECT_EQ(report.arcs, 3u);
  EXPECT_EQ(report.scc.nodes, 2u);
  EXPECT_EQ(report.scc.arcs, 2u);
}

TEST(StateSpaceReportTest, MarkingsWithoutArcsAreDead) {
  EXPECT_THAT(ReportOf({{"a", 1, 2}, {"b", 1, 3}, {"c", 3, 3}}).dead_markings, ElementsAre(1));
}

TEST(StateSpaceReportTest, TransitionsWithoutArcsAreDead) {
  EXPECT_THAT(ReportOf({{"a", 1, 2}, {"b", 2, 1}}, {"c", "d"}).dead_transitions, ElementsAre(2, 3));
}

TEST(StateSpaceReportTest, TransitionsOfAllTerminalComponentsAreLive) {
  EXPECT_THAT(
      ReportOf({{"a", 1, 2}, {"b", 1, 3}, {"b", 2, 2}, {"a", 2, 2}, {"a", 3, 4}, {"c", 4, 3}})
          .live_transitions,
      Optional(ElementsAre(0)));
}

TEST(StateSpaceReportTest, NothingIsLiveWhenAMarkingIsDead) {
  EXPECT_THAT(ReportOf({{"a", 1, 1}, {"b", 1, 2}}).live_transitions, Optional(IsEmpty()));
}

TEST(StateSpaceReportTest, WithoutCyclesThereIsNoFairness) {
  const StateSpaceReport report = ReportOf({{"a", 1, 2}});
  EXPECT_THAT(report.infinite_sequences, Optional(false));
  EXPECT_EQ(report.fairness, std::nullopt);
}

TEST(StateSpaceReportTest, InitialMarkingAloneIsDeadAndHome) {
  const StateSpaceReport report = ReportOf({}, {"a"});
  EXPECT_EQ(report.nodes, 1u);
  EXPECT_EQ(report.depth, 0u);
  EXPECT_THAT(report.dead_markings, ElementsAre(0));
  EXPECT_EQ(report.home->kind, HomeKind::kAll);
}

TEST(StateSpaceReportTest, PartialExplorationLeavesOpenWhatItCannotKnow) {
  ExplorationOptions options;
  options.max_states = 2;
  const StateSpaceReport report = ReportOf({{"a", 1, 2}, {"b", 2, 3}, {"b", 3, 1}}, {"c"}, options);
  EXPECT_EQ(report.end, ExplorationEnd::kMaxStates);
  EXPECT_EQ(report.nodes, 2u);
  EXPECT_EQ(report.expanded, 1u);
  EXPECT_EQ(report.home, std::nullopt);
  EXPECT_EQ(report.live_transitions, std::nullopt);
  EXPECT_EQ(report.infinite_sequences, std::nullopt);
  EXPECT_EQ(report.fairness, std::nullopt);
  EXPECT_THAT(report.dead_markings, IsEmpty()) << "nobody knows whether the second one is dead";
}

/// Tokens 1 and 2 on Pool; Move takes one to Done, where it stays.
class BoundsTest : public ::testing::Test {
 protected:
  BoundsTest() {
    const ColourSetId item = b_.Range("Item", 1, 2);
    const auto pool = b_.Top().Place("Pool", item, b_.Ints({1, 1, 2}));
    const auto done = b_.Top().Place("Done", item, b_.Ints({2}));
    testing::TransitionBuilder move = b_.Top().Transition("Move");
    const Pattern x = move.Var("x", item);
    move.Input(pool, {x}).Output(done, {x}).Guard(b_.TestFunction(
        {"x"}, [this](testing::Arguments a) { return b_.values.AsInt(a[0]) == 1; }));
  }

  StateSpaceReport Report() {
    testing::RunningNet run(b_);
    return MakeReport(run.engine, Explore(run.engine));
  }

  testing::ModelBuilder b_;
};

TEST_F(BoundsTest, IntegerBoundsCountTokens) {
  const StateSpaceReport report = Report();
  EXPECT_EQ(report.bounds[0].upper, 3u);
  EXPECT_EQ(report.bounds[0].lower, 1u);
  EXPECT_EQ(report.bounds[1].upper, 3u);
  EXPECT_EQ(report.bounds[1].lower, 1u);
}

TEST_F(BoundsTest, MultiSetBoundsHaveEachColoursExtremes) {
  const StateSpaceReport report = Report();
  const auto text = [&](MultiSet m) { return b_.multisets.Format(m); };
  EXPECT_EQ(text(report.bounds[0].upper_multi_set), "2`1 ++ 1`2");
  EXPECT_EQ(text(report.bounds[0].lower_multi_set), "1`2");
  EXPECT_EQ(text(report.bounds[1].upper_multi_set), "2`1 ++ 1`2");
  EXPECT_EQ(text(report.bounds[1].lower_multi_set), "1`2");
}

TEST(MultiSetBoundsTest, NoMarkingNeedsToHaveThemAllAtOnce) {
  testing::ModelBuilder b;
  const ColourSetId item = b.Range("Item", 1, 2);
  const auto place = b.Top().Place("P", item, b.Ints({1}));
  testing::TransitionBuilder t = b.Top().Transition("T");
  const Pattern x = t.Var("x", item);
  const Pattern y = t.Var("y", item);
  t.Input(place, {x}).Output(place, {y});
  testing::RunningNet run(b);
  const StateSpaceReport report = MakeReport(run.engine, Explore(run.engine));
  EXPECT_EQ(report.bounds[0].upper, 1u);
  EXPECT_EQ(b.multisets.Format(report.bounds[0].upper_multi_set), "1`1 ++ 1`2");
  EXPECT_EQ(b.multisets.Format(report.bounds[0].lower_multi_set), "empty");
}

TEST(StateSpaceReportTest, DataBaseIsLiveAndImpartialAndAllMarkingsAreHome) {
  testing::ModelBuilder b;
  testing::BuildDataBase(b, 4);
  testing::RunningNet run(b);
  const StateSpaceReport report = MakeReport(run.engine, Explore(run.engine));
  EXPECT_EQ(report.nodes, 109u);
  EXPECT_EQ(report.arcs, 224u);
  EXPECT_EQ(report.scc.nodes, 1u);
  EXPECT_EQ(report.scc.arcs, 0u);
  EXPECT_EQ(report.home->kind, HomeKind::kAll);
  EXPECT_THAT(report.dead_markings, IsEmpty());
  EXPECT_THAT(report.dead_transitions, IsEmpty());
  EXPECT_THAT(report.live_transitions, Optional(ElementsAre(0, 1, 2, 3)));
  EXPECT_THAT(report.fairness, Optional(Each(Fairness::kImpartial)));
}

}  // namespace
}  // namespace cpn::report
