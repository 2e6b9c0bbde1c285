#include "cpn/draw/picture_geometry.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace cpn::draw {
namespace {

constexpr std::size_t kPiecesOfCurve = 16;

Point OnCurve(const Point* control, double t) {
  const double s = 1 - t;
  const double a = s * s * s, b = 3 * s * s * t, c = 3 * s * t * t, d = t * t * t;
  return {a * control[0].x + b * control[1].x + c * control[2].x + d * control[3].x,
          a * control[0].y + b * control[1].y + c * control[2].y + d * control[3].y};
}

/// Points close to each other all along the arc, with its tips.
std::vector<Point> PointsAlong(const PlacedArc& arc) {
  std::vector<Point> points;
  for (std::size_t i = 0; i + 3 < arc.spline.size(); i += 3) {
    for (std::size_t k = 0; k <= kPiecesOfCurve; ++k) {
      points.push_back(OnCurve(&arc.spline[i], static_cast<double>(k) / double(kPiecesOfCurve)));
    }
  }
  points.push_back(arc.target_tip);
  return points;
}

/// The box around each kPiecesOfCurve points: most are far from what one asks about.
std::vector<Box> BoundsOf(const std::vector<Point>& points) {
  std::vector<Box> bounds;
  for (std::size_t from = 0; from < points.size(); from += kPiecesOfCurve) {
    Point low = points[from], high = points[from];
    for (std::size_t i = from; i < std::min(points.size(), from + kPiecesOfCurve); ++i) {
      low = {std::min(low.x, points[i].x), std::min(low.y, points[i].y)};
      high = {std::max(high.x, points[i].x), std::max(high.y, points[i].y)};
    }
    bounds.push_back({{(low.x + high.x) / 2, (low.y + high.y) / 2},
                      {(high.x - low.x) / 2, (high.y - low.y) / 2}});
  }
  return bounds;
}

std::vector<Thing> ThingsOf(const Diagram& diagram, const Layout& layout) {
  std::vector<Thing> things;
  for (std::size_t i = 0; i < diagram.nodes.size(); ++i) {
    const DiagramNode& node = diagram.nodes[i];
    const Point centre = layout.nodes[i];
    things.push_back(
        {node.name, {centre, HalfSize(node)}, i, kNoIndex, node.shape == Shape::kPlace});
    for (const Corner corner :
         {Corner::kTopLeft, Corner::kTopRight, Corner::kBottomLeft, Corner::kBottomRight}) {
      if (node.At(corner).empty()) continue;
      things.push_back({fmt::format("\"{}\" at {}", node.At(corner).front(), node.name),
                        AnnotationBox(diagram, layout, i, corner), i, kNoIndex, false, corner});
    }
    if (!node.tag.empty()) {
      things.push_back({fmt::format("tag {} of {}", node.tag, node.name), TagBox(node, centre), i,
                        kNoIndex, false});
    }
  }
  for (std::size_t i = 0; i < diagram.arcs.size(); ++i) {
    const DiagramArc& arc = diagram.arcs[i];
    if (arc.inscription.empty()) continue;
    things.push_back({fmt::format("inscription \"{}\" of {} -> {}", arc.inscription.front(),
                                  diagram.nodes[arc.source].name, diagram.nodes[arc.target].name),
                      InscriptionBox(arc, layout.arcs[i]), kNoIndex, i, false});
  }
  return things;
}

}  // namespace

PictureGeometry::PictureGeometry(const Diagram* diagram, const Layout& layout, double slack)
    : diagram_(diagram), slack_(slack), things_(ThingsOf(*diagram, layout)) {
  for (const PlacedArc& arc : layout.arcs) {
    points_.push_back(PointsAlong(arc));
    bounds_.push_back(BoundsOf(points_.back()));
  }
}

bool PictureGeometry::Meet(const Thing& a, const Thing& b) const {
  // A node's tag is on its edge, its annotations touch it and may touch the tag; but one must not
  // be over the other.
  const bool is_one_node = a.node != kNoIndex && a.node == b.node;
  if (is_one_node && !(a.corner && b.corner)) return false;
  const Box &one = a.box, &other = b.box;
  return std::abs(one.centre.x - other.centre.x) < one.half.x + other.half.x - slack_ &&
         std::abs(one.centre.y - other.centre.y) < one.half.y + other.half.y - slack_;
}

bool PictureGeometry::RunsThrough(std::size_t arc, const Thing& thing) const {
  const DiagramArc& declared = diagram_->arcs[arc];
  const bool is_own = thing.node == declared.source || thing.node == declared.target;
  if (thing.arc == arc || (is_own && !thing.corner)) return false;
  const std::vector<Point>& points = points_[arc];
  for (std::size_t piece = 0; piece < bounds_[arc].size(); ++piece) {
    const Box& bounds = bounds_[arc][piece];
    if (std::abs(bounds.centre.x - thing.box.centre.x) > bounds.half.x + thing.box.half.x ||
        std::abs(bounds.centre.y - thing.box.centre.y) > bounds.half.y + thing.box.half.y) {
      continue;
    }
    const std::size_t from = piece * kPiecesOfCurve;
    for (std::size_t i = from; i < std::min(points.size(), from + kPiecesOfCurve); ++i) {
      if (IsInside(thing, points[i])) return true;
    }
  }
  return false;
}

bool PictureGeometry::IsInside(const Thing& thing, Point p) const {
  const double x = std::abs(p.x - thing.box.centre.x), y = std::abs(p.y - thing.box.centre.y);
  const double half_x = thing.box.half.x - slack_, half_y = thing.box.half.y - slack_;
  if (half_x <= 0 || half_y <= 0) return false;
  if (!thing.is_ellipse) return x < half_x && y < half_y;
  return x * x / (half_x * half_x) + y * y / (half_y * half_y) < 1;
}

}  // namespace cpn::draw
