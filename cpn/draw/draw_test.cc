#include "cpn/draw/draw.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "cpn/draw/spline.h"
#include "cpn/draw/testing.h"

namespace cpn::draw {
namespace {

using ::testing::HasSubstr;

const Spline kStraight{{0, 0}, {1, 0}, {2, 0}, {3, 0}, {4, 0}, {5, 0}, {6, 0}};

TEST(SplineTest, EndIsCutWhereItEntersTheShape) {
  const Spline cut = CutEnd(kStraight, [](Point p) { return p.x >= 4; });
  ASSERT_EQ(cut.size(), 7u);
  EXPECT_NEAR(cut.back().x, 4, 1e-5);
  EXPECT_EQ(cut.front().x, 0);
}

TEST(SplineTest, SegmentsInsideTheShapeAreDropped) {
  const Spline cut = CutEnd(kStraight, [](Point p) { return p.x >= 1.5; });
  ASSERT_EQ(cut.size(), 4u);
  EXPECT_NEAR(cut.back().x, 1.5, 1e-5);
}

TEST(SplineTest, LastEntryCounts) {
  const auto inside = [](Point p) { return p.x >= 5 || (p.x >= 1 && p.x <= 2); };
  EXPECT_NEAR(CutEnd(kStraight, inside).back().x, 5, 1e-5);
}

TEST(SplineTest, SplineInsideTheShapeKeepsItsStart) {
  const Spline cut = CutEnd(kStraight, [](Point) { return true; });
  EXPECT_EQ(cut.back().x, 0);
}

TEST(SplineTest, SplineThatEndsOutsideIsKept) {
  EXPECT_EQ(CutEnd(kStraight, [](Point) { return false; }).size(), kStraight.size());
}

TEST(GraphvizTest, AnswersWhatTheProgramPrints) {
  EXPECT_EQ(RunGraphviz("some text\n", {}, "cat"), "some text\n");
}

TEST(GraphvizTest, LargeInputsAndOutputsDoNotBlock) {
  const std::string large(10'000'000, 'x');
  EXPECT_EQ(RunGraphviz(large, {}, "cat"), large);
}

TEST(GraphvizTest, MissingProgramSaysWhatToInstall) {
  try {
    RunGraphviz("", {}, "no-such-dot");
    FAIL();
  } catch (const GraphvizError& error) {
    EXPECT_STREQ(error.what(),
                 "the program 'no-such-dot' is not in PATH; it lays out pictures and comes with "
                 "Graphviz: apt-get install graphviz");
  }
}

TEST(GraphvizTest, FailureCarriesTheProgramsMessage) {
  try {
    RunGraphviz("", {"/no/such/file"}, "cat");
    FAIL();
  } catch (const GraphvizError& error) {
    EXPECT_STREQ(error.what(),
                 "'cat' failed with exit code 1: cat: /no/such/file: No such file or directory\n");
  }
}

class DrawTest : public ::testing::Test {
 protected:
  ValueStore values_;
  Model model_ = SampleModel(values_);
  Diagram diagram_ = MakeDiagram(model_, 0, values_);
};

TEST_F(DrawTest, ArcsEndAtTheShapes) {
  const Layout layout = PlaceAndRoute(diagram_);
  ASSERT_EQ(layout.arcs.size(), diagram_.arcs.size());
  for (std::size_t i = 0; i < diagram_.arcs.size(); ++i) {
    const DiagramNode& node = diagram_.nodes[diagram_.arcs[i].target];
    const Point centre = layout.nodes[diagram_.arcs[i].target];
    const Point half = HalfSize(node);
    const double x = (layout.arcs[i].target_tip.x - centre.x) / half.x;
    const double y = (layout.arcs[i].target_tip.y - centre.y) / half.y;
    const double outline =
        node.shape == Shape::kPlace ? std::sqrt(x * x + y * y) : std::max(std::abs(x), std::abs(y));
    EXPECT_NEAR(outline, 1, 1e-3) << "arc " << i;
  }
}

TEST_F(DrawTest, NodesDoNotOverlap) {
  const Layout layout = PlaceAndRoute(diagram_);
  for (std::size_t i = 0; i < layout.nodes.size(); ++i) {
    for (std::size_t k = 0; k < i; ++k) {
      const Point a = HalfSize(diagram_.nodes[i]);
      const Point b = HalfSize(diagram_.nodes[k]);
      EXPECT_TRUE(std::abs(layout.nodes[i].x - layout.nodes[k].x) > a.x + b.x ||
                  std::abs(layout.nodes[i].y - layout.nodes[k].y) > a.y + b.y);
    }
  }
}

TEST_F(DrawTest, DotShowsShapesTagsAndHeads) {
  const std::string dot = DrawDot(model_, 0, values_);
  EXPECT_THAT(dot, HasSubstr("layout=nop2"));
  EXPECT_THAT(dot, HasSubstr("n0 [shape=ellipse, label=\"Idle\""));
  EXPECT_THAT(dot, HasSubstr("n3 [shape=box, label=\"Start\""));
  EXPECT_THAT(dot, HasSubstr("n5 [shape=box, label=\"Sub\""));
  EXPECT_THAT(dot, HasSubstr("peripheries=2"));
  EXPECT_THAT(dot, HasSubstr("label=\"Worker\""));
  EXPECT_THAT(dot, HasSubstr("label=\"[b > 0 and \\\"x\\\" ~= 'y']\""));
  EXPECT_THAT(dot, HasSubstr("arrowhead=odot"));
  EXPECT_THAT(dot, HasSubstr("arrowhead=normalnormal"));
  EXPECT_THAT(dot, HasSubstr("dir=both"));
}

TEST_F(DrawTest, SvgHasAllNames) {
  const std::string svg = DrawSvg(model_, 0, values_);
  for (const char* name : {"Top", "Idle", "Jobs", "Done", "Start", "Check", "Sub", "Worker",
                           "Fusion Done", "P_HIGH"}) {
    EXPECT_THAT(svg, HasSubstr(std::string(">") + name + "<"));
  }
}

TEST_F(DrawTest, TextsThatLookLikeMarkupAreShownAsTheyAre) {
  model_.modules[0].name = "A<b>&\"c\"";
  model_.modules[0].places[0].name = "x\\n\"<i>";
  const std::string svg = DrawSvg(model_, 0, values_);
  EXPECT_THAT(svg, HasSubstr("A&lt;b&gt;&amp;"));
  EXPECT_THAT(svg, HasSubstr(">x\\n&quot;&lt;i&gt;<"));
}

TEST_F(DrawTest, ModuleWithoutAnythingIsAPictureToo) {
  model_.modules[0] = ModuleDeclaration{};
  model_.modules[0].name = "Empty";
  EXPECT_THAT(DrawSvg(model_, 0, values_), HasSubstr(">Empty<"));
}

}  // namespace
}  // namespace cpn::draw
