#include "mcc/formula_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/parse_error.h"
#include "pnml/testing.h"

namespace mcc {
namespace {

using ::testing::ElementsAre;

std::string SetOf(const std::string& formula) {
  return "<property-set xmlns=\"http://mcc.lip6.fr/\">\n<property><id>f</id>"
         "<description>d</description>\n<formula>" +
         formula + "</formula></property></property-set>\n";
}

std::vector<Property> Read(const std::string& formula) {
  const pnml::Net net = pnml::ReadNet(pnml::testing::PlainNet(), "n.pnml");
  return ReadProperties(SetOf(formula), "f.xml", net);
}

std::string ErrorOf(const std::string& formula) {
  try {
    Read(formula);
  } catch (const base::ParseError& error) {
    return error.what();
  }
  return "";
}

TEST(FormulaReaderTest, PathsAndAtoms) {
  const auto properties = Read(
      "<all-paths><until><before><is-fireable><transition>t</transition></is-fireable></before>"
      "<reach><negation><integer-le><integer-constant> 2 </integer-constant>"
      "<tokens-count><place>b</place><place>a</place></tokens-count></integer-le></negation>"
      "</reach></until></all-paths>");
  ASSERT_EQ(properties.size(), 1u);
  EXPECT_EQ(properties[0].id, "f");
  const Formula& until = properties[0].formula;
  EXPECT_EQ(until.kind, FormulaKind::kForallUntil);
  EXPECT_THAT(until.operands[0].transitions, ElementsAre(0u));
  EXPECT_EQ(until.operands[1].kind, FormulaKind::kNot);
  const Formula& comparison = until.operands[1].operands[0];
  EXPECT_EQ(comparison.left.constant, 2);
  EXPECT_THAT(comparison.right.places, ElementsAre(1u, 0u));
}

TEST(FormulaReaderTest, Bound) {
  const auto properties = Read("<place-bound><place>a</place></place-bound>");
  EXPECT_TRUE(properties[0].is_bound);
  EXPECT_THAT(properties[0].places, ElementsAre(0u));
}

TEST(FormulaReaderTest, PlaceThatTheNetDoesNotHave) {
  EXPECT_EQ(
      ErrorOf("<place-bound><place>c</place></place-bound>"),
      "f.xml:3:23: <place> c\n"
      "<formula><place-bound><place>c</place></place-bound></formula></property></property-set>\n"
      "                      ^\n"
      "<place-bound> holds a <place> of the net");
}

std::string ErrorOfId(const std::string& id) {
  const pnml::Net net = pnml::ReadNet(pnml::testing::PlainNet(), "n.pnml");
  try {
    ReadProperties("<property-set><property><id>" + id + "</id></property></property-set>", "f.xml",
                   net);
  } catch (const base::ParseError& error) {
    return error.what();
  }
  return "";
}

TEST(FormulaReaderTest, AnIdCannotForgeALineOfTheAnswers) {
  EXPECT_EQ(ErrorOfId("f&#10;FORMULA&#32;g TRUE"),
            "f.xml:1:25: the id 'f FORMULA g TRUE' of a formula\n"
            "<property-set><property><id>f&#10;FORMULA&#32;g TRUE</id></property></property-set>\n"
            "                        ^\n"
            "it is one word: no space and no line end");
  EXPECT_THAT(ErrorOfId(""), ::testing::StartsWith("f.xml:1:25: the id '' of a formula\n"));
}

TEST(FormulaReaderTest, FormulaThatIsNone) {
  EXPECT_THAT(ErrorOf("<deadlock/>"),
              ::testing::StartsWith("f.xml:3:10: a formula <deadlock> is not supported\n"));
  EXPECT_THAT(ErrorOf("<all-paths><release/></all-paths>"),
              ::testing::EndsWith("\npaths are <next>, <finally>, <globally> and <until>"));
}

}  // namespace
}  // namespace mcc
