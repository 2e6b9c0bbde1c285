// Reports of several calls, which shared the work, are that of one.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>
#include <regex>
#include <string>
#include <vector>

#include "testing/paths.h"
#include "tests/shards/parts.h"

namespace shards {
namespace {

using nlohmann::json;
using test::Ended;

std::string WithoutTimes(const std::string& text) {
  static const std::regex kTime(R"re(("ms": |"seconds": |time=")[0-9.e+-]+)re");
  return std::regex_replace(text, kTime, "$1T");
}

class ReportPartsTest : public PartsTest {
 protected:
  json Report(const std::string& name) const { return json::parse(File(name)); }
};

// Cases of the system in the box.
class CaseReportsTest : public ReportPartsTest {
 protected:
  void SetUp() override {
    Do("cpngen generate " + kModels +
       "paxos --spec system --simulations 12 --seed 7 -o good.xml 2> log && "
       "cpngen generate " +
       kModels + "paxos --spec prepare_qf --simulations 12 -o qf.xml 2> log");
  }
  /// What adapter run does with these words, alone and in three parts. Returns the merge's code.
  int RunBoth(const std::string& words) {
    const std::string call = "adapter run " + words + " --transport inproc";
    whole_ = Run(call + " --json --junit whole.xml > whole.json");
    DoParts(call + " --json --junit #.xml.part --shard @ > #.json", 3);
    EXPECT_EQ(Run("cpngen merge 2.xml.part 3.xml.part 1.xml.part -o merged.xml").code, whole_.code);
    return Run("cpngen merge ?.json -o merged.json").code;
  }

  Ended whole_;
};

TEST_F(CaseReportsTest, AreThatOfOneRun) {
  EXPECT_EQ(RunBoth("good.xml qf.xml --verbose --repeat 2"), 0);
  EXPECT_EQ(whole_.code, 0) << whole_.output;
  json merged = Report("merged.json");
  json whole = Report("whole.json");
  EXPECT_GT(whole.at("cases").size(), 6u);
  for (json* report : {&merged, &whole}) {
    for (json& one : report->at("cases")) one.erase("events");  // they have times
    for (json& one : report->at("cases")) one.erase("expected");
  }
  EXPECT_EQ(WithoutTimes(merged.dump(1)), WithoutTimes(whole.dump(1)));
  EXPECT_EQ(WithoutTimes(File("merged.xml")), WithoutTimes(File("whole.xml")));
}

// Of a system whose bug shows in some cases.
class FailingReportsTest : public ReportPartsTest {
 protected:
  void SetUp() override {
    const std::string lock = test::SourcePath("/examples/lock/");
    Do("cp " + lock + "*.lua " + lock +
       "*.py . && cpngen generate lock.lua --state-space --merge -o lock.xml 2> log");
  }
  static constexpr const char* kCall =
      "adapter run lock.xml --system lock.system.lua -D bug=two-holders --json";
  /// "tests=... failures=... errors=..." of all cases, and the names of those that failed.
  static std::vector<std::string> Counts(const std::string& junit) {
    static const std::regex kCounts(
        "(tests=\"[0-9]+\" failures=\"[0-9]+\" errors=\"[0-9]+\")|name=\"[0-9]+\"");
    std::vector<std::string> found;
    for (std::sregex_iterator at(junit.begin(), junit.end(), kCounts), end; at != end; ++at) {
      found.push_back(at->str());
    }
    return found;
  }

  static json Verdicts(const json& report) {
    json verdicts = json::array();
    for (const json& one : report.at("cases")) {
      verdicts.push_back({one.at("id"), one.at("seed"), one.at("verdict")});
    }
    return verdicts;
  }
};

TEST_F(FailingReportsTest, HaveTheVerdictsOfOneRun) {
  for (const char* const option : {"", " --fail-fast"}) {
    EXPECT_EQ(Run(std::string(kCall) + option + " --junit whole.xml > whole.json").code, 1);
    DoParts(std::string(kCall) + option + " --shard @ --junit #.xml > #.json", 3);
    const Ended merged = Run("cpngen merge ?.json -o merged.json");
    EXPECT_EQ(merged.code, 1) << merged.output;
    EXPECT_EQ(Verdicts(Report("merged.json")), Verdicts(Report("whole.json"))) << option;
    EXPECT_EQ(Report("merged.json").at("failed"), Report("whole.json").at("failed"));
    EXPECT_EQ(Run("cpngen merge ?.xml -o merged.xml").code, 1);
    EXPECT_EQ(Counts(File("merged.xml")), Counts(File("whole.xml")));
  }
}

TEST_F(ReportPartsTest, OfRunsThatAreWatchedAreThatOfOneCall) {
  const std::string model = folder_.Write("climb.lua", R"(
Climber = range(1, 3)
var { c = Climber }
Below, Above, Fallen = place(Climber, all), place(Climber), place(Climber)
Climb = transition { input = { Below(c) }, output = { Above(c) } }
Fall  = transition { input = { Below(c) }, output = { Fallen(c) } }
property "somebody arrives" (INV(NF(function(M) return #M.Fallen < 3 end)))
property "nobody is lost"   (INV(NF(function(M) return #M.Below + #M.Above + #M.Fallen == 3 end)))
)");
  const std::string call = "cpngen simulate climb.lua --runs 50 --seed 4 --json";
  EXPECT_EQ(Run(call + " > whole.json").code, 1);
  EXPECT_GT(Report("whole.json").at("properties").at(0).at("violated_runs"), 1);
  for (const int count : {1, 2, 7, 60}) {
    DoParts(call + " --shard @ > part-#.json", count);
    EXPECT_EQ(Run("cpngen merge part-*.json -o merged.json").code, 1);
    EXPECT_EQ(File("merged.json"), File("whole.json")) << count;
    Do("rm part-*.json");
  }
}

TEST_F(ReportPartsTest, OfSearchesHaveTheFindingsOfOneSearch) {
  const std::string call = "cpngen search " + kModels +
                           "liveness/stale_syn.lua --exact-states 0 --executions 200 --json";
  EXPECT_EQ(Run(call + " > whole.json").code, 1);
  DoParts(call + " --shard @ > #.json", 3);
  EXPECT_EQ(Run("cpngen merge ?.json -o merged.json").code, 1);
  EXPECT_EQ(Report("merged.json").at("properties"), Report("whole.json").at("properties"));
  EXPECT_FALSE(Report("merged.json").contains("shard"));
}

TEST_F(ReportPartsTest, OfSearchesThatFindNothingAreThatOfOneSearch) {
  const std::string call = "cpngen search " + kModels +
                           "liveness/stale_syn.lua -D repaired=true --exact-states 0 "
                           "--executions 200 --json";
  EXPECT_EQ(Run(call + " > whole.json").code, 0);
  DoParts(call + " --shard @ > #.json", 3);
  EXPECT_EQ(Run("cpngen merge ?.json -o merged.json").code, 0);
  EXPECT_EQ(File("merged.json"), File("whole.json"));
}

TEST_F(ReportPartsTest, OfSchedulesAreThatOfOneCall) {
  const std::string call = "systematic_mail --seed 2 --schedules 250 --all --check-every 0 --json";
  EXPECT_EQ(Run(call + " > whole.json").code, 1);
  DoParts(call + " --shard @ > #.json", 3);
  EXPECT_EQ(Run("cpngen merge ?.json -o merged.json").code, 1);
  EXPECT_EQ(WithoutTimes(File("merged.json")), WithoutTimes(File("whole.json")));
}

TEST_F(ReportPartsTest, OfSearchesOfHarnessesHaveTheFindingsOfOne) {
  for (const char* const words : {"delivered --test mail --seed 4", "delivered --test sought"}) {
    const std::string call = std::string("systematic_mail --json --search ") + words;
    const Ended whole = Run(call + " > whole.json");
    DoParts(call + " --shard @ > #.json", 3);
    EXPECT_EQ(Run("cpngen merge ?.json -o merged.json").code, whole.code) << words;
    const auto found = [this](const std::string& file) {
      return Report(file).at("searches").at(0).at("properties");
    };
    EXPECT_EQ(found("merged.json"), found("whole.json")) << words;
  }
}

}  // namespace
}  // namespace shards
