#include "cpn/draw/placement.h"

#include <algorithm>

namespace cpn::draw {
namespace {

constexpr double kPlaceHalfHeight = 20;
constexpr double kTransitionHalfHeight = 17;
constexpr double kMinHalfWidth = 34;

}  // namespace

Point HalfSize(const DiagramNode& node) {
  const double text = TextWidth(node.name, kNameSize) / 2;
  if (node.shape == Shape::kPlace) return {std::max(kMinHalfWidth, text + 10), kPlaceHalfHeight};
  const double border = node.shape == Shape::kSubstitution ? 4 : 0;
  return {std::max(kMinHalfWidth, text + 7) + border, kTransitionHalfHeight + border};
}

double AnnotationStart(const DiagramNode& node) {
  return node.shape == Shape::kPlace ? 0.8 * HalfSize(node).x : 10;
}

Box AnnotationBox(const DiagramNode& node, Corner corner, Point centre) {
  const Lines& lines = node.At(corner);
  const bool left = corner == Corner::kTopLeft || corner == Corner::kBottomLeft;
  const bool top = corner == Corner::kTopLeft || corner == Corner::kTopRight;
  const double width = TextWidth(lines, kAnnotationSize);
  const double height = kLineHeight * static_cast<double>(lines.size());
  const double x = AnnotationStart(node) + width / 2;
  // An ellipse is lower where annotations begin.
  const double edge = HalfSize(node).y * (node.shape == Shape::kPlace ? 0.65 : 1.05);
  const double y = edge + height / 2;
  return {{centre.x + (left ? -x : x), centre.y + (top ? y : -y)}, {width / 2, height / 2}};
}

Box AnnotationBox(const Diagram& diagram, const Layout& layout, std::size_t node, Corner corner) {
  Box box = AnnotationBox(diagram.nodes[node], corner, layout.nodes[node]);
  if (node < layout.shifts.size()) {
    const Point shift = layout.shifts[node][static_cast<std::size_t>(corner)];
    box.centre = {box.centre.x + shift.x, box.centre.y + shift.y};
  }
  return box;
}

Box TagBox(const DiagramNode& node, Point centre) {
  const Point half = HalfSize(node);
  const double width = TextWidth(node.tag, kTagSize) + 8;
  const double left = centre.x - half.x;
  const bool place = node.shape == Shape::kPlace;
  return {{place ? left + half.x * 0.35 : left + width / 2 + 4,
           centre.y - half.y * (place ? 0.85 : 1.0) - (place ? 0 : 1)},
          {width / 2, kLineHeight / 2}};
}

Box InscriptionBox(const DiagramArc& arc, const PlacedArc& placed) {
  return {placed.label_centre,
          {TextWidth(arc.inscription, kAnnotationSize) / 2,
           kLineHeight * static_cast<double>(arc.inscription.size()) / 2}};
}

}  // namespace cpn::draw
