#include "trace/story.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace trace {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

Trace Failed() {
  Trace trace;
  trace.steps = {
      {.kind = Kind::kStimulus, .node = "client", .name = "Acquire", .time = 0},
      {.kind = Kind::kFault, .node = "server", .name = "crash", .time = 1234567},
      {.node = "client", .name = "Lost", .fields = {{"why", "a\nb"}}, .unexpected = true}};
  trace.expected = {{.name = "Begun", .came = true, .step = 1},
                    {.name = "Granted", .fields = {{"Client", "1"}}, .part = 2, .time = 2000000}};
  return trace;
}

TEST(StoryTest, StepsAndWhatIsMissingAreALineEach) {
  EXPECT_THAT(
      StoryOf(Failed(), {.most_steps = 20}),
      ElementsAre("   1     0.000 ms > client: Acquire", "   2  1234.567 ms ! server: crash",
                  "   3                client: Lost (why a\xEF\xBF\xBD"
                  "b)   <- nobody expects it",
                  "MISSING Granted (Client 1), in step 2 of the case, awaited until "
                  "2000.000 ms"));
}

TEST(StoryTest, WithoutALimitWhatCameIsShownToo) {
  EXPECT_EQ(StoryOf(Failed(), {}).at(3), "came    Begun: 1");
}

TEST(StoryTest, StepsBetweenTheFirstAndTheLastAreLeftOut) {
  Trace trace;
  for (int i = 1; i <= 20; ++i) trace.Add({.name = "s" + std::to_string(i)});
  EXPECT_THAT(StoryOf(trace, {.most_steps = 4}),
              ElementsAre("   1                s1", "   2                s2", " ... 16 more ...",
                          "  19                s19", "  20                s20"));
  EXPECT_EQ(StoryOf(trace, {.most_steps = 20}).size(), 20u);
  EXPECT_EQ(StoryOf(trace, {}).size(), 20u);
}

TEST(StoryTest, LongTextsAreCutWhereCharactersEnd) {
  Trace trace;
  std::string name = "a";
  while (name.size() < 300) name += "\xC3\xA9";
  trace.Add({.name = name});
  const std::string line = StoryOf(trace, {.most_steps = 4}).at(0);
  EXPECT_EQ(line, "   1                " + name.substr(0, 199) + "...");
  EXPECT_EQ(StoryOf(trace, {}).at(0), "   1                " + name);
}

TEST(StoryTest, ManyMissingExpectationsAreCounted) {
  Trace trace;
  for (int i = 0; i < 10; ++i) trace.expected.push_back({.name = "e"});
  EXPECT_EQ(StoryOf(trace, {.most_steps = 4}).size(), 9u);
  EXPECT_EQ(StoryOf(trace, {.most_steps = 4}).back(), " ... 2 more missing ...");
  EXPECT_EQ(StoryOf(trace, {}).size(), 10u);
}

TEST(StoryTest, NothingIsAnEmptyStory) { EXPECT_THAT(StoryOf({}, {}), IsEmpty()); }

}  // namespace
}  // namespace trace
