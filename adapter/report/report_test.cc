#include "adapter/report/report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "xml/xml.h"

namespace adapter {
namespace {

std::vector<CaseResult> Results() {
  return {
      {"s", "dir/a.xml", "1", 3, 1, 2.0, {}},
      {"s",
       "dir/a.xml",
       "2",
       9,
       1,
       4.0,
       {Outcome::kFail, "response: expected \"M1\", observed \"<M2>\"", {"x & y"}}},
      {"t", "b.xml", "1", 3, 1, 6.0, {Outcome::kInconclusive, "after 1s still waiting for x", {}}}};
}

TEST(TextReportTest, HasALineForEachFileAndEachCaseThatDidNotPass) {
  EXPECT_EQ(
      TextReport(Results(), {}),
      "FAIL dir/a.xml: 1 passed, 1 failed (median 4.0 ms)\n"
      "  fail s#2: response: expected \"M1\", observed \"<M2>\"; rerun: adapter run dir/a.xml "
      "--filter '^s#2$' --seed 1 --transport tcp --timeout 10s\n"
      "INCONCLUSIVE b.xml: 0 passed, 1 inconclusive (median 6.0 ms)\n"
      "  inconclusive t#1: after 1s still waiting for x; rerun: adapter run b.xml --filter "
      "'^t#1$' --seed 1 --transport tcp --timeout 10s\n"
      "FAIL: 1 passed, 1 failed, 1 inconclusive of 3 (transport tcp, seed 1)\n");
}

TEST(TextReportTest, PutsTheRepetitionsOfAFileTogether) {
  std::vector<CaseResult> results = {Results()[0], Results()[2], Results()[0], Results()[2]};
  for (CaseResult& result : results) result.verdict = {};
  EXPECT_EQ(TextReport(results, {}),
            "PASS dir/a.xml: 2 passed (median 2.0 ms)\nPASS b.xml: 2 passed (median 6.0 ms)\n"
            "PASS: 4 passed of 4 (transport tcp, seed 1)\n");
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
  EXPECT_THAT(failure->text, ::testing::HasSubstr("x & y"));
  EXPECT_NE(suites[1]->FindChildren("testcase")[0]->FindChild("error"), nullptr);
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
