#include "cpn/draw/svg_parts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <regex>
#include <set>
#include <string>

#include "base/picture_colours.h"
#include "cpn/draw/draw.h"
#include "cpn/draw/testing.h"

namespace cpn::draw {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

constexpr const char* kPicture =
    "<?xml?>\n<svg width=\"9\"><g id=\"graph0\" class=\"graph\">\n<title>x</title>\n"
    "<g id=\"n0\" class=\"node\">\n<title>n0</title>\n<ellipse stroke=\"black\"/></g>"
    "<g id=\"n0_1\" class=\"node\">\n<title>n0_1</title>\n</g>"
    "<g id=\"a0\" class=\"edge\">\n<title>n0&#45;&gt;n1</title>\n</g></g></svg>";

TEST(SvgParts, TipsStandInPlaceOfNames) {
  Diagram diagram;
  diagram.title = "net";
  diagram.nodes.resize(1);
  diagram.nodes[0].tip = "P: <INT>\nat first: 1`\x01";
  diagram.arcs.resize(1);
  const std::string svg = WithTips(kPicture, diagram);
  EXPECT_THAT(svg, HasSubstr("<g id=\"graph0\" class=\"graph\">\n<title>net</title>\n"));
  const std::string tip = "<title>P: &lt;INT&gt;\nat first: 1`\xEF\xBF\xBD</title>\n";
  EXPECT_THAT(svg, HasSubstr("class=\"node\">\n" + tip + "<ellipse stroke=\"black\"/>"));
  EXPECT_THAT(svg, HasSubstr("<g id=\"n0_1\" class=\"node\">\n" + tip + "</g>"));
  EXPECT_THAT(svg, HasSubstr("<g id=\"a0\" class=\"edge\">\n</g>"));
  EXPECT_THAT(svg, HasSubstr("<svg class=\"picture\" width=\"9\"><style>"));
  EXPECT_THAT(svg, HasSubstr(".picture [stroke=\"black\"] { stroke: #e6ebf1; }"));
}

TEST(SvgParts, BarePictureHasItsPartsOnly) {
  Diagram diagram;
  diagram.nodes.resize(1);
  diagram.nodes[0].tip = "tip";
  const std::string bare = BarePicture(WithTips(kPicture, diagram));
  EXPECT_THAT(bare, StartsWith("<svg class=\"picture\" width=\"9\"><g id=\"graph0\""));
  EXPECT_THAT(bare, Not(HasSubstr("<title>")));
  EXPECT_THAT(bare, Not(HasSubstr("<style>")));
  EXPECT_THAT(bare, HasSubstr("<g id=\"n0\" class=\"node\">\n<ellipse stroke=\"black\"/></g>"));
}

/// A colour that is not in the palette would stay as it is on a dark page.
TEST(SvgParts, AllColoursHaveADarkOne) {
  ValueStore values;
  Model model = SampleModel(values);
  for (int kind = 0; kind <= static_cast<int>(StepKind::kRepair); ++kind) {
    TransitionDeclaration transition;
    transition.name = "K" + std::to_string(kind);
    transition.kind = static_cast<StepKind>(kind);
    model.modules[0].transitions.push_back(transition);
  }
  std::set<std::string> known{"none", "transparent"};
  for (const base::PictureColour& colour : base::PictureColours()) {
    known.insert(std::string(colour.light));
  }
  const std::string svg = DrawSvg(model, 0, values);
  const std::regex colour("(?:fill|stroke)=\"([^\"]*)\"");
  std::set<std::string> used;
  for (std::sregex_iterator i(svg.begin(), svg.end(), colour), end; i != end; ++i) {
    used.insert((*i)[1]);
    EXPECT_TRUE(known.contains((*i)[1])) << (*i)[1];
  }
  EXPECT_TRUE(used.contains(std::string(base::kVermillion.soft))) << "a fault";
  EXPECT_TRUE(used.contains(std::string(base::kGreen.line))) << "a repair";
}

TEST(SvgParts, TipsOfAModelSayWhatPicturesLeaveOut) {
  ValueStore values;
  Model model = SampleModel(values);
  model.modules[0].transitions[0].kind = StepKind::kFault;
  const std::string svg = DrawSvg(model, 0, values);
  EXPECT_THAT(svg, HasSubstr("<title>Done: INT\nat first: { 1, 2 }\nFusion Done</title>"));
  EXPECT_THAT(svg, HasSubstr("<title>Start\nguard: b &gt; 0 and &quot;x&quot; ~= 'y'\nP_HIGH\n"
                             "kind: fault\nb : INT, b2 : INT</title>"));
  EXPECT_THAT(svg, HasSubstr("<title>Start takes from Idle\nunit</title>"));
  EXPECT_THAT(svg, HasSubstr("<title>Sub: an instance of Worker</title>"));
  EXPECT_THAT(svg, HasSubstr(">fault</text>"));
}

}  // namespace
}  // namespace cpn::draw
