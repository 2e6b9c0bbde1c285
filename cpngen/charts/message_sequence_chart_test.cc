#include "cpngen/charts/message_sequence_chart.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <regex>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/picture_colours.h"
#include "base/temporary_folder.h"
#include "cpn/engine/simulator.h"
#include "cpn/lua/lua_model.h"
#include "cpngen/testing.h"

namespace cpngen {
namespace {

using base::TemporaryFolder;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr const char* kModel = R"(
var { i = INT }
Count = place(INT, { 0 })
Add = transition { input = { Count(i) }, output = { Count(expr "(i + 1) % 3") } }
chart {
  participants = { "left", "right" },
  messages = {
    [Add] = function(i)
      if i == 1 then return nil end
      return {
        { from = "right", to = "left", label = "now " .. i },
        { from = "left", to = "far", label = i },
      }
    end,
  },
}
)";

class ChartOfRunTest : public ::testing::Test {
 protected:
  MessageSequenceChart Make(std::size_t steps, Trace trace) {
    cpn::SimulationOptions options;
    options.max_steps = steps;
    trace.steps = cpn::Simulate(model_->engine(), options).steps;
    return MakeMessageSequenceChart(model_->engine(), *model_->chart(), trace, "a run");
  }
  static std::vector<std::string> Rows(const MessageSequenceChart& chart) {
    std::vector<std::string> rows;
    for (const ChartRow& row : chart.rows) {
      const bool note = row.kind == ChartRow::Kind::kNote;
      rows.push_back(
          std::to_string(row.step) + " " +
          (note ? "note" : chart.participants[row.from] + ">" + chart.participants[row.to]) + ": " +
          row.text);
    }
    return rows;
  }

  TemporaryFolder folder_;
  std::unique_ptr<cpn::lua::LuaModel> model_ =
      cpn::lua::LuaModel::Load(folder_.Write("m.lua", kModel));
};

TEST_F(ChartOfRunTest, HasAMessagePerRowAndNewLifelinesOnTheRight) {
  const MessageSequenceChart chart = Make(3, {});
  EXPECT_EQ(chart.title, "a run");
  EXPECT_THAT(chart.participants, ElementsAre("left", "right", "far"));
  EXPECT_THAT(Rows(chart), ElementsAre("1 right>left: now 0", "1 left>far: 0",
                                       "3 right>left: now 2", "3 left>far: 2"));
  EXPECT_EQ(chart.loop, std::nullopt);
}

TEST_F(ChartOfRunTest, RemarksAndTheDeadMarkingAreNotes) {
  Trace trace;
  trace.remarks = {{1, "so far", ""}, {3, "the end", ""}};
  trace.ends_dead = true;
  EXPECT_THAT(Rows(Make(3, trace)),
              ElementsAre("1 right>left: now 0", "1 left>far: 0", "1 note: so far",
                          "3 right>left: now 2", "3 left>far: 2", "3 note: the end",
                          "3 note: dead marking: nothing can happen any more"));
}

TEST_F(ChartOfRunTest, LoopBeginsWithTheRowsOfItsFirstStep) {
  Trace trace;
  trace.loop = 1;
  EXPECT_EQ(Make(3, trace).loop, 2u);
}

TEST_F(ChartOfRunTest, LoopWithoutMessagesSaysSo) {
  Trace trace;
  trace.loop = 1;
  const MessageSequenceChart chart = Make(2, trace);
  EXPECT_EQ(chart.loop, 2u);
  EXPECT_THAT(Rows(chart),
              ElementsAre("1 right>left: now 0", "1 left>far: 0", "2 note: no messages"));
}

using Kind = ChartRow::Kind;

TEST(ChartMermaidTest, MessagesCarryTheirStepAndTextIsEscaped) {
  const MessageSequenceChart chart{"a: b",
                                   {"end", "x;y #1"},
                                   {{Kind::kMessage, 7, 0, 1, "<a>\n%% \"q\"; end"},
                                    {Kind::kMessage, 8, 1, 1, "Learn(1, M1)"},
                                    {Kind::kNote, 8, 0, 0, "so"}},
                                   std::nullopt};
  EXPECT_EQ(ChartMermaid(chart), R"(sequenceDiagram
  title a#58; b
  participant p1 as end
  participant p2 as x#59;y #35;1
  p1->>p2: 7. #60;a#62;)"
                                 "\xEF\xBF\xBD"
                                 R"(#37;#37; #34;q#34;#59; end
  p2->>p2: 8. Learn(1, M1)
  Note over p1,p2: so
)");
}

TEST(ChartMermaidTest, LoopIsABlock) {
  const MessageSequenceChart chart{
      "t", {"a"}, {{Kind::kMessage, 1, 0, 0, "x"}, {Kind::kMessage, 2, 0, 0, "y"}}, 1};
  EXPECT_EQ(ChartMermaid(chart), R"(sequenceDiagram
  title t
  participant p1 as a
  p1->>p1: 1. x
  loop for ever
    p1->>p1: 2. y
  end
)");
}

TEST(ChartMermaidTest, NoteWithoutLifelinesIsAComment) {
  EXPECT_EQ(ChartMermaid({"t", {}, {{Kind::kNote, 1, 0, 0, "nothing"}}, std::nullopt}),
            "sequenceDiagram\n  title t\n  %% nothing\n");
}

/// The texts of a picture with their positions: "x y text".
std::vector<std::string> Texts(const std::string& svg) {
  std::vector<std::string> texts;
  const std::regex text("<text x=\"([0-9.]+)\" y=\"([0-9.]+)\"[^>]*>([^<]*)</text>");
  for (std::sregex_iterator i(svg.begin(), svg.end(), text), end; i != end; ++i) {
    texts.push_back((*i)[3]);
  }
  return texts;
}

double XOf(const std::string& svg, const std::string& text) {
  std::smatch match;
  const std::regex pattern("<text x=\"([0-9.]+)\"[^>]*>" + text + "</text>");
  return std::regex_search(svg, match, pattern) ? std::stod(match[1]) : -1;
}

TEST(ChartSvgTest, ShowsTitleLifelinesStepsAndEscapedLabels) {
  const std::string svg = ChartSvg({"t & u",
                                    {"a", "b"},
                                    {{Kind::kMessage, 3, 0, 1, "x < y"},
                                     {Kind::kMessage, 3, 1, 1, "z"},
                                     {Kind::kNote, 3, 0, 0, "so \"it\" is"}},
                                    std::nullopt});
  EXPECT_THAT(Texts(svg),
              ElementsAre("a", "b", "t &amp; u", "3", "x &lt; y", "z", "so &quot;it&quot; is"));
  EXPECT_THAT(svg, Not(HasSubstr("loop")));
}

TEST(ChartSvgTest, LifelinesStandApartAsLabelsNeed) {
  const auto gap = [](const std::string& label) {
    const std::string svg =
        ChartSvg({"t", {"a", "b"}, {{Kind::kMessage, 1, 0, 1, label}}, std::nullopt});
    return XOf(svg, "b") - XOf(svg, "a");
  };
  EXPECT_GT(gap("a label that needs some room"), gap("a") + 50);
}

TEST(ChartSvgTest, MessagesToOneselfStayLeftOfTheNextLifeline) {
  const std::string label = "something that takes a while to say";
  const std::string svg =
      ChartSvg({"t", {"a", "b"}, {{Kind::kMessage, 1, 0, 0, label}}, std::nullopt});
  EXPECT_GT(XOf(svg, "b"), XOf(svg, label) + 5.0 * static_cast<double>(label.size()));
}

TEST(ChartSvgTest, LoopHasAFrame) {
  const std::string svg = ChartSvg({"t", {"a", "b"}, {{Kind::kMessage, 1, 0, 1, "x"}}, 0});
  EXPECT_THAT(svg, HasSubstr(">loop for ever</text>"));
}

/// Messages that leave and come, and a participant that crashes.
constexpr const char* kMarks = R"(
var { s = INT }
Now = place(INT, { 0 })
Do = transition { input = { Now(s) }, output = { Now(expr "s + 1") }, guard = expr "s < 9" }
chart {
  participants = { "a", "b" },
  messages = {
    [Do] = function(s)
      local function m(label, mark) return { from = "a", to = "b", label = label, mark = mark } end
      local function event(label, mark) return { from = "b", to = "b", label = label, mark = mark } end
      local all = {
        m("one", "send"), m("two", "send"), m("two"), event("falls", "crash"), m("three", "send"),
        m("three", "loss"), event("is back", "restart"), m("one"), m("four", "send"),
      }
      return all[s + 1]
    end,
  },
}
)";

class MarkedChartTest : public ::testing::Test {
 protected:
  MarkedChartTest() {
    model_ = cpn::lua::LuaModel::Load(folder_.Write("m.lua", kMarks));
    Trace trace;
    trace.steps = cpn::Simulate(model_->engine(), {}).steps;
    chart_ = MakeMessageSequenceChart(model_->engine(), *model_->chart(), trace, "a run");
  }

  TemporaryFolder folder_;
  std::unique_ptr<cpn::lua::LuaModel> model_;
  MessageSequenceChart chart_;
};

TEST_F(MarkedChartTest, WhatComesKnowsWhenItLeft) {
  ASSERT_EQ(chart_.rows.size(), 9u);
  EXPECT_EQ(chart_.rows[2].sent, 1u);
  EXPECT_EQ(chart_.rows[7].sent, 0u);
  EXPECT_EQ(chart_.rows[5].sent, 4u);
  EXPECT_EQ(chart_.rows[5].mark, cpn::lua::ChartMark::kLoss);
  EXPECT_EQ(chart_.rows[0].received, 7u);
  EXPECT_EQ(chart_.rows[8].received, std::nullopt) << "it is on its way";
}

/// The lines of messages: from where to where.
std::vector<std::array<double, 4>> Lines(const std::string& svg) {
  std::vector<std::array<double, 4>> lines;
  const std::regex line("<path d=\"M([0-9.]+) ([0-9.]+)L([0-9.]+) ([0-9.]+)\" stroke");
  for (std::sregex_iterator i(svg.begin(), svg.end(), line), end; i != end; ++i) {
    lines.push_back(
        {std::stod((*i)[1]), std::stod((*i)[2]), std::stod((*i)[3]), std::stod((*i)[4])});
  }
  return lines;
}

TEST_F(MarkedChartTest, MessagesLeanAndCrossWhatTheyOvertake) {
  const auto lines = Lines(ChartSvg(chart_));
  ASSERT_EQ(lines.size(), 4u) << "one that is on its way, two, three, one";
  const auto& waits = lines[0];
  const auto &two = lines[1], &three = lines[2], &one = lines[3];
  EXPECT_EQ(waits[1], waits[3]);
  for (const auto* const line : {&two, &three, &one}) EXPECT_LT((*line)[1], (*line)[3]);
  EXPECT_LT(one[1], two[1]);
  EXPECT_GT(one[3], two[3]) << "it is overtaken";
  EXPECT_LT(three[2], two[2]) << "it is lost on its way";
}

TEST_F(MarkedChartTest, LifelineIsBrokenWhileItsParticipantIsDown) {
  const std::string svg = ChartSvg(chart_);
  const std::regex line("<path d=\"M([0-9.]+) ([0-9.]+)V([0-9.]+)\" stroke=\"#808a96\"/>");
  std::vector<std::pair<double, double>> lifelines;
  for (std::sregex_iterator i(svg.begin(), svg.end(), line), end; i != end; ++i) {
    lifelines.emplace_back(std::stod((*i)[2]), std::stod((*i)[3]));
  }
  ASSERT_EQ(lifelines.size(), 3u) << "of a, and two parts of b";
  EXPECT_LT(lifelines[1].second, lifelines[2].first);
  EXPECT_THAT(svg, HasSubstr("<title>step 8: a to b, sent in step 1\none</title>"));
}

TEST_F(MarkedChartTest, AllColoursHaveADarkOne) {
  chart_.loop = 3;
  chart_.rows.push_back({Kind::kNote, 9, 0, 0, "note"});
  std::set<std::string> known{"none"};
  for (const base::PictureColour& colour : base::PictureColours()) {
    known.insert(std::string(colour.light));
  }
  const std::string svg = ChartSvg(chart_);
  const std::regex colour(" (?:fill|stroke)=\"([^\"]*)\"");
  for (std::sregex_iterator i(svg.begin(), svg.end(), colour), end; i != end; ++i) {
    EXPECT_TRUE(known.contains((*i)[1])) << (*i)[1];
  }
}

TEST_F(MarkedChartTest, MermaidHasHeadsForThem) {
  const std::string text = ChartMermaid(chart_);
  EXPECT_THAT(text, HasSubstr("p1--)p2: 1. one\n"));
  EXPECT_THAT(text, HasSubstr("p1-xp2: 6. three\n"));
  EXPECT_THAT(text, HasSubstr("p1->>p2: 8. one\n"));
}

std::string WhatIsWrongWith(const std::string& message) {
  const TemporaryFolder folder;
  const auto model =
      cpn::lua::LuaModel::Load(folder.Write("m.lua",
                                            "P = place(UNIT, { unit })\nT = transition { input = { "
                                            "P(unit) } }\nchart { messages = { [T] = "
                                            "function() return { from = 'a', label = 'x', " +
                                                message + " } end } }\n"));
  Trace trace;
  trace.steps = cpn::Simulate(model->engine(), {}).steps;
  try {
    MakeMessageSequenceChart(model->engine(), *model->chart(), trace, "");
  } catch (const cpn::ModelError& error) {
    return error.what();
  }
  return "nothing";
}

TEST(ChartMarks, WrongOnesAreRefused) {
  EXPECT_EQ(WhatIsWrongWith("to = 'b', mark = 'send'"), "nothing");
  EXPECT_THAT(WhatIsWrongWith("to = 'b', mark = 'sent'"),
              HasSubstr("the mark of a message is \"send\", \"loss\", \"crash\", \"restart\", "
                        "\"pause\" or \"resume\", not \"sent\""));
  EXPECT_THAT(WhatIsWrongWith("to = 'b', mark = 'crash'"),
              HasSubstr("mark = \"crash\" happens at one lifeline; this one leads from a to b"));
}

TEST(ChartPagesTest, LongChartIsSplitAndNothingIsLost) {
  MessageSequenceChart chart{"long", {"a", "b"}, {}, 900};
  for (std::size_t i = 0; i < 1000; ++i) {
    chart.rows.push_back({Kind::kMessage, i + 1, i % 2, (i + 1) % 2, "m" + std::to_string(i)});
  }
  chart.rows[3].mark = cpn::lua::ChartMark::kSend;
  chart.rows[999].sent = 3;
  chart.rows[3].received = 999;
  const std::vector<std::string> pages = ChartPages(chart);
  ASSERT_GT(pages.size(), 10u);
  std::string all;
  for (std::size_t i = 0; i < pages.size(); ++i) {
    std::smatch size;
    ASSERT_TRUE(
        std::regex_search(pages[i], size, std::regex("width=\"(\\d+)\" height=\"(\\d+)\"")));
    EXPECT_LE(std::stod(size[1]), 1600);
    EXPECT_LE(std::stod(size[2]), 1600);
    EXPECT_THAT(pages[i], HasSubstr("long, page " + std::to_string(i + 1) + " of "));
    EXPECT_THAT(pages[i], HasSubstr(">a</text>"));
    all += pages[i];
  }
  for (std::size_t i = 0; i < 1000; ++i) {
    EXPECT_THAT(all, HasSubstr("\nm" + std::to_string(i) + "</title>"));
  }
  EXPECT_THAT(pages.back(), HasSubstr(">loop for ever, goes on</text>"));
}

TEST(ChartPagesTest, WideChartIsMadeSmaller) {
  MessageSequenceChart chart{"wide", {}, {}, std::nullopt};
  for (std::size_t i = 0; i < 12; ++i) chart.participants.push_back("node " + std::to_string(i));
  for (std::size_t i = 0; i + 1 < 12; ++i) {
    chart.rows.push_back(
        {Kind::kMessage, i + 1, i, i + 1, "a message with quite a long label in it"});
  }
  const std::vector<std::string> pages = ChartPages(chart);
  ASSERT_EQ(pages.size(), 1u);
  std::smatch size;
  ASSERT_TRUE(
      std::regex_search(pages[0], size, std::regex("width=\"(\\d+)\" .*viewBox=\"0 0 (\\d+)")));
  EXPECT_LE(std::stod(size[1]), 1600);
  EXPECT_GE(std::stod(size[1]) / std::stod(size[2]) * 9, 7 - 0.01) << "the smallest text";
}

TEST(ChartSvgTest, LongLabelsAreBroken) {
  const std::string svg =
      ChartSvg({"t",
                {"a", "b"},
                {{Kind::kMessage, 1, 0, 1,
                  "one two three four five six seven eight nine ten eleven twelve"}},
                std::nullopt});
  EXPECT_THAT(svg, HasSubstr(">one two three four five six seven eight nine</text>"));
}

}  // namespace
}  // namespace cpngen
