#include "cpn/report/report_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cpn/report/testing.h"

namespace cpn::report {
namespace {

using ::testing::HasSubstr;

std::string TextOf(const ExploredGraph& graph) {
  return FormatReport(graph.run.engine, MakeReport(graph.run.engine, graph.space),
                      "the limit of 3 states");
}

/// The part between two headings.
std::string Between(const std::string& text, const std::string& from, const std::string& to) {
  const std::size_t begin = text.find(from);
  const std::size_t end = text.find(to, begin);
  if (begin == std::string::npos || end == std::string::npos) return "not there";
  return text.substr(begin, end - begin);
}

TEST(ReportTextTest, HasTheSectionsOfCpnTools) {
  EXPECT_EQ(TextOf(ExploredGraph({{"a", 1, 2}, {"b", 1, 2}, {"c", 2, 2}, {"b", 2, 2}}, {"d"})), R"(
 Statistics
------------------------------------------------------------------------

  State Space
     Nodes:  2
     Arcs:   4
     Depth:  1
     Status: complete

  Scc Graph
     Nodes:  2
     Arcs:   2


 Boundedness Properties
------------------------------------------------------------------------

  Best Integer Bounds
              Upper       Lower
     At           1           1

  Best Upper Multi-set Bounds
     At  1`1 ++ 1`2

  Best Lower Multi-set Bounds
     At  empty


 Home Properties
------------------------------------------------------------------------

  Home Markings
     [2]


 Liveness Properties
------------------------------------------------------------------------

  Dead Markings
     None

  Dead Transition Instances
     d

  Live Transition Instances
     b
     c


 Fairness Properties
------------------------------------------------------------------------

  Impartial Transition Instances
     None

  Fair Transition Instances
     a
     d

  Just Transition Instances
     None

  Transition Instances with No Fairness
     b
     c
)");
}

TEST(ReportTextTest, EveryLineThatAPartialExplorationLeavesOpenSaysSo) {
  ExplorationOptions options;
  options.max_states = 3;
  EXPECT_EQ(TextOf(ExploredGraph({{"a", 1, 2}, {"a", 1, 3}, {"b", 3, 4}}, {}, options)), R"(
 Statistics
------------------------------------------------------------------------

  State Space
     Nodes:  3 or more
     Arcs:   2 or more
     Depth:  1 or more
     Status: partial, because of the limit of 3 states
             2 nodes are not expanded: their arcs are unknown

  Scc Graph
     Nodes:  3 in the explored part
     Arcs:   2 in the explored part


 Boundedness Properties
------------------------------------------------------------------------

  Best Integer Bounds
              Upper       Lower
     At        >= 1        <= 1

  Best Upper Multi-set Bounds
     At  >= 1`1 ++ 1`2 ++ 1`3

  Best Lower Multi-set Bounds
     At  <= empty


 Home Properties
------------------------------------------------------------------------

  Home Markings
     Unknown: the state space is partial


 Liveness Properties
------------------------------------------------------------------------

  Dead Markings
     None so far

  Dead Transition Instances
     b (has not occurred so far)

  Live Transition Instances
     Unknown: the state space is partial


 Fairness Properties
------------------------------------------------------------------------
     Unknown: the state space is partial
)");
}

TEST(ReportTextTest, WithoutCyclesNothingIsSaidOfFairness) {
  EXPECT_THAT(TextOf(ExploredGraph({{"a", 1, 2}})),
              HasSubstr("---\n     No infinite occurrence sequences.\n"));
}

TEST(ReportTextTest, FirstDeadMarkingIsShown) {
  const std::string text = TextOf(ExploredGraph({{"a", 1, 2}, {"b", 1, 3}}));
  EXPECT_EQ(Between(text, "  Dead Markings", "\n  Dead Transition"),
            "  Dead Markings\n     [2,3]\n     Marking 2:\n       At: 1`2\n");
}

TEST(ReportTextTest, LongListsOfNodesAreCut) {
  const std::string text = TextOf(ExploredGraph(
      {{"a", 1, 2}, {"a", 1, 3}, {"a", 1, 4}, {"a", 1, 5}, {"a", 1, 6}, {"a", 1, 7}}));
  EXPECT_THAT(text, HasSubstr("  Dead Markings\n     6 [2,3,4,5,6,...]\n"));
}

TEST(ReportTextTest, MultiSetsAreBrokenBetweenTokens) {
  std::vector<GraphArc> arcs;
  for (std::int64_t node = 2; node <= 20; ++node) arcs.push_back({"a", 1, node});
  EXPECT_THAT(TextOf(ExploredGraph(arcs)),
              HasSubstr("     At  1`1 ++ 1`2 ++ 1`3 ++ 1`4 ++ 1`5 ++ 1`6 ++ 1`7 ++ 1`8 ++ 1`9 ++ "
                        "1`10 ++ 1`11 ++ 1`12 ++\n"
                        "         1`13 ++ 1`14 ++ 1`15 ++ 1`16 ++ 1`17 ++ 1`18 ++ 1`19 ++ 1`20\n"));
}

TEST(ReportTextTest, EmptyDeadMarkingIsCalledEmpty) {
  testing::ModelBuilder b;
  const ColourSetId unit = b.Unit();
  const auto place = b.Top().Place("P", unit, b.Tokens({b.values.Unit()}));
  b.Top().Transition("T").Input(place, {testing::Constant(b.values.Unit())});
  testing::RunningNet run(b);
  const StateSpace space = Explore(run.engine);
  EXPECT_THAT(FormatReport(run.engine, MakeReport(run.engine, space), ""),
              HasSubstr("     [2]\n     Marking 2: empty\n\n"));
}

TEST(ReportTextTest, CountHasItsFourNumbers) {
  EXPECT_EQ(FormatCount({12, 34, 5, 6, ExplorationEnd::kComplete, {}}, ""), R"(
 Statistics
------------------------------------------------------------------------

  State Space
     Nodes:  12
     Arcs:   34
     Depth:  6
     Status: complete


 Liveness Properties
------------------------------------------------------------------------

  Dead Markings
     5
)");
}

TEST(ReportTextTest, PartialCountSaysSoOnEveryLine) {
  EXPECT_EQ(FormatCount({12, 34, 5, 6, ExplorationEnd::kInterrupted, {}}, "Ctrl-C"), R"(
 Statistics
------------------------------------------------------------------------

  State Space
     Nodes:  12 or more
     Arcs:   34 or more
     Depth:  6 or more
     Status: partial, because of Ctrl-C


 Liveness Properties
------------------------------------------------------------------------

  Dead Markings
     5 or more
)");
}

}  // namespace
}  // namespace cpn::report
