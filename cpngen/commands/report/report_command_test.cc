#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "base/read_file.h"
#include "base/temporary_folder.h"
#include "cpngen/testing.h"
#include "testing/paths.h"

namespace cpngen {
namespace {

using testing::Call;
using ::testing::HasSubstr;
using ::testing::Not;
using testing::Outcome;

constexpr const char* kLock = R"(
  N = param(2)
  Client = range(1, N)
  var { c = Client }
  Idle, Waiting = place(Client, all), place(Client)
  Holding, Done = place(Client), place(Client)
  Free = place(UNIT, { unit })
  Request = transition { input = { Idle(c) }, output = { Waiting(c) } }
  Grant   = transition { input = { Waiting(c), Free(unit) }, output = { Holding(c) } }
  Release = transition { input = { Holding(c) }, output = { Done(c), Free(unit) } }
  chart { messages = { [Request] = function(c)
    return { from = "client <script>", to = "server", label = "Request" } end } }
  test "system" {
    order = "sequence",
    observe = {
      [Request] = function(c) return stimulus("Request", { client = c }) end,
      [Grant]   = function(c) return response("Granted", { client = c }) end,
      [Release] = function(c) return stimulus("Release", { client = c }) end,
    },
  }
  property "one at a time"        (INV(NF(function(M) return #M.Holding <= 1 end)))
  property "never <script>done"   (INV(NF(function(M) return #M.Done < N end)))
)";

constexpr const char* kResults = R"({
  "passed": 1, "failed": 1, "inconclusive": 0, "seed": 1, "system": "lock.system.lua",
  "cases": [
    {"suite": "system", "id": "1", "verdict": "pass", "detail": "", "file": "lock.xml"},
    {"suite": "system", "id": "2", "verdict": "fail", "detail": "no <script>alert(1)</script>",
     "file": "lock.xml", "seed": 1,
     "mismatches": [{"what": "step 1", "expected": "a <b>", "observed": "nothing & more"}],
     "events": [{"number": 1, "kind": "stimulus", "node": "<script>", "name": "<script>"}],
     "expected": [{"state": "missing", "part": 1, "name": "Gran<script>ted"}]}
  ]
})";

class ReportCommandTest : public ::testing::Test {
 protected:
  ReportCommandTest() { folder_.Write("lock.lua", kLock); }

  std::string Path(const std::string& name) const { return (folder_.path() / name).string(); }
  std::string Read(const std::string& name) const {
    return base::ReadFile(Path(name), 1 << 24).bytes;
  }
  Outcome Report(std::vector<std::string> more = {}, const std::string& model = "lock.lua") const {
    more.insert(more.begin(), {"report", Path(model), "-o", Path("page.html")});
    return Call(more);
  }
  /// The page of a report that must succeed.
  std::string Page(std::vector<std::string> more = {}) const {
    const Outcome outcome = Report(std::move(more));
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    return Read("page.html");
  }
  void Generate(std::vector<std::string> more = {}) const {
    more.insert(more.begin(),
                {"generate", Path("lock.lua"), "--state-space", "-o", Path("lock.xml")});
    ASSERT_EQ(Call(more).code, 0);
  }

  base::TemporaryFolder folder_;
};

TEST_F(ReportCommandTest, OnlySectionsWithInputsAppear) {
  const std::string page = Page();
  EXPECT_THAT(page, HasSubstr("<section id=\"model\">"));
  EXPECT_THAT(page, HasSubstr("<section id=\"space\">"));
  EXPECT_THAT(page, HasSubstr("<td>states</td><td class=\"number\">15</td>"));
  EXPECT_THAT(page, HasSubstr("<section id=\"properties\">"));
  EXPECT_THAT(page, Not(HasSubstr("<section id=\"suites\">")));
  EXPECT_THAT(page, Not(HasSubstr("<section id=\"verdicts\">")));
  EXPECT_THAT(page, Not(HasSubstr("<section id=\"coverage\">")));
}

TEST_F(ReportCommandTest, AViolatedPropertyHasItsRunAndItsChart) {
  const Outcome outcome = Report();
  EXPECT_EQ(outcome.code, 0);  // the page is written, whatever it says
  EXPECT_THAT(outcome.out, HasSubstr("page.html: 15 states, 1 dead marking, 1 of 2 properties "
                                     "violated"));
  const std::string page = Read("page.html");
  EXPECT_THAT(page, HasSubstr("<span class=\"bad\">violated</span>"));
  EXPECT_THAT(page, HasSubstr("<summary>Counterexample, 6 steps</summary>"));
  EXPECT_THAT(page, HasSubstr("Request (c = "));
  EXPECT_THAT(page, HasSubstr("class=\"seam"));  // only charts have it
}

TEST_F(ReportCommandTest, SaysWhichRunsAreFair) {
  const Outcome outcome = Call(
      {"report", test::SourcePath("/models/fairness/starvation.lua"), "-o", Path("fair.html")});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(Read("fair.html"),
              HasSubstr("Of runs for ever, those count that are fair: TakeFirst, "
                        "strong, for each p;"));
}

TEST_F(ReportCommandTest, SuitesResultsAndCoverageStandOnThePage) {
  Generate();
  folder_.Write("results.json", kResults);
  const std::string page = Page({Path("lock.xml"), Path("results.json")});
  EXPECT_THAT(page, HasSubstr("8 test cases in 1 file."));
  EXPECT_THAT(page, HasSubstr("1 failed, 6 not run"));
  EXPECT_THAT(page, HasSubstr("Request{client='1'}"));
  EXPECT_THAT(page, HasSubstr("<td>arcs</td><td class=\"number\">20</td>"));
  EXPECT_THAT(page, HasSubstr("8 of 8"));  // below transitions
  EXPECT_THAT(page, HasSubstr("a &lt;b&gt;"));
  EXPECT_THAT(page, HasSubstr("nothing &amp; more"));
  EXPECT_THAT(page, HasSubstr("<h3 id=\"failure-1\">system#2</h3>"));
}

TEST_F(ReportCommandTest, HostileTextsAreTextsOnly) {
  Generate();
  std::string suite = Read("lock.xml");
  for (std::size_t at = 0; (at = suite.find("CaseID=\"2\"", at)) != std::string::npos; ++at) {
    suite.replace(at, 10, "CaseID=\"&lt;script>2\"");
  }
  folder_.Write("lock.xml", suite);
  folder_.Write("results.json", kResults);
  const std::string page = Page({Path("lock.xml"), Path("results.json")});
  EXPECT_THAT(page, Not(HasSubstr("<script")));
  EXPECT_THAT(page, HasSubstr("&lt;script&gt;2</td>"));
  EXPECT_THAT(page, HasSubstr("never &lt;script&gt;done"));
  EXPECT_THAT(page, Not(HasSubstr("http://www.w3.org/Graphics")));  // no DTD to fetch
}

TEST_F(ReportCommandTest, TheSameBytesWithoutFoldersAnywhere) {
  Generate();
  const std::string page = Page({Path("lock.xml")});
  EXPECT_THAT(page, Not(HasSubstr(folder_.path().string())));
  EXPECT_EQ(Page({Path("lock.xml")}), page);
  const base::TemporaryFolder other;
  std::filesystem::copy(folder_.path(), other.path() / "deeper");
  const std::string there = (other.path() / "deeper").string();
  ASSERT_EQ(
      Call({"report", there + "/lock.lua", there + "/lock.xml", "-o", there + "/page.html"}).code,
      0);
  EXPECT_EQ(base::ReadFile(there + "/page.html").bytes, page);
}

TEST_F(ReportCommandTest, BeyondTheLimitThePageSaysSo) {
  Generate();
  const std::string page = Page({Path("lock.xml"), "--max-states", "5"});
  EXPECT_THAT(page, HasSubstr("because of the limit of 5 states (--max-states)"));
  EXPECT_THAT(page, HasSubstr("unknown: the limit was met first"));
  EXPECT_THAT(page, HasSubstr("What the suites cover is not known"));
}

TEST_F(ReportCommandTest, LongListsAreCutAndSaySo) {
  Generate();
  const std::string page = Page({Path("lock.xml"), "--list", "3"});
  EXPECT_THAT(page, HasSubstr("... and 5 more"));
  EXPECT_THAT(page, Not(HasSubstr("<td class=\"code\">4</td>")));
}

TEST_F(ReportCommandTest, ASuiteOfOtherParametersIsShownAndNotMeasured) {
  Generate({"-D", "N=1"});
  const Outcome outcome = Report({Path("lock.xml")});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.err, HasSubstr("its coverage is not measured: it was made with N = 1, and "
                                     "here N is 2"));
  const std::string page = Read("page.html");
  EXPECT_THAT(page, HasSubstr("1 test case in 1 file."));
  EXPECT_THAT(page, HasSubstr("<h3>Not measured</h3>"));
}

TEST_F(ReportCommandTest, ModulesLeadToEachOther) {
  const std::string model = test::SourcePath("/models/two_phase_commit");
  const Outcome outcome = Call({"report", model, "-o", Path("page.html")});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const std::string page = Read("page.html");
  EXPECT_THAT(page, HasSubstr("<h3 id=\"module-1\">"));
  EXPECT_THAT(page, HasSubstr("xlink:href=\"#module-1\""));
  EXPECT_THAT(page, HasSubstr("part of <a href=\"#module-0\">two_phase_commit</a>"));
}

TEST_F(ReportCommandTest, WhatIsNoInputIsRefusedAndNothingIsWritten) {
  folder_.Write("junit.xml", "<testsuites tests=\"1\"></testsuites>");
  const Outcome junit = Report({Path("junit.xml")});
  EXPECT_EQ(junit.code, 2);
  EXPECT_THAT(junit.err, HasSubstr("give what adapter run --json prints"));
  folder_.Write("broken.json", "{\"passed\": 1,\n  \"cases\": [{\"id\": 1}]}");
  const Outcome broken = Report({Path("broken.json")});
  EXPECT_EQ(broken.code, 2);
  EXPECT_THAT(broken.err, HasSubstr("broken.json:2:13"));
  EXPECT_EQ(Report({Path("absent.xml")}).code, 2);
  EXPECT_EQ(Report({"--spec", "sytem"}).code, 2);
  EXPECT_FALSE(std::filesystem::exists(Path("page.html")));
}

TEST_F(ReportCommandTest, AStoppedReportWritesNoPage) {
  folder_.Write("endless.lua", R"(
    var { n = INT }
    Count = place(INT, { 0 })
    Up = transition { input = { Count(n) }, output = { Count(expr "n + 1") } }
  )");
  const Outcome outcome = testing::StoppedFor(
      base::StopReason::kMaxSeconds, {"report", Path("endless.lua"), "--max-states", "4000000000",
                                      "-o", Path("page.html"), "--max-seconds", "500"});
  EXPECT_EQ(outcome.code, 3);
  EXPECT_FALSE(std::filesystem::exists(Path("page.html")));
}

}  // namespace
}  // namespace cpngen
