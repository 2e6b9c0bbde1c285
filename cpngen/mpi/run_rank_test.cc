// Reports and suites of ranks, as threads of this process, against those of the program.
#include "cpngen/mpi/run_rank.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ostream>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include "base/temporary_folder.h"
#include "cpn/distributed/thread_transport.h"
#include "cpngen/mpi/call.h"
#include "cpngen/testing.h"
#include "testing/files.h"
#include "testing/paths.h"

namespace cpngen {
namespace {

using base::TemporaryFolder;
using ::testing::HasSubstr;
using testing::Outcome;

std::string WithoutTimes(const std::string& text) {
  static const std::regex kTimes(R"(, [0-9.]+ s\)|"seconds": [-0-9.e]+)");
  return std::regex_replace(text, kTimes, "");
}

Outcome Together(unsigned ranks, const std::vector<std::string>& arguments) {
  Outcome outcome;
  cpn::distributed::RunRanks(ranks, [&](cpn::distributed::Transport& transport) {
    std::ostringstream out, err;
    const int code = RunRank(ReadMpiCall(arguments), transport, {out, err});
    if (transport.rank() == 0) {
      outcome = {code, out.str(), err.str()};
    } else {
      EXPECT_EQ(out.str() + err.str(), "") << "rank " << transport.rank();
    }
  });
  return outcome;
}

std::string Text(const Outcome& outcome) {
  return "exit code " + std::to_string(outcome.code) + "\n" + WithoutTimes(outcome.out) +
         WithoutTimes(outcome.err);
}

std::string Model(const std::string& name) { return test::SourcePath("/models/") + name; }

/// A lock that two clients take and give back for ever, or once.
constexpr const char* kLock = R"(
ends = param(false)
Client = range(1, 2)
var { c = Client }
Idle, Waiting, Holding, Done = place(Client, all), place(Client), place(Client), place(Client)
Free = place(UNIT, { unit })
Request = transition { input = { Idle(c) }, output = { Waiting(c) } }
Grant   = transition { input = { Waiting(c), Free(unit) }, output = { Holding(c) } }
Release = transition { guard = function() return not ends end,
                       input = { Holding(c) }, output = { Idle(c), Free(unit) } }
Leave   = transition { guard = function() return ends end,
                       input = { Holding(c) }, output = { Done(c), Free(unit) } }
local observe = {
  [Request] = function(c) return stimulus("Ask" .. c) end,
  [Grant]   = function(c) return response("Get" .. c) end,
  [Leave]   = function(c) return stimulus("Leave" .. c) end,
}
test "sequence" { order = "sequence", observe = observe }
test "set" { observe = observe }
test "units" { cases = "occurrences", observe = observe, goal = Grant }
test "transition" { order = "sequence", observe = observe, goal = Grant }
test "marking" { order = "sequence", observe = observe,
                 goal = function(M) return #M.Waiting == 1 and #M.Holding == 1 end }
test "broken" { observe = observe, goal = function(M) return M.Holding[1].name == 1 end }
)";

struct TogetherCall {
  std::string name;
  std::vector<std::string> arguments;
};

void PrintTo(const TogetherCall& call, std::ostream* out) { *out << call.name; }

class TogetherTest : public ::testing::TestWithParam<TogetherCall> {
 protected:
  TemporaryFolder folder_;

  /// LOCK is the model above, MODEL/name a shipped one.
  std::vector<std::string> Arguments() {
    std::vector<std::string> arguments = GetParam().arguments;
    for (std::string& argument : arguments) {
      if (argument == "LOCK") argument = folder_.Write("lock.lua", kLock);
      if (argument.starts_with("MODEL/")) argument = Model(argument.substr(6));
    }
    return arguments;
  }
};

TEST_P(TogetherTest, RanksPrintWhatOneProcessPrints) {
  const std::vector<std::string> arguments = Arguments();
  const std::string expected = Text(testing::Call(arguments));
  for (const unsigned ranks : {1u, 2u, 3u, 4u, 8u}) {
    EXPECT_EQ(Text(Together(ranks, arguments)), expected) << ranks << " ranks";
  }
}

std::vector<std::string> Suite(std::vector<std::string> model, std::vector<std::string> more = {}) {
  model.insert(model.begin(), "generate");
  model.insert(model.end(), {"--state-space", "-o", "-"});
  model.insert(model.end(), more.begin(), more.end());
  return model;
}

INSTANTIATE_TEST_SUITE_P(
    Calls, TogetherTest,
    ::testing::Values(
        TogetherCall{"Report", {"space", "MODEL/philosophers.lua", "-D", "N=5"}},
        TogetherCall{"ReportJson", {"space", "MODEL/philosophers.lua", "-D", "N=5", "--json"}},
        TogetherCall{"ReportOfCycles", {"space", "LOCK"}},
        TogetherCall{"ReportOfDead", {"space", "LOCK", "-D", "ends=true"}},
        TogetherCall{"ReportOfTwoPhaseCommit", {"space", "MODEL/two_phase_commit", "-D", "W=3"}},
        TogetherCall{"ReportOfCommit", {"space", "MODEL/transaction_commit.lua", "--json"}},
        TogetherCall{"ReportOfProducers", {"space", "MODEL/producers_consumers.lua"}},
        TogetherCall{"Count", {"space", "MODEL/philosophers.lua", "-D", "N=5", "--count"}},
        TogetherCall{"Suite", Suite({"MODEL/two_phase_commit", "--spec", "system", "-D", "W=2"})},
        TogetherCall{"SuiteOfFour",
                     Suite({"MODEL/two_phase_commit", "--spec", "system", "-D", "W=4"})},
        TogetherCall{"SuiteOfDecisions", Suite({"MODEL/two_phase_commit", "--spec", "decision"})},
        TogetherCall{
            "MergedSuite",
            Suite({"MODEL/two_phase_commit", "--spec", "decision", "-D", "W=2"}, {"--merge"})},
        TogetherCall{"SetOfEndless", Suite({"LOCK", "--spec", "set"})},
        TogetherCall{"EndlessSequences", Suite({"LOCK", "--spec", "sequence"})},
        TogetherCall{"Sequences", Suite({"LOCK", "--spec", "sequence", "-D", "ends=true"})},
        TogetherCall{"Units", Suite({"LOCK", "--spec", "units"})},
        TogetherCall{"Prefixes", Suite({"LOCK", "--spec", "sequence"}, {"--observations", "3"})},
        TogetherCall{"ToTransition", Suite({"LOCK", "--spec", "transition"})},
        TogetherCall{"ToMarking", Suite({"LOCK", "--spec", "marking"})},
        TogetherCall{"TooManyCases", Suite({"LOCK", "--spec", "sequence", "-D", "ends=true"},
                                           {"--max-cases", "3"})}),
    [](const auto& call) { return call.param.name; });

TEST(TogetherTest, APartialReportIsThatOfOneProcess) {
  const TemporaryFolder folder;
  const std::string growing = folder.Write("growing.lua", R"(
Colour, Number = range(1, 3), range(0, 1000)
var { c = Colour, n = Number }
Tokens, Count = place(Colour), place(Number, { 0 })
Make = transition { output = { Tokens(c) } }
Add  = transition { input = { Count(n), Tokens(c) }, output = { Count(expr "n + c") } }
)");
  const std::vector<std::vector<std::string>> calls = {
      {"space", Model("philosophers.lua"), "-D", "N=8", "--max-states", "500"},
      {"space", growing, "--max-states", "900"},
      {"space", growing, "--max-states", "900", "--count"},
      {"space", growing, "--max-states", "900", "--count", "--json"}};
  for (const std::vector<std::string>& call : calls) {
    const Outcome expected = testing::Call(call);
    ASSERT_EQ(expected.code, 3);
    if (call[1] == growing) {
      ASSERT_THAT(expected.out + expected.err, HasSubstr("Tokens"));
    }
    for (const unsigned ranks : {1u, 2u, 5u}) {
      const Outcome found = Together(ranks, call);
      EXPECT_EQ(found.code, 3);
      EXPECT_EQ(Text(found), Text(expected)) << ranks << " ranks";
    }
  }
}

TEST(TogetherTest, NoSuiteOfPartOfTheSpace) {
  const Outcome found = Together(3, {"generate", Model("two_phase_commit"), "--spec", "system",
                                     "--state-space", "-o", "-", "--max-states", "10"});
  EXPECT_EQ(found.code, 3);
  EXPECT_EQ(found.out, "");
  EXPECT_THAT(found.err, HasSubstr("the state space has more than 10 states, the limit"));
}

TEST(TogetherTest, AFailureOfAGoalIsSaidOnce) {
  const TemporaryFolder folder;
  const std::string lock = folder.Write("lock.lua", kLock);
  const Outcome found =
      Together(3, {"generate", lock, "--spec", "broken", "--state-space", "-o", "-"});
  EXPECT_EQ(found.code, 2);
  EXPECT_THAT(found.err, HasSubstr("lock.lua:"));
}

TEST(TogetherTest, TheSuiteGoesToTheFileOfRankZero) {
  const TemporaryFolder folder;
  const std::vector<std::string> call = {"generate", Model("two_phase_commit"), "--spec",
                                         "system",   "--state-space",           "-o"};
  std::vector<std::string> alone = call, together = call;
  alone.push_back(folder / "alone.xml");
  together.push_back(folder / "together.xml");
  ASSERT_EQ(testing::Call(alone).code, 0);
  const Outcome found = Together(4, together);
  EXPECT_EQ(found.code, 0) << found.err;
  EXPECT_EQ(test::ReadFile(together.back()), test::ReadFile(alone.back()));
}

TEST(TogetherTest, WhatIsNotSharedOutIsRefused) {
  const std::string model = Model("two_phase_commit");
  const auto refusal = [](const std::vector<std::string>& call) { return Together(2, call).err; };
  EXPECT_THAT(refusal({"space", model, "--dump", "x.aut"}), HasSubstr("--dump are not shared out"));
  EXPECT_THAT(refusal({"space", model, "--count", "--reduce", "stubborn"}),
              HasSubstr("--reduce is not shared out"));
  EXPECT_THAT(refusal({"generate", model, "--simulations", "3", "-o", "x.xml"}),
              HasSubstr("simulations are not shared out by mpirun"));
  EXPECT_THAT(refusal({"generate", model, "--goal", "bindings", "-o", "x.xml"}),
              HasSubstr("--goal is not shared out"));
  EXPECT_THAT(refusal({"draw", model, "-o", "x.dot"}), HasSubstr("all else is done by `cpngen`"));
}

}  // namespace
}  // namespace cpngen
