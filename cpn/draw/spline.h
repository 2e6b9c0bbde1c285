// Cutting Bezier splines where they enter a shape.
//
// Thread safety: free functions without state.
// Source: de Casteljau's algorithm.
#pragma once

#include <functional>
#include <vector>

namespace cpn::draw {

struct Point {
  double x = 0;
  double y = 0;
};

/// A Bezier spline: 3n + 1 control points, from source to target.
using Spline = std::vector<Point>;

/// The part of `spline` up to where it enters `inside` for the last time; all of it when it does
/// not end inside, and only its start when it is inside altogether.
Spline CutEnd(const Spline& spline, const std::function<bool(Point)>& inside);
/// `spline` from its target to its source.
Spline Reversed(const Spline& spline);

}  // namespace cpn::draw
