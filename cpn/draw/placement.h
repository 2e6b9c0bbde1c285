// Where everything of a diagram is, and how large: what the layout yields and the picture needs.
//
// Units are points (1/72 inch), the origin is below on the left.
// Plain values; free functions without state.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "base/text_layout.h"
#include "cpn/draw/diagram.h"
#include "cpn/draw/spline.h"

namespace cpn::draw {

struct PlacedArc {
  Spline spline;       ///< without the room for arrow heads
  Point target_tip;    ///< where the head's arrow ends: on the target's outline
  Point source_tip;    ///< the same for the other head of Head::kBothArrows
  Point label_centre;  ///< of the inscription, if there is one
};

struct Layout {
  double width = 0;
  double height = 0;
  std::vector<Point> nodes;     ///< centres, parallel to Diagram::nodes
  std::vector<PlacedArc> arcs;  ///< parallel to Diagram::arcs
  /// By how much annotations are beside their corners, by node and Corner; empty: by nothing.
  std::vector<std::array<Point, 4>> shifts;
};

constexpr double kNameSize = 11;  ///< font sizes
constexpr double kAnnotationSize = 9;
constexpr double kLineHeight = 11;  ///< of annotations and inscriptions
constexpr double kTagSize = 8;
constexpr double kArrowLength = 7;  ///< of one arrow head

using base::TextWidth;

/// Half the width and half the height of a node's ellipse or box.
Point HalfSize(const DiagramNode& node);

/// How far to the side of a node's centre its annotations begin: arcs come in at the middle.
double AnnotationStart(const DiagramNode& node);

/// Something rectangular in a picture.
struct Box {
  Point centre;
  Point half;  ///< half its width and half its height
};

/// Of a node at `centre`: its annotation, which must be there, and its tag, if that is not empty.
Box AnnotationBox(const DiagramNode& node, Corner corner, Point centre);
Box TagBox(const DiagramNode& node, Point centre);
/// The annotation of a node where the layout has it.
Box AnnotationBox(const Diagram& diagram, const Layout& layout, std::size_t node, Corner corner);
/// Of the inscription of an arc, which must have one.
Box InscriptionBox(const DiagramArc& arc, const PlacedArc& placed);

}  // namespace cpn::draw
