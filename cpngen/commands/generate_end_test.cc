// Cases of models that never end: --observations, and goals of specifications.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/temporary_folder.h"
#include "cpngen/testing.h"
#include "suite/compare.h"
#include "suite/reader.h"
#include "testing/files.h"
#include "testing/paths.h"
#include "xml/xml.h"

namespace cpngen {
namespace {

using base::TemporaryFolder;
using test::ReadFile;
using testing::Call;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::Outcome;
using ::testing::StartsWith;

/// A lock that two clients take and give back for ever.
constexpr const char* kLock = R"(
Client = range(1, 2)
var { c = Client }
Idle, Waiting, Holding = place(Client, all), place(Client), place(Client)
Free = place(UNIT, { unit })
Request = transition { input = { Idle(c) }, output = { Waiting(c) } }
Grant   = transition { input = { Waiting(c), Free(unit) }, output = { Holding(c) } }
Release = transition { input = { Holding(c) }, output = { Idle(c), Free(unit) } }
local observe = {
  [Request] = function(c) return stimulus("Ask" .. c) end,
  [Grant]   = function(c) return response("Get" .. c) end,
  [Release] = function(c) return stimulus("Free" .. c) end,
}
test "lock" { order = "sequence", observe = observe }
test "units" { cases = "occurrences", observe = observe, goal = Grant }
test "transition" { order = "sequence", observe = observe, goal = Grant }
test "marking" { order = "sequence", observe = observe,
                 goal = function(M) return #M.Waiting == 1 and #M.Holding == 1 end }
test "broken" { observe = observe, goal = function(M) return M.Holding[1].name == 1 end }
)";

class GenerateEndTest : public ::testing::Test {
 protected:
  TemporaryFolder folder_;
  std::string lock_ = folder_.Write("lock.lua", kLock);
  std::string out_ = folder_ / "out.xml";

  Outcome Generate(const std::string& spec, std::vector<std::string> more) {
    more.insert(more.begin(), {"generate", lock_, "--spec", spec, "-o", out_});
    return Call(more);
  }
  /// One line per case: the names of its observations.
  std::vector<std::string> Cases() const {
    std::vector<std::string> lines;
    const xml::Element suite = xml::ParseFile(out_);
    for (const xml::Element* test_case : suite.FindChildren("TestCase")) {
      std::string& line = lines.emplace_back();
      for (const xml::Element& part : test_case->children) {
        for (const xml::Element& seen : part.children)
          line += (line.empty() ? "" : " ") + seen.name;
      }
    }
    return lines;
  }
  /// Whether simulations find just the cases that the state space has.
  void ExpectSimulationsToFindAll(const std::string& spec, std::vector<std::string> more) {
    std::vector<std::string> all = more;
    all.emplace_back("--state-space");
    ASSERT_EQ(Generate(spec, all).code, 0);
    const xml::Element expected = xml::ParseFile(out_);
    more.insert(more.end(), {"--simulations", "2000", "--steps", "60"});
    ASSERT_EQ(Generate(spec, more).code, 0);
    EXPECT_THAT(suite::CompareCases(expected, xml::ParseFile(out_)), IsEmpty());
  }
};

TEST_F(GenerateEndTest, CasesEndWithSoManyObservationsAndTheAnswers) {
  ASSERT_EQ(Generate("lock", {"--state-space", "--observations", "2"}).code, 0);
  EXPECT_THAT(Cases(), ElementsAre("Ask1 Ask2 Get1", "Ask1 Ask2 Get2", "Ask1 Get1",
                                   "Ask2 Ask1 Get1", "Ask2 Ask1 Get2", "Ask2 Get2"));
}

TEST_F(GenerateEndTest, WhatIsOnItsWayAtTheEndBelongsToTheCase) {
  ASSERT_EQ(Generate("lock", {"--state-space", "--observations", "4"}).code, 0);
  EXPECT_THAT(Cases(), Contains("Ask1 Ask2 Get1 Free1 Get2"));
}

TEST_F(GenerateEndTest, SimulationsEndLikePathsOfTheStateSpace) {
  ExpectSimulationsToFindAll("lock", {"--observations", "3"});
  ExpectSimulationsToFindAll("transition", {});
  ExpectSimulationsToFindAll("marking", {"--observations", "4"});
  ExpectSimulationsToFindAll("units", {});
}

TEST_F(GenerateEndTest, SuiteSaysHowManyObservations) {
  const Outcome outcome = Generate("lock", {"--state-space", "--observations", "3", "--json"});
  EXPECT_EQ(suite::ReadSuite(out_).provenance()->observations, 3u);
  EXPECT_THAT(ReadFile(out_), HasSubstr(" Method=\"state-space\" Observations=\"3\"></Generated>"));
  EXPECT_EQ(nlohmann::json::parse(outcome.out)["observations"], 3);
}

TEST_F(GenerateEndTest, ResponsesForEverEndWithTheLastThatCounts) {
  const std::string model = folder_.Write("ticks.lua", R"(
Clock = place(UNIT, { unit })
Tick = transition { input = { Clock(unit) }, output = { Clock(unit) } }
test "ticks" { order = "sequence", observe = { [Tick] = function() return response("Tick") end } }
)");
  for (const char* method : {"--state-space", "--simulations=3"}) {
    const Outcome outcome =
        Call({"generate", model, "--observations", "3", method, "--steps", "20", "-o", out_});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_THAT(Cases(), ElementsAre("Tick Tick Tick"));
  }
}

TEST_F(GenerateEndTest, AGoalThatIsATransitionEndsACaseBehindIt) {
  ASSERT_EQ(Generate("transition", {"--state-space"}).code, 0);
  EXPECT_THAT(Cases(), ElementsAre("Ask1 Ask2 Get1", "Ask1 Ask2 Get2", "Ask1 Get1",
                                   "Ask2 Ask1 Get1", "Ask2 Ask1 Get2", "Ask2 Get2"));
}

TEST_F(GenerateEndTest, AGoalThatIsAFunctionEndsACaseWhereItHolds) {
  ASSERT_EQ(Generate("marking", {"--simulations", "300"}).code, 0);
  EXPECT_THAT(Cases(), Contains("Ask1 Ask2 Get1"));
  EXPECT_THAT(Cases(), Contains("Ask1 Get1 Ask2"));
  EXPECT_THAT(Cases(), Contains("Ask1 Get1 Free1 Ask2 Get2 Ask1"));
}

TEST_F(GenerateEndTest, OccurrencesBehindTheGoalAreNoCases) {
  ASSERT_EQ(Generate("units", {"--state-space"}).code, 0);
  EXPECT_THAT(Cases(), ElementsAre("Ask1", "Ask2", "Get1", "Get2"));
}

TEST_F(GenerateEndTest, ObservationsOfOccurrencesAreRefused) {
  const Outcome outcome = Generate("units", {"--state-space", "--observations", "2"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err,
              StartsWith(lock_ + ":15:1: test \"units\" makes a case of each occurrence; "
                                 "--observations is for cases of runs\n"));
}

TEST_F(GenerateEndTest, ErrorInAGoalComesWithTheRunToIt) {
  const Outcome outcome = Generate("broken", {"--state-space"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err, StartsWith(lock_ + "\nrun to the error, 0 steps\n"));
  EXPECT_THAT(outcome.err, HasSubstr("lock.lua:19:"));
}

TEST_F(GenerateEndTest, TheExampleOfTheReferenceEndsAtItsGoals) {
  const std::string document = ReadFile(test::SourcePath("/docs/model_language.md"));
  std::string model;
  for (std::size_t begin = document.find("```lua\n"); begin != std::string::npos;) {
    const std::size_t end = document.find("```", begin + 7);
    const std::string example = document.substr(begin + 7, end - begin - 7);
    if (model.empty() || example.find("goal =") != std::string::npos) model += example;
    begin = document.find("```lua\n", end);
  }
  const std::string path = folder_.Write("example.lua", model);
  const auto cases = [&](const std::string& spec) {
    Call({"generate", path, "--spec", spec, "--state-space", "-o", out_});
    return Cases().size();
  };
  EXPECT_EQ(cases("all voted"), 27u);  // each worker says yes, no, or both
  EXPECT_EQ(cases("once"), 26u);       // each says yes, no, or nothing; but not all nothing
}

}  // namespace
}  // namespace cpngen
