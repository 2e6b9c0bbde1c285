#include "cpn/draw/state_space_picture.h"

#include <fmt/format.h>

#include <cassert>

#include "cpn/draw/dot_text.h"
#include "cpn/draw/graphviz.h"

namespace cpn::draw {
namespace {

constexpr std::size_t kLabelWidth = 48;  // characters
constexpr std::size_t kLinesPerPlace = 4;
constexpr std::size_t kLinesPerArc = 6;

Lines MarkingLines(const Engine& engine, const StateSpace& space, NodeId node) {
  Lines lines{std::to_string(node + 1)};
  const std::string marking = engine.FormatMarking(space.MarkingOf(node));
  for (std::size_t from = 0; from < marking.size();) {
    const std::size_t end = std::min(marking.find('\n', from), marking.size());
    for (std::string& line : Wrap(marking.substr(from, end - from), kLabelWidth, kLinesPerPlace)) {
      lines.push_back(std::move(line));
    }
    from = end + 1;
  }
  return lines;
}

std::string NodeStyle(const StateSpace& space, NodeId node) {
  std::string style = node == 0 ? ", penwidth=2" : "";
  if (!space.IsExpanded(node)) {
    style += ", style=dashed";
  } else if (space.IsDead(node)) {
    style += ", style=filled, fillcolor=\"#e0e0e0\"";
  }
  return style;
}

}  // namespace

std::string DrawStateSpaceDot(const Engine& engine, const StateSpace& space) {
  assert(space.nodes() <= kMostDrawnNodes && space.arcs() <= kMostDrawnArcs);
  std::string dot =
      "digraph \"state space\" {\n"
      "  node [shape=box, fontname=\"Helvetica,Arial,sans-serif\", fontsize=10];\n"
      "  edge [fontname=\"Helvetica,Arial,sans-serif\", fontsize=9];\n";
  for (NodeId node = 0; node < space.nodes(); ++node) {
    dot +=
        fmt::format("  n{} [label={}{}];\n", node + 1,
                    QuoteLines(MarkingLines(engine, space, node), "\\l"), NodeStyle(space, node));
  }
  std::size_t level = 0;
  for (NodeId node = 0; node < space.expanded(); ++node) {
    if (node == space.levels()[level + 1]) ++level;
    for (const StateArc& arc : space.Out(node)) {
      const Lines label = Wrap(engine.FormatElement(arc.element), kLabelWidth, kLinesPerArc);
      // Breadth-first levels become rows; arcs that lead no deeper must not pull them apart, and
      // would cost Graphviz minutes.
      const bool deeper = arc.target >= space.levels()[level + 1];
      dot += fmt::format("  n{} -> n{} [label={}{}];\n", node + 1, arc.target + 1,
                         QuoteLines(label, "\\l"), deeper ? "" : ", constraint=false");
    }
  }
  return dot + "}\n";
}

std::string DrawStateSpaceSvg(const Engine& engine, const StateSpace& space,
                              const base::Budget* budget) {
  return RunGraphviz(DrawStateSpaceDot(engine, space), {"-Tsvg"}, budget);
}

}  // namespace cpn::draw
