// A diagram on pages: what does not fit one page at a readable size is split into several.
//
// A page has some of the transitions and substitution transitions, with all their arcs and the
// places that these lead to. A place that several pages need is on each of them, says on which
// others it is, and is dashed on all but the first: as if it were a fusion place of its own.
//
// How it works: what is too large is laid out, and cut across its longer side, in the middle third
// where the fewest places are on both sides; then each half alike. Neighbours that fit one page
// together become one again.
//
// Invariants: each transition and each arc is on one page, each place on one or more; the same
// diagram gives the same pages. Nothing is left out.
// Thread safety: free functions without state.
#pragma once

#include <vector>

#include "base/budget.h"
#include "cpn/draw/diagram.h"
#include "cpn/draw/placement.h"

namespace cpn::draw {

/// A page is at most so wide and so high. What is larger is scaled down, but never so far that the
/// smallest text is smaller than kLeastTextPixels: before that it is split.
constexpr double kMostPixels = 1600;
constexpr double kLeastTextPixels = 7;
constexpr double kPixelsPerPoint = 96.0 / 72.0;

struct Page {
  Diagram diagram;
  Layout layout;
};

/// Width and height of the picture in points, its title and its margins included, before scaling.
Point PictureSize(const Diagram& diagram, const Layout& layout);
/// By how much the picture has to be scaled for a page: at most 1.
double ScaleForPage(const Diagram& diagram, const Layout& layout);

/// At least one page. Throws GraphvizError and StopError.
std::vector<Page> MakePages(const Diagram& diagram, const base::Budget* budget = nullptr);

}  // namespace cpn::draw
