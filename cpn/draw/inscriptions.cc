#include "cpn/draw/inscriptions.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include "cpn/draw/picture_geometry.h"

namespace cpn::draw {
namespace {

constexpr double kSlack = 0.5;  // stricter than what Overlaps() reports
constexpr int kRounds = 4;
constexpr std::size_t kMostTried = 100;  // places along an arc
constexpr double kGaps[] = {2, 8, 16};   // between an arc and its inscription
// How far an annotation is moved from a corner of its node: outwards and up or down.
constexpr double kMostAside = 120, kMostAway = 72, kStep = 4;

double DistanceOf(Point a, Point b) { return std::hypot(a.x - b.x, a.y - b.y); }

class Mover {
 public:
  Mover(const Diagram& diagram, Layout& layout)
      : diagram_(diagram),
        layout_(layout),
        arcs_(diagram.arcs.size()),
        geometry_(&diagram, layout, kSlack) {
    layout.shifts.resize(diagram.nodes.size());
  }

  void Run() {
    for (int round = 0; round < kRounds; ++round) {
      bool moved = false;
      for (std::size_t i = 0; i < geometry_.things().size(); ++i) {
        const Thing& thing = geometry_.things()[i];
        if ((thing.arc == kNoIndex && !thing.corner) || IsFree(i, thing)) continue;
        const std::optional<Point> place = NearestFree(i);
        if (!place) continue;
        Put(thing, *place);
        geometry_.Move(i, *place);
        moved = true;
      }
      if (!moved) return;
    }
  }

 private:
  void Put(const Thing& thing, Point place) {
    if (thing.corner) {
      const Box usual =
          AnnotationBox(diagram_.nodes[thing.node], *thing.corner, layout_.nodes[thing.node]);
      layout_.shifts[thing.node][static_cast<std::size_t>(*thing.corner)] = {
          place.x - usual.centre.x, place.y - usual.centre.y};
    } else {
      layout_.arcs[thing.arc].label_centre = place;
    }
  }

  bool IsFree(std::size_t index, const Thing& thing) const {
    const std::vector<Thing>& things = geometry_.things();
    for (std::size_t i = 0; i < things.size(); ++i) {
      if (i != index && geometry_.Meet(thing, things[i])) return false;
    }
    for (std::size_t arc = 0; arc < arcs_; ++arc) {
      if (geometry_.RunsThrough(arc, thing)) return false;
    }
    return true;
  }

  std::optional<Point> NearestFree(std::size_t index) const {
    Thing thing = geometry_.things()[index];
    const Point from = thing.box.centre;
    std::vector<Point> places = thing.corner ? PlacesAround(thing) : PlacesBeside(thing);
    std::stable_sort(places.begin(), places.end(),
                     [&](Point a, Point b) { return DistanceOf(a, from) < DistanceOf(b, from); });
    for (const Point place : places) {
      thing.box.centre = place;
      if (IsInPicture(thing.box) && IsFree(index, thing)) return place;
    }
    return std::nullopt;
  }

  /// On the arc and on both sides of it, where the box touches it.
  std::vector<Point> PlacesBeside(const Thing& thing) const {
    std::vector<Point> places;
    const std::vector<Point>& points = geometry_.PointsOf(thing.arc);
    const std::size_t step = std::max<std::size_t>(1, points.size() / kMostTried);
    for (std::size_t i = 1; i + 1 < points.size(); i += step) {
      const Point at = points[i];
      const double x = points[i + 1].x - points[i - 1].x, y = points[i + 1].y - points[i - 1].y;
      const double length = std::hypot(x, y);
      if (length == 0) continue;
      // Across the arc; as far as the box reaches in that direction.
      const Point across{-y / length, x / length};
      const double reach =
          std::abs(across.x) * thing.box.half.x + std::abs(across.y) * thing.box.half.y;
      for (const double side : {1.0, -1.0}) {
        for (const double gap : kGaps) {
          const double away = side * (reach + gap);
          places.push_back({at.x + away * across.x, at.y + away * across.y});
        }
        places.push_back({at.x + side * thing.box.half.x, at.y});
      }
      places.push_back(at);
    }
    return places;
  }

  /// Beside the corners of the node.
  std::vector<Point> PlacesAround(const Thing& thing) const {
    std::vector<Point> places;
    const Point centre = layout_.nodes[thing.node];
    const Point half = HalfSize(diagram_.nodes[thing.node]);
    for (const double right : {1.0, -1.0}) {
      for (const double up : {1.0, -1.0}) {
        for (double x = -half.x; x <= kMostAside; x += kStep) {
          for (double y = 0; y <= kMostAway; y += kStep) {
            // Beside the node where it is lower than the node's edge, above or below it elsewhere.
            const double over = half.y + y + thing.box.half.y + 1;
            places.push_back(
                {centre.x + right * (half.x + x + thing.box.half.x), centre.y + up * over});
            if (x >= 1 && y <= half.y) {
              places.push_back(
                  {centre.x + right * (half.x + x + thing.box.half.x), centre.y + up * y});
            }
          }
        }
      }
    }
    return places;
  }

  bool IsInPicture(const Box& box) const {
    return box.centre.x >= box.half.x && box.centre.x <= layout_.width - box.half.x &&
           box.centre.y >= box.half.y && box.centre.y <= layout_.height - box.half.y;
  }

  const Diagram& diagram_;
  Layout& layout_;
  const std::size_t arcs_;
  PictureGeometry geometry_;
};

}  // namespace

void MoveTextsAside(const Diagram& diagram, Layout& layout) { Mover(diagram, layout).Run(); }

}  // namespace cpn::draw
