#include "adapter/explore_options.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "adapter/command_line.h"
#include "adapter/options.h"

namespace adapter {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Pair;
using ::testing::StartsWith;
using namespace std::chrono_literals;

using Words = std::vector<std::string>;

Command Parsed(const Words& more) {
  Words words = {"explore", "model.lua", "--system", "system.lua"};
  words.insert(words.end(), more.begin(), more.end());
  return ParseCommandLine(words);
}

ExploreOptions OptionsOf(const Words& more) {
  Command command = Parsed(more);
  if (const auto* exit = std::get_if<Exit>(&command)) ADD_FAILURE() << exit->text;
  return std::get<ExploreOptions>(std::move(command));
}

std::string ErrorOf(const Words& more) {
  const Command command = Parsed(more);
  if (!std::holds_alternative<Exit>(command)) return "no error";
  const Exit& exit = std::get<Exit>(command);
  EXPECT_EQ(exit.code, 2);
  return exit.text;
}

TEST(ExploreOptionsTest, WithoutOptionsAMinuteOfRunsEndsAtTheFirstFailure) {
  const ExploreOptions options = OptionsOf({});
  EXPECT_EQ(options.model, "model.lua");
  EXPECT_EQ(options.system.file, "system.lua");
  EXPECT_EQ(options.time, 60s);
  EXPECT_EQ(options.runs, std::nullopt);
  EXPECT_EQ(options.seed, 1u);
  EXPECT_EQ(options.stimuli, 50u);
  EXPECT_EQ(options.wait, std::nullopt);
  EXPECT_EQ(options.shortening, 60s);
  EXPECT_FALSE(options.all);
  EXPECT_FALSE(options.towards_uncovered);
}

TEST(ExploreOptionsTest, EachOptionArrives) {
  const ExploreOptions options = OptionsOf({"--spec",
                                            "online",
                                            "--seed",
                                            "7",
                                            "--seconds",
                                            "1.5",
                                            "--stimuli",
                                            "9",
                                            "--wait",
                                            "0",
                                            "--all",
                                            "--towards",
                                            "uncovered",
                                            "-o",
                                            "failures",
                                            "--junit",
                                            "r.xml",
                                            "--json",
                                            "-P",
                                            "N=4",
                                            "-D",
                                            "bug=x",
                                            "--shrink-seconds",
                                            "0",
                                            "--max-markings",
                                            "12"});
  EXPECT_EQ(options.specification, "online");
  EXPECT_EQ(options.seed, 7u);
  EXPECT_EQ(options.time, 1500ms);
  EXPECT_EQ(options.stimuli, 9u);
  EXPECT_EQ(options.wait, 0.0);
  EXPECT_TRUE(options.all);
  EXPECT_TRUE(options.towards_uncovered);
  EXPECT_EQ(options.folder, "failures");
  EXPECT_EQ(options.junit, "r.xml");
  EXPECT_TRUE(options.json);
  EXPECT_THAT(options.model_parameters, ElementsAre(Pair("N", "4")));
  EXPECT_THAT(options.system.parameters, ElementsAre(Pair("bug", "x")));
  EXPECT_EQ(options.shortening, 0s);
  EXPECT_EQ(options.max_markings, 12u);
}

TEST(ExploreOptionsTest, WithANumberOfRunsTimeIsALimitOnlyWhereItIsGiven) {
  EXPECT_EQ(OptionsOf({"--runs", "3"}).runs, 3u);
  EXPECT_EQ(OptionsOf({"--runs", "3"}).time, 24h);
  EXPECT_EQ(OptionsOf({"--runs", "3", "--seconds", "2"}).time, 2s);
}

TEST(ExploreOptionsTest, WhatIsWrongIsOneClearError) {
  EXPECT_EQ(ErrorOf({"--wait", "1"}),
            "adapter: --wait: 1 is no number from 0 to 0.999\nTry: adapter explore --help\n");
  EXPECT_EQ(ErrorOf({"--wait", "nan"}),
            "adapter: --wait: nan is no number from 0 to 0.999\nTry: adapter explore --help\n");
  EXPECT_THAT(ErrorOf({"--wait", "often"}), StartsWith("adapter: --wait: "));
  EXPECT_THAT(ErrorOf({"--seconds", "0"}),
              StartsWith("adapter: --seconds: 0 is no number from 0.001 to 86400\n"));
  EXPECT_THAT(ErrorOf({"--seconds", "-1"}), StartsWith("adapter: --seconds: "));
  EXPECT_THAT(ErrorOf({"--seconds", "nan"}), StartsWith("adapter: --seconds: "));
  EXPECT_THAT(ErrorOf({"--seconds", "86401"}), StartsWith("adapter: --seconds: "));
  EXPECT_THAT(ErrorOf({"--shrink-seconds", "nan"}), StartsWith("adapter: --shrink-seconds: "));
  EXPECT_THAT(ErrorOf({"--runs", "0"}), StartsWith("adapter: --runs: Value 0 not in range "));
  EXPECT_THAT(ErrorOf({"--stimuli", "0"}), StartsWith("adapter: --stimuli: Value 0 not in range "));
  EXPECT_THAT(ErrorOf({"--max-markings", "0"}), StartsWith("adapter: --max-markings: Value 0 "));
  EXPECT_EQ(ErrorOf({"--towards", "the end"}),
            "adapter: --towards: the end not in {uncovered}\nTry: adapter explore --help\n");
  EXPECT_THAT(ErrorOf({"--seed", "x"}), StartsWith("adapter: --seed: 'x' is no seed"));
  EXPECT_THAT(ErrorOf({"-P", "N"}), HasSubstr("NAME=VALUE"));
  EXPECT_THAT(ErrorOf({"other.lua"}), HasSubstr("other.lua"));
}

TEST(ExploreOptionsTest, ModelAndSystemAreRequired) {
  const auto text = [](const Words& words) { return std::get<Exit>(ParseCommandLine(words)).text; };
  EXPECT_EQ(text({"explore", "--system", "s.lua"}),
            "adapter: MODEL is required\nTry: adapter explore --help\n");
  EXPECT_EQ(text({"explore", "m.lua"}),
            "adapter: --system is required\nTry: adapter explore --help\n");
}

}  // namespace
}  // namespace adapter
