#include "cpn/draw/svg_parts.h"

#include <charconv>
#include <functional>
#include <string_view>

#include "base/characters.h"
#include "base/markup.h"
#include "base/picture_colours.h"

namespace cpn::draw {
namespace {

constexpr std::string_view kGroup = "<g id=\"", kTitle = "<title>", kEnd = "</title>\n";
constexpr std::string_view kSvg = "<svg ";

/// The tip of the part with that id; empty: none.
std::string_view TipOf(std::string_view id, const Diagram& diagram) {
  std::size_t index = 0;
  const char* const end = id.data() + id.size();
  if (id.size() < 2) return "";
  const auto [rest, error] = std::from_chars(id.data() + 1, end, index);
  // Annotations say what their node does: "n3_1".
  if (error != std::errc() || (rest != end && *rest != '_')) return "";
  if (id.front() == 'n' && index < diagram.nodes.size()) return diagram.nodes[index].tip;
  if (id.front() == 'a' && index < diagram.arcs.size()) return diagram.arcs[index].tip;
  return "";
}

/// The picture with other titles; `title` gets the id of a part.
std::string WithTitles(std::string_view svg,
                       const std::function<std::string(std::string_view)>& title) {
  std::string out;
  std::size_t at = 0;
  for (std::size_t group; (group = svg.find(kGroup, at)) != std::string_view::npos;) {
    const std::size_t id = group + kGroup.size();
    const std::size_t id_end = svg.find('"', id);
    const std::size_t begin = svg.find(kTitle, id_end);
    const std::size_t end = svg.find(kEnd, begin);
    if (begin == std::string_view::npos || end == std::string_view::npos) break;
    out.append(svg, at, begin - at);
    out += title(svg.substr(id, id_end - id));
    at = end + kEnd.size();
  }
  return out.append(svg.substr(at));
}

}  // namespace

std::string WithTips(const std::string& svg, const Diagram& diagram) {
  std::string with = WithTitles(svg, [&](std::string_view id) {
    const std::string_view tip = id == "graph0" ? diagram.title : TipOf(id, diagram);
    if (tip.empty()) return std::string();
    std::string text;
    for (std::size_t from = 0; from <= tip.size();) {  // line ends stay, nothing else odd does
      const std::size_t line = std::min(tip.find('\n', from), tip.size());
      if (from > 0) text += '\n';
      text += base::EscapeMarkup(base::Printable(tip.substr(from, line - from)));
      from = line + 1;
    }
    return std::string(kTitle) + text + std::string(kEnd);
  });
  const std::size_t begin = with.find(kSvg);
  const std::size_t inside = with.find("<g ", begin);
  if (begin == std::string::npos || inside == std::string::npos) return with;
  with.insert(inside, base::PictureStyle(std::string_view(with).substr(inside)));
  with.insert(begin + kSvg.size(), "class=\"picture\" ");
  return with;
}

std::string BarePicture(const std::string& svg) {
  std::string bare = WithTitles(svg, [](std::string_view) { return std::string(); });
  const std::size_t begin = bare.find("<svg");
  if (begin != std::string::npos) bare.erase(0, begin);
  const std::size_t style = bare.find("<style>");
  const std::size_t end = bare.find("</style>\n", style);
  if (style != std::string::npos && end != std::string::npos) {
    bare.erase(style, end + 9 - style);
  }
  return bare;
}

}  // namespace cpn::draw
