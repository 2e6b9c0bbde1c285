// Contrast and differences of the colours of pictures, computed.
#include "base/picture_colours.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

namespace base {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

using Vector = std::array<double, 3>;
using Matrix = std::array<Vector, 3>;

/// Red, green and blue, linear in light, from 0 to 1.
Vector Linear(std::string_view colour) {
  if (colour == "black") return {0, 0, 0};
  if (colour == "white") return {1, 1, 1};
  Vector linear{};
  for (std::size_t i = 0; i < 3; ++i) {
    const double c = std::stoi(std::string(colour.substr(1 + 2 * i, 2)), nullptr, 16) / 255.0;
    linear[i] = c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
  }
  return linear;
}

/// WCAG 2.1: the contrast ratio of two colours.
double Contrast(std::string_view a, std::string_view b) {
  const auto luminance = [](std::string_view colour) {
    const Vector v = Linear(colour);
    return 0.2126 * v[0] + 0.7152 * v[1] + 0.0722 * v[2];
  };
  const double x = luminance(a), y = luminance(b);
  return (std::max(x, y) + 0.05) / (std::min(x, y) + 0.05);
}

/// How protanopes, deuteranopes and tritanopes see (Machado, Oliveira, Fernandes, 2009), and all.
constexpr std::array<Matrix, 4> kEyes{{{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}},
                                       {{{0.152286, 1.052583, -0.204868},
                                         {0.114503, 0.786281, 0.099216},
                                         {-0.003882, -0.048116, 1.051998}}},
                                       {{{0.367322, 0.860646, -0.227968},
                                         {0.280085, 0.672501, 0.047413},
                                         {-0.011820, 0.042940, 0.968881}}},
                                       {{{1.255528, -0.076749, -0.178779},
                                         {-0.078411, 0.930809, 0.147602},
                                         {0.004733, 0.691367, 0.303900}}}}};

Vector Times(const Matrix& matrix, const Vector& v) {
  Vector result{};
  for (std::size_t i = 0; i < 3; ++i) {
    result[i] = matrix[i][0] * v[0] + matrix[i][1] * v[1] + matrix[i][2] * v[2];
    result[i] = std::clamp(result[i], 0.0, 1.0);
  }
  return result;
}

/// CIE 1976 L*a*b*, white D65, as these eyes see the colour.
Vector Lab(std::string_view colour, const Matrix& eyes) {
  constexpr Matrix kToXyz{{{0.4124564 / 0.95047, 0.3575761 / 0.95047, 0.1804375 / 0.95047},
                           {0.2126729, 0.7151522, 0.0721750},
                           {0.0193339 / 1.08883, 0.1191920 / 1.08883, 0.9503041 / 1.08883}}};
  Vector xyz = Times(kToXyz, Times(eyes, Linear(colour)));
  for (double& c : xyz) c = c > 0.008856 ? std::cbrt(c) : 7.787 * c + 16.0 / 116;
  return {116 * xyz[1] - 16, 500 * (xyz[0] - xyz[1]), 200 * (xyz[1] - xyz[2])};
}

double Difference(std::string_view a, std::string_view b, const Matrix& eyes) {
  const Vector x = Lab(a, eyes), y = Lab(b, eyes);
  return std::hypot(x[0] - y[0], x[1] - y[1], x[2] - y[2]);
}

std::string_view Dark(std::string_view light) {
  for (const PictureColour& colour : PictureColours()) {
    if (colour.light == light) return colour.dark;
  }
  ADD_FAILURE() << light << " has no dark colour";
  return light;
}

constexpr std::array kHues{kBlue, kVermillion, kGreen, kPurple, kYellow, kGrey};

TEST(PictureColours, TextsCanBeRead) {
  EXPECT_NEAR(Contrast("black", "white"), 21, 1e-9);  // as the definition has it
  const auto readable = [](std::string_view text, std::string_view on) {
    EXPECT_GE(Contrast(text, on), 4.5) << text << " on " << on;
    EXPECT_GE(Contrast(Dark(text), Dark(on)), 4.5) << text << " on " << on << ", dark";
  };
  readable(kMuted, kGround);
  readable(kInk, kGround);
  for (const PictureHue& hue : kHues) {
    readable(hue.line, kGround);
    readable(kInk, hue.soft);
  }
}

TEST(PictureColours, LinesCanBeSeen) {
  const auto visible = [](std::string_view line, std::string_view on) {
    EXPECT_GE(Contrast(line, on), 3) << line << " on " << on;
    EXPECT_GE(Contrast(Dark(line), Dark(on)), 3) << line << " on " << on << ", dark";
  };
  visible(kFaint, kGround);
  for (const PictureHue& hue : kHues) visible(hue.line, hue.soft);
}

TEST(PictureColours, RolesDifferForAllEyes) {
  constexpr double kLeast = 10;  // a difference of 2.3 is just noticeable
  for (std::size_t i = 0; i < 5; ++i) {
    for (std::size_t k = 0; k < i; ++k) {
      const std::string_view a = HueOfRole(i).line, b = HueOfRole(k).line;
      for (std::size_t eyes = 0; eyes < kEyes.size(); ++eyes) {
        EXPECT_GE(Difference(a, b, kEyes[eyes]), kLeast) << a << ", " << b << ", eyes " << eyes;
        EXPECT_GE(Difference(Dark(a), Dark(b), kEyes[eyes]), kLeast)
            << Dark(a) << ", " << Dark(b) << ", eyes " << eyes;
      }
    }
  }
}

TEST(PictureColours, NamesThatDifferInNumbersAreOneRole) {
  EXPECT_THAT(RolesOf({"client 1", "client 2", "s1", "s[2]", "net"}), ElementsAre(0, 0, 1, 1, 2));
  EXPECT_EQ(HueOfRole(5).line, HueOfRole(0).line);
}

TEST(PictureColours, StyleHasTheColoursThatAreUsed) {
  const std::string style = PictureStyle("<path fill=\"none\" stroke=\"#006ca9\"/>");
  EXPECT_THAT(style, HasSubstr(".picture [stroke=\"#006ca9\"] { stroke: #6cbcf0; }"));
  EXPECT_THAT(style, Not(HasSubstr("[fill=\"#006ca9\"]")));
  EXPECT_THAT(style, Not(HasSubstr("#aa4b00")));
}

}  // namespace
}  // namespace base
