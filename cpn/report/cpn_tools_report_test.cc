#include "cpn/report/cpn_tools_report.h"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "cpn/report/testing.h"

namespace cpn::report {
namespace {

std::string TextOf(const ExploredGraph& graph, const CpnToolsNames& names) {
  return FormatCpnToolsReport(graph.run.engine, MakeReport(graph.run.engine, graph.space), names,
                              "Wed Feb 19 14:46:12 2020", 3.9);
}

TEST(CpnToolsReportTest, HasTheLinesOfCpnTools) {
  const ExploredGraph graph({{"b", 1, 2}, {"b", 2, 3}}, {"d", "c"});
  const CpnToolsNames names{"m.cpn",
                            {{"Top", "A_place_with_a_long_name", 1}},
                            {{"Top", "b", 1}, {"Top", "d", 1}, {"Sub", "c", 2}}};
  EXPECT_EQ(TextOf(graph, names), R"(CPN Tools state space report for:
m.cpn
Report generated: Wed Feb 19 14:46:12 2020


 Statistics
------------------------------------------------------------------------

  State Space
     Nodes:  3
     Arcs:   2
     Secs:   3
     Status: Full

  Scc Graph
     Nodes:  3
     Arcs:   2
     Secs:   0


 Boundedness Properties
------------------------------------------------------------------------

  Best Integer Bounds
                             Upper      Lower
     Top'A_place_with_a_long_name 1
                             1          1

  Best Upper Multi-set Bounds
     Top'A_place_with_a_long_name 1
                         1`1++
1`2++
1`3

  Best Lower Multi-set Bounds
     Top'A_place_with_a_long_name 1
                         empty


 Home Properties
------------------------------------------------------------------------

  Home Markings
     [3]


 Liveness Properties
------------------------------------------------------------------------

  Dead Markings
     [3]

  Dead Transition Instances
     Sub'c 2
     Top'd 1

  Live Transition Instances
     None


 Fairness Properties
------------------------------------------------------------------------
     No infinite occurrence sequences.
)");
}

TEST(CpnToolsReportTest, ListsTransitionsByTheirFairness) {
  const ExploredGraph graph({{"a", 1, 2}, {"a", 2, 1}, {"b", 1, 1}});
  const std::string text =
      TextOf(graph, {"m.cpn", {{"Top", "P", 1}}, {{"Top", "a", 1}, {"Top", "b", 1}}});
  EXPECT_NE(text.find("     Top'P 1                 1          1\n"), std::string::npos) << text;
  EXPECT_NE(text.find("  Live Transition Instances\n     All\n"), std::string::npos) << text;
  EXPECT_NE(text.find(R"(
  Impartial Transition Instances
     None

  Fair Transition Instances
     None

  Just Transition Instances
     Top'b 1

  Transition Instances with No Fairness
     Top'a 1
)"),
            std::string::npos)
      << text;
}

TEST(CpnToolsReportTest, WhatAPartialSpaceDoesNotTellIsUnknown) {
  ExplorationOptions options;
  options.max_states = 2;
  const ExploredGraph graph({{"a", 1, 2}, {"a", 2, 3}, {"a", 3, 1}}, {}, options);
  const std::string text = TextOf(graph, {"m.cpn", {{"Top", "P", 1}}, {{"Top", "a", 1}}});
  EXPECT_NE(text.find("     Status: Partial\n"), std::string::npos) << text;
  EXPECT_NE(text.find("  Home Markings\n     Unknown\n"), std::string::npos) << text;
  EXPECT_NE(text.find("  Live Transition Instances\n     Unknown\n"), std::string::npos) << text;
}

TEST(CpnToolsReportTest, ValuesAreThoseOfCpnMl) {
  ValueStore v;
  const auto ml = [&](Value value) { return FormatMl(v, value); };
  EXPECT_EQ(ml(v.Unit()), "()");
  EXPECT_EQ(ml(v.Bool(true)), "true");
  EXPECT_EQ(ml(v.Int(-7)), "~7");
  EXPECT_EQ(ml(v.Int(INT64_MIN)), "~9223372036854775808");
  EXPECT_EQ(ml(v.Enum("yes")), "yes");
  EXPECT_EQ(ml(v.String("a\"\\\n\x01")), "\"a\\\"\\\\\\n\\001\"");
  const Value pair = v.Tuple(std::vector{v.Int(1), v.List(std::vector{v.Int(2), v.Int(-3)})});
  EXPECT_EQ(ml(pair), "(1,[2,~3])");
  const std::vector<std::pair<std::string, Value>> fields{{"seq", v.Int(1)},
                                                          {"data", v.String("")}};
  EXPECT_EQ(ml(v.Record(fields)), "{data=\"\",seq=1}");
  EXPECT_EQ(ml(v.Union("Ack", v.Unit())), "Ack");
  EXPECT_EQ(ml(v.Union("Data", pair)), "Data((1,[2,~3]))");
}

}  // namespace
}  // namespace cpn::report
