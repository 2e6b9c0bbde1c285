#include "cpn/draw/arc_ends.h"

#include <cmath>

#include "cpn/draw/spline.h"

namespace cpn::draw {
namespace {

bool IsInside(const DiagramNode& node, Point centre, Point p) {
  const Point half = HalfSize(node);
  const double x = (p.x - centre.x) / half.x;
  const double y = (p.y - centre.y) / half.y;
  if (node.shape == Shape::kPlace) return x * x + y * y <= 1;
  return std::abs(x) <= 1 && std::abs(y) <= 1;
}

double HeadLength(Head head) {
  return head == Head::kDoubleArrow ? 2 * kArrowLength : kArrowLength;
}

/// Cuts the end of a spline that leads to the middle of `node`: first at its outline, which is the
/// arrow's tip, then by the length of the arrow.
Point CutAtNode(Spline& spline, const DiagramNode& node, Point centre, double arrow) {
  spline = CutEnd(spline, [&](Point p) { return IsInside(node, centre, p); });
  const Point tip = spline.back();
  if (arrow > 0) {
    spline = CutEnd(spline, [&](Point p) { return std::hypot(p.x - tip.x, p.y - tip.y) <= arrow; });
  }
  return tip;
}

void CutArc(PlacedArc& placed, const DiagramArc& arc, const Diagram& diagram,
            const Layout& layout) {
  placed.target_tip = CutAtNode(placed.spline, diagram.nodes[arc.target], layout.nodes[arc.target],
                                HeadLength(arc.head));
  Spline backwards = Reversed(placed.spline);
  const double arrow = arc.head == Head::kBothArrows ? kArrowLength : 0;
  placed.source_tip =
      CutAtNode(backwards, diagram.nodes[arc.source], layout.nodes[arc.source], arrow);
  placed.spline = Reversed(backwards);
}

}  // namespace

void EndArcsAtShapes(const Diagram& diagram, Layout& layout) {
  for (std::size_t i = 0; i < diagram.arcs.size(); ++i) {
    CutArc(layout.arcs[i], diagram.arcs[i], diagram, layout);
  }
}

}  // namespace cpn::draw
