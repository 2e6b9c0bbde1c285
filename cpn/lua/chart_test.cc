// Charts: declared in Lua, used from C++.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cpn/lua/testing.h"

namespace cpn::lua {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using testing::LoadErrorOf;
using testing::LoadText;
using testing::ModelFolder;

/// Six lines.
constexpr char kVoting[] = R"lua(Worker = range(1, 2)
Vote = union { Yes = UNIT, No = Worker } var { w = Worker, v = Vote }
Workers = module(function(_ENV)
  Idle = place(Worker, { 1 })
  Cast = transition { input = { Idle(w) }, guard = "v == Vote.No(2)" } end)
Ws = substitution(Workers)
)lua";

std::string Chart(const std::string& body) {
  return std::string(kVoting) + "chart { messages = { [Workers.Cast] = " + body + " } }\n";
}

std::vector<std::string> MessagesOfFirst(LuaModel& model) {
  const auto enabled = model.engine().Enabled(model.engine().InitialMarking());
  std::vector<std::string> texts;
  for (const ChartMessage& message :
       model.chart()->MessagesOf(model.engine().Element(enabled[0]))) {
    texts.push_back(message.from + " -> " + message.to + ": " + message.label);
  }
  return texts;
}

std::vector<std::string> Messages(const std::string& body) {
  return MessagesOfFirst(*LoadText(Chart(body)));
}

std::string MessageError(const std::string& body) {
  const ModelFolder folder(Chart(body));
  const auto model = folder.Load();
  try {
    MessagesOfFirst(*model);
    return "";
  } catch (const ModelError& error) {
    return folder.Text(error);
  }
}

TEST(ChartTest, ModelWithoutOneHasNone) { EXPECT_EQ(LoadText(kVoting)->chart(), nullptr); }

TEST(ChartTest, PassesVariablesAndInstance) {
  EXPECT_THAT(Messages("function(instance, w) return { from = \"W\" .. w, to = \"C\", label = "
                       "instance } end"),
              ElementsAre("W1 -> C: Ws"));
}

TEST(ChartTest, NothingOneOrMany) {
  EXPECT_THAT(Messages("function() end"), IsEmpty());
  EXPECT_THAT(Messages("function() return {} end"), IsEmpty());
  EXPECT_THAT(Messages("function() return { { from = \"A\", to = \"B\", label = 1 }, { from = "
                       "\"B\", to = \"B\", label = true } } end"),
              ElementsAre("A -> B: 1", "B -> B: true"));
}

TEST(ChartTest, ColoursPrintAsLabels) {
  EXPECT_THAT(Messages("function(v) return { from = \"A\", to = \"B\", label = v } end"),
              ElementsAre("A -> B: No(2)"));
  EXPECT_THAT(Messages("function() return { from = \"A\", to = \"B\", label = unit } end"),
              ElementsAre("A -> B: unit"));
}

TEST(ChartTest, OtherTransitionsShowNothing) {
  const auto model = LoadText(Chart("function() end") +
                              "P = place(UNIT, { unit })\nOther = transition { input = { P(unit) "
                              "}, priority = P_HIGH }\n");
  EXPECT_THAT(MessagesOfFirst(*model), IsEmpty());
}

TEST(ChartTest, ParticipantsKeepTheirOrder) {
  const auto model = LoadText(std::string(kVoting) +
                              "chart { participants = { \"Z\", \"A\" }, messages = { "
                              "[Workers.Cast] = function() end } }");
  EXPECT_THAT(model->chart()->participants(), ElementsAre("Z", "A"));
}

TEST(ChartTest, WrongDeclarationsAreErrors) {
  const std::string model = kVoting;
  EXPECT_EQ(LoadErrorOf(model + "chart { }"),
            "init.lua:7:1: chart: it shows nothing; messages = { [Module.Transition] = "
            "function(...) return { from = ..., to = ..., label = ... } end } says what to draw\n"
            "chart { }\n^");
  EXPECT_EQ(LoadErrorOf(model + "chart { message = {} }"),
            "init.lua:7:9: chart has no field message (there are participants, messages); did you "
            "mean messages?\nchart { message = {} }\n        ^");
  EXPECT_EQ(LoadErrorOf(model + "chart { messages = { Cast = function() end } }"),
            "init.lua:7:9: chart: the keys of messages are transitions, [Module.Transition] = ..., "
            "not \"Cast\"\nchart { messages = { Cast = function() end } }\n        ^");
  EXPECT_EQ(LoadErrorOf(model + "chart { messages = { [Workers.Cast] = function(x) end } }"),
            "init.lua:7:48: chart: x is not a variable of transition Cast (there are instance, w, "
            "v)\nchart { messages = { [Workers.Cast] = function(x) end } }\n"
            "                                               ^");
  EXPECT_EQ(LoadErrorOf(model + "chart { messages = { [Workers.Cast] = 3 } }"),
            "init.lua:7: chart: messages of Cast is a function, not 3\n"
            "chart { messages = { [Workers.Cast] = 3 } }\n"
            "^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~");
  EXPECT_EQ(LoadErrorOf(model + "chart { participants = { \"A\", \"A\" } }"),
            "init.lua:7:9: chart: the participant \"A\" is listed twice\n"
            "chart { participants = { \"A\", \"A\" } }\n        ^");
  EXPECT_EQ(LoadErrorOf(model + "chart { participants = { 1 } }"),
            "init.lua:7:9: chart: participants are names in strings, not 1\n"
            "chart { participants = { 1 } }\n        ^");
  EXPECT_EQ(LoadErrorOf(Chart("function() end") + Chart("function() end").substr(model.size())),
            "init.lua:8:1: the model has a chart already, in line 7 of init.lua\n"
            "chart { messages = { [Workers.Cast] = function() end } }\n^");
}

TEST(ChartTest, WrongMessagesAreErrors) {
  const std::string in = ", in messages of Ws.Cast (w = 1, v = No(2)) of chart\n";
  const auto error = [&](const std::string& message, const std::string& body) {
    return "init.lua:7:39: " + message + in + "chart { messages = { [Workers.Cast] = " + body +
           " } }\n" + std::string(38, ' ') + "^";
  };
  for (const auto& [body, message] : {
           std::pair{"function() return 3 end",
                     "a message is { from = ..., to = ..., label = ... }, not 3"},
           {"function() return { from = \"A\", label = \"x\" } end",
            "a message is { from = ..., to = ..., label = ... }, and this one has no to"},
           {"function() return { from = \"\", to = \"B\", label = \"x\" } end",
            "the from of a message is a name in a string, not \"\""},
           {"function(w) return { from = \"A\", to = w, label = \"x\" } end",
            "the to of a message is a name in a string, not 1"},
           {"function() return { from = \"A\", to = \"B\", label = type } end",
            "the label of a message is a text or a colour, not a function"},
           {"function() return { from = \"A\", to = \"B\", label = 1, tag = 2 } end",
            "a message has no field tag (there are from, to, label, mark)"},
           {"function() return { 1 } end",
            "a message is { from = ..., to = ..., label = ... }, not 1"},
       }) {
    EXPECT_EQ(MessageError(body), error(message, body));
  }
}

}  // namespace
}  // namespace cpn::lua
