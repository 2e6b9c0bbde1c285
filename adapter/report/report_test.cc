#include "adapter/report/report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "xml/xml.h"

namespace adapter {
namespace {

Verdict Failure() {
  Verdict verdict = Judge({{"response", "\"M1\"", "\"<M2>\""}});
  verdict.trace.steps = {
      {.kind = trace::Kind::kStimulus, .node = "client", .name = "x & y", .time = 1500}};
  verdict.trace.expected = {{.name = "response", .fields = {{"", "M1"}}}};
  return verdict;
}

std::vector<CaseResult> Results() {
  return {{"s", "dir/a.xml", "1", 3, 1, 2.0, {}},
          {"s", "dir/a.xml", "2", 9, 1, 4.0, Failure()},
          {"t", "b.xml", "1", 3, 1, 6.0, {Outcome::kInconclusive, "after 1s still waiting for x"}}};
}

TEST(TextReportTest, HasALineForEachFileAndEachCaseThatDidNotPass) {
  EXPECT_EQ(
      TextReport(Results(), {}),
      "FAIL dir/a.xml: 1 passed, 1 failed (median 4.0 ms)\n"
      "  fail s#2: response: expected \"M1\", observed \"<M2>\"; rerun: adapter run dir/a.xml "
      "--filter '^s#2$' --seed 1 --transport tcp --timeout 10s\n"
      "       1     1.500 ms > client: x & y\n"
      "    MISSING response (M1)\n"
      "INCONCLUSIVE b.xml: 0 passed, 1 inconclusive (median 6.0 ms)\n"
      "  inconclusive t#1: after 1s still waiting for x; rerun: adapter run b.xml --filter "
      "'^t#1$' --seed 1 --transport tcp --timeout 10s\n"
      "FAIL: 1 passed, 1 failed, 1 inconclusive of 3 (transport tcp, seed 1)\n");
}

TEST(TextReportTest, NamesThePart) {
  EXPECT_THAT(TextReport({Results()[0]}, {}, Part{"2/3", {}}),
              ::testing::HasSubstr("\nPASS: 1 passed of 1 (transport tcp, seed 1, part 2/3)\n"));
}

TEST(JsonReportTest, OfAPartSaysOfWhichCall) {
  const Part part{"2/3", {{"runs", "9"}, {"--repeat", "3"}}};
  const auto json = nlohmann::json::parse(JsonReport(Results(), {}, part));
  EXPECT_EQ(json["shard"], "2/3");
  EXPECT_EQ(json["call"]["--repeat"], "3");
  EXPECT_FALSE(nlohmann::json::parse(JsonReport(Results(), {})).contains("shard"));
}

TEST(JUnitReportTest, OfAPartSaysOfWhichCall) {
  const Part part{"2/3", {{"runs", "9"}, {"-D bug", "\"<\""}}};
  const xml::Element root = xml::Parse(JUnitReport(Results(), {}, part), "a.xml");
  const auto& properties = root.children.at(0).children;
  ASSERT_EQ(properties.size(), 3u);
  EXPECT_EQ(properties[0].FindAttribute("name")->value, "shard");
  EXPECT_EQ(properties[0].FindAttribute("value")->value, "2/3");
  EXPECT_EQ(properties[2].FindAttribute("value")->value, "\"<\"");
}

TEST(TextReportTest, PutsTheRepetitionsOfAFileTogether) {
  std::vector<CaseResult> results = {Results()[0], Results()[2], Results()[0], Results()[2]};
  for (CaseResult& result : results) result.verdict = {};
  EXPECT_EQ(TextReport(results, {}),
            "PASS dir/a.xml: 2 passed (median 2.0 ms)\nPASS b.xml: 2 passed (median 6.0 ms)\n"
            "PASS: 4 passed of 4 (transport tcp, seed 1)\n");
}

TEST(TextReportTest, VerboseShowsPassingCasesToo) {
  RunOptions options;
  options.verbose = true;
  std::vector<CaseResult> results = {Results()[0]};
  results[0].verdict.trace.steps = {{.name = "granted", .time = 20}};
  EXPECT_EQ(TextReport(results, options),
            "PASS dir/a.xml: 1 passed (median 2.0 ms)\n  pass s#1 (seed 1)\n"
            "       1     0.020 ms   granted\nPASS: 1 passed of 1 (transport tcp, seed 1)\n");
}

TEST(TextReportTest, ALongStoryIsCutUnlessVerbose) {
  std::vector<CaseResult> results = {Results()[1]};
  for (int i = 0; i < 100; ++i) results[0].verdict.trace.Add({.name = "ping"});
  EXPECT_THAT(TextReport(results, {}), ::testing::HasSubstr("\n     ... 81 more ...\n"));
  RunOptions options;
  options.verbose = true;
  EXPECT_THAT(TextReport(results, options), ::testing::Not(::testing::HasSubstr("more ...")));
}

TEST(JsonReportTest, HasTheAgreedFields) {
  RunOptions options;
  options.seed = 42;
  const auto json = nlohmann::json::parse(JsonReport(Results(), options));
  EXPECT_EQ(json["passed"], 1);
  EXPECT_EQ(json["failed"], 1);
  EXPECT_EQ(json["inconclusive"], 1);
  EXPECT_EQ(json["seed"], 42);
  ASSERT_EQ(json["cases"].size(), 3u);
  const auto& failed = json["cases"][1];
  EXPECT_EQ(failed["suite"], "s");
  EXPECT_EQ(failed["id"], "2");
  EXPECT_EQ(failed["verdict"], "fail");
  EXPECT_EQ(failed["ms"], 4.0);
  EXPECT_EQ(failed["detail"], "response: expected \"M1\", observed \"<M2>\"");
}

TEST(JsonReportTest, HasEventsExpectedAndMismatchesAsObjects) {
  const auto json = nlohmann::json::parse(JsonReport(Results(), {}));
  const auto& failed = json["cases"][1];
  EXPECT_EQ(failed["mismatches"],
            nlohmann::json::parse(
                R"([{"what": "response", "expected": "\"M1\"", "observed": "\"<M2>\""}])"));
  EXPECT_EQ(failed["events"],
            nlohmann::json::parse(R"([{"number": 1, "time": 1500, "kind": "stimulus",
                                       "node": "client", "name": "x & y"}])"));
  EXPECT_EQ(failed["expected"],
            nlohmann::json::parse(
                R"([{"state": "missing", "name": "response", "fields": [["", "M1"]]}])"));
  EXPECT_EQ(json["cases"][0]["events"], nlohmann::json::array());
}

TEST(JsonReportTest, ReplacesBytesThatAreNoText) {
  std::vector<CaseResult> results = {Results()[1]};
  results[0].verdict.detail = "observed \xff";
  EXPECT_NO_THROW(nlohmann::json::parse(JsonReport(results, {})));
}

TEST(JUnitReportTest, IsWellFormedAndSaysWhatCiSystemsRead) {
  const xml::Element root = xml::Parse(JUnitReport(Results(), {}), "junit.xml");
  EXPECT_EQ(root.name, "testsuites");
  EXPECT_EQ(root.FindAttribute("tests")->value, "3");
  EXPECT_EQ(root.FindAttribute("failures")->value, "1");
  EXPECT_EQ(root.FindAttribute("errors")->value, "1");
  EXPECT_EQ(root.FindAttribute("time")->value, "0.012000");
  const auto suites = root.FindChildren("testsuite");
  ASSERT_EQ(suites.size(), 2u);
  EXPECT_EQ(suites[0]->FindAttribute("name")->value, "s");
  EXPECT_EQ(suites[0]->FindAttribute("tests")->value, "2");
  const auto cases = suites[0]->FindChildren("testcase");
  ASSERT_EQ(cases.size(), 2u);
  EXPECT_EQ(cases[0]->FindAttribute("classname")->value, "s");
  EXPECT_EQ(cases[0]->FindAttribute("name")->value, "1");
  EXPECT_EQ(cases[0]->FindChild("failure"), nullptr);
  const xml::Element* const failure = cases[1]->FindChild("failure");
  ASSERT_NE(failure, nullptr);
  EXPECT_EQ(failure->FindAttribute("message")->value,
            "response: expected \"M1\", observed \"<M2>\"");
  EXPECT_THAT(failure->text, ::testing::HasSubstr("rerun: adapter run dir/a.xml"));
  EXPECT_THAT(failure->text, ::testing::HasSubstr("\n   1     1.500 ms > client: x & y\n"));
  EXPECT_NE(suites[1]->FindChildren("testcase")[0]->FindChild("error"), nullptr);
}

TEST(JUnitReportTest, WhatHappenedStandsOnLinesOfItsOwn) {
  EXPECT_THAT(JUnitReport(Results(), {}),
              ::testing::HasSubstr("\n   1     1.500 ms &gt; client: x &amp; y\n"));
}

TEST(JUnitReportTest, StaysWellFormedForAnyText) {
  std::vector<CaseResult> results = {Results()[1]};
  results[0].suite = "a\"b'<c>&\n\t\x01\xff";
  const xml::Element root = xml::Parse(JUnitReport(results, {}), "junit.xml");
  EXPECT_EQ(root.FindChild("testsuite")->FindAttribute("name")->value,
            "a\"b'<c>&\n\t\xEF\xBF\xBD\xEF\xBF\xBD");
}

TEST(JUnitReportTest, NamesRepetitionsApart) {
  RunOptions options;
  options.repeat = 2;
  std::vector<CaseResult> results = {Results()[0], Results()[0]};
  results[1].seed = 2;
  const xml::Element root = xml::Parse(JUnitReport(results, options), "junit.xml");
  const auto cases = root.FindChild("testsuite")->FindChildren("testcase");
  EXPECT_EQ(cases[0]->FindAttribute("name")->value, "1 (seed 1)");
  EXPECT_EQ(cases[1]->FindAttribute("name")->value, "1 (seed 2)");
}

}  // namespace
}  // namespace adapter
