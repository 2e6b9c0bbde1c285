#include "cpngen/charts/message_sequence_chart.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <regex>
#include <string>

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
