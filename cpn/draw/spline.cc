#include "cpn/draw/spline.h"

#include <array>
#include <cassert>

namespace cpn::draw {
namespace {

/// Halvings of a segment's parameter: 2^-24 of its length is far below a pixel.
constexpr int kBisections = 24;
/// Points at which a segment is looked at, so that a short stay outside is not missed.
constexpr int kSamples = 32;

using Segment = std::array<Point, 4>;

Point Between(Point a, Point b, double t) { return {a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t}; }

/// The first part of `segment`, up to parameter t.
Segment FirstPart(const Segment& segment, double t) {
  const Point p01 = Between(segment[0], segment[1], t);
  const Point p12 = Between(segment[1], segment[2], t);
  const Point p23 = Between(segment[2], segment[3], t);
  const Point p012 = Between(p01, p12, t);
  const Point p123 = Between(p12, p23, t);
  return {segment[0], p01, p012, Between(p012, p123, t)};
}

}  // namespace

Spline CutEnd(const Spline& spline, const std::function<bool(Point)>& inside) {
  assert(spline.size() % 3 == 1 && spline.size() > 1);
  for (std::size_t last = spline.size() - 1; last > 0; last -= 3) {
    const Segment segment{spline[last - 3], spline[last - 2], spline[last - 1], spline[last]};
    int sample = kSamples;
    while (sample > 0 && inside(FirstPart(segment, double(sample) / kSamples)[3])) --sample;
    if (sample == 0 && inside(segment[0])) continue;
    if (sample == kSamples) return spline;
    double outside_at = double(sample) / kSamples;
    double inside_at = double(sample + 1) / kSamples;
    for (int i = 0; i < kBisections; ++i) {
      const double middle = (outside_at + inside_at) / 2;
      (inside(FirstPart(segment, middle)[3]) ? inside_at : outside_at) = middle;
    }
    const Segment head = FirstPart(segment, outside_at);
    Spline result(spline.begin(), spline.begin() + static_cast<std::ptrdiff_t>(last - 3));
    result.insert(result.end(), head.begin(), head.end());
    return result;
  }
  return Spline(4, spline.front());
}

Spline Reversed(const Spline& spline) { return {spline.rbegin(), spline.rend()}; }

}  // namespace cpn::draw
