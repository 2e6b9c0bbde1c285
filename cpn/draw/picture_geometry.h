// A picture as boxes and curves, to see what stands in the way of what.
//
// Invariant: things() has the nodes with their annotations and tags, then the inscriptions of arcs.
// Thread safety: none.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "cpn/draw/diagram.h"
#include "cpn/draw/placement.h"

namespace cpn::draw {

constexpr std::size_t kNoIndex = static_cast<std::size_t>(-1);

/// A box with what it is, and which node or arc it belongs to.
struct Thing {
  std::string name;
  Box box;
  std::size_t node = kNoIndex;
  std::size_t arc = kNoIndex;
  bool is_ellipse = false;
  std::optional<Corner> corner = {};  ///< of an annotation of a node
};

class PictureGeometry {
 public:
  /// The diagram must outlive it. Two boxes that share less than `slack` points do not meet, and an
  /// arc that is as near to an edge does not run through the box.
  PictureGeometry(const Diagram* diagram, const Layout& layout, double slack);

  const std::vector<Thing>& things() const { return things_; }
  void Move(std::size_t thing, Point centre) { things_[thing].box.centre = centre; }
  /// Points close to each other all along the arc.
  const std::vector<Point>& PointsOf(std::size_t arc) const { return points_[arc]; }

  /// Do they overlap although they should not?
  bool Meet(const Thing& a, const Thing& b) const;
  /// Does the arc run through a thing that is in its way: through any but the nodes at its ends,
  /// the tags on their edges, and its inscription?
  bool RunsThrough(std::size_t arc, const Thing& thing) const;

 private:
  bool IsInside(const Thing& thing, Point p) const;

  const Diagram* diagram_;
  const double slack_;
  std::vector<Thing> things_;
  std::vector<std::vector<Point>> points_;  // by arc
  std::vector<std::vector<Box>> bounds_;    // by arc, of its pieces
};

}  // namespace cpn::draw
