// What Graphviz writes for a diagram, made into a picture of ours: tooltips that say something in
// place of the names of nodes, and colours for those who prefer dark pages.
//
// Graphviz writes each part as <g id="n3" class="node"> with a <title> in it, which browsers show.
// Thread safety: free functions without state.
#pragma once

#include <string>

#include "cpn/draw/diagram.h"

namespace cpn::draw {

/// The picture with the tips of the diagram as titles; parts without a tip have none.
std::string WithTips(const std::string& svg, const Diagram& diagram);
/// The picture as a part of a page that has tooltips and colours of its own: without titles, style,
/// and what stands before the element.
std::string BarePicture(const std::string& svg);

}  // namespace cpn::draw
