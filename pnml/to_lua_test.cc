// The models that nets become, and that they do what the nets do.
#include "pnml/to_lua.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cpn/explore/state_space.h"
#include "cpn/lua/lua_model.h"
#include "pnml/testing.h"
#include "testing/text.h"

namespace pnml {
namespace {

using test::Replace;
using testing::Clock;
using ::testing::ElementsAre;
using testing::kNoon;
using testing::kX;
using testing::Operation;
using testing::PlainNet;

Translation Translate(const std::string& text) { return ToLua(ReadNet(text, "n.pnml"), "n.pnml"); }

std::pair<std::size_t, std::size_t> SizeOf(const std::string& text) {
  const auto model = cpn::lua::LuaModel::LoadText(Translate(text).text, "n.lua");
  const cpn::StateSpace space = cpn::Explore(model->engine());
  return {space.nodes(), space.arcs()};
}

TEST(ToLuaTest, PlaceTransitionNet) {
  EXPECT_EQ(Translate(PlainNet()).text,
            "-- n from n.pnml, translated by cpngen.\n"
            "\n"
            "a = place(UNIT, { copies(2, unit) })\n"
            "b = place(UNIT) -- the end\n"
            "\n"
            "t = transition {\n"
            "  input = { a(unit) },\n"
            "  output = { b(unit) },\n"
            "}\n");
  EXPECT_EQ(SizeOf(PlainNet()), std::pair(std::size_t{3}, std::size_t{2}));
}

TEST(ToLuaTest, SymmetricNet) {
  EXPECT_EQ(Translate(Clock()).text,
            "-- n from n.pnml, translated by cpngen.\n"
            "\n"
            "hour = enum {\n"
            "  \"12\", \"1\", \"2\"\n"
            "}\n"
            "local of_succ_hour = {\n"
            "  [\"12\"] = \"1\", [\"1\"] = \"2\", [\"2\"] = \"12\"\n"
            "}\n"
            "function succ_hour(x) return of_succ_hour[x] end\n"
            "\n"
            "var {\n"
            "  x = hour\n"
            "}\n"
            "\n"
            "Now = place(hour, { \"12\" })\n"
            "Rest = place(hour, { \"1\", \"2\" })\n"
            "\n"
            "Tick = transition {\n"
            "  input = {\n"
            "    Now(x),\n"
            "    Rest(each(function(x)\n"
            "      local tokens = {}\n"
            "      for _, e1 in ipairs { \"12\", \"1\", \"2\" } do tokens[#tokens + 1] = e1 end\n"
            "      tokens = remove(tokens, x)\n"
            "      return tokens\n"
            "    end))\n"
            "  },\n"
            "  output = {\n"
            "    Now(expr 'succ_hour(x)'),\n"
            "    Rest(each(function(x)\n"
            "      local tokens = {}\n"
            "      for _, e1 in ipairs { \"12\", \"1\", \"2\" } do tokens[#tokens + 1] = e1 end\n"
            "      tokens = remove(tokens, succ_hour(x))\n"
            "      return tokens\n"
            "    end))\n"
            "  },\n"
            "}\n");
  EXPECT_EQ(SizeOf(Clock()), std::pair(std::size_t{3}, std::size_t{3}));
}

TEST(ToLuaTest, OrderIsThatOfTheEnumeration) {
  // 12 < 1 < 2: it ticks from 12 and from 1.
  const std::string two = Replace(kNoon, "noon", "two");
  EXPECT_EQ(SizeOf(Clock(Operation("lessthan", kX, two))),
            std::pair(std::size_t{3}, std::size_t{2}));
  EXPECT_EQ(SizeOf(Clock(Operation("greaterthanorequal", kX, two))),
            std::pair(std::size_t{1}, std::size_t{0}));
}

TEST(ToLuaTest, ConditionsAreCombined) {
  const std::string is_noon = Operation("equality", kX, kNoon);
  const std::string is_not = "<not>" + testing::Subterm(is_noon) + "</not>";
  EXPECT_EQ(SizeOf(Clock(Operation("and", is_noon, is_not))).second, 0u);
  EXPECT_EQ(SizeOf(Clock(Operation("or", is_noon, is_not))).second, 3u);
  EXPECT_EQ(SizeOf(Clock(Operation("imply", is_not, is_noon))).second, 1u);
}

TEST(ToLuaTest, NamesOfTheLanguageAndDoubleOnesAreReplaced) {
  std::string text = Replace(PlainNet(), "<place id=\"b\">", "<place id=\"a-1\">");
  text = Replace(text, "target=\"b\"", "target=\"a-1\"");
  text =
      Replace(text, "<transition id=\"t\"/>", "<transition id=\"place\"/><transition id=\"a_1\"/>");
  text = Replace(text, "target=\"t\"", "target=\"place\"");
  text = Replace(text, "source=\"t\"", "source=\"place\"");
  const Translation translation = Translate(text);
  EXPECT_THAT(translation.places, ElementsAre("a", "a_1"));
  EXPECT_THAT(translation.transitions, ElementsAre("place_2", "a_1_2"));
  EXPECT_EQ(SizeOf(text).first, 3u);
}

TEST(ToLuaTest, APlaceCalledAsLuasEnvironmentIsAPlace) {
  const std::string net = Replace(PlainNet(), "<place id=\"b\">", "<place id=\"_ENV\">");
  EXPECT_EQ(SizeOf(Replace(net, "target=\"b\"", "target=\"_ENV\"")).first, 3u);
}

TEST(ToLuaTest, MoreTokensThanCanBeCounted) {
  const auto times = [](const std::string& term) {
    return Operation("numberof",
                     "<numberconstant value=\"4000000000\"><positive/></numberconstant>", term);
  };
  EXPECT_THROW(Translate(Clock("", times(times(kX)))), TranslationError);
  EXPECT_NO_THROW(Translate(Clock("", times(kX))));
}

TEST(ToLuaTest, MoreTokensThanCanBeWritten) {
  const std::string range = "<finiteintrange start=\"1\" end=\"100000\"/>";
  std::string sum;
  for (int i = 0; i < 11; ++i) sum += testing::Subterm("<all>" + range + "</all>");
  const std::string text = testing::NetText(
      "symmetricnet", "<place id=\"p\">" + testing::Structure("type", range) +
                          testing::Structure("hlinitialMarking", "<add>" + sum + "</add>") +
                          "</place>\n");
  try {
    Translate(text);
    FAIL();
  } catch (const TranslationError& error) {
    EXPECT_STREQ(error.what(),
                 "markings and differences of more than 1000000 tokens in all are not supported");
  }
}

TEST(ToLuaTest, AnIdWithALineFeedStaysInItsComment) {
  const std::string text = Replace(PlainNet(), "net id=\"n\"", "net id=\"n&#10;error()\"");
  EXPECT_EQ(SizeOf(text).first, 3u);
}

TEST(ToLuaTest, MarkingThatTakesAwayWhatIsNotThere) {
  const std::string text = Replace(Clock(), Operation("subtract", testing::kAll, kNoon),
                                   Operation("subtract", kNoon, Replace(kNoon, "noon", "one")));
  try {
    Translate(text);
    FAIL();
  } catch (const TranslationError& error) {
    EXPECT_STREQ(error.what(),
                 "place Rest: its initial marking takes away \"1\" that is not there");
  }
}

}  // namespace
}  // namespace pnml
