// The colours of pictures: of nets, of charts of runs, and of the pages that show them.
//
// A picture is drawn in the light colours, as attributes; PictureStyle() adds the rules that give
// the dark ones to who prefers them. Whatever a colour says, a word or a shape says, too.
//
// Invariants, which a test computes: texts have a contrast of at least 4.5:1 to what they stand on,
// lines of at least 3:1; the colours of roles differ for people who see two kinds of colours only.
// Thread safety: constants, free functions without state.
// Source: the palette of M. Okabe and K. Ito, "Color Universal Design" (2008), made darker or
// lighter until it can be read; contrast as WCAG 2.1 defines it (success criteria 1.4.3, 1.4.11).
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace base {

inline constexpr std::string_view kInk = "black";
inline constexpr std::string_view kGround = "white";
inline constexpr std::string_view kMuted = "#586474";  ///< of what is said beside
inline constexpr std::string_view kFaint = "#808a96";  ///< of lines in the background

/// A hue with a tint of it, on which kInk can be read.
struct PictureHue {
  std::string_view line;
  std::string_view soft;
};
inline constexpr PictureHue kBlue{"#006ca9", "#d3e8f8"};
inline constexpr PictureHue kVermillion{"#aa4b00", "#ffd9c2"};
inline constexpr PictureHue kGreen{"#005f45", "#c9ecdd"};
inline constexpr PictureHue kPurple{"#8f5575", "#f5dbea"};
inline constexpr PictureHue kYellow{"#5c4000", "#fbe9a6"};
inline constexpr PictureHue kGrey{"#586474", "#dfe3e8"};  ///< no role: what is out of reach

/// One of the hues that tell roles apart, kBlue to kYellow, again and again.
PictureHue HueOfRole(std::size_t role);
/// Roles by name: those whose names differ in a number only have the same one ("s1", "s2").
std::vector<std::size_t> RolesOf(const std::vector<std::string>& names);

/// A colour of a picture, and what it is for those who prefer dark pages.
struct PictureColour {
  std::string_view light;
  std::string_view dark;
};
const std::vector<PictureColour>& PictureColours();

/// The <style> of an <svg class="picture"> with this inside: dark colours for those it has.
std::string PictureStyle(std::string_view inside);

}  // namespace base
