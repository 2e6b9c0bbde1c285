#include "trace/svg_canvas.h"

#include <fmt/format.h>

#include <cmath>

#include "base/characters.h"
#include "base/markup.h"

namespace trace {
namespace {

constexpr double kHead = 7;  // length of an arrow's head

std::string Escaped(std::string_view text) { return base::EscapeMarkup(base::Printable(text)); }

std::string Attribute(std::string_view more) { return more.empty() ? "" : ' ' + std::string(more); }

}  // namespace

void SvgCanvas::Text(double x, double y, std::string_view text, double size,
                     std::string_view colour, std::string_view anchor, std::string_view more) {
  body_ += fmt::format(
      "<text x=\"{:.1f}\" y=\"{:.1f}\" font-size=\"{:.0f}\" fill=\"{}\" text-anchor=\"{}\"{}>{}"
      "</text>\n",
      x, y, size, colour, anchor, Attribute(more), Escaped(text));
}

void SvgCanvas::Line(double x1, double y1, double x2, double y2, std::string_view stroke,
                     std::string_view more) {
  body_ += fmt::format("<path d=\"M{:.1f} {:.1f}L{:.1f} {:.1f}\" stroke=\"{}\"{}/>\n", x1, y1, x2,
                       y2, stroke, Attribute(more));
}

void SvgCanvas::Box(double x, double y, double width, double height, std::string_view fill,
                    std::string_view stroke) {
  body_ += fmt::format(
      "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"{}\" "
      "stroke=\"{}\"/>\n",
      x, y, width, height, fill, stroke);
}

void SvgCanvas::Dot(double x, double y, double radius, std::string_view fill,
                    std::string_view stroke) {
  body_ +=
      fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:.1f}\" fill=\"{}\" stroke=\"{}\"/>\n",
                  x, y, radius, fill, stroke);
}

void SvgCanvas::Arrow(double x1, double y1, double x2, double y2, std::string_view colour,
                      std::string_view more) {
  const double length = std::hypot(x2 - x1, y2 - y1);
  if (length < 1) return;
  const double dx = (x2 - x1) / length;
  const double dy = (y2 - y1) / length;
  const double back_x = x2 - kHead * dx;
  const double back_y = y2 - kHead * dy;
  Line(x1, y1, back_x, back_y, colour, more);
  body_ += fmt::format("<path d=\"M{:.1f} {:.1f}L{:.1f} {:.1f}L{:.1f} {:.1f}z\" fill=\"{}\"/>\n",
                       x2, y2, back_x - 3.5 * dy, back_y + 3.5 * dx, back_x + 3.5 * dy,
                       back_y - 3.5 * dx, colour);
}

void SvgCanvas::Path(std::string_view path, std::string_view attributes) {
  body_ += fmt::format("<path d=\"{}\"{}/>\n", path, Attribute(attributes));
}

std::string SvgCanvas::Document(double width, double height, std::string_view title) const {
  return fmt::format(
             "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" "
             "viewBox=\"0 0 {0:.0f} {1:.0f}\" font-family=\"Helvetica,Arial,sans-serif\">\n"
             "<title>{2}</title>\n"
             "<style>text {{ paint-order: stroke; stroke: white; stroke-width: 2px; }}</style>\n"
             "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n",
             width, height, Escaped(title)) +
         body_ + "</svg>\n";
}

}  // namespace trace
