#include "base/picture_colours.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <map>

namespace base {
namespace {

/// The name without digits, and without what only separates them.
std::string WithoutNumbers(const std::string& name) {
  std::string rest;
  for (const char c : name) {
    if (std::isalpha(static_cast<unsigned char>(c)) != 0 || static_cast<unsigned char>(c) >= 0x80) {
      rest += c;
    }
  }
  return rest;
}

}  // namespace

PictureHue HueOfRole(std::size_t role) {
  constexpr std::array kHues{kBlue, kVermillion, kGreen, kPurple, kYellow};
  return kHues.at(role % kHues.size());
}

std::vector<std::size_t> RolesOf(const std::vector<std::string>& names) {
  std::map<std::string, std::size_t> known;
  std::vector<std::size_t> roles;
  for (const std::string& name : names) {
    roles.push_back(known.try_emplace(WithoutNumbers(name), known.size()).first->second);
  }
  return roles;
}

const std::vector<PictureColour>& PictureColours() {
  static const std::vector<PictureColour> colours = {{kInk, "#e6ebf1"},
                                                     {kGround, "#161c24"},
                                                     {kMuted, "#9aa7b6"},
                                                     {kFaint, "#748190"},
                                                     {kBlue.line, "#6cbcf0"},
                                                     {kBlue.soft, "#143450"},
                                                     {kVermillion.line, "#ff9d5c"},
                                                     {kVermillion.soft, "#4a2a0e"},
                                                     {kGreen.line, "#3fc796"},
                                                     {kGreen.soft, "#0f3a2a"},
                                                     {kPurple.line, "#e39cc6"},
                                                     {kPurple.soft, "#45243b"},
                                                     {kYellow.line, "#e8d44d"},
                                                     {kYellow.soft, "#40380c"},
                                                     {kGrey.soft, "#333c47"}};
  return colours;
}

std::string PictureStyle(std::string_view inside) {
  std::string dark;
  const auto add = [&](std::string_view attribute, const PictureColour& colour) {
    std::string has(attribute);
    has += "=\"";
    has += colour.light;
    has += '"';
    if (inside.find(has) == std::string_view::npos) return;
    dark += " .picture [" + has + "] { ";
    dark += attribute;
    dark += ": ";
    dark += colour.dark;
    dark += "; }";
  };
  for (const PictureColour& colour : PictureColours()) {
    add("fill", colour);
    add("stroke", colour);
  }
  const std::string ink(PictureColours().front().dark);
  const std::string ground(PictureColours()[1].dark);
  return "<style>.chart text { paint-order: stroke; stroke: white; stroke-width: 2px; }\n"
         "@media (prefers-color-scheme: dark) { .picture text:not([fill]) { fill: " +
         ink + "; } .chart text { stroke: " + ground + "; }" + dark + " }</style>\n";
}

}  // namespace base
