// Pictures of a model's modules, one each, as CPN Tools would draw them; Graphviz does the layout.
//
// The DOT text has a position for everything (`layout=nop2`), so that `dot -Tpng` and the like
// render the same picture as DrawSvg().
// Thread safety: free functions without state. Same module, same Graphviz: same bytes.
#pragma once

#include <string>

#include "base/budget.h"
#include "cpn/draw/diagram.h"
#include "cpn/draw/graphviz.h"
#include "cpn/draw/layout.h"

namespace cpn::draw {

/// The picture of `module` in Graphviz's DOT language. Obeys `budget`, unless it is null. Throws
/// GraphvizError and StopError.
std::string DrawDot(const Model& model, ModuleId module, const ValueStore& values,
                    const base::Budget* budget = nullptr);
/// The picture of `module` as SVG. Throws as DrawDot().
std::string DrawSvg(const Model& model, ModuleId module, const ValueStore& values,
                    const base::Budget* budget = nullptr);

/// A diagram with its layout in the DOT language.
std::string WriteDot(const Diagram& diagram, const Layout& layout);

}  // namespace cpn::draw
