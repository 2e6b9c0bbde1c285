#include "trace/chart_svg.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "base/picture_colours.h"
#include "xml/xml.h"

namespace trace {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

/// A message of a client that overtakes another one, and a server that crashes.
Trace Overtaken() {
  Trace trace;
  trace.header = {.made_by = "test", .system = "lock", .suite = "lock", .test = "3"};
  trace.header.nodes = {"client", "server"};
  trace.steps = {
      {.kind = Kind::kStimulus, .node = "client", .name = "first", .time = 0},
      {.kind = Kind::kStimulus, .node = "client", .name = "second", .time = 10},
      {.kind = Kind::kDeliver, .node = "server", .name = "second", .cause = 2, .time = 20},
      {.kind = Kind::kDeliver, .node = "server", .name = "first", .cause = 1, .time = 30},
      {.kind = Kind::kFault, .node = "server", .name = "crash", .time = 40}};
  return trace;
}

/// The arrows between lifelines, as the ends of their lines.
struct Arrow {
  double x1, y1, x2, y2;
};
std::vector<Arrow> ArrowsOf(const std::string& svg) {
  std::vector<Arrow> arrows;
  for (const xml::Element& element : xml::Parse(svg, "chart.svg").children) {
    if (element.FindAttribute("stroke-opacity") == nullptr) continue;
    Arrow arrow{};
    std::sscanf(element.FindAttribute("d")->value.c_str(), "M%lf %lfL%lf %lf", &arrow.x1, &arrow.y1,
                &arrow.x2, &arrow.y2);
    arrows.push_back(arrow);
  }
  return arrows;
}

TEST(ChartSvgTest, AMessageLeansFromCauseToEffect) {
  const std::vector<Arrow> arrows = ArrowsOf(ChartSvg(Overtaken()));
  ASSERT_EQ(arrows.size(), 2u);
  for (const Arrow& arrow : arrows) {
    EXPECT_LT(arrow.x1, arrow.x2);
    EXPECT_LT(arrow.y1, arrow.y2);
  }
}

TEST(ChartSvgTest, AMessageThatIsOvertakenIsCrossed) {
  const std::vector<Arrow> arrows = ArrowsOf(ChartSvg(Overtaken()));
  ASSERT_EQ(arrows.size(), 2u);
  EXPECT_GT(arrows[0].y1, arrows[1].y1);  // the second message left later
  EXPECT_LT(arrows[0].y2, arrows[1].y2);  // and came earlier
}

TEST(ChartSvgTest, ALifelineEndsWhereItsNodeCrashesAndGoesOnWhereItComesBack) {
  const auto count = [](const Trace& trace) {
    const std::string svg = ChartSvg(trace);
    int lines = 0;
    for (std::size_t at = 0; (at = svg.find(" stroke=\"#808a96\"", at)) != std::string::npos;
         ++at) {
      ++lines;
    }
    return lines;
  };
  Trace trace = Overtaken();
  EXPECT_EQ(count(trace), 2);
  trace.Add({.kind = Kind::kFault, .node = "server", .name = "restart", .time = 50});
  EXPECT_EQ(count(trace), 3);
}

TEST(ChartSvgTest, AMessageThatIsLostEndsInACross) {
  Trace trace = Overtaken();
  EXPECT_THAT(ChartSvg(trace), Not(HasSubstr("m-5 -5l10 10")));
  trace.Add({.kind = Kind::kFault, .node = "server", .name = "drop", .cause = 1, .time = 50});
  const std::string svg = ChartSvg(trace);
  EXPECT_THAT(svg, HasSubstr("m-5 -5l10 10"));
  EXPECT_EQ(ArrowsOf(svg).size(), 3u);
}

TEST(ChartSvgTest, APausedNodeHasADashedLifeline) {
  Trace trace = Overtaken();
  EXPECT_THAT(ChartSvg(trace), Not(HasSubstr("stroke-dasharray=\"3 3\"")));
  trace.Add({.kind = Kind::kFault, .node = "client", .name = "pause", .time = 50});
  EXPECT_THAT(ChartSvg(trace), HasSubstr("stroke-dasharray=\"3 3\""));
}

TEST(ChartSvgTest, WhatIsMissingAndWhatNobodyExpectedAreMarked) {
  Trace trace = Overtaken();
  trace.steps[3].unexpected = true;
  trace.expected = {{.name = "Granted", .fields = {{"Client", "2"}}, .time = 99},
                    {.name = "Begun", .came = true, .step = 1}};
  const std::string svg = ChartSvg(trace);
  EXPECT_THAT(svg, HasSubstr(">missing: Granted (Client 2)<"));
  EXPECT_THAT(svg, HasSubstr(">first - not expected<"));
  EXPECT_THAT(svg, HasSubstr(">Begun<"));
  EXPECT_THAT(svg, HasSubstr(">0.099 ms<"));
}

TEST(ChartSvgTest, TimesAndTheVerdictAreThere) {
  Trace trace = Overtaken();
  trace.outcome = Outcome::kFail;
  trace.detail = "step 2: expected a & b";
  trace.header.seed = 7;
  const std::string svg = ChartSvg(trace);
  EXPECT_THAT(svg, HasSubstr(">lock#3: fail (seed 7)<"));
  EXPECT_THAT(svg, HasSubstr(">step 2: expected a &amp; b<"));
  EXPECT_THAT(svg, HasSubstr(">0.020 ms<"));
}

TEST(ChartSvgTest, HostileTextsDoNotBreakThePicture) {
  const std::string hostile = "</text><script>&\"'\x01\xff\n]]>";
  Trace trace = Overtaken();
  trace.header.nodes = {hostile};
  trace.header.suite = trace.header.test = trace.detail = hostile;
  trace.steps[0] = {.node = hostile, .name = hostile, .fields = {{hostile, hostile}}};
  trace.expected = {{.node = hostile, .name = hostile}};
  trace.remarks = {{0, hostile, hostile}};
  const std::string svg = ChartSvg(trace);
  EXPECT_EQ(xml::Parse(svg, "chart.svg").name, "svg");
  EXPECT_THAT(svg, Not(HasSubstr("<script")));
}

/// A long run of a few nodes, of which one message is sent on the first page and comes on the last.
Trace Long() {
  Trace trace;
  trace.header = {.made_by = "test", .system = "queue"};
  trace.Add({.kind = Kind::kStimulus, .node = "client", .name = "late"});
  trace.Add({.kind = Kind::kFault, .node = "server", .name = "crash"});
  for (int i = 0; i < 400; ++i) {
    trace.Add({.node = "client", .name = "works", .fields = {{"round", std::to_string(i)}}});
  }
  trace.Add({.kind = Kind::kDeliver, .node = "server", .name = "late", .cause = 1});
  return trace;
}

TEST(ChartSvgTest, PagesHaveAllRowsAndAreNotTooLarge) {
  const std::vector<std::string> pages = ChartPages(Long());
  ASSERT_GT(pages.size(), 4u);
  int rows = 0;
  for (std::size_t i = 0; i < pages.size(); ++i) {
    const xml::Element picture = xml::Parse(pages[i], "chart.svg");
    EXPECT_LE(std::stod(picture.FindAttribute("width")->value), 1600);
    EXPECT_LE(std::stod(picture.FindAttribute("height")->value), 1600);
    EXPECT_THAT(pages[i], HasSubstr(">client<")) << "names are on each page";
    EXPECT_THAT(pages[i], HasSubstr(", page " + std::to_string(i + 1) + " of "));
    for (std::size_t at = 0; (at = pages[i].find("<g><title>step", at)) != std::string::npos;
         ++at) {
      ++rows;
    }
    EXPECT_EQ(ArrowsOf(pages[i]).size(), 1u) << "the late message is on its way";
  }
  EXPECT_EQ(rows, 403);
  EXPECT_THAT(pages[1], Not(HasSubstr(">step 1:")));
}

TEST(ChartSvgTest, ShortRunIsOnePage) {
  EXPECT_EQ(ChartPages(Overtaken()), std::vector<std::string>{ChartSvg(Overtaken())});
}

TEST(ChartSvgTest, TooltipsHaveFieldsTimesAndCauses) {
  Trace trace = Overtaken();
  trace.steps[2].fields = {{"id", "7"}};
  EXPECT_THAT(ChartSvg(trace),
              HasSubstr("<title>step 3: deliver second at server\n0.020 ms\nid: 7\n"
                        "follows from step 2 at client</title>"));
}

TEST(ChartSvgTest, AllColoursHaveADarkOne) {
  Trace trace = Overtaken();
  trace.steps[3].unexpected = true;
  trace.remarks = {{1, "note", ""}};
  trace.expected = {{.name = "Granted"}, {.name = "Begun", .came = true, .step = 1}};
  for (const char* const fault : {"pause", "resume", "restart", "loss"}) {
    trace.Add({.kind = Kind::kFault, .node = "client", .name = fault, .time = 50});
  }
  std::set<std::string> known{"none"};
  for (const base::PictureColour& colour : base::PictureColours()) {
    known.insert(std::string(colour.light));
  }
  const std::string svg = ChartSvg(trace);
  const std::regex colour(" (?:fill|stroke)=\"([^\"]*)\"");
  for (std::sregex_iterator i(svg.begin(), svg.end(), colour), end; i != end; ++i) {
    EXPECT_TRUE(known.contains((*i)[1])) << (*i)[1];
  }
}

TEST(ChartSvgTest, IsBounded) {
  Trace trace;
  const std::string big(10'000, 'x');
  for (int i = 0; i < 20'000; ++i) {
    const auto cause = static_cast<std::size_t>(i);
    trace.Add({.node = std::to_string(i % 100) + big,
               .name = big,
               .fields = {{big, big}},
               .cause = cause});
    trace.expected.push_back({.node = big, .name = big, .came = true, .step = trace.steps.size()});
  }
  trace.detail = big;
  EXPECT_LT(ChartSvg(trace).size(), std::size_t{4} << 20);
}

TEST(ChartSvgTest, AnEmptyTraceIsAPictureToo) {
  EXPECT_EQ(xml::Parse(ChartSvg({}), "chart.svg").name, "svg");
}

}  // namespace
}  // namespace trace
