#include "cpngen/page/inline_svg.h"

#include <fmt/format.h>

#include <charconv>
#include <cstddef>

#include "base/markup.h"

namespace cpngen {
namespace {

/// A picture that is wider than a page keeps its size, and scrolls. In pixels, or points.
constexpr double kWide = 1600;

/// `text` without all that stands from `begin` to the next `end`, both included.
std::string Without(std::string_view text, std::string_view begin, std::string_view end) {
  std::string out;
  std::size_t at = 0;
  for (std::size_t found; (found = text.find(begin, at)) != std::string_view::npos;) {
    const std::size_t last = text.find(end, found + begin.size());
    if (last == std::string_view::npos) break;
    out.append(text, at, found - at);
    at = last + end.size();
    if (at < text.size() && text[at] == '\n' && (out.empty() || out.back() == '\n')) ++at;
  }
  return out.append(text, at);
}

double WidthOf(std::string_view tag) {
  constexpr std::string_view kWidth = " width=\"";
  const std::size_t at = tag.find(kWidth);
  double width = 0;
  if (at == std::string_view::npos) return width;
  std::from_chars(tag.data() + at + kWidth.size(), tag.data() + tag.size(), width);
  return width;
}

}  // namespace

std::string InlineSvg(std::string_view file, std::string_view label) {
  const std::size_t begin = file.find("<svg");
  if (begin == std::string_view::npos) return "";
  std::string svg = Without(file.substr(begin), "<!--", "-->");
  const bool seam = svg.find("<style>") != std::string::npos;  // charts have no other style
  svg = Without(svg, "<style>", "</style>");
  svg = Without(svg, "<title>", "</title>");
  svg = Without(svg, " id=\"", "\"");  // quotes inside texts are written as references
  const bool links = svg.find("<a ") != std::string::npos;
  const bool wide = WidthOf(std::string_view(svg).substr(0, svg.find('>'))) > kWide;
  svg.insert(4,
             fmt::format(" role=\"{}\" aria-label=\"{}\" class=\"{}{}\"", links ? "group" : "img",
                         base::EscapeMarkup(label), seam ? "seam" : "plain", wide ? " wide" : ""));
  return svg;
}

}  // namespace cpngen
