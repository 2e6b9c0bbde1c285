// Concepts of symmetric nets beyond those of pnml/testing.h's clock: partitions, declared
// operators, tuples and booleans in conditions, the empty multi-set.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "cpn/explore/state_space.h"
#include "cpn/lua/lua_model.h"
#include "pnml/testing.h"
#include "pnml/to_lua.h"
#include "testing/text.h"

namespace pnml {
namespace {

using test::Replace;
using testing::Clock;
using testing::ErrorOf;
using ::testing::HasSubstr;
using testing::kNoon;
using testing::kX;
using testing::Operation;
using testing::Structure;
using testing::Subterm;

const std::string kAnHour = "<usersort declaration=\"hour\"/>";

std::string Element(const std::string& id) { return "<useroperator declaration=\"" + id + "\"/>"; }
std::string Part(const std::string& id, const std::string& elements) {
  return "<partitionelement id=\"" + id + "\" name=\"" + id + "\">" + elements +
         "</partitionelement>\n";
}
std::string Partition(const std::string& parts, const std::string& of = kAnHour) {
  return "<partition id=\"half\" name=\"half\">" + of + parts + "</partition>\n";
}
// The halves of the clock: 12 and 1 are early, 2 is late.
const std::string kHalves =
    Partition(Part("early", Element("noon") + Element("one")) + Part("late", Element("two")));
const std::string kHalfOfX =
    "<partitionelementof refpartition=\"half\">" + Subterm(kX) + "</partitionelementof>";

/// With more declarations.
std::string With(const std::string& declarations, const std::string& net) {
  return Replace(net, "</declarations>", declarations + "</declarations>");
}

/// Nodes and arcs of the net.
std::pair<std::size_t, std::size_t> SizeOf(const std::string& text) {
  const std::string model = ToLua(ReadNet(text, "n.pnml"), "n.pnml").text;
  const auto loaded = cpn::lua::LuaModel::LoadText(model, "n.lua");
  const cpn::StateSpace space = cpn::Explore(loaded->engine());
  return {space.nodes(), space.arcs()};
}
using Size = std::pair<std::size_t, std::size_t>;

TEST(PartitionTest, WhereAColourIsIn) {
  EXPECT_EQ(SizeOf(With(kHalves, Clock(Operation("equality", kHalfOfX, Element("early"))))),
            Size(3, 2));
  EXPECT_EQ(SizeOf(With(kHalves, Clock(Operation("equality", kHalfOfX, Element("late"))))),
            Size(1, 0));
}

TEST(PartitionTest, ItsElementsAreOrdered) {
  EXPECT_EQ(SizeOf(With(kHalves, Clock(Operation("ltp", kHalfOfX, Element("late"))))), Size(3, 2));
  EXPECT_EQ(SizeOf(With(kHalves, Clock(Operation("gtp", kHalfOfX, Element("early"))))), Size(1, 0));
}

TEST(PartitionTest, ItIsASortOfPlacesAndVariables) {
  std::string net = With(kHalves +
                             "<variabledecl id=\"h\" name=\"h\">"
                             "<usersort declaration=\"half\"/></variabledecl>\n",
                         Clock(Operation("ltp", kHalfOfX, "<variable refvariable=\"h\"/>")));
  net = Replace(net, "<place id=\"Now\">",
                "<place id=\"Halves\">" + Structure("type", "<usersort declaration=\"half\"/>") +
                    "</place>\n<place id=\"Now\">");
  net = Replace(net, "<arc id=\"1\"",
                "<arc id=\"5\" source=\"Tick\" target=\"Halves\">" +
                    Structure("hlinscription", kHalfOfX) + "</arc>\n<arc id=\"1\"");
  EXPECT_THAT(ToLua(ReadNet(net, "n.pnml"), "n.pnml").text,
              HasSubstr("half = enum {\n  \"early\", \"late\"\n}\n"));
  EXPECT_THAT(ToLua(ReadNet(net, "n.pnml"), "n.pnml").text,
              HasSubstr("local of_part_half = {\n"
                        "  [\"12\"] = \"early\", [\"1\"] = \"early\", [\"2\"] = \"late\"\n}\n"));
  EXPECT_EQ(SizeOf(net), Size(3, 2));
}

TEST(PartitionTest, OfARange) {
  const auto constant = [](int value) {
    return "<finiteintrangeconstant value=\"" + std::to_string(value) +
           "\"><finiteintrange start=\"-1\" end=\"1\"/></finiteintrangeconstant>";
  };
  const std::string range = testing::Named("r", "<finiteintrange start=\"-1\" end=\"1\"/>");
  const std::string sign =
      Partition(Part("minus", constant(-1)) + Part("plus", constant(1) + constant(0)),
                "<usersort declaration=\"r\"/>");
  const std::string n =
      "<variabledecl id=\"n\" name=\"n\"><usersort declaration=\"r\"/></variabledecl>";
  const std::string of_n = Replace(kHalfOfX, "\"x\"", "\"n\"");
  // Each tick for 0 and for 1.
  EXPECT_EQ(SizeOf(With(range + sign + n, Clock(Operation("equality", of_n, Element("plus"))))),
            Size(3, 6));
}

TEST(PartitionTest, EachColourIsInOneElement) {
  EXPECT_THAT(ErrorOf(With(Partition(Part("early", Element("noon"))), Clock())),
              HasSubstr(": 2 of 3 colours are in no element of the partition\n"));
  const std::string twice = Partition(Part("early", Element("noon") + Element("one")) +
                                      Part("late", Element("two") + Element("one")));
  EXPECT_THAT(ErrorOf(With(twice, Clock())),
              HasSubstr(": this colour is in the partition already\n"));
}

TEST(PartitionTest, WhatIsNone) {
  const std::string product = "<productsort>" + kAnHour + kAnHour + "</productsort>";
  EXPECT_THAT(ErrorOf(With(Partition(Part("a", Element("noon")), product), Clock())),
              HasSubstr("\nit is of an enumeration, or of a range of at most 100000 integers"));
  EXPECT_THAT(ErrorOf(With(Replace(kHalves, kAnHour, ""), Clock())),
              HasSubstr(": a partition of no sort\n"));
  EXPECT_THAT(ErrorOf(With(kHalves, Clock(Operation("equality", Replace(kHalfOfX, "half", "hour"),
                                                    Element("early"))))),
              HasSubstr(": there is no partition of id hour\n"));
  EXPECT_THAT(ErrorOf(Clock(Operation("ltp", kX, kNoon))),
              HasSubstr(": <ltp> of colours of hour\n"));
}

std::string Operator(const std::string& id, const std::string& parameters,
                     const std::string& definition) {
  return "<namedoperator id=\"" + id + "\" name=\"" + id + "\"><parameter>" + parameters +
         "</parameter><def>" + definition + "</def></namedoperator>\n";
}
std::string Parameter(const std::string& id) {
  return "<variabledecl id=\"" + id + "\" name=\"" + id + "\">" + kAnHour + "</variabledecl>";
}
std::string Variable(const std::string& id) { return "<variable refvariable=\"" + id + "\"/>"; }
std::string Use(const std::string& id, const std::string& operands = "") {
  return "<useroperator declaration=\"" + id + "\">" + operands + "</useroperator>";
}

TEST(DeclaredOperatorTest, StandsForItsDefinition) {
  const std::string next =
      Operator("next", Parameter("v"), "<successor>" + Subterm(Variable("v")) + "</successor>");
  const std::string is = Operator("is", Parameter("a") + Parameter("b"),
                                  Operation("equality", Variable("a"), Variable("b")));
  // 12 ticks to 1, and 1 does not go on: is(next(x), 1).
  EXPECT_EQ(SizeOf(With(next + is, Clock(Use("is", Subterm(Use("next", Subterm(kX))) +
                                                       Subterm(Element("one"))),
                                         Use("next", Subterm(kX))))),
            Size(2, 1));
}

TEST(DeclaredOperatorTest, AlsoForAMultiSet) {
  const std::string others =
      Operator("others", Parameter("v"), Operation("subtract", testing::kAll, Variable("v")));
  const std::string clock =
      Replace(Clock(), Operation("subtract", testing::kAll, kX), Use("others", Subterm(kX)));
  EXPECT_EQ(SizeOf(With(others, clock)), Size(3, 3));
}

TEST(DeclaredOperatorTest, OtherNumberOfOperands) {
  const std::string next =
      Operator("next", Parameter("v"), "<successor>" + Subterm(Variable("v")) + "</successor>");
  EXPECT_THAT(ErrorOf(With(next, Clock("", Use("next", Subterm(kX) + Subterm(kX))))),
              HasSubstr(": 2 operands of <useroperator>\n"));
}

TEST(DeclaredOperatorTest, DefinedByItself) {
  EXPECT_THAT(ErrorOf(With(Operator("loop", "", Use("loop")), Clock(Use("loop")))),
              HasSubstr(": operators within operators, 100 of them\n"));
}

TEST(DeclaredOperatorTest, ThatStandsForTooMuch) {
  std::string operators = Operator("o0", "", testing::kAll);
  for (int i = 1; i < 40; ++i) {
    const std::string inner = Use("o" + std::to_string(i - 1));
    operators += Operator("o" + std::to_string(i), "", Operation("add", inner, inner));
  }
  EXPECT_THAT(ErrorOf(With(operators, Clock("", Use("o39")))),
              HasSubstr(": the net's operators stand for too much\n"));
}

std::string Tuple(const std::string& a, const std::string& b) { return Operation("tuple", a, b); }

TEST(ConditionTest, TuplesAreComparedByTheirParts) {
  const std::string both = Tuple(kX, kNoon);
  const std::string noons = Tuple(kNoon, kX);
  EXPECT_EQ(SizeOf(Clock(Operation("equality", both, noons))), Size(2, 1));
  EXPECT_EQ(SizeOf(Clock(Operation("inequality", both, noons))), Size(1, 0));
  EXPECT_THAT(ErrorOf(Clock(Operation("lessthan", both, noons))),
              HasSubstr(": <lessthan> of tuples\n"));
}

TEST(ConditionTest, ATupleIsComparedWithAVariable) {
  const std::string pair =
      testing::Named("pair", "<productsort>" + kAnHour + kAnHour + "</productsort>") +
      "<variabledecl id=\"p\" name=\"p\"><usersort declaration=\"pair\"/></variabledecl>";
  // p is free: one of its nine colours.
  EXPECT_EQ(SizeOf(With(pair, Clock(Operation("equality", Tuple(kX, kX), Variable("p"))))),
            Size(3, 3));
  EXPECT_EQ(SizeOf(With(pair, Clock(Operation("inequality", Variable("p"), Tuple(kX, kX))))),
            Size(3, 24));
}

TEST(ConditionTest, ABooleanVariable) {
  const std::string b = "<variabledecl id=\"b\" name=\"b\"><bool/></variabledecl>";
  EXPECT_EQ(SizeOf(With(b, Clock(Variable("b")))), Size(3, 3));
  EXPECT_EQ(SizeOf(With(b, Clock(Operation("or", Variable("b"),
                                           "<not>" + Subterm(Variable("b")) + "</not>")))),
            Size(3, 6));
  EXPECT_THAT(ErrorOf(Clock(kX)), HasSubstr(": a colour of hour\n"));
}

TEST(MultiSetTest, Empty) {
  const std::string empty = "<empty>" + kAnHour + "</empty>";
  EXPECT_EQ(SizeOf(Clock("", Operation("add", empty, testing::kNext))), Size(3, 3));
  EXPECT_EQ(SizeOf(Clock("", empty)), Size(2, 1));
}

}  // namespace
}  // namespace pnml
