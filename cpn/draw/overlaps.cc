#include "cpn/draw/overlaps.h"

#include <fmt/format.h>

#include "cpn/draw/picture_geometry.h"

namespace cpn::draw {

std::vector<std::string> Overlaps(const Diagram& diagram, const Layout& layout, double slack) {
  std::vector<std::string> overlaps;
  const PictureGeometry geometry(&diagram, layout, slack);
  const std::vector<Thing>& things = geometry.things();
  for (std::size_t i = 0; i < things.size(); ++i) {
    for (std::size_t k = 0; k < i; ++k) {
      if (!geometry.Meet(things[i], things[k])) continue;
      overlaps.push_back(fmt::format("{}, over {}", things[i].name, things[k].name));
    }
  }
  for (std::size_t i = 0; i < diagram.arcs.size(); ++i) {
    const DiagramArc& arc = diagram.arcs[i];
    for (const Thing& thing : things) {
      if (!geometry.RunsThrough(i, thing)) continue;
      overlaps.push_back(fmt::format("arc {} -> {}, through {}", diagram.nodes[arc.source].name,
                                     diagram.nodes[arc.target].name, thing.name));
    }
  }
  return overlaps;
}

}  // namespace cpn::draw
