// What is read of a PNML file, and the whole error of what is refused.
#include "pnml/reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "pnml/testing.h"
#include "testing/text.h"

namespace pnml {
namespace {

using test::Replace;
using ::testing::AllOf;
using testing::Clock;
using ::testing::ElementsAre;
using ::testing::EndsWith;
using testing::ErrorOf;
using ::testing::IsEmpty;
using testing::kAll;
using testing::kNext;
using testing::kNoon;
using testing::kX;
using testing::NetText;
using testing::Operation;
using testing::PlainNet;
using ::testing::StartsWith;
using testing::Subterm;

const std::string kOne = "<useroperator declaration=\"one\"/>";
const std::string kHour = "<usersort declaration=\"hour\"/>";

TEST(ReaderTest, PlaceTransitionNet) {
  const Net net = ReadNet(PlainNet(), "n.pnml");
  EXPECT_FALSE(net.is_coloured);
  ASSERT_EQ(net.places.size(), 2u);
  EXPECT_EQ(net.places[0].name, "a");
  EXPECT_EQ(net.places[0].initial->number, 2);
  EXPECT_EQ(net.places[1].name, "the end");
  EXPECT_FALSE(net.places[1].initial);
  ASSERT_EQ(net.arcs.size(), 2u);
  EXPECT_TRUE(net.arcs[0].is_input);
  EXPECT_EQ(net.arcs[0].place, 0u);
  EXPECT_FALSE(net.arcs[1].is_input);
  EXPECT_EQ(net.arcs[1].place, 1u);
}

TEST(ReaderTest, SymmetricNet) {
  const Net net = ReadNet(Clock(), "n.pnml");
  EXPECT_TRUE(net.is_coloured);
  ASSERT_EQ(net.sorts.size(), 1u);
  EXPECT_EQ(net.sorts[0].kind, SortKind::kCyclicEnumeration);
  EXPECT_EQ(net.sorts[0].elements[1].name, "1");
  EXPECT_EQ(net.arcs[1].inscription.kind, TermKind::kSuccessor);
  EXPECT_EQ(net.arcs[2].inscription.kind, TermKind::kSubtract);
}

TEST(ReaderTest, ElementsOfOneNameAreKnownByTheirIds) {
  const Net net = ReadNet(Replace(Clock(), "name=\"2\"", "name=\"1\""), "n.pnml");
  EXPECT_EQ(net.sorts[0].elements[1].name, "one");
  EXPECT_EQ(net.sorts[0].elements[2].name, "two");
}

TEST(ReaderTest, StrayTextIsLeftOutWithAWarning) {
  const std::string text =
      Replace(PlainNet(), "<transition id=\"t\"/>",
              "<transition id=\"t\">$<name><text>go</text></name></transition>");
  const Net net = ReadNet(text, "n.pnml");
  EXPECT_EQ(net.transitions[0].name, "go");
  EXPECT_THAT(net.warnings,
              ElementsAre("n.pnml:4:20: text beside elements in <transition> is left out\n"
                          "<transition id=\"t\">$<name><text>go</text></name></transition>\n"
                          "                   ^"));
}

TEST(ReaderTest, StrayTextInManyElementsIsOneWarningAtTheFirst) {
  const std::string text =
      Replace(Replace(PlainNet(), "<transition id=\"t\"/>",
                      "<transition id=\"t\">$<name><text>go</text></name></transition>"),
              "<place id=\"a\">", "<place id=\"a\"> $ ");
  EXPECT_THAT(ReadNet(text, "n.pnml").warnings,
              ElementsAre(StartsWith(
                  "n.pnml:2:16: text beside elements in <place> is left out (and in 1 more)\n")));
}

TEST(ReaderTest, NoStrayTextNoWarning) {
  EXPECT_THAT(ReadNet(PlainNet(), "n.pnml").warnings, IsEmpty());
}

TEST(ReaderTest, ADifferenceOfThreeIsThatOfTheFirstTwoWithoutTheThird) {
  const std::string hours =
      "<subtract>" + Subterm(kAll) + Subterm(kNoon) + Subterm(kOne) + "</subtract>";
  const Net net = ReadNet(Replace(Clock(), Operation("subtract", kAll, kNoon), hours), "n.pnml");
  const Term& outer = *net.places[1].initial;
  ASSERT_EQ(outer.kind, TermKind::kSubtract);
  ASSERT_EQ(outer.operands.size(), 2u);
  EXPECT_EQ(outer.operands[1].index, 1u);
  const Term& inner = outer.operands[0];
  ASSERT_EQ(inner.kind, TermKind::kSubtract);
  EXPECT_EQ(inner.operands[0].kind, TermKind::kAll);
  EXPECT_EQ(inner.operands[1].index, 0u);
}

TEST(ReaderTest, ADifferenceOfOneIsThatOne) {
  const Net net = ReadNet(Replace(Clock(), Operation("subtract", kAll, kNoon),
                                  "<subtract>" + Subterm(kNoon) + "</subtract>"),
                          "n.pnml");
  EXPECT_EQ(net.places[1].initial->kind, TermKind::kElement);
}

TEST(ReaderTest, ADifferenceOfNothing) {
  EXPECT_THAT(
      ErrorOf(Replace(Clock(), Operation("subtract", kAll, kNoon), "<subtract/>")),
      AllOf(StartsWith("n.pnml:7:113: a difference of nothing\n"), EndsWith("^\nit has operands")));
}

TEST(ReaderTest, ATupleOfOneElementIsThatElement) {
  const Net net = ReadNet(Clock(Operation("equality", "<tuple>" + Subterm(kX) + "</tuple>", kNoon),
                                "<tuple>" + Subterm(kNext) + "</tuple>"),
                          "n.pnml");
  EXPECT_EQ(net.arcs[1].inscription.kind, TermKind::kSuccessor);
  EXPECT_EQ(net.transitions[0].condition->operands[0].kind, TermKind::kVariable);
}

TEST(ReaderTest, AProductOfOneSortIsThatSort) {
  const Net net = ReadNet(
      Replace(Clock("", "<tuple>" + Subterm(kNext) + "</tuple>"),
              "<place id=\"Now\"><type><structure>" + kHour,
              "<place id=\"Now\"><type><structure><productsort>" + kHour + "</productsort>"),
      "n.pnml");
  EXPECT_EQ(net.places[0].sort, net.places[1].sort);
}

TEST(ReaderTest, AMultipleWithoutANumberIsOne) {
  const Net net = ReadNet(Clock("", "<numberof>" + Subterm(kNext) + "</numberof>"), "n.pnml");
  EXPECT_EQ(net.arcs[1].inscription.kind, TermKind::kSuccessor);
}

TEST(ReaderTest, AnUnparsedDeclarationThatNothingUsesIsPassedOver) {
  const Net net = ReadNet(
      Replace(Clock(), "<variabledecl", "<unparsed>real</unparsed><variabledecl"), "n.pnml");
  EXPECT_EQ(net.variables.size(), 1u);
}

TEST(ReaderTest, PagesInPagesAreOneNet) {
  const std::string text =
      Replace(PlainNet(), "<transition id=\"t\"/>",
              "<page id=\"q\"><name><text>inner</text></name><graphics/><transition id=\"t\">"
              "<toolspecific tool=\"x\" version=\"1\"><any thing=\"1\"/></toolspecific>"
              "</transition></page>");
  EXPECT_EQ(ReadNet(text, "n.pnml").transitions.size(), 1u);
}

TEST(ReaderTest, AReferenceStandsForItsNode) {
  const std::string text =
      Replace(PlainNet(), "<arc id=\"2\" source=\"t\" target=\"b\"/>",
              "<referencePlace id=\"r\" ref=\"s\"/><referencePlace id=\"s\" ref=\"b\"/>"
              "<arc id=\"2\" source=\"t\" target=\"r\"/>");
  EXPECT_EQ(ReadNet(text, "n.pnml").arcs[1].place, 1u);
}

/// Sorts name0, name1, ..., each a pair of the one before.
std::string Pairs(const std::string& name, int count) {
  std::string text = testing::Named(name + "0", "<bool/>");
  for (int i = 1; i <= count; ++i) {
    const std::string part = "<usersort declaration=\"" + name + std::to_string(i - 1) + "\"/>";
    text +=
        testing::Named(name + std::to_string(i), "<productsort>" + part + part + "</productsort>");
  }
  return text;
}

// Part by part it would take 2^40 steps.
TEST(ReaderTest, PairsOfPairsAreTheSameWhateverTheirNames) {
  const std::string text = NetText(
      "symmetricnet", testing::Declarations(Pairs("a", 40) + Pairs("b", 40) +
                                            "<variabledecl id=\"x\"><usersort declaration=\"b40\"/>"
                                            "</variabledecl>\n") +
                          "<place id=\"p\">" +
                          testing::Structure("type", "<usersort declaration=\"a40\"/>") +
                          "</place><transition id=\"t\"/><arc id=\"1\" source=\"p\" target=\"t\">" +
                          testing::Structure("hlinscription", kX) + "</arc>\n");
  EXPECT_EQ(ReadNet(text, "n.pnml").arcs.size(), 1u);
}

TEST(ReaderTest, SortsNestedTooDeeply) {
  EXPECT_THAT(ErrorOf(NetText("symmetricnet", testing::Declarations(Pairs("a", 50)))),
              StartsWith("n.pnml:53:32: sorts nested more than 50 deep\n"));
}

TEST(ReaderTest, ReferencesInACircle) {
  EXPECT_EQ(ErrorOf(Replace(PlainNet(), "<transition id=\"t\"/>",
                            "<transition id=\"t\"/><referencePlace id=\"r\" ref=\"r\"/>")),
            "n.pnml:4:21: a reference to r\n"
            "<transition id=\"t\"/><referencePlace id=\"r\" ref=\"r\"/>\n"
            "                    ^\n"
            "it refers to a node, or to another reference that does");
}

TEST(ReaderTest, ArcBetweenPlaces) {
  EXPECT_EQ(ErrorOf(Replace(PlainNet(), "target=\"t\"", "target=\"b\"")),
            "n.pnml:5:1: an arc between two nodes of one kind\n"
            "<arc id=\"1\" source=\"a\" target=\"b\"/>\n"
            "^\n"
            "an arc joins a place and a transition");
}

TEST(ReaderTest, NodesOfOneId) {
  EXPECT_EQ(ErrorOf(Replace(PlainNet(), "<transition id=\"t\"/>", "<transition id=\"a\"/>")),
            "n.pnml:4:1: a second node of id a\n"
            "<transition id=\"a\"/>\n"
            "^\n"
            "ids are distinct");
}

TEST(ReaderTest, MarkingThatIsNoNumber) {
  EXPECT_EQ(ErrorOf(Replace(PlainNet(), "<text>2</text>", "<text>-2</text>")),
            "n.pnml:2:37: '-2' in <text>\n"
            "<place id=\"a\"><initialMarking><text>-2</text></initialMarking></place>\n"
            "                                    ^\n"
            "it is a number from 0 to 4294967295");
}

TEST(ReaderTest, NothingIsDroppedSilently) {
  EXPECT_THAT(ErrorOf(Replace(PlainNet(), "<transition id=\"t\"/>",
                              "<transition id=\"t\"><delay/></transition>")),
              StartsWith("n.pnml:4:20: <delay> in <transition> is not supported\n"));
  EXPECT_THAT(ErrorOf(Replace(PlainNet(), "<transition id=\"t\"/>", "<inhibitor/>")),
              StartsWith("n.pnml:4:1: <inhibitor> in <page> is not supported\n"));
}

TEST(ReaderTest, NetOfAnotherType) {
  EXPECT_THAT(ErrorOf(NetText("highlevelnet", "")),
              StartsWith("n.pnml:1:19: a net of type "
                         "http://www.pnml.org/version-2009/grammar/highlevelnet\n"));
}

TEST(ReaderTest, ColourOfAnotherSort) {
  EXPECT_THAT(ErrorOf(Clock("", "<dotconstant/>")),
              ::testing::EndsWith("\nhere belongs one of hour"));
}

TEST(ReaderTest, SuccessorInAnEnumerationWithoutACircle) {
  std::string text = Replace(Clock(), "<cyclicenumeration>", "<finiteenumeration>");
  text = Replace(text, "</cyclicenumeration>", "</finiteenumeration>");
  EXPECT_THAT(ErrorOf(text), ::testing::HasSubstr("the successor of a colour of hour\n"));
}

TEST(ReaderTest, VariableInAMarking) {
  EXPECT_THAT(ErrorOf(Replace(Clock(), "<hlinitialMarking><structure>" + kNoon,
                              "<hlinitialMarking><structure>" + kX)),
              ::testing::EndsWith("\na marking has no variables"));
}

TEST(ReaderTest, SuccessorOfAll) {
  EXPECT_THAT(ErrorOf(Clock("", "<successor>" + testing::Subterm(testing::kAll) + "</successor>")),
              ::testing::EndsWith("\nit is that of one colour"));
}

TEST(ReaderTest, OrderOfWhatHasNone) {
  const std::string yes = "<booleanconstant value=\"true\"/>";
  EXPECT_THAT(ErrorOf(Clock(Operation("lessthan", yes, yes))),
              ::testing::EndsWith("\nonly enumerations and ranges have an order"));
}

TEST(ReaderTest, ConditionThatIsNone) {
  EXPECT_THAT(ErrorOf(Clock(Operation("add", kX, kX))),
              ::testing::HasSubstr(": a condition <add> is not supported\n"));
}

}  // namespace
}  // namespace pnml
