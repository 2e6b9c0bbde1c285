// What models become in PNML, and that it does what they do: each net is written, read again and
// explored, and its state space compared with the model's.
#include "pnml/from_model.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <tuple>

#include "cpn/explore/state_space.h"
#include "cpn/lua/lua_model.h"
#include "pnml/reader.h"
#include "pnml/to_lua.h"
#include "pnml/writer.h"

namespace pnml {
namespace {

using cpn::lua::LuaModel;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr const char* kColours = R"(
W, Vote = range(1, 3), enum { "yes", "no", "maybe" }
var { w = W, w2 = W, v = Vote, v2 = Vote, b = BOOL, i = INT }
)";

std::unique_ptr<LuaModel> Load(const std::string& text) {
  return LuaModel::LoadText(kColours + text, "m.lua");
}

/// Nodes, arcs and dead markings.
std::tuple<std::size_t, std::size_t, std::size_t> SpaceOf(LuaModel& model) {
  const cpn::StateSpace space = cpn::Explore(model.engine());
  std::size_t dead = 0;
  for (cpn::NodeId node = 0; node < space.nodes(); ++node) dead += space.IsDead(node);
  return {space.nodes(), space.arcs(), dead};
}

/// The export, as the model that it is imported as. Expects the same state space.
std::string Exported(const std::string& text) {
  const auto model = Load(text);
  const Net net = ReadNet(WriteNet(FromModel(*model)), "m.pnml");
  const std::string imported = ToLua(net, "m.pnml").text;
  const auto again = LuaModel::LoadText(imported, "again.lua");
  EXPECT_EQ(SpaceOf(*again), SpaceOf(*model)) << imported;
  EXPECT_GT(std::get<1>(SpaceOf(*model)), 0u) << "nothing can occur";
  return imported;
}

/// Why it is refused, without its source line.
std::string Refused(const std::string& text) {
  const auto model = Load(text);
  try {
    FromModel(*model);
  } catch (const cpn::ModelError& error) {
    return error.message();
  }
  return "";
}

TEST(FromModelTest, ColoursStayColours) {
  EXPECT_EQ(Exported("A, B = place(W, all), place(product(W, Vote), { { 1, 'no' } })\n"
                     "T = transition { input = { A(w) }, output = { B { w, v } } }\n"),
            R"(-- m from m.pnml, translated by cpngen.

W = range(1, 3)
Vote = enum {
  "yes", "no", "maybe"
}
product_W__Vote_ = product(W, Vote)

var {
  w = W, v = Vote
}

A = place(W, all)
B = place(product_W__Vote_, { { 1, "no" } })

T = transition {
  input = { A(w) },
  output = { B({ w, v }) },
}
)");
}

TEST(FromModelTest, WithoutColoursItIsAPlaceTransitionNet) {
  const auto model = Load(
      "A, B = place(UNIT, { copies(3, unit) }), place(UNIT)\n"
      "T = transition { input = { A(copies(2, unit)) }, test = { A(unit) }, output = { B(unit) } "
      "}\n");
  const Net net = ReadNet(WriteNet(FromModel(*model)), "m.pnml");
  EXPECT_FALSE(net.is_coloured);
  EXPECT_EQ(ToLua(net, "m.pnml").text,
            "-- m from m.pnml, translated by cpngen.\n"
            "\n"
            "A = place(UNIT, { copies(3, unit) })\n"
            "B = place(UNIT)\n"
            "\n"
            "T = transition {\n"
            "  input = { A(copies(3, unit)) },\n"
            "  output = { A(unit), B(unit) },\n"
            "}\n");
}

TEST(FromModelTest, ModulesAreFlattenedAndFusionPlacesAreOne) {
  const std::string text = Exported(R"(
Log = fusion(W)
A = place(W, all)
M = module(function(_ENV)
  A = In(W)
  B = place(W)
  T = transition { input = { A(w) }, output = { B(w) } }
  U = transition { input = { B(w) }, output = { Log(w) } }
end)
M1, M2 = substitution(M), substitution(M)
)");
  EXPECT_THAT(text, HasSubstr("Log = place(W)\nA = place(W, all)\nM1_B = place(W) -- M1.B\n"
                              "M2_B = place(W) -- M2.B\n"));
  EXPECT_THAT(text, HasSubstr("M2_U = transition { -- M2.U\n  input = { M2_B(w) },\n"
                              "  output = { Log(w) },\n}"));
}

TEST(FromModelTest, TestArcsTakeTokensAndGiveThemBack) {
  EXPECT_THAT(Exported("A, B, C = place(W, { 1, 2 }), place(W, { 2, 3 }), place(W)\n"
                       "T = transition { input = { A(w) }, test = { B(w) }, output = { C(w) } }\n"),
              HasSubstr("  input = { A(w), B(w) },\n  output = { B(w), C(w) },\n"));
}

TEST(FromModelTest, SumsAndCopiesAndAll) {
  EXPECT_THAT(Exported("A, B = place(W, { copies(2, 1), 3 }), place(W)\n"
                       "T = transition { input = { A(copies(2, w)), A(3) },\n"
                       "                 output = { B(sum(w, copies(3, 2))), B(all) } }\n"),
              HasSubstr("  input = { A(sum(copies(2, w), 3)) },\n"
                        "  output = { B(sum(w, 1, copies(4, 2), 3)) },\n"));
}

TEST(FromModelTest, ComparisonsStayReadable) {
  const auto guard = [](const std::string& text) {
    return Exported(
        "A, B = place(W, all), place(product(W, W))\n"
        "T = transition { input = { A(w), A(w2) }, guard = " +
        text + ", output = { B { w, w2 } } }\n");
  };
  EXPECT_THAT(guard("'w < w2'"), HasSubstr("  guard = 'w < w2',\n"));
  EXPECT_THAT(guard("function(w, w2) return not (w == 2 or w2 >= w) end"),
              HasSubstr("  guard = 'not ((w == 2) or (w2 >= w))',\n"));
  EXPECT_THAT(guard("{ 'w ~= 1', '3 ~= w2' }"), HasSubstr("  guard = { 'w ~= 1', '3 ~= w2' },\n"));
}

TEST(FromModelTest, OtherGuardsBecomeCases) {
  const auto guard = [](const std::string& text) {
    return Exported(
        "A, B = place(W, all), place(product(W, W))\n"
        "T = transition { input = { A(w), A(w2) }, guard = \"" +
        text + "\", output = { B { w, w2 } } }\n");
  };
  EXPECT_THAT(guard("w % 2 == 1"), HasSubstr("  guard = 'w ~= 2',\n"));
  EXPECT_THAT(guard("w + w2 == 3"),
              HasSubstr("  guard = '((w == 1) and (w2 == 2)) or ((w == 2) and (w2 == 1))',\n"));
  EXPECT_THAT(guard("w - w2 > 0"), HasSubstr("  guard = 'w > w2',\n"));
}

// Lua compares names, PNML their order in the declaration: "maybe" < "no" < "yes".
TEST(FromModelTest, TheOrderIsTheModels) {
  EXPECT_THAT(
      Exported("A, B = place(Vote, all), place(Vote)\n"
               "T = transition { input = { A(v) }, guard = \"v < 'no'\", output = { B(v) } }"),
      HasSubstr("  guard = 'v == \"maybe\"',\n"));
}

TEST(FromModelTest, AGuardThatDoesNotDependOnColours) {
  EXPECT_THAT(Exported("A = place(W, all)\n"
                       "T = transition { input = { A(w) }, guard = 'w > 0' }"),
              Not(HasSubstr("guard")));
  EXPECT_THAT(Exported("A = place(W, all)\nN = param(1)\n"
                       "T = transition { input = { A(w) }, guard = 'N == 1' }\n"
                       "U = transition { input = { A(w) }, guard = 'N == 2' }"),
              HasSubstr("U = transition {\n  input = { A(w) },\n  guard = 'false',\n}"));
}

TEST(FromModelTest, StepsOfAnEnumerationAreSteps) {
  const std::string text = Exported(
      "local after = { yes = 'no', no = 'maybe', maybe = 'yes' }\n"
      "function next_of(v) return after[v] end\n"
      "A, B = place(Vote, all), place(Vote)\n"
      "T = transition { input = { A(v) }, output = { B(expr 'next_of(v)') } }\n"
      "U = transition { input = { B(v), B(expr 'next_of(next_of(v))') }, output = { A(v) } }\n");
  EXPECT_THAT(text, HasSubstr("  output = { B(expr 'succ_Vote(v)') },\n"));
  EXPECT_THAT(text, HasSubstr("  input = { B(sum(v, expr 'pred_Vote(v)')) },\n"));
}

TEST(FromModelTest, OtherComputedColoursAreVariablesTiedByAGuard) {
  EXPECT_THAT(Exported("A, B = place(W, all), place(product(W, W))\n"
                       "T = transition { input = { A(w) }, output = { B { w, expr '4 - w' } } }\n"),
              HasSubstr("  guard = '(((w == 1) and (x1 == 3)) or ((w == 2) and (x1 == 2))) or "
                        "((w == 3) and (x1 == 1))',\n  output = { B({ w, x1 }) },\n"));
}

TEST(FromModelTest, ALetIsAGuard) {
  EXPECT_THAT(Exported("A, B = place(W, all), place(W)\n"
                       "T = transition { input = { A(w) }, let = { w2 = expr 'w // 2 + 1' },\n"
                       "                 output = { B(w2) } }\n"),
              HasSubstr("  guard = '((w == 1) and (w2 == 1)) or ((w ~= 1) and (w2 == 2))',\n"));
}

TEST(FromModelTest, ConditionalArcsMakeCases) {
  const std::string text = Exported(
      "A, B, C = place(W, all), place(W), place(W)\n"
      "T = transition { input = { A(w) },\n"
      "                 output = { B(when('w > 1', w, 3)), C(when('b', w)) } }\n");
  EXPECT_THAT(text, HasSubstr("T_1 = transition {\n  input = { A(w) },\n"));
  EXPECT_THAT(text, HasSubstr("T_4 = transition {\n"));
  EXPECT_THAT(text, Not(HasSubstr("T_5")));
}

TEST(FromModelTest, ComputedMultiSetsMakeCases) {
  const std::string text = Exported(
      "A, B = place(W, all), place(W)\n"
      "T = transition { input = { A(w) }, output = { B(each 'range_list(2, w)') } }\n");
  EXPECT_THAT(text, HasSubstr("T_1 = transition {\n  input = { A(w) },\n  guard = 'w == 1',\n}"));
  EXPECT_THAT(text, HasSubstr("T_3 = transition {\n  input = { A(w) },\n  guard = 'w == 3',\n"
                              "  output = { B(sum(2, 3)) },\n}"));
}

TEST(FromModelTest, AllButOneIsADifference) {
  EXPECT_THAT(Exported("A, B = place(W, all), place(W)\n"
                       "T = transition { input = { A(w) }, output = { B(each(function(w)\n"
                       "  return filter({ 1, 2, 3 }, function(x) return x ~= w end) end)) } }\n"),
              HasSubstr("for _, e1 in ipairs { 1, 2, 3 } do tokens[#tokens + 1] = e1 end\n"
                        "      tokens = remove(tokens, w)\n"));
}

TEST(FromModelTest, RecordsAreProductsAndUnionsEnumerations) {
  const std::string text = Exported(R"(
R = record { vote = Vote, from = W }
M = union { Ask = W, Stop = UNIT }
A, B = place(M, { M.Ask(1), M.Ask(3), M.Stop }), place(R, { { from = 2, vote = "no" } })
T = transition { input = { A(M.Ask(w)) }, output = { B { from = w, vote = v } } }
U = transition { input = { A(M.Stop), B { from = w } }, output = { A(M.Ask(w)) } }
)");
  EXPECT_THAT(text, HasSubstr("M = enum {\n  \"Ask(1)\", \"Ask(2)\", \"Ask(3)\", \"Stop\"\n}"));
  EXPECT_THAT(text, HasSubstr("R = product(W, Vote)\n"));
}

TEST(FromModelTest, ASubsetIsAnEnumeration) {
  EXPECT_THAT(Exported("Odd = subset(W, function(x) return x % 2 == 1 end)\n"
                       "var { o = Odd }\n"
                       "A, B = place(W, all), place(Odd)\n"
                       "T = transition { input = { A(o) }, output = { B(o) } }\n"),
              HasSubstr("Odd = enum {\n  \"1\", \"3\"\n}"));
}

TEST(FromModelTest, AVariableOfAllIntegersHasItsPlacesColours) {
  EXPECT_THAT(Exported("A, B = place(W, all), place(W)\n"
                       "T = transition { input = { A(i) }, guard = 'i > 1', output = { B(i) } }\n"),
              HasSubstr("  i = W\n"));
}

TEST(FromModelTest, AWildcardIsAVariable) {
  EXPECT_THAT(Exported("P = product(W, Vote)\n"
                       "A, B = place(P, { { 1, 'no' }, { 1, 'yes' }, { 2, 'no' } }), place(W)\n"
                       "T = transition { input = { A { w, _ } }, output = { B(w) } }\n"),
              HasSubstr("  input = { A({ w, x1 }) },\n"));
}

TEST(FromModelTest, WhatIsOutsideOfTheFragmentIsRefused) {
  const std::string places = "A, B = place(W, all), place(W)\n";
  EXPECT_EQ(
      Refused("A = place(list(W))\n"),
      "place A: list(W) has more than 4096 colours, or infinitely many; PNML's symmetric nets "
      "have finite sorts");
  EXPECT_EQ(Refused(places + "T = transition { input = { A(w) }, inhibitor = { B(w) } }\n"),
            "transition T, place B: symmetric nets have no inhibitor arcs");
  EXPECT_EQ(Refused(places + "T = transition { input = { A(w) }, reset = { B } }\n"),
            "transition T, place B: symmetric nets have no reset arcs");
  EXPECT_EQ(Refused(places + "T = transition { input = { A(w) } }\n"
                             "U = transition { input = { A(w) }, priority = P_LOW }\n"),
            "transition U: symmetric nets have no priorities");
  EXPECT_EQ(
      Refused(places + "T = transition { test = { A(_) }, output = { B(1) } }\n"),
      "transition T, place A: a wildcard on a test arc chooses no token, which PNML cannot say");
  EXPECT_EQ(Refused(places + "T = transition { input = { A(w) }, output = { B(expr 'w + 1') } }\n"),
            "transition T, place B: it fails for some colours: 4 is not a colour of W: W has 1..3, "
            "with w = 3");
  EXPECT_EQ(Refused(places + "C = place(range(1, 2))\n"
                             "T = transition { input = { A(w) }, output = { C(w) } }\n"),
            "transition T, place C: 3 is no colour of range(1, 2)");
}

TEST(FromModelTest, MoreCopiesThanThereCanBeAreRefused) {
  const std::string places = "A, B = place(W, { 1 }), place(W)\n";
  const std::string most = "copies(4294967295, 2)";
  for (const std::string& tokens :
       {"sum(" + most + ", " + most + ")", "sum(" + most + ", each \"{ 2 }\")"}) {
    EXPECT_THAT(
        Refused(places + "T = transition { input = { A(w) }, output = { B(" + tokens + ") } }\n"),
        HasSubstr("transition T, place B: more than 4294967295 copies of one colour are too many"))
        << tokens;
  }
  EXPECT_THAT(Refused(places + "T = transition { input = { A(w) }, output = { B(copies(65536, each "
                               "(function() local t = {} for i = 1, 65536 do t[i] = 2 end return t "
                               "end))) } }\n"),
              HasSubstr("transition T, place B: 4294967296 copies of one token are too many"));
}

TEST(FromModelTest, WhatAGuardForbidsIsNotEvaluated) {
  const std::string places = "A, B = place(W, all), place(W)\n";
  EXPECT_THAT(Exported(places + "T = transition { input = { A(w) }, guard = 'w < 3',\n"
                                "                 output = { B(expr 'w + 1') } }\n"),
              HasSubstr("output = { B(x1) }"));
  EXPECT_THAT(
      Exported(places + "T = transition { input = { A(w) }, guard = 'w < 3',\n"
                        "                 let = { w2 = expr 'w + 1' }, output = { B(w2) } }\n"),
      HasSubstr("output = { B(w2) }"));
  EXPECT_THAT(Exported(places + "C = place(range(1, 2))\n"
                                "T = transition { input = { A(w) }, guard = 'w < 3',\n"
                                "                 output = { C(w) } }\n"),
              HasSubstr("output = { C(x1) }"));
  EXPECT_THAT(Exported(places + "T = transition { input = { A(w) }, guard = 'w < 3',\n"
                                "                 output = { B(each '{ w + 1, w + 1 }') } }\n"),
              HasSubstr("T_2 = transition {\n  input = { A(w) },\n"));
}

TEST(FromModelTest, OnePriorityIsNone) {
  EXPECT_THAT(
      Exported("A = place(W, all)\nT = transition { input = { A(w) }, priority = P_LOW }\n"),
      HasSubstr("T = transition {"));
}

TEST(FromModelTest, TablesHaveALimit) {
  EXPECT_EQ(
      Refused("Big = range(1, 5000)\nvar { x = Big }\nA = place(Big, { 1 })\n"
              "T = transition { input = { A(x) }, guard = 'x % 2 == 0' }\n"),
      "transition T: its guard: it is computed from colours of Big, which has more than 4096: "
      "too many for a table");
  EXPECT_EQ(Refused("Big = range(1, 1001)\nvar { x = Big, y = Big }\nA = place(Big, { 1 })\n"
                    "T = transition { input = { A(x), A(y) }, guard = 'x + y == 7' }\n"),
            "transition T: its guard: it is computed from more than 1000000 bindings of its "
            "variables: too many for a table");
}

}  // namespace
}  // namespace pnml
