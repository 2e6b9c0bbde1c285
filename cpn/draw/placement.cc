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

}  // namespace cpn::draw
