#include "cpn/draw/layout.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <sstream>

#include "cpn/draw/graphviz.h"
#include "cpn/draw/spline.h"

namespace cpn::draw {
namespace {

constexpr double kPointsPerInch = 72;
constexpr double kPlaceHalfHeight = 20;
constexpr double kTransitionHalfHeight = 17;
constexpr double kMinHalfWidth = 34;
/// Average width of a character, in font sizes.
constexpr double kCharacterWidth = 0.56;

/// Half the room that a node needs, annotations included, the same on both sides of its centre:
/// Graphviz leads arcs to the middle of what it places.
Point HalfRoom(const DiagramNode& node) {
  Point room = HalfSize(node);
  const double start = AnnotationStart(node);
  double above = 0;
  double below = node.tag.empty() ? 0 : kLineHeight;
  for (const Corner corner :
       {Corner::kTopLeft, Corner::kTopRight, Corner::kBottomLeft, Corner::kBottomRight}) {
    const Lines& lines = node.At(corner);
    if (lines.empty()) continue;
    room.x = std::max(room.x, start + TextWidth(lines, kAnnotationSize));
    const bool top = corner == Corner::kTopLeft || corner == Corner::kTopRight;
    double& height = top ? above : below;
    height = std::max(height, kLineHeight * static_cast<double>(lines.size()));
  }
  room.y += std::max(above, below);
  return room;
}

/// A text as large as the inscription that starts with the arc's number, by which ParsePlain knows
/// the arc again.
std::string LabelFor(std::size_t arc, const Lines& inscription) {
  std::string label = std::to_string(arc) + ":";
  std::size_t longest = 0;
  for (const std::string& line : inscription) longest = std::max(longest, line.size());
  if (label.size() < longest) label.append(longest - label.size(), 'n');
  for (std::size_t i = 1; i < inscription.size(); ++i) label += "\\n";
  return label;
}

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

/// Reads one line of the format `plain`: words, and texts in quotes.
class PlainLine {
 public:
  explicit PlainLine(const std::string& line) : in_(line) {}

  std::string Word() {
    std::string word;
    in_ >> std::ws;
    if (in_.peek() == '"') {
      in_.get();
      std::getline(in_, word, '"');  // our labels contain no quotes
    } else {
      in_ >> word;
    }
    return word;
  }
  double Number() { return std::stod(Word()); }
  std::size_t Index() { return std::stoul(Word()); }
  Point Inches() {
    const double x = Number() * kPointsPerInch;
    return {x, Number() * kPointsPerInch};
  }

 private:
  std::istringstream in_;
};

}  // namespace

double TextWidth(const std::string& text, double font_size) {
  return kCharacterWidth * font_size * static_cast<double>(text.size());
}

double TextWidth(const Lines& lines, double font_size) {
  double width = 0;
  for (const std::string& line : lines) width = std::max(width, TextWidth(line, font_size));
  return width;
}

Point HalfSize(const DiagramNode& node) {
  const double text = TextWidth(node.name, kNameSize) / 2;
  if (node.shape == Shape::kPlace) return {std::max(kMinHalfWidth, text + 10), kPlaceHalfHeight};
  const double border = node.shape == Shape::kSubstitution ? 4 : 0;
  return {std::max(kMinHalfWidth, text + 7) + border, kTransitionHalfHeight + border};
}

double AnnotationStart(const DiagramNode& node) {
  return node.shape == Shape::kPlace ? 0.8 * HalfSize(node).x : 10;
}

std::string LayoutInput(const Diagram& diagram) {
  std::string dot = "digraph layout {\n  graph [rankdir=TB, nodesep=0.35, ranksep=0.45];\n";
  dot += "  node [shape=box, fixedsize=true, label=\"\"];\n";
  dot += fmt::format(
      "  edge [dir=none, headclip=false, tailclip=false, fontname=\"Helvetica\", fontsize={}];\n",
      kAnnotationSize);
  for (std::size_t i = 0; i < diagram.nodes.size(); ++i) {
    const Point room = HalfRoom(diagram.nodes[i]);
    dot += fmt::format("  {} [width={:.3f}, height={:.3f}];\n", i, 2 * room.x / kPointsPerInch,
                       2 * room.y / kPointsPerInch);
  }
  for (std::size_t i = 0; i < diagram.arcs.size(); ++i) {
    const DiagramArc& arc = diagram.arcs[i];
    dot += fmt::format("  {} -> {} [label=\"{}\"];\n", arc.source, arc.target,
                       LabelFor(i, arc.inscription));
  }
  return dot + "}\n";
}

Layout ParsePlain(const std::string& plain, const Diagram& diagram) {
  Layout layout;
  layout.nodes.resize(diagram.nodes.size());
  layout.arcs.resize(diagram.arcs.size());
  std::istringstream lines(plain);
  for (std::string text; std::getline(lines, text);) {
    PlainLine line(text);
    const std::string kind = line.Word();
    if (kind == "graph") {
      line.Number();  // the scale
      layout.width = line.Number() * kPointsPerInch;
      layout.height = line.Number() * kPointsPerInch;
    } else if (kind == "node") {
      const std::size_t node = line.Index();
      layout.nodes.at(node) = line.Inches();
    } else if (kind == "edge") {
      line.Word();
      line.Word();
      Spline spline(line.Index());
      for (Point& point : spline) point = line.Inches();
      PlacedArc& arc = layout.arcs.at(line.Index());  // stops at the colon of LabelFor
      arc.spline = std::move(spline);
      arc.label_centre = line.Inches();
    }
  }
  for (std::size_t i = 0; i < diagram.arcs.size(); ++i) {
    if (layout.arcs[i].spline.size() < 4) throw GraphvizError("Graphviz left out an arc");
    CutArc(layout.arcs[i], diagram.arcs[i], diagram, layout);
  }
  return layout;
}

Layout PlaceAndRoute(const Diagram& diagram) {
  return ParsePlain(RunGraphviz(LayoutInput(diagram), {"-Tplain"}), diagram);
}

}  // namespace cpn::draw
