// Threads with tables of their own count what one worker counts.
#include "cpngen/threads/count_states.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "base/temporary_folder.h"
#include "cpn/explore/exploration_error.h"
#include "cpn/explore/state_space.h"
#include "cpngen/load.h"

namespace cpngen {
namespace {

// A list that grows at one end and shrinks at the other: nearly every binding element is new.
constexpr const char* kLists = R"lua(
L = param(9)
P = range(1, 3)
var { p = P, l = list(P) }
Queue, Ticks = place(list(P), { {} }), place(UNIT)
Push = transition { input = { Queue(l) }, guard = function(l, p) return #l < L end,
                    output = { Queue(function(l, p) return append(l, { p }) end) } }
Pop  = transition { input = { Queue(l) }, guard = function(l) return #l > 2 end,
                    output = { Queue(function(l) return { table.unpack(l, 2) } end) } }
)lua";

class CountStatesTest : public ::testing::Test {
 protected:
  ModelArguments Model(const std::string& text) {
    ModelArguments arguments;
    arguments.path = (folder_.path() / "model.lua").string();
    std::ofstream(arguments.path) << text;
    return arguments;
  }

  /// 0 workers: one, as the definition has it.
  cpn::StateCount Count(const std::string& text, cpn::ExplorationOptions options,
                        unsigned workers) {
    const ModelArguments arguments = Model(text);
    const auto model = LoadModelFor(arguments, nullptr);
    if (workers == 0) return cpn::CountStates(model->engine(), options);
    options.workers = workers;
    return CountWithThreads(*model, arguments, options);
  }

  base::TemporaryFolder folder_;
};

void ExpectSame(const cpn::StateCount& found, const cpn::StateCount& expected) {
  EXPECT_EQ(found.states, expected.states);
  EXPECT_EQ(found.arcs, expected.arcs);
  EXPECT_EQ(found.dead_markings, expected.dead_markings);
  EXPECT_EQ(found.depth, expected.depth);
  EXPECT_EQ(found.end, expected.end);
  EXPECT_EQ(found.growth.steps, expected.growth.steps);
  ASSERT_EQ(found.growth.places.size(), expected.growth.places.size());
  for (std::size_t i = 0; i < found.growth.places.size(); ++i) {
    EXPECT_EQ(found.growth.places[i].place, expected.growth.places[i].place);
    EXPECT_EQ(found.growth.places[i].tokens, expected.growth.places[i].tokens);
    EXPECT_EQ(found.growth.places[i].colours, expected.growth.places[i].colours);
  }
}

TEST_F(CountStatesTest, ANetThatLearnsMostlyIsCountedByRanks) {
  const cpn::StateCount expected = Count(kLists, {}, 0);
  ASSERT_GT(expected.states, 10'000u);
  ASSERT_TRUE(LearnsMostly(expected));
  for (const unsigned workers : {1u, 2u, 3u}) {
    const cpn::StateCount found = Count(kLists, {}, workers);
    ExpectSame(found, expected);
    // Ranks have no statistics: that tells them apart.
    EXPECT_EQ(found.statistics.learnt == 0, workers > 1);
  }
}

TEST_F(CountStatesTest, ALimitEndsAllAndSaysWhatGrows) {
  cpn::ExplorationOptions options;
  options.max_states = 15'000;
  std::string text = kLists;
  text.replace(text.find("param(9)"), 8, "param(99)");
  text += "Tick = transition { output = { Ticks(unit) } }\n";
  const cpn::StateCount expected = Count(text, options, 0);
  ASSERT_EQ(expected.end, cpn::ExplorationEnd::kMaxStates);
  ASSERT_FALSE(expected.growth.places.empty());
  for (const unsigned workers : {2u, 3u}) ExpectSame(Count(text, options, workers), expected);
}

TEST_F(CountStatesTest, AFailureOfTheModelHasItsRun) {
  const std::string text = std::string(kLists) +
                           "Bad = transition { input = { Queue(l) }, output = { Queue(l) },\n"
                           "  guard = function(l) return #l == 9 and l[1].x.y end }\n";
  const auto failure = [&](unsigned workers) -> std::string {
    try {
      Count(text, {}, workers);
    } catch (const cpn::ExplorationError& error) {
      return error.what() + std::to_string(error.steps().size());
    }
    return "no error";
  };
  const std::string expected = failure(0);
  EXPECT_THAT(expected, ::testing::HasSubstr("model.lua"));
  EXPECT_EQ(failure(2), expected);
}

TEST_F(CountStatesTest, WhatIsSmallIsCountedOnce) {
  std::string text = kLists;
  text.replace(text.find("param(9)"), 8, "param(4)");
  ExpectSame(Count(text, {}, 2), Count(text, {}, 0));
}

}  // namespace
}  // namespace cpngen
