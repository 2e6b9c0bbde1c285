// What overlaps in a picture, and that inscriptions get out of the way.
#include "cpn/draw/overlaps.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "cpn/draw/draw.h"
#include "cpn/draw/inscriptions.h"

namespace cpn::draw {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

/// Places A and B above each other on the left, C and D on the right, with an arc from A to B that
/// has an inscription, and one from C to D.
class OverlapsTest : public ::testing::Test {
 protected:
  OverlapsTest() {
    for (const char* const name : {"A", "B", "C", "D"}) {
      DiagramNode node;
      node.name = name;
      diagram_.nodes.push_back(node);
    }
    diagram_.arcs = {{0, 1, Head::kArrow, {"a word"}}, {2, 3, Head::kArrow, {}}};
    layout_.width = 400;
    layout_.height = 400;
    layout_.nodes = {{50, 350}, {50, 50}, {250, 350}, {250, 50}};
    layout_.arcs = {Straight(0, 1, {80, 200}), Straight(2, 3, {})};
  }

  PlacedArc Straight(std::size_t from, std::size_t to, Point label) const {
    const Point a = layout_.nodes[from], b = layout_.nodes[to];
    PlacedArc arc;
    for (const double t : {0.1, 0.4, 0.6, 0.9}) {
      arc.spline.push_back({a.x + t * (b.x - a.x), a.y + t * (b.y - a.y)});
    }
    arc.source_tip = arc.spline.front();
    arc.target_tip = arc.spline.back();
    arc.label_centre = label;
    return arc;
  }

  static double DistanceOf(Point a, Point b) { return std::hypot(a.x - b.x, a.y - b.y); }

  Diagram diagram_;
  Layout layout_;
};

TEST_F(OverlapsTest, NothingIsInTheWay) { EXPECT_THAT(Overlaps(diagram_, layout_), IsEmpty()); }

TEST_F(OverlapsTest, ArcThroughAnInscriptionThatIsNotItsOwn) {
  layout_.arcs[0].label_centre = {240, 200};
  EXPECT_THAT(Overlaps(diagram_, layout_),
              ElementsAre("arc C -> D, through inscription \"a word\" of A -> B"));
}

TEST_F(OverlapsTest, ArcThroughANode) {
  layout_.nodes[0] = {250, 200};
  layout_.arcs[0].label_centre = {50, 200};
  EXPECT_THAT(Overlaps(diagram_, layout_), ElementsAre("arc C -> D, through A"));
}

TEST_F(OverlapsTest, BoxesOverEachOther) {
  layout_.nodes[2] = {60, 345};
  layout_.arcs[1] = {};
  EXPECT_THAT(Overlaps(diagram_, layout_), ElementsAre("C, over A"));
  layout_.nodes[2] = {250, 350};
  diagram_.nodes[1].tag = "Fusion";
  layout_.arcs[0].label_centre = {30, 33};
  EXPECT_THAT(Overlaps(diagram_, layout_),
              ElementsAre("inscription \"a word\" of A -> B, over B",
                          "inscription \"a word\" of A -> B, over tag Fusion of B"));
}

TEST_F(OverlapsTest, InscriptionMovesAsideAndStaysAtItsArc) {
  layout_.nodes[2] = {90, 350};
  layout_.nodes[3] = {90, 50};
  layout_.nodes[0].x = layout_.nodes[1].x = 51;
  diagram_.nodes[2].shape = diagram_.nodes[3].shape = Shape::kTransition;
  layout_.arcs = {Straight(0, 1, {80, 200}), Straight(2, 3, {})};
  ASSERT_THAT(Overlaps(diagram_, layout_),
              ::testing::Contains("arc C -> D, through inscription \"a word\" of A -> B"));
  MoveTextsAside(diagram_, layout_);
  EXPECT_THAT(Overlaps(diagram_, layout_),
              ::testing::Not(::testing::Contains(::testing::HasSubstr("through inscription"))));
  EXPECT_LT(layout_.arcs[0].label_centre.x, 80);
}

/// The guard of a transition, with an arc that comes in from above on the left.
TEST_F(OverlapsTest, AnArcThroughTheGuardOfItsOwnTransition) {
  diagram_.nodes[3].shape = Shape::kTransition;
  diagram_.nodes[3].At(Corner::kTopLeft) = {"[a guard]"};
  layout_.nodes[2].x = 120;
  layout_.nodes[3].y = 150;
  layout_.arcs[1] = Straight(2, 3, {});
  ASSERT_THAT(Overlaps(diagram_, layout_), ElementsAre("arc C -> D, through \"[a guard]\" at D"));
  MoveTextsAside(diagram_, layout_);
  EXPECT_THAT(Overlaps(diagram_, layout_), IsEmpty());
  const Box moved = AnnotationBox(diagram_, layout_, 3, Corner::kTopLeft);
  EXPECT_LT(DistanceOf(moved.centre, layout_.nodes[3]), 90) << "beside its transition";
  EXPECT_THAT(
      WriteDot(diagram_, layout_),
      ::testing::HasSubstr(fmt::format("pos=\"{:.2f},{:.2f}\"", moved.centre.x, moved.centre.y)));
}

TEST_F(OverlapsTest, InscriptionInNobodysWayStays) {
  MoveTextsAside(diagram_, layout_);
  EXPECT_EQ(layout_.arcs[0].label_centre.x, 80);
  EXPECT_EQ(layout_.arcs[0].label_centre.y, 200);
}

}  // namespace
}  // namespace cpn::draw
