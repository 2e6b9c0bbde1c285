#include "cpn/draw/layout.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <sstream>

#include "cpn/draw/arc_ends.h"
#include "cpn/draw/graphviz.h"
#include "cpn/draw/inscriptions.h"

namespace cpn::draw {
namespace {

constexpr double kPointsPerInch = 72;

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
  for (const PlacedArc& arc : layout.arcs) {
    if (arc.spline.size() < 4) throw GraphvizError("Graphviz left out an arc");
  }
  EndArcsAtShapes(diagram, layout);
  MoveTextsAside(diagram, layout);
  return layout;
}

Layout PlaceAndRoute(const Diagram& diagram, const base::Budget* budget) {
  return ParsePlain(RunGraphviz(LayoutInput(diagram), {"-Tplain"}, budget), diagram);
}

}  // namespace cpn::draw
