#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "adapter/command_line.h"

namespace adapter {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using namespace std::chrono_literals;

TEST(OptionsTest, RunHasDefaults) {
  const Command command = ParseCommandLine({"run", "a.xml"});
  const auto& options = std::get<RunOptions>(command);
  EXPECT_THAT(options.selection.paths, ElementsAre("a.xml"));
  EXPECT_EQ(options.transport, Transport::kTcp);
  EXPECT_EQ(options.jobs, 1);
  EXPECT_EQ(options.timeout, 10s);
  EXPECT_EQ(options.repeat, 1);
  EXPECT_EQ(options.seed, 1u);
  EXPECT_FALSE(options.json);
  EXPECT_FALSE(options.ordered);
  EXPECT_EQ(options.junit + options.coverage + options.selection.filter, "");
}

TEST(OptionsTest, RunReadsEveryFlag) {
  const Command command = ParseCommandLine(
      {"run",        "a.xml",     "b",           "--transport", "inproc",   "--jobs",
       "2",          "--timeout", "250ms",       "--junit",     "j.xml",    "--json",
       "--coverage", "c",         "--filter",    "#1$",         "--repeat", "3",
       "--seed",     "7",         "--fail-fast", "--ordered"});
  const auto& options = std::get<RunOptions>(command);
  EXPECT_THAT(options.selection.paths, ElementsAre("a.xml", "b"));
  EXPECT_EQ(options.selection.filter, "#1$");
  EXPECT_EQ(options.transport, Transport::kInProcess);
  EXPECT_EQ(options.jobs, 2);
  EXPECT_EQ(options.timeout, 250ms);
  EXPECT_EQ(options.junit, "j.xml");
  EXPECT_TRUE(options.json);
  EXPECT_EQ(options.coverage, "c");
  EXPECT_EQ(options.repeat, 3);
  EXPECT_TRUE(options.fail_fast);
  EXPECT_TRUE(options.ordered);
  EXPECT_EQ(options.seed, 7u);
}

TEST(OptionsTest, RunTakesAShardButNotOfCoverage) {
  const Command command = ParseCommandLine({"run", "a.xml", "--shard", "2/3"});
  EXPECT_EQ(std::get<RunOptions>(command).shard, (command_line::Shard{1, 3}));
  const Exit exit =
      std::get<Exit>(ParseCommandLine({"run", "a.xml", "--shard", "2/3", "--coverage", "folder"}));
  EXPECT_EQ(exit.code, 2);
  EXPECT_THAT(exit.text, HasSubstr("--coverage counts what one process executes"));
}

TEST(OptionsTest, ASystemFileHasParameters) {
  const Command command =
      ParseCommandLine({"run", "a.xml", "--system", "s.lua", "-D", "N=3", "-D", "bug=a=b"});
  const auto& system = std::get<RunOptions>(command).system;
  EXPECT_EQ(system.file, "s.lua");
  EXPECT_EQ(system.parameters.at("N"), "3");
  EXPECT_EQ(system.parameters.at("bug"), "a=b");
  EXPECT_EQ(std::get<DriverTestOptions>(
                ParseCommandLine({"driver-test", "--system", "s.lua", "-D", "N=2"}))
                .system.parameters.at("N"),
            "2");
}

TEST(OptionsTest, FlagsMayComeBeforeTheSuites) {
  const Command command = ParseCommandLine({"run", "--filter", "x", "a.xml"});
  EXPECT_THAT(std::get<RunOptions>(command).selection.paths, ElementsAre("a.xml"));
}

TEST(OptionsTest, KindsAndFaultsOfAnotherSystem) {
  const auto kinds =
      std::get<KindsOptions>(ParseCommandLine({"kinds", "--system", "s.lua", "-D", "N=2"}));
  EXPECT_EQ(kinds.system.file, "s.lua");
  EXPECT_EQ(kinds.system.parameters.at("N"), "2");
  const auto faults =
      std::get<FaultsOptions>(ParseCommandLine({"faults", "--system", "s.lua", "-D", "N=2"}));
  EXPECT_EQ(faults.system.file, "s.lua");
  EXPECT_EQ(faults.system.parameters.at("N"), "2");
}

TEST(OptionsTest, KindsReadsItsFlags) {
  const auto all = std::get<KindsOptions>(ParseCommandLine({"kinds", "--json"}));
  EXPECT_EQ(all.kind, "");
  EXPECT_TRUE(all.json);
  const auto one = std::get<KindsOptions>(ParseCommandLine({"kinds", "wiretest", "--schema"}));
  EXPECT_EQ(one.kind, "wiretest");
  EXPECT_TRUE(one.schema);
}

TEST(OptionsTest, ASchemaIsOfOneKind) {
  EXPECT_THAT(std::get<Exit>(ParseCommandLine({"kinds", "--schema"})).text,
              ::testing::HasSubstr("--schema requires KIND"));
}

TEST(OptionsTest, ListReadsItsFlags) {
  const Command command = ParseCommandLine({"list", "a.xml", "--filter", "x", "--json"});
  const auto& options = std::get<ListOptions>(command);
  EXPECT_THAT(options.selection.paths, ElementsAre("a.xml"));
  EXPECT_EQ(options.selection.filter, "x");
  EXPECT_TRUE(options.json);
}

Exit ExitOf(const std::vector<std::string>& arguments) {
  const Command command = ParseCommandLine(arguments);
  return std::holds_alternative<Exit>(command) ? std::get<Exit>(command) : Exit{-1, "no exit"};
}

TEST(OptionsTest, HelpTeachesByExamples) {
  const Exit help = ExitOf({"--help"});
  EXPECT_EQ(help.code, 0);
  EXPECT_THAT(help.text, HasSubstr("adapter run suites/"));
  EXPECT_THAT(help.text, HasSubstr("Exit codes: 0 all passed"));
}

TEST(OptionsTest, HelpOfRunNamesEveryFlag) {
  const Exit help = ExitOf({"run", "--help"});
  EXPECT_EQ(help.code, 0);
  for (const char* flag : {"--transport", "--jobs", "--timeout", "--junit", "--json", "--coverage",
                           "--filter", "--repeat", "--fail-fast", "--seed", "--ordered"}) {
    EXPECT_THAT(help.text, HasSubstr(flag));
  }
}

TEST(OptionsTest, VersionIsPrinted) {
  const Exit version = ExitOf({"--version"});
  EXPECT_EQ(version.code, 0);
  EXPECT_THAT(version.text, ::testing::MatchesRegex("adapter [0-9.]+\n"));
}

struct BadCall {
  std::vector<std::string> arguments;
  std::string message;
};

class BadCallTest : public ::testing::TestWithParam<BadCall> {};

TEST_P(BadCallTest, IsOneClearError) {
  const Exit exit = ExitOf(GetParam().arguments);
  EXPECT_EQ(exit.code, 2);
  EXPECT_EQ(exit.text, GetParam().message);
}

INSTANTIATE_TEST_SUITE_P(
    OptionsTest, BadCallTest,
    ::testing::Values(
        BadCall{{}, "adapter: A subcommand is required\nTry: adapter --help\n"},
        BadCall{{"run"}, "adapter: SUITE is required\nTry: adapter run --help\n"},
        BadCall{{"run", "a.xml", "--unknown"},
                "adapter: unknown option --unknown\nTry: adapter run --help\n"},
        BadCall{{"run", "--jbos", "2"},
                "adapter: unknown option --jbos; did you mean --jobs?\n"
                "Try: adapter run --help\n"},
        BadCall{{"list", "a.xml", "--fliter=x"},
                "adapter: unknown option --fliter; did you mean --filter?\n"
                "Try: adapter list --help\n"},
        BadCall{{"fautls", "--json"},
                "adapter: unknown command fautls; did you mean faults?\nTry: adapter --help\n"},
        BadCall{{"replay", "a.xml"},
                "adapter: unknown command replay; the commands are run, list, kinds, faults, "
                "driver-test, linearizable, explore, help\n"
                "Try: adapter --help\n"},
        BadCall{{"faults", "a.xml"},
                "adapter: unexpected argument a.xml\nTry: adapter faults --help\n"},
        BadCall{{"run", "a.xml", "--transport", "pigeon"},
                "adapter: --transport: pigeon not in {tcp,unix,inproc}\nTry: adapter run --help\n"},
        BadCall{{"run", "a.xml", "--jobs", "0"},
                "adapter: --jobs: Value 0 not in range 1 to 256\nTry: adapter run --help\n"},
        BadCall{{"run", "a.xml", "--timeout", "10"},
                "adapter: --timeout: '10' is no time span: write a number and a unit, like 250ms, "
                "10s or 2m\nTry: adapter run --help\n"},
        BadCall{{"run", "a.xml", "--seed", "-1"},
                "adapter: --seed: '-1' is no seed: write a number from 0 to 2^64 - 1\n"
                "Try: adapter run --help\n"}));

TEST(DurationTest, ReadsNumbersWithUnits) {
  EXPECT_EQ(ParseDuration("250ms"), 250ms);
  EXPECT_EQ(ParseDuration("10s"), 10s);
  EXPECT_EQ(ParseDuration("2m"), 2min);
}

TEST(DurationTest, RefusesEverythingElse) {
  for (const char* text : {"", "10", "s", "0s", "-1s", "1.5s", "1h", "10 s", "10sx", "1441m",
                           "99999999999999999999s"}) {
    EXPECT_EQ(ParseDuration(text), std::nullopt) << text;
  }
}

TEST(DurationTest, WritesTheLargestExactUnit) {
  EXPECT_EQ(DurationText(1500ms), "1500ms");
  EXPECT_EQ(DurationText(10s), "10s");
  EXPECT_EQ(DurationText(120s), "2m");
}

}  // namespace
}  // namespace adapter
