// What is too large for a page is split, and nothing is lost.
#include "cpn/draw/pages.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <regex>
#include <set>
#include <string>

#include "cpn/draw/draw.h"

namespace cpn::draw {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

/// Transitions T0, T1, ... in a row, each between two places, and all of them at the place Hub.
Diagram Row(std::size_t transitions) {
  Diagram diagram;
  diagram.title = "row";
  const auto add = [&](Shape shape, std::string name) {
    DiagramNode node;
    node.shape = shape;
    node.name = std::move(name);
    node.tip = node.name;
    diagram.nodes.push_back(std::move(node));
    return diagram.nodes.size() - 1;
  };
  for (std::size_t i = 0; i <= transitions; ++i) add(Shape::kPlace, fmt::format("P{}", i));
  const std::size_t hub = add(Shape::kPlace, "Hub");
  for (std::size_t i = 0; i < transitions; ++i) {
    const std::size_t t = add(Shape::kTransition, fmt::format("T{}", i));
    diagram.arcs.push_back({i, t, Head::kArrow, {"some inscription"}});
    diagram.arcs.push_back({t, i + 1, Head::kArrow, {fmt::format("n{}", i)}});
    diagram.arcs.push_back({hub, t, Head::kBothArrows, {"h"}});
  }
  return diagram;
}

std::multiset<std::string> ArcsOf(const Diagram& diagram) {
  std::multiset<std::string> arcs;
  for (const DiagramArc& arc : diagram.arcs) {
    arcs.insert(fmt::format("{} -> {}: {}", diagram.nodes[arc.source].name,
                            diagram.nodes[arc.target].name, arc.inscription.front()));
  }
  return arcs;
}

TEST(Pages, WhatFitsIsOnePageAsItIs) {
  const Diagram diagram = Row(3);
  const std::vector<Page> pages = MakePages(diagram);
  ASSERT_EQ(pages.size(), 1u);
  EXPECT_EQ(pages[0].diagram.title, "row");
  EXPECT_EQ(ArcsOf(pages[0].diagram), ArcsOf(diagram));
}

TEST(Pages, EachTransitionAndEachArcIsOnOnePage) {
  const Diagram diagram = Row(24);
  const std::vector<Page> pages = MakePages(diagram);
  ASSERT_GT(pages.size(), 1u);
  std::multiset<std::string> arcs, transitions;
  std::set<std::string> places;
  for (const Page& page : pages) {
    arcs.merge(ArcsOf(page.diagram));
    for (const DiagramNode& node : page.diagram.nodes) {
      node.shape == Shape::kPlace ? void(places.insert(node.name))
                                  : void(transitions.insert(node.name));
    }
  }
  EXPECT_EQ(arcs, ArcsOf(diagram));
  EXPECT_EQ(transitions.size(), 24u);
  EXPECT_EQ(std::set<std::string>(transitions.begin(), transitions.end()).size(), 24u);
  EXPECT_EQ(places.size(), 26u);
}

TEST(Pages, PlaceOnSeveralPagesSaysSo) {
  const std::vector<Page> pages = MakePages(Row(24));
  for (std::size_t i = 0; i < pages.size(); ++i) {
    EXPECT_EQ(pages[i].diagram.title, fmt::format("row, page {} of {}", i + 1, pages.size()));
    const auto& nodes = pages[i].diagram.nodes;
    const auto hub = std::find_if(nodes.begin(), nodes.end(),
                                  [](const DiagramNode& node) { return node.name == "Hub"; });
    ASSERT_NE(hub, nodes.end());
    EXPECT_EQ(hub->is_repeated, i > 0);
    EXPECT_THAT(hub->tip, StartsWith("Hub\nalso on page"));
    EXPECT_THAT(hub->tip, HasSubstr(i == 0 ? " 2" : " 1"));
    EXPECT_FALSE(hub->At(Corner::kTopLeft).empty());
  }
}

TEST(Pages, NoPageIsLargerThanItMayBeAndTextsCanBeRead) {
  for (const Page& page : MakePages(Row(24))) {
    const double scale = ScaleForPage(page.diagram, page.layout);
    EXPECT_GE(scale * kTagSize * kPixelsPerPoint, kLeastTextPixels);
    std::smatch size;
    const std::string svg = WriteSvg(page.diagram, page.layout);
    ASSERT_TRUE(std::regex_search(svg, size, std::regex("width=\"(.*)pt\" height=\"(.*)pt\"")));
    EXPECT_LE(std::stod(size[1]) * kPixelsPerPoint, kMostPixels + 1);
    EXPECT_LE(std::stod(size[2]) * kPixelsPerPoint, kMostPixels + 1);
  }
}

TEST(Pages, ATransitionThatIsTooLargeIsAPageAllTheSame) {
  Diagram diagram = Row(1);
  for (int i = 0; i < 80; ++i) {
    DiagramNode node;
    node.name = fmt::format("Another place {}", i);
    diagram.nodes.push_back(node);
    diagram.arcs.push_back({diagram.nodes.size() - 1, 3, Head::kArrow, {"x"}});
  }
  EXPECT_EQ(MakePages(diagram).size(), 1u);
}

TEST(Pages, PlacesWithoutArcsAreOnTheFirstPage) {
  Diagram diagram = Row(24);
  DiagramNode alone;
  alone.name = "Alone";
  diagram.nodes.push_back(alone);
  const std::vector<Page> pages = MakePages(diagram);
  for (std::size_t i = 0; i < pages.size(); ++i) {
    const auto& nodes = pages[i].diagram.nodes;
    EXPECT_EQ(std::count_if(nodes.begin(), nodes.end(),
                            [](const DiagramNode& node) { return node.name == "Alone"; }),
              i == 0 ? 1 : 0);
  }
}

}  // namespace
}  // namespace cpn::draw
