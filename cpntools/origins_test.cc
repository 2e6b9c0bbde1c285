// Errors of a translated model lead back to the document.
#include "cpntools/origins.h"

#include <gmock/gmock.h>

#include "cpntools/translate_testing.h"

namespace cpntools {
namespace {

using testing::Ml;
using testing::TranslateTest;

TEST(OriginMarksTest, MarksAreTakenOutAndTheirPlacesKnown) {
  OriginMarks marks;
  const std::string text = "a\n\u00e4" + marks.Mark({"x", 7, 8}) + "b\n" + marks.Mark({}, 9) + "c";
  EXPECT_EQ(SizeWithoutMarks(text), 7u);
  EXPECT_EQ(marks.TakeOut(text, 10), "a\n\u00e4b\nc");
  ASSERT_EQ(marks.origins().size(), 2u);
  EXPECT_EQ(marks.origins()[0].lua_line, 12);
  EXPECT_EQ(marks.origins()[0].lua_column, 2);
  EXPECT_EQ(marks.origins()[0].line, 7);
  EXPECT_EQ(marks.origins()[0].column, 8);
  EXPECT_EQ(marks.origins()[1].lua_line, 13);
  EXPECT_EQ(marks.origins()[1].line, 9);
}

TEST(OriginMarksTest, WhatIsNoMarkOfOursIsText) {
  OriginMarks marks;
  const std::string text =
      "a\x01 (\x01"
      "7\x02 b\x01" +
      marks.Mark({}, 9) + "c\x01";
  EXPECT_EQ(marks.TakeOut(text, 10),
            "a\x01 (\x01"
            "7\x02 b\x01"
            "c\x01");
  ASSERT_EQ(marks.origins().size(), 1u);
  EXPECT_EQ(marks.origins()[0].line, 9);
}

class OriginsTest : public TranslateTest {
 protected:
  OriginsTest() {
    AddArc(Arc::Kind::kInput, "p", "n");
    AddArc(Arc::Kind::kOutput, "q", "n + 1");
    page().arcs[1].inscription.line = 31;
    transition().guard = {"n > 0, n < 5", 40, 3};
    transition().line = 39;
    page().places[0].initial = {"1`1", 21, 4};
  }

  /// Where the place of `text` in the model comes from: "line:column".
  std::string OriginAt(const std::string& text, const std::string& message = "") {
    const Translation translation = Translate(document_, "m");
    const std::size_t at = translation.lua.find(text);
    if (at == std::string::npos) return translation.lua;
    const std::string before = translation.lua.substr(0, at);
    const int line = 1 + static_cast<int>(std::count(before.begin(), before.end(), '\n'));
    const int column = static_cast<int>(at - (before.rfind('\n') + 1)) + 1;
    const Origin* origin = OriginOf(translation, line, column, message);
    return origin ? std::to_string(origin->line) + ":" + std::to_string(origin->column) : "none";
  }
};

TEST_F(OriginsTest, OfAnArcIsItsInscription) {
  EXPECT_EQ(OriginAt("P(n)"), "30:9");
  EXPECT_EQ(OriginAt("n + 1"), "31:9");
}

TEST_F(OriginsTest, OfAGuardIsItsText) { EXPECT_EQ(OriginAt("n < 5"), "40:3"); }

TEST_F(OriginsTest, OfATransitionIsItsElement) { EXPECT_EQ(OriginAt("Do_it ="), "39:0"); }

TEST_F(OriginsTest, OfAPlaceIsItsColourSetAndThenItsInitialMarking) {
  EXPECT_EQ(OriginAt("P = place"), "20:1");
  EXPECT_EQ(OriginAt("{ 1 }"), "21:4");
}

TEST_F(OriginsTest, OfAFunctionIsItsDeclaration) {
  document_.declarations.push_back(Ml("val k' = 1;\nfun f 0 = 0\n  | f n = n div k'"));
  page().arcs[1].inscription.text = "f n";
  EXPECT_EQ(OriginAt("//"), "11:5");
}

TEST_F(OriginsTest, OfAHelperIsTheArcThatTheErrorNames) {
  page().arcs[1].inscription.text = "hd []";
  EXPECT_EQ(OriginAt("function head_of"), "none");
  EXPECT_EQ(OriginAt("function head_of", "Empty; transition Do_it, place Q"), "31:9");
  EXPECT_EQ(OriginAt("function head_of", "Empty; transition Page.Do_it, place Page.P"), "30:9");
}

}  // namespace
}  // namespace cpntools
