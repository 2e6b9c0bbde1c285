#include "trace/svg_canvas.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/characters.h"
#include "base/markup.h"
#include "base/picture_colours.h"

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

void SvgCanvas::Begin(std::string_view tip) {
  body_ += "<g><title>";
  for (std::size_t from = 0; from <= tip.size();) {  // line ends stay, nothing else odd does
    const std::size_t line = std::min(tip.find('\n', from), tip.size());
    if (from > 0) body_ += '\n';
    body_ += Escaped(tip.substr(from, line - from));
    from = line + 1;
  }
  body_ += "</title>\n";
}

void SvgCanvas::End() { body_ += "</g>\n"; }

std::string SvgCanvas::Document(double width, double height, std::string_view title,
                                double scale) const {
  const std::string inside =
      "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n" + body_ + "</svg>\n";
  return fmt::format(
             "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"picture chart\" "
             "width=\"{:.0f}\" height=\"{:.0f}\" viewBox=\"0 0 {:.0f} {:.0f}\" "
             "font-family=\"Helvetica,Arial,sans-serif\">\n<title>{}</title>\n{}",
             width * scale, height * scale, width, height, Escaped(title),
             base::PictureStyle(inside)) +
         inside;
}

}  // namespace trace
