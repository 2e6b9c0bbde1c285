#include "cpn/draw/draw.h"

#include <fmt/format.h>

#include <string_view>

#include "base/markup.h"
#include "base/picture_colours.h"
#include "cpn/draw/dot_text.h"
#include "cpn/draw/pages.h"
#include "cpn/draw/svg_parts.h"

namespace cpn::draw {
namespace {

/// The distance of a double box's lines, as Graphviz draws it.
constexpr double kPeriphery = 4;

std::string Position(Point p) { return fmt::format("\"{:.2f},{:.2f}\"", p.x, p.y); }

class DotWriter {
 public:
  DotWriter(const Diagram& diagram, const Layout& layout, bool is_page)
      : diagram_(diagram), layout_(layout), is_page_(is_page) {}

  std::string Write() {
    dot_ = fmt::format("digraph {} {{\n", Quote(diagram_.title));
    dot_ += fmt::format("  graph [layout=nop2, outputorder=edgesfirst, pad=0.2{}];\n", Size());
    dot_ += fmt::format(
        "  node [fontname=\"Helvetica,Arial,sans-serif\", fontsize={}, fixedsize=shape, "
        "fillcolor=white, style=filled];\n",
        kNameSize);
    dot_ += fmt::format(
        "  edge [fontname=\"Helvetica,Arial,sans-serif\", fontsize={}, arrowsize={}];\n",
        kAnnotationSize, kArrowLength / 10);
    WriteTitle();
    for (std::size_t i = 0; i < diagram_.nodes.size(); ++i) WriteNode(i);
    for (std::size_t i = 0; i < diagram_.arcs.size(); ++i) WriteArc(i);
    return dot_ + "}\n";
  }

 private:
  /// What is larger than a page is made smaller, texts and all.
  std::string Size() const {
    if (!is_page_ || ScaleForPage(diagram_, layout_) == 1) return "";
    const double inches = kMostPixels / 96;
    return fmt::format(", size=\"{0:.3f},{0:.3f}\"", inches);
  }

  void WriteTitle() {
    const Point at{TextWidth(diagram_.title, kNameSize + 2) / 2, layout_.height + 16};
    dot_ += fmt::format(
        "  title [id=title, shape=plain, style=\"\", label=<<b>{}</b>>, fontsize={}, "
        "fixedsize=false, pos={}];\n",
        base::EscapeMarkup(diagram_.title), kNameSize + 2, Position(at));
  }

  void WriteNode(std::size_t index) {
    const DiagramNode& node = diagram_.nodes[index];
    const Point centre = layout_.nodes[index];
    Point half = HalfSize(node);
    if (node.shape == Shape::kSubstitution) {  // Graphviz adds the outer box
      half = {half.x - kPeriphery, half.y - kPeriphery};
    }
    dot_ += fmt::format(
        "  n{} [id=n{}, shape={}, label={}, width={:.3f}, height={:.3f}, pos={}{}{}{}{}{}];\n",
        index, index, node.shape == Shape::kPlace ? "ellipse" : "box", Quote(node.name),
        half.x / 36, half.y / 36, Position(centre),
        node.shape == Shape::kSubstitution ? ", peripheries=2" : "",
        node.fill.empty() ? "" : fmt::format(", fillcolor={}", Quote(node.fill)),
        node.line.empty() ? "" : fmt::format(", color={}", Quote(node.line)),
        node.is_repeated ? ", style=\"filled,dashed\"" : "",
        node.link.empty() ? "" : fmt::format(", URL={}", Quote(node.link)));
    for (const Corner corner :
         {Corner::kTopLeft, Corner::kTopRight, Corner::kBottomLeft, Corner::kBottomRight}) {
      WriteAnnotation(index, corner);
    }
    if (!node.tag.empty()) WriteTag(index);
  }

  void WriteAnnotation(std::size_t index, Corner corner) {
    const DiagramNode& node = diagram_.nodes[index];
    const Lines& lines = node.At(corner);
    if (lines.empty()) return;
    const bool left = corner == Corner::kTopLeft || corner == Corner::kBottomLeft;
    const Box box = AnnotationBox(diagram_, layout_, index, corner);
    dot_ += fmt::format(
        "  n{0}_{1} [id=n{0}_{1}, shape=plain, style=\"\", fontsize={2}, width={3:.3f}, "
        "height={4:.3f}, "
        "label={5}, pos={6}];\n",
        index, static_cast<int>(corner), kAnnotationSize, box.half.x / 36, box.half.y / 36,
        QuoteLines(lines, left ? "\\r" : "\\l"), Position(box.centre));
  }

  void WriteTag(std::size_t index) {
    const DiagramNode& node = diagram_.nodes[index];
    const Box box = TagBox(node, layout_.nodes[index]);
    dot_ += fmt::format(
        "  n{0}_tag [id=n{0}_tag, shape=box, fontsize={1}, width={2:.3f}, height={3:.3f}, "
        "color=\"{4}\", fontcolor=\"{4}\", label={5}, pos={6}];\n",
        index, kTagSize, box.half.x / 36, box.half.y / 36, base::kBlue.line, Quote(node.tag),
        Position(box.centre));
  }

  void WriteArc(std::size_t index) {
    const DiagramArc& arc = diagram_.arcs[index];
    const PlacedArc& placed = layout_.arcs[index];
    const bool both = arc.head == Head::kBothArrows;
    std::string pos;
    if (both) pos += fmt::format("s,{:.2f},{:.2f} ", placed.source_tip.x, placed.source_tip.y);
    pos += fmt::format("e,{:.2f},{:.2f}", placed.target_tip.x, placed.target_tip.y);
    for (const Point& p : placed.spline) pos += fmt::format(" {:.2f},{:.2f}", p.x, p.y);
    dot_ += fmt::format("  n{} -> n{} [id=a{}, pos=\"{}\"", arc.source, arc.target, index, pos);
    if (both) dot_ += ", dir=both";
    if (arc.head == Head::kCircle) dot_ += ", arrowhead=odot";
    if (arc.head == Head::kDoubleArrow) dot_ += ", arrowhead=normalnormal";
    if (!arc.inscription.empty()) {
      dot_ += fmt::format(", label={}, lp={}", QuoteLines(arc.inscription, "\\n"),
                          Position(placed.label_centre));
    }
    dot_ += "];\n";
  }

  const Diagram& diagram_;
  const Layout& layout_;
  const bool is_page_;
  std::string dot_;
};

}  // namespace

std::string WriteDot(const Diagram& diagram, const Layout& layout) {
  return DotWriter(diagram, layout, true).Write();
}

std::string WriteSvg(const Diagram& diagram, const Layout& layout, const base::Budget* budget) {
  return WithTips(RunGraphviz(WriteDot(diagram, layout), {"-Tsvg"}, budget), diagram);
}

std::vector<std::string> DrawPages(const Model& model, ModuleId module, const ValueStore& values,
                                   Format format, const base::Budget* budget) {
  std::vector<std::string> pages;
  for (const Page& page : MakePages(MakeDiagram(model, module, values), budget)) {
    pages.push_back(format == Format::kSvg ? WriteSvg(page.diagram, page.layout, budget)
                                           : WriteDot(page.diagram, page.layout));
  }
  return pages;
}

std::string DrawDot(const Model& model, ModuleId module, const ValueStore& values,
                    const base::Budget* budget) {
  const Diagram diagram = MakeDiagram(model, module, values);
  return DotWriter(diagram, PlaceAndRoute(diagram, budget), false).Write();
}

std::string DrawSvg(const Model& model, ModuleId module, const ValueStore& values,
                    const base::Budget* budget) {
  const Diagram diagram = MakeDiagram(model, module, values);
  const std::string dot = DotWriter(diagram, PlaceAndRoute(diagram, budget), false).Write();
  return WithTips(RunGraphviz(dot, {"-Tsvg"}, budget), diagram);
}

}  // namespace cpn::draw
