#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/temporary_folder.h"
#include "cpngen/commands/merge/verdicts.h"
#include "cpngen/testing.h"
#include "testing/files.h"

namespace cpngen {
namespace {

using testing::Call;
using ::testing::HasSubstr;
using testing::Outcome;
using ::testing::StartsWith;

/// Voters say yes or no; who has said no may fall silent.
constexpr const char* kBallot = R"(
N = param(2)
Voter = range(1, N)
Vote = enum { "yes", "no" }
var { w = Voter, v = Vote }
Ready = place(Voter, all)
Say = transition { input = { Ready(w) }, output = {},
                   guard = function(w, v) return v == "yes" or w > 1 end }
local function say(w, v) return stimulus("Vote", { voter = w, vote = v }) end
test "ballot" { observe = { [Say] = say } }
property "all can vote" (INV(POS(NF(function(M) return #M.Ready == 0 end))))
property "somebody waits" (INV(NF(function(M) return #M.Ready > 0 end)))
)";

class MergeCommandTest : public ::testing::Test {
 protected:
  std::string Path(const std::string& name) const { return folder_ / name; }

  Outcome Generate(const std::string& shard, const std::string& output,
                   const std::vector<std::string>& more = {}) {
    std::vector<std::string> call{"generate", model_, "--simulations", "12", "--shard",
                                  shard,      "-o",   Path(output)};
    call.insert(call.end(), more.begin(), more.end());
    return Call(call);
  }
  Outcome Merge(const std::vector<std::string>& parts, const std::string& output = "all.xml") {
    std::vector<std::string> call{"merge"};
    for (const std::string& part : parts) call.push_back(Path(part));
    call.insert(call.end(), {"-o", Path(output)});
    return Call(call);
  }
  /// The message of a merge that is refused, without the folder's name.
  std::string Refused(const std::vector<std::string>& parts) {
    const Outcome outcome = Merge(parts);
    EXPECT_EQ(outcome.code, 2);
    EXPECT_EQ(outcome.out, "");
    std::string message = outcome.err;
    const std::string folder = folder_.path().string() + "/";
    for (std::size_t at; (at = message.find(folder)) != std::string::npos;) {
      message.erase(at, folder.size());
    }
    return message;
  }
  /// A report of the runs that a part watches.
  void Watch(const std::string& shard, const std::string& output,
             const std::vector<std::string>& more = {}) {
    std::vector<std::string> call{"simulate", model_, "--runs", "12", "--shard", shard, "--json"};
    call.insert(call.end(), more.begin(), more.end());
    folder_.Write(output, Call(call).out);
  }

  base::TemporaryFolder folder_;
  std::string model_ = folder_.Write("ballot.lua", kBallot);
};

TEST_F(MergeCommandTest, MakesTheSuiteOfAllParts) {
  const Outcome part = Generate("1/2", "1.xml");
  EXPECT_EQ(part.code, 0) << part.err;
  EXPECT_THAT(part.err, HasSubstr("1.xml: part 1/2, "));
  Generate("2/2", "2.xml");
  const Outcome merged = Merge({"2.xml", "1.xml"});
  EXPECT_EQ(merged.code, 0) << merged.err;
  EXPECT_THAT(merged.err, HasSubstr("all.xml: 2 test cases (2 parts, 12 runs, seed 1)\n"));
  Call({"generate", model_, "--simulations", "12", "-o", Path("whole.xml")});
  EXPECT_EQ(test::ReadFile(Path("all.xml")), test::ReadFile(Path("whole.xml")));
  EXPECT_EQ(Call({"merge", Path("1.xml"), Path("2.xml"), "-o", "-"}).out,
            test::ReadFile(Path("whole.xml")));
}

TEST_F(MergeCommandTest, MorePartsThanRunsHaveNoCases) {
  const Outcome empty = Generate("13/20", "empty.xml");
  EXPECT_EQ(empty.code, 0) << empty.err;
  EXPECT_THAT(empty.err, HasSubstr("part 13/20, 0 test cases (0 runs, seed 1"));
}

TEST_F(MergeCommandTest, APartSaysItIsOneInItsSummary) {
  const Outcome part = Generate("2/3", "2.xml", {"--json"});
  EXPECT_EQ(nlohmann::json::parse(part.out).at("shard"), "2/3");
  EXPECT_EQ(nlohmann::json::parse(part.out).at("runs"), 4);
}

TEST_F(MergeCommandTest, PartsAreThereEachOnce) {
  for (const char* const i : {"1", "2", "3"}) {
    Generate(std::string(i) + "/3", std::string(i) + ".xml");
  }
  Generate("1/2", "half.xml");
  EXPECT_EQ(Refused({"1.xml", "3.xml"}),
            "cpngen: part 2/3 is missing; there are 1.xml (1/3), 3.xml (3/3)\n");
  EXPECT_EQ(Refused({"2.xml"}), "cpngen: parts 1/3, 3/3 are missing; there is 2.xml (2/3)\n");
  EXPECT_EQ(Refused({"1.xml", "2.xml", "2.xml", "3.xml"}),
            "cpngen: 2.xml and 2.xml are both part 2/3; give each part once\n");
  EXPECT_EQ(Refused({"1.xml", "half.xml"}),
            "cpngen: 1.xml is part 1/3, and half.xml is part 1/2: parts of one call have the same "
            "N\n");
}

TEST_F(MergeCommandTest, PartsAreOfOneCall) {
  Generate("1/2", "1.xml");
  const auto refused = [&](const std::vector<std::string>& words, const std::string& what) {
    EXPECT_EQ(Generate("2/2", "2.xml", words).code, 0);
    EXPECT_EQ(Refused({"1.xml", "2.xml"}),
              "cpngen: 1.xml and 2.xml are parts of different calls: " + what + "\n");
  };
  refused({"--seed", "2"}, "--seed is '1' and '2'");
  refused({"-D", "N=3"}, "parameter N is '2' and '3'");
  refused({"--steps", "50"}, "--steps is '10000' and '50'");
  refused({"--observations", "1"}, "--observations is not given and '1'");
  // What is given with --initial is a part of what the model's files hold.
  EXPECT_EQ(Generate("2/2", "2.xml", {"--initial", "Ready={ 1 }"}).code, 0);
  EXPECT_THAT(Refused({"1.xml", "2.xml"}),
              StartsWith("cpngen: 1.xml and 2.xml are parts of different calls: what the model's "
                         "files hold is "));
}

TEST_F(MergeCommandTest, OtherFilesAreRefused) {
  Generate("1/2", "1.xml");
  Watch("2/2", "2.json");
  EXPECT_EQ(Refused({"1.xml", "2.json"}),
            "cpngen: 1.xml is a test suite, and 2.json is a report in JSON: they do not belong "
            "together\n");
  Call({"generate", model_, "--simulations", "12", "-o", Path("whole.xml")});
  EXPECT_EQ(Refused({"whole.xml"}),
            "cpngen: whole.xml is no part of a call: it was made without --shard I/N\n");
  folder_.Write("whole.json", Call({"simulate", model_, "--runs", "2", "--json"}).out);
  EXPECT_EQ(Refused({"whole.json"}),
            "cpngen: whole.json is no part of a call: it was made without --shard I/N\n");
  folder_.Write("other.json", "{\"answer\": 42}\n");
  EXPECT_THAT(Refused({"other.json"}),
              StartsWith("cpngen: other.json is nothing that can be put together: give parts"));
  EXPECT_THAT(Refused({"none.xml"}), StartsWith("cpngen: none.xml: "));
  folder_.Write("empty.json", "");
  EXPECT_EQ(Refused({"empty.json"}),
            "cpngen: empty.json: the file is empty: its part has not ended, or failed\n");
}

TEST_F(MergeCommandTest, BrokenFilesAreShownAtTheirPlace) {
  Generate("1/2", "1.xml");
  std::string text = test::ReadFile(Path("1.xml"));
  folder_.Write("cut.xml", text.substr(0, text.size() / 2));
  EXPECT_THAT(Refused({"cut.xml"}), StartsWith("cut.xml:"));
  const std::string part = "Part=\"1/2\"";
  text.replace(text.find(part), part.size(), "Part=\"3/2\"");
  folder_.Write("third.xml", text);
  EXPECT_THAT(Refused({"third.xml"}), HasSubstr("third.xml:3:12: '3/2' is no part\n"));
  Watch("1/2", "1.json");
  const std::string report = test::ReadFile(Path("1.json"));
  folder_.Write("cut.json", report.substr(0, report.size() / 2));
  EXPECT_THAT(Refused({"cut.json"}), StartsWith("cut.json:"));
  const std::string steps = "\"steps\": ";
  std::string wrong = report;
  wrong.replace(wrong.find(steps), steps.size(), "\"steps\": -");
  folder_.Write("wrong.json", wrong);
  EXPECT_THAT(Refused({"wrong.json"}), HasSubstr(": \"steps\" is no number from 0 to "));
}

TEST_F(MergeCommandTest, AddsRunsUp) {
  Watch("1/2", "1.json", {"--property", "somebody waits"});
  Watch("2/2", "2.json", {"--property", "somebody waits"});
  const Outcome merged = Merge({"1.json", "2.json"}, "all.json");
  EXPECT_EQ(merged.code, 1);
  EXPECT_THAT(merged.err, HasSubstr("all.json: 12 runs, 1 property is violated (2 parts)\n"));
  EXPECT_EQ(
      test::ReadFile(Path("all.json")),
      Call({"simulate", model_, "--runs", "12", "--json", "--property", "somebody waits"}).out);
  Watch("2/2", "other.json", {"--property", "somebody waits", "--seed", "5"});
  EXPECT_THAT(Refused({"1.json", "other.json"}), HasSubstr(": seed is '1' and '5'\n"));
}

TEST_F(MergeCommandTest, APartOfSimulationsNamesItsSeeds) {
  const Outcome part = Call({"simulate", model_, "--runs", "12", "--shard", "2/3", "--seed", "10"});
  EXPECT_THAT(part.out, HasSubstr("; 4 runs, seeds 14 to 17 (part 2/3)\n"));
}

TEST_F(MergeCommandTest, WrongCallsAreRefused) {
  EXPECT_THAT(Call({"generate", model_, "--state-space", "--shard", "1/2", "-o", "a.xml"}).err,
              StartsWith("cpngen: --shard shares out the runs of --simulations: what cases"));
  EXPECT_THAT(Generate("1/2", "a.xml", {"--split"}).err, HasSubstr("give --split to cpngen merge"));
  EXPECT_THAT(Generate("3/2", "a.xml").err, HasSubstr("'3/2' is no share"));
  EXPECT_THAT(Call({"simulate", model_, "--shard", "1/2"}).err, HasSubstr("--runs"));
  Watch("1/1", "1.json");
  EXPECT_THAT(Call({"merge", Path("1.json"), "--split", "-o", Path("a.json")}).err,
              HasSubstr("--split is for suites"));
  EXPECT_THAT(Call({"merge", Path("1.json"), "-o", Path("1.json")}).err,
              HasSubstr("this is the input"));
}

TEST(VerdictSumTest, EndsAsARunDoes) {
  VerdictSum good(7, 2, false);
  good.Add("a", {4, 0, 0});
  good.Add("b", {3, 0, 0});
  EXPECT_EQ(good.code(), ExitCode::kDone);
  EXPECT_EQ(good.Text(), "7 passed of 7");
  VerdictSum waits(7, 2, false);
  waits.Add("a", {3, 0, 1});
  EXPECT_EQ(waits.code(), ExitCode::kLimitReached);
  waits.Add("b", {2, 1, 0});
  EXPECT_EQ(waits.code(), ExitCode::kViolated);
  EXPECT_EQ(waits.Text(), "5 passed, 1 failed, 1 inconclusive of 7");
}

TEST(VerdictSumTest, NamesPartsThatHaveNotRunToTheirEnd) {
  VerdictSum sum(7, 2, false);
  sum.Add("a", {4, 0, 0});
  sum.Add("b", {1, 0, 0});
  EXPECT_EQ(sum.code(), ExitCode::kLimitReached);
  EXPECT_THAT(sum.notes(), ::testing::ElementsAre("b: 1 of its 3 cases have run"));
}

TEST(VerdictSumTest, WithFailFastEndsAtTheFirstThatIsNoPass) {
  VerdictSum sum(7, 3, true);
  sum.Add("a", {3, 0, 0});
  EXPECT_FALSE(sum.has_ended());
  sum.Add("b", {0, 1, 0});
  EXPECT_TRUE(sum.has_ended());
  EXPECT_THAT(sum.notes(), ::testing::IsEmpty());
}

}  // namespace
}  // namespace cpngen
