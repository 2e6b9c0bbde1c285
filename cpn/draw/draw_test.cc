#include "cpn/draw/draw.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "cpn/draw/arc_ends.h"
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
  EXPECT_EQ(RunGraphviz("some text\n", {}, nullptr, "cat"), "some text\n");
}

TEST(GraphvizTest, LargeInputsAndOutputsDoNotBlock) {
  const std::string large(8'000'000, 'x');
  EXPECT_EQ(RunGraphviz(large, {}, nullptr, "cat"), large);
}

TEST(GraphvizTest, MissingProgramSaysWhatToInstall) {
  try {
    RunGraphviz("", {}, nullptr, "no-such-dot");
    FAIL();
  } catch (const GraphvizError& error) {
    EXPECT_STREQ(error.what(),
                 "the program 'no-such-dot' is not in PATH; it lays out pictures and comes with "
                 "Graphviz: apt-get install graphviz");
  }
}

TEST(GraphvizTest, FailureCarriesTheProgramsMessage) {
  try {
    RunGraphviz("", {"/no/such/file"}, nullptr, "cat");
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

double Distance(Point a, Point b) { return std::hypot(a.x - b.x, a.y - b.y); }

/// Where an arc meets the outline of a node: with the tip of its head, or with its tail.
struct ArcEnd {
  std::size_t arc;
  bool is_tip;
  Point at;
};

std::vector<ArcEnd> EndsAt(std::size_t node, const Diagram& diagram, const Layout& layout) {
  std::vector<ArcEnd> ends;
  for (std::size_t i = 0; i < diagram.arcs.size(); ++i) {
    const DiagramArc& arc = diagram.arcs[i];
    if (arc.target == node) ends.push_back({i, true, layout.arcs[i].target_tip});
    const bool both = arc.head == Head::kBothArrows;
    if (arc.source == node) ends.push_back({i, both, layout.arcs[i].source_tip});
  }
  return ends;
}

void ExpectDistinctEnds(const Diagram& diagram, const Layout& layout) {
  for (std::size_t node = 0; node < diagram.nodes.size(); ++node) {
    const std::vector<ArcEnd> ends = EndsAt(node, diagram, layout);
    for (const ArcEnd& tip : ends) {
      for (const ArcEnd& tail : ends) {
        if (!tip.is_tip || tail.is_tip || tip.arc == tail.arc) continue;
        EXPECT_GT(Distance(tip.at, tail.at), 3)
            << diagram.nodes[node].name << ": arcs " << tip.arc << " and " << tail.arc;
      }
    }
  }
}

/// What comes in at a side of a node is next to what goes out there.
TEST(ArcEndsTest, NoArcBeginsWhereAnotherOneHasItsTip) {
  Diagram crowd;
  crowd.title = "crowd";
  crowd.nodes.resize(8);
  for (std::size_t i = 0; i < crowd.nodes.size(); ++i) {
    crowd.nodes[i].name = "N" + std::to_string(i);
    crowd.nodes[i].shape = i < 4 ? Shape::kPlace : Shape::kTransition;
  }
  for (std::size_t place = 0; place < 4; ++place) {
    for (std::size_t transition = 4; transition < 8; ++transition) {
      crowd.arcs.push_back({place, transition, Head::kArrow, {"in"}});
      crowd.arcs.push_back({transition, place, Head::kArrow, {"out"}});
    }
  }
  const Layout layout = PlaceAndRoute(crowd);
  ExpectDistinctEnds(crowd, layout);
}

Spline Straight(Point a, Point b) {
  const auto at = [&](double t) { return Point{a.x + t * (b.x - a.x), a.y + t * (b.y - a.y)}; };
  return {a, at(1.0 / 3), at(2.0 / 3), b};
}

/// One comes in just left of a corner of the box, the other leaves just below it.
TEST(ArcEndsTest, EndsOnBothSidesOfACornerAreDistinct) {
  Diagram diagram;
  diagram.nodes = {{Shape::kTransition, "T", {}, ""},
                   {Shape::kPlace, "A", {}, ""},
                   {Shape::kPlace, "B", {}, ""}};
  diagram.arcs = {{1, 0, Head::kArrow, {}}, {0, 2, Head::kArrow, {}}};
  const Point half = HalfSize(diagram.nodes[0]);
  Layout layout;
  layout.nodes = {{0, 0}, {5 * (half.x - 0.5), 5 * half.y}, {10 * half.x, 10 * (half.y - 0.4)}};
  layout.arcs.resize(2);
  layout.arcs[0].spline = Straight(layout.nodes[1], layout.nodes[0]);
  layout.arcs[1].spline = Straight(layout.nodes[0], layout.nodes[2]);
  EndArcsAtShapes(diagram, layout);
  ExpectDistinctEnds(diagram, layout);
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
  EXPECT_THAT(dot, HasSubstr("n0 [id=n0, shape=ellipse, label=\"Idle\""));
  EXPECT_THAT(dot, HasSubstr("n3 [id=n3, shape=box, label=\"Start\""));
  EXPECT_THAT(dot, HasSubstr("n5 [id=n5, shape=box, label=\"Sub\""));
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
