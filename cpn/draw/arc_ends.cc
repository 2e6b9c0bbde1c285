#include "cpn/draw/arc_ends.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>
#include <vector>

#include "cpn/draw/spline.h"

namespace cpn::draw {
namespace {

constexpr double kGap = 9;         // between two ends: more than the width of an arrow head
constexpr double kReach = 60;      // so far outside it shows from which side an arc comes in
constexpr double kUsedSide = 0.8;  // of a node's side; farther out an ellipse bends away
constexpr int kMoves = 3;          // an arc that comes in askew moves by less than its end does

enum Side { kTop, kBottom, kLeft, kRight, kSides };

double Along(Side side, Point p) { return side == kTop || side == kBottom ? p.x : p.y; }

/// One end of an arc at a node.
struct End {
  std::size_t arc = 0;
  bool at_target = false;
  Side side = kTop;
  double coming = 0;  ///< along the side, where it is still kReach outside
  double at = 0;      ///< along the side, where it meets the outline
  Point meets = {};   ///< the same as a point
};

/// Is `p` inside the node, or less than `margin` outside?
bool IsInside(const DiagramNode& node, Point centre, Point p, double margin = 0) {
  const Point size = HalfSize(node);
  const Point half{size.x + margin, size.y + margin};
  const double x = (p.x - centre.x) / half.x;
  const double y = (p.y - centre.y) / half.y;
  if (node.shape == Shape::kPlace) return x * x + y * y <= 1;
  return std::abs(x) <= 1 && std::abs(y) <= 1;
}

/// The spline of an arc, seen so that it leads to the node of `end`.
Spline Incoming(const Layout& layout, const End& end) {
  const Spline& spline = layout.arcs[end.arc].spline;
  return end.at_target ? spline : Reversed(spline);
}

/// Finds out by which side the arc comes in, and where.
void Locate(const Diagram& diagram, const Layout& layout, std::size_t node, End& end) {
  const Point centre = layout.nodes[node];
  const Spline spline = Incoming(layout, end);
  const auto enters = [&](double margin) {
    return CutEnd(spline, [&](Point p) { return IsInside(diagram.nodes[node], centre, p, margin); })
        .back();
  };
  const Point at = enters(0);
  const Point half = HalfSize(diagram.nodes[node]);
  const double x = (at.x - centre.x) / half.x;
  const double y = (at.y - centre.y) / half.y;
  if (std::abs(y) >= std::abs(x)) {
    end.side = y > 0 ? kTop : kBottom;
  } else {
    end.side = x > 0 ? kRight : kLeft;
  }
  end.at = Along(end.side, at);
  end.meets = at;
  end.coming = Along(end.side, enters(kReach));
}

/// The places nearest to `wanted`, in their order, that are `gap` apart: of neighbours that would
/// be too near, all are set around their common middle.
std::vector<double> Spread(const std::vector<double>& wanted, double gap) {
  struct Pool {
    double sum;
    std::size_t size;
    double Middle() const { return sum / static_cast<double>(size); }
  };
  std::vector<Pool> pools;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    pools.push_back({wanted[i] - gap * static_cast<double>(i), 1});
    while (pools.size() > 1 && pools[pools.size() - 2].Middle() > pools.back().Middle()) {
      const Pool last = pools.back();
      pools.pop_back();
      pools.back() = {pools.back().sum + last.sum, pools.back().size + last.size};
    }
  }
  std::vector<double> places;
  for (const Pool& pool : pools) {
    for (std::size_t i = 0; i < pool.size; ++i) {
      places.push_back(pool.Middle() + gap * static_cast<double>(places.size()));
    }
  }
  return places;
}

/// Moves the end and what gives it its direction, so that it comes in as before.
void Move(Layout& layout, const End& end, double by) {
  Spline& spline = layout.arcs[end.arc].spline;
  const std::size_t last = spline.size() - 1;
  const bool horizontal = end.side == kTop || end.side == kBottom;
  for (const std::size_t i : {std::size_t{0}, std::size_t{1}}) {
    Point& point = spline[end.at_target ? last - i : i];
    (horizontal ? point.x : point.y) += by;
  }
}

void SeparateOnSide(const Diagram& diagram, Layout& layout, std::size_t node, Side side,
                    std::vector<End> ends) {
  const Point half = HalfSize(diagram.nodes[node]);
  const double room = 2 * kUsedSide * Along(side, half);
  const double gap = std::min(kGap, room / static_cast<double>(ends.size()));
  std::ranges::stable_sort(ends, {}, &End::coming);
  std::vector<double> wanted;
  for (const End& end : ends) wanted.push_back(end.at);
  std::vector<double> places = Spread(wanted, gap);
  const double centre = Along(side, layout.nodes[node]);
  // A row that leaves the side is moved back.
  const double over = std::max(0.0, places.back() - (centre + room / 2));
  const double under = std::max(0.0, centre - room / 2 - places.front());
  for (std::size_t i = 0; i < ends.size(); ++i) {
    Move(layout, ends[i], places[i] - over + under - wanted[i]);
  }
}

bool IsUpright(Side side) { return side == kLeft || side == kRight; }

/// Two ends can meet at a corner, each on a side of its own: the one on the upright side gives way.
void ClearCorners(Layout& layout, std::size_t node, std::vector<End>& ends) {
  for (End& upright : ends) {
    if (!IsUpright(upright.side)) continue;
    const bool meets = std::ranges::any_of(ends, [&](const End& other) {
      return !IsUpright(other.side) && std::hypot(other.meets.x - upright.meets.x,
                                                  other.meets.y - upright.meets.y) < kGap / 2;
    });
    if (!meets) continue;
    const double by = upright.at > layout.nodes[node].y ? -kGap : kGap;
    Move(layout, upright, by);
    upright.at += by;
  }
}

void SeparateAt(const Diagram& diagram, Layout& layout, std::size_t node, std::vector<End> ends) {
  for (End& end : ends) Locate(diagram, layout, node, end);
  for (int round = 0; round < kMoves; ++round) {
    ClearCorners(layout, node, ends);
    for (const Side side : {kTop, kBottom, kLeft, kRight}) {
      std::vector<End> there;
      std::ranges::copy_if(ends, std::back_inserter(there),
                           [&](const End& end) { return end.side == side; });
      if (there.size() > 1) SeparateOnSide(diagram, layout, node, side, std::move(there));
    }
    for (End& end : ends) Locate(diagram, layout, node, end);
  }
}

void SeparateEnds(const Diagram& diagram, Layout& layout) {
  std::vector<std::vector<End>> ends(diagram.nodes.size());
  for (std::size_t i = 0; i < diagram.arcs.size(); ++i) {
    ends[diagram.arcs[i].source].push_back({i, false});
    ends[diagram.arcs[i].target].push_back({i, true});
  }
  for (std::size_t node = 0; node < ends.size(); ++node) {
    SeparateAt(diagram, layout, node, std::move(ends[node]));
  }
}

double HeadLength(Head head) {
  return head == Head::kDoubleArrow ? 2 * kArrowLength : kArrowLength;
}

/// Cuts the end of a spline that leads to the middle of `node`: first at its outline, which is the
/// arrow's tip, then by the length of the arrow.
Point CutAtNode(Spline& spline, const DiagramNode& node, Point centre, double arrow) {
  spline = CutEnd(spline, [&](Point p) { return IsInside(node, centre, p); });
  const Point tip = spline.back();
  if (arrow > 0) {
    spline = CutEnd(spline, [&](Point p) { return std::hypot(p.x - tip.x, p.y - tip.y) <= arrow; });
  }
  return tip;
}

void CutArc(PlacedArc& placed, const DiagramArc& arc, const Diagram& diagram,
            const Layout& layout) {
  placed.target_tip = CutAtNode(placed.spline, diagram.nodes[arc.target], layout.nodes[arc.target],
                                HeadLength(arc.head));
  Spline backwards = Reversed(placed.spline);
  const double arrow = arc.head == Head::kBothArrows ? kArrowLength : 0;
  placed.source_tip =
      CutAtNode(backwards, diagram.nodes[arc.source], layout.nodes[arc.source], arrow);
  placed.spline = Reversed(backwards);
}

}  // namespace

void EndArcsAtShapes(const Diagram& diagram, Layout& layout) {
  SeparateEnds(diagram, layout);
  for (std::size_t i = 0; i < diagram.arcs.size(); ++i) {
    CutArc(layout.arcs[i], diagram.arcs[i], diagram, layout);
  }
}

}  // namespace cpn::draw
