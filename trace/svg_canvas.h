// Shapes of an SVG picture, drawn one over the other, with texts that are safe whatever they hold.
// Units are pixels; the origin is above on the left.
//
// Not thread-safe.
#pragma once

#include <string>
#include <string_view>

namespace trace {

class SvgCanvas {
 public:
  /// A text that begins at x, ends there, or has its middle there; y is where its letters stand.
  void Text(double x, double y, std::string_view text, double size, std::string_view colour,
            std::string_view anchor = "start", std::string_view more = "");
  void Line(double x1, double y1, double x2, double y2, std::string_view stroke,
            std::string_view more = "");
  void Box(double x, double y, double width, double height, std::string_view fill,
           std::string_view stroke);
  void Dot(double x, double y, double radius, std::string_view fill, std::string_view stroke);
  /// A line that ends in an arrow's head.
  void Arrow(double x1, double y1, double x2, double y2, std::string_view colour,
             std::string_view more = "");
  /// Any path; `path` is in the words of SVG.
  void Path(std::string_view path, std::string_view attributes);

  /// What is drawn until End() has that as its tooltip: lines, in plain text.
  void Begin(std::string_view tip);
  void End();

  /// The whole picture, made smaller by `scale`. `title` is what a reader is shown that does not
  /// draw.
  std::string Document(double width, double height, std::string_view title, double scale = 1) const;

 private:
  std::string body_;
};

}  // namespace trace
