// Pictures of a model's modules, as CPN Tools would draw them; Graphviz does the layout.
//
// The DOT text has a position for everything (`layout=nop2`), so that `dot -Tpng` and the like
// render the same picture as the SVG. Parts of an SVG have ids: "n3" is node 3 of the diagram,
// "n3_1" an annotation of it, "a4" arc 4; its tooltips are the tips of the diagram, and it has dark
// colours for who prefers them (base/picture_colours.h).
// Thread safety: free functions without state. Same module, same Graphviz: same bytes.
#pragma once

#include <string>
#include <vector>

#include "base/budget.h"
#include "cpn/draw/diagram.h"
#include "cpn/draw/graphviz.h"
#include "cpn/draw/layout.h"

namespace cpn::draw {

enum class Format : std::uint8_t { kDot, kSvg };

/// The pictures of `module`, one a page (pages.h), none wider or higher than 1,600 pixels. Obeys
/// `budget`, unless it is null. Throws GraphvizError and StopError.
std::vector<std::string> DrawPages(const Model& model, ModuleId module, const ValueStore& values,
                                   Format format, const base::Budget* budget = nullptr);

/// All of `module` in one picture, however large, for who can scroll. Throw as DrawPages().
std::string DrawDot(const Model& model, ModuleId module, const ValueStore& values,
                    const base::Budget* budget = nullptr);
std::string DrawSvg(const Model& model, ModuleId module, const ValueStore& values,
                    const base::Budget* budget = nullptr);

/// A page (pages.h) in the DOT language, and as SVG.
std::string WriteDot(const Diagram& diagram, const Layout& layout);
std::string WriteSvg(const Diagram& diagram, const Layout& layout,
                     const base::Budget* budget = nullptr);

}  // namespace cpn::draw
