#include "cpn/explore/strong_components.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cpn {
namespace {

using ::testing::ElementsAre;

struct Arc {
  std::uint32_t target = 0;
};

struct Graph {
  std::vector<std::vector<Arc>> out;
  std::size_t nodes() const { return out.size(); }
  std::span<const Arc> Out(std::uint32_t node) const { return out[node]; }
};

TEST(StrongComponentsTest, NodesOnACommonCycleAreOneComponent) {
  const Graph graph{{{{1}}, {{2}, {0}}, {}, {{2}, {3}}}};
  EXPECT_EQ(FindComponents(graph).count, 3u);
  EXPECT_THAT(FindComponents(graph).of_node, ElementsAre(1, 1, 0, 2));
}

TEST(StrongComponentsTest, ArcsThatAreNotKeptDoNotCount) {
  const Graph graph{{{{1}}, {{2}, {0}}, {{0}}}};
  const Components components = FindComponents(
      graph, [](std::uint32_t source, const Arc& arc) { return source != 1 || arc.target != 2; });
  EXPECT_EQ(components.count, 2u);
  EXPECT_THAT(components.of_node, ElementsAre(0, 0, 1));
}

TEST(StrongComponentsTest, ArcsLeadToSmallerNumbers) {
  const Graph graph{{{{1}, {2}}, {{3}}, {{3}, {1}}, {}}};
  const Components components = FindComponents(graph);
  for (std::uint32_t node = 0; node < 4; ++node) {
    for (const Arc& arc : graph.Out(node)) {
      EXPECT_LT(components.of_node[arc.target], components.of_node[node]);
    }
  }
}

TEST(StrongComponentsTest, GraphWithoutNodesHasNone) {
  EXPECT_EQ(FindComponents(Graph{}).count, 0u);
}

TEST(StrongComponentsTest, LongPathsDoNotOverflowTheStack) {
  Graph graph;
  constexpr std::uint32_t kNodes = 1'000'000;
  for (std::uint32_t node = 1; node < kNodes; ++node) graph.out.push_back({{node}});
  graph.out.emplace_back();
  EXPECT_EQ(FindComponents(graph).count, kNodes);
  graph.out.back().push_back({0});
  EXPECT_EQ(FindComponents(graph).count, 1u);
}

}  // namespace
}  // namespace cpn
