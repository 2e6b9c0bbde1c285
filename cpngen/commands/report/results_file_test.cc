#include "cpngen/commands/report/results_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/parse_error.h"
#include "cpngen/commands/report/case_verdicts.h"

namespace cpngen {
namespace {

using ::testing::HasSubstr;
using trace::Outcome;

constexpr const char* kResults = R"({
  "passed": 1, "failed": 1, "inconclusive": 0, "seed": 7, "system": "lock.system.lua",
  "conform": {"model": "lock.lua", "runs": 1},
  "later": [1, {"a": null}],
  "cases": [
    {"suite": "lock", "id": "1", "verdict": "pass", "ms": 1.5, "detail": "", "file": "a/lock.xml",
     "seed": 7, "mismatches": [], "events": [], "expected": []},
    {"suite": "lock", "id": "2", "verdict": "fail", "detail": "no grant", "file": "a/lock.xml",
     "seed": 8, "mismatches": [{"what": "step 1", "expected": "Granted", "observed": "nothing"}],
     "events": [{"number": 1, "time": 90, "kind": "stimulus", "node": "driver", "name": "Request",
                 "fields": [["client", "1"]], "part": 1}],
     "expected": [{"state": "missing", "part": 1, "name": "Granted"}]}
  ]
})";

std::string MessageOf(std::string text) {
  try {
    ParseResults(text, "r.json");
  } catch (const base::ParseError& error) {
    return error.what();
  }
  return "no error";
}

std::string With(const std::string& from, const std::string& to) {
  std::string text = kResults;
  return text.replace(text.find(from), from.size(), to);
}

TEST(ResultsFile, WhatTheAdapterPrintsIsRead) {
  const ResultsFile results = ParseResults(kResults, "r.json");
  EXPECT_EQ(results.how, "system lock.system.lua, seed 7");
  EXPECT_EQ(results.conform, "1 runs are runs of lock.lua");
  ASSERT_EQ(results.cases.size(), 2u);
  EXPECT_EQ(results.Count(Outcome::kPass), 1u);
  const CaseResult& failed = results.cases[1];
  EXPECT_EQ(failed.verdict, Outcome::kFail);
  EXPECT_EQ(failed.detail, "no grant");
  EXPECT_EQ(failed.seed, 8u);
  EXPECT_EQ(failed.mismatches.at(0).observed, "nothing");
  ASSERT_EQ(failed.trace.steps.size(), 1u);
  EXPECT_EQ(failed.trace.steps[0].fields.at(0).second, "1");
  EXPECT_FALSE(failed.trace.expected.at(0).came);
}

TEST(ResultsFile, AMistakeIsPointedAt) {
  EXPECT_THAT(MessageOf(With("\"pass\"", "\"passd\"")),
              HasSubstr("r.json:6:45: unknown verdict 'passd'; did you mean pass?"));
  EXPECT_THAT(MessageOf(With("\"id\": \"2\", ", "")), HasSubstr("r.json:8:5"));
  EXPECT_THAT(MessageOf(With("\"number\": 1", "\"number\": 2")), HasSubstr("this is step 1"));
  EXPECT_THAT(MessageOf("{\"passed\": "), HasSubstr("r.json:1:"));
}

TEST(ResultsFile, FoldersOfTheSystemAreNobodysBusiness) {
  const ResultsFile results = ParseResults(With("\"lock.sys", "\"/home/me/lock.sys"), "r.json");
  EXPECT_EQ(results.how, "system lock.system.lua, seed 7");
}

TEST(ResultsFile, OtherFilesDoNotLookLikeResults) {
  EXPECT_TRUE(LooksLikeResults(kResults));
  EXPECT_TRUE(LooksLikeResults(" {\"cases\": []}"));
  EXPECT_FALSE(LooksLikeResults("{\"format\": \"cpngen-trace\"}"));
  EXPECT_FALSE(LooksLikeResults("<Test/>"));
  EXPECT_FALSE(LooksLikeResults("{"));
  EXPECT_FALSE(LooksLikeResults(""));
}

ResultsFile Executed(const std::string& file, Outcome verdict) {
  CaseResult result;
  result.suite = "s";
  result.id = "1";
  result.file = file;
  result.verdict = verdict;
  ResultsFile results;
  results.cases.push_back(result);
  return results;
}

Outcome VerdictIn(const std::vector<ResultsFile>& results, const std::string& file) {
  const CaseVerdicts verdicts(results);
  const VerdictsOfFile& of_file = verdicts.Of(file);
  const auto found = of_file.find({"s", "1"});
  return found == of_file.end() ? Outcome::kNone : found->second;
}

TEST(CaseVerdicts, AFileIsFoundFromAnotherFolderButNotAnotherOfItsName) {
  const std::vector<ResultsFile> results{Executed("suites/a/x.xml", Outcome::kPass),
                                         Executed("suites/b/x.xml", Outcome::kFail)};
  EXPECT_EQ(VerdictIn(results, "/home/me/suites/b/x.xml"), Outcome::kFail);
  EXPECT_EQ(VerdictIn(results, "../a/x.xml"), Outcome::kPass);
  EXPECT_EQ(VerdictIn(results, "suites/c/x.xml"), Outcome::kNone);
  EXPECT_EQ(VerdictIn(results, "x.xml"), Outcome::kNone);  // which one?
  EXPECT_EQ(VerdictIn({results[0]}, "x.xml"), Outcome::kPass);
}

TEST(CaseVerdicts, TheWorstOfSeveralExecutionsCounts) {
  const std::vector<ResultsFile> results{Executed("x.xml", Outcome::kInconclusive),
                                         Executed("x.xml", Outcome::kFail),
                                         Executed("x.xml", Outcome::kPass)};
  EXPECT_EQ(VerdictIn(results, "x.xml"), Outcome::kFail);
}

}  // namespace
}  // namespace cpngen
