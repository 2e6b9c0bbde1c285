#include "cpngen/command_line.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cpngen/version.h"

namespace cpngen {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Pair;
using ::testing::StartsWith;

template <typename T>
T Parse(const std::vector<std::string>& arguments) {
  const Command command = ParseCommandLine(arguments);
  if (const auto* exit = std::get_if<Exit>(&command)) ADD_FAILURE() << exit->text;
  return std::get<T>(command);
}

Exit Refused(const std::vector<std::string>& arguments) {
  const Command command = ParseCommandLine(arguments);
  if (!std::holds_alternative<Exit>(command)) {
    ADD_FAILURE() << "was accepted";
    return {};
  }
  return std::get<Exit>(command);
}

TEST(OptionsTest, SimulateTakesAllItsFlags) {
  const auto options = Parse<SimulateOptions>(
      {"simulate", "m.lua", "-D", "W=4", "--seed", "7", "--steps", "20", "--json", "-o", "r.txt"});
  EXPECT_EQ(options.model.path, "m.lua");
  EXPECT_THAT(options.model.parameters, ElementsAre(Pair("W", "4")));
  EXPECT_EQ(options.seed, 7u);
  EXPECT_EQ(options.steps, 20u);
  EXPECT_TRUE(options.json);
  EXPECT_EQ(options.record, "r.txt");
}

TEST(OptionsTest, SimulateTakesRunsWithProperties) {
  const auto options = Parse<SimulateOptions>(
      {"simulate", "m", "--runs", "100", "--property", "p q", "--property", "r", "--msc", "c.svg"});
  EXPECT_EQ(options.runs, 100u);
  EXPECT_THAT(options.properties, ElementsAre("p q", "r"));
  EXPECT_EQ(options.msc, "c.svg");
}

TEST(OptionsTest, EveryModelTakesInitialMarkingsAndFilesThatComeWithIt) {
  const auto options =
      Parse<SpaceOptions>({"space", "m.cpn", "--initial", "A b=1`2", "--initial", "C={ x = 1 }",
                           "--with", "a.lua", "--with", "b.lua", "--partial", "--cpn-tools"});
  EXPECT_THAT(options.model.initial_markings,
              ElementsAre(Pair("A b", "1`2"), Pair("C", "{ x = 1 }")));
  EXPECT_THAT(options.model.extensions, ElementsAre("a.lua", "b.lua"));
  EXPECT_TRUE(options.model.partial);
  EXPECT_TRUE(options.cpn_tools);
}

TEST(OptionsTest, InitialMarkingsNameEachPlaceOnce) {
  EXPECT_EQ(Refused({"space", "m", "--initial", "A"}).text,
            "cpngen: --initial A: write PLACE=INSCRIPTION\nTry: cpngen space --help\n");
  EXPECT_EQ(Refused({"space", "m", "--initial", "A=1", "--initial", "A=2"}).text,
            "cpngen: --initial A=2: A is set twice\nTry: cpngen space --help\n");
}

TEST(OptionsTest, EveryModelHasLimits) {
  const auto options = Parse<DescribeOptions>({"describe", "m", "--model-limit", "instructions=7",
                                               "--model-limit", "memory=1G", "--model-limit",
                                               "string=4M", "--model-limit", "value=2K"});
  EXPECT_EQ(options.model.limits.instructions, 7u);
  EXPECT_EQ(options.model.limits.memory, std::size_t{1} << 30);
  EXPECT_EQ(options.model.limits.string, std::size_t{4} << 20);
  EXPECT_EQ(options.model.limits.value, 2048u);
}

TEST(OptionsTest, LimitsOfModelsAreChecked) {
  const auto problem = [](const std::string& limit) {
    const std::string text = Refused({"space", "m", "--model-limit", limit}).text;
    return text.substr(0, text.find('\n'));
  };
  EXPECT_EQ(problem("time=7"),
            "cpngen: --model-limit time: the limits are instructions, memory, string and value");
  EXPECT_EQ(problem("string"), "cpngen: --model-limit string: write NAME=NUMBER");
  EXPECT_EQ(
      problem("value=0"),
      "cpngen: --model-limit value=0: write a number from 1 to 2147483647, such as 800 or 4M");
  EXPECT_EQ(problem("instructions=3G"),
            "cpngen: --model-limit instructions=3G: write a number from 1 to 2000000000, such as "
            "800 or 4M");
}

TEST(OptionsTest, GenerateTakesAllItsFlags) {
  const auto options = Parse<GenerateOptions>(
      {"generate", "m",     "--spec",  "system", "--simulations", "10", "--seed",      "3",
       "--steps",  "99",    "--jobs",  "2",      "--max-states",  "5",  "--max-cases", "6",
       "-o",       "s.xml", "--split", "--json"});
  EXPECT_EQ(options.specification, "system");
  EXPECT_EQ(options.simulations, 10u);
  EXPECT_EQ(options.seed, 3u);
  EXPECT_EQ(options.steps, 99u);
  EXPECT_EQ(options.jobs, 2u);
  EXPECT_EQ(options.max_states, 5u);
  EXPECT_EQ(options.max_cases, 6u);
  EXPECT_EQ(options.output, "s.xml");
  EXPECT_TRUE(options.split);
  EXPECT_TRUE(options.json);
}

TEST(OptionsTest, CheckTakesAllItsFlags) {
  const auto options = Parse<CheckOptions>(
      {"check",        "m",     "--property",   "a b",     "--property",    "c",
       "--workers",    "2",     "--max-states", "5",       "--max-seconds", "0.25",
       "--max-memory", "3G",    "--json",       "--stats", "--trace",       "t.json",
       "--msc",        "c.mmd", "-D",           "W=4"});
  EXPECT_EQ(options.model.path, "m");
  EXPECT_THAT(options.model.parameters, ElementsAre(Pair("W", "4")));
  EXPECT_THAT(options.properties, ElementsAre("a b", "c"));
  EXPECT_EQ(options.exploration.workers, 2u);
  EXPECT_EQ(options.exploration.max_states, 5u);
  EXPECT_EQ(options.exploration.max_seconds, 0.25);
  EXPECT_EQ(options.exploration.max_memory_bytes, std::uint64_t{3} << 30);
  EXPECT_TRUE(options.json);
  EXPECT_TRUE(options.stats);
  EXPECT_EQ(options.trace, "t.json");
  EXPECT_EQ(options.msc, "c.mmd");
}

TEST(OptionsTest, CheckHasNoLimitsOfItsOwn) {
  const auto options = Parse<CheckOptions>({"check", "m"});
  EXPECT_TRUE(options.properties.empty());
  EXPECT_EQ(options.exploration.workers, 1u);
  EXPECT_FALSE(options.exploration.max_states);
  EXPECT_FALSE(options.exploration.max_seconds);
  EXPECT_FALSE(options.exploration.max_memory_bytes);
}

TEST(OptionsTest, MemoryMayHaveAUnit) {
  const auto memory = [](const char* text) {
    return Parse<CheckOptions>({"check", "m", "--max-memory", text}).exploration.max_memory_bytes;
  };
  EXPECT_EQ(memory("1000"), 1000u);
  EXPECT_EQ(memory("1K"), 1024u);
  EXPECT_EQ(memory("800M"), std::uint64_t{800} << 20);
  EXPECT_EQ(memory("2T"), std::uint64_t{2} << 40);
}

TEST(OptionsTest, StateSpaceIsTheOtherMethod) {
  const auto options =
      Parse<GenerateOptions>({"generate", "m", "--spec", "s", "--state-space", "-o", "s.xml"});
  EXPECT_FALSE(options.simulations.has_value());
}

TEST(OptionsTest, DefinitionsMayBeRepeatedAndStandAnywhere) {
  const auto options = Parse<DescribeOptions>({"describe", "-D", "A=1", "m", "-D", "B=x=y"});
  EXPECT_EQ(options.model.path, "m");
  EXPECT_THAT(options.model.parameters, ElementsAre(Pair("A", "1"), Pair("B", "x=y")));
}

TEST(OptionsTest, EndingOfAPictureSaysHowToDraw) {
  EXPECT_TRUE(Parse<DrawOptions>({"draw", "m", "-o", "a.svg"}).svg);
  EXPECT_FALSE(Parse<DrawOptions>({"draw", "m", "-o", "a.dot"}).svg);
}

TEST(OptionsTest, DashIsStandardOutput) {
  EXPECT_EQ(Parse<SpaceOptions>({"space", "m", "-o", "-"}).output, "");
  EXPECT_EQ(Parse<ExportOptions>({"export", "m", "-o", "-"}).output, "-");
}

TEST(OptionsTest, LargestSeedIsASeed) {
  EXPECT_EQ(Parse<SimulateOptions>({"simulate", "m", "--seed", "18446744073709551615"}).seed,
            UINT64_MAX);
}

struct Refusal {
  std::vector<std::string> arguments;
  std::string message;
};

class RefusalTest : public ::testing::TestWithParam<Refusal> {};

TEST_P(RefusalTest, NamesTheProblemAndTheHelp) {
  const Exit exit = Refused(GetParam().arguments);
  EXPECT_EQ(exit.code, ExitCode::kBadInput);
  EXPECT_EQ(exit.text, GetParam().message);
}

INSTANTIATE_TEST_SUITE_P(
    Options, RefusalTest,
    ::testing::Values(
        Refusal{{}, "cpngen: A subcommand is required\nTry: cpngen --help\n"},
        Refusal{{"generat"},
                "cpngen: unknown command generat; did you mean generate?\nTry: cpngen --help\n"},
        Refusal{{"chek", "m"},
                "cpngen: unknown command chek; did you mean check?\nTry: cpngen --help\n"},
        Refusal{{"minimise"},
                "cpngen: unknown command minimise; the commands are simulate, generate, check, "
                "search, debug, explore, conform, space, cover, report, draw, describe, import, "
                "export, "
                "mcc, merge, help"
                "\nTry: "
                "cpngen --help\n"},
        Refusal{{"--verbose"},
                "cpngen: there is no option --verbose before the command\nTry: cpngen --help\n"},
        Refusal{{"draw", "m", "-o", "a.svg", "--sed", "1"},
                "cpngen: unknown option --sed\nTry: cpngen draw --help\n"},
        Refusal{{"check", "m", "--wokers", "2"},
                "cpngen: unknown option --wokers; did you mean --workers?\n"
                "Try: cpngen check --help\n"},
        Refusal{{"generate", "m", "--spec", "s", "--simulatons=3", "-o", "s.xml"},
                "cpngen: unknown option --simulatons; did you mean --simulations?\n"
                "Try: cpngen generate --help\n"},
        Refusal{{"check", "m", "n"}, "cpngen: unexpected argument n\nTry: cpngen check --help\n"},
        Refusal{{"simulate"}, "cpngen: MODEL is required\nTry: cpngen simulate --help\n"},
        Refusal{{"simulate", "m", "--seed", "-1"},
                "cpngen: --seed: '-1' is no whole number from 0 to 18446744073709551615\nTry: "
                "cpngen simulate --help\n"},
        Refusal{{"simulate", "m", "--steps", "1e3"},
                "cpngen: --steps: '1e3' is no whole number from 0 to 18446744073709551615\nTry: "
                "cpngen simulate --help\n"},
        Refusal{{"simulate", "m", "--steps", "18446744073709551616"},
                "cpngen: --steps: '18446744073709551616' is no whole number from 0 to "
                "18446744073709551615\nTry: cpngen simulate --help\n"},
        Refusal{{"generate", "m", "--spec", "s", "--simulations", "0", "-o", "s.xml"},
                "cpngen: --simulations: '0' is no whole number from 1 to "
                "18446744073709551615\nTry: cpngen generate --help\n"},
        Refusal{{"simulate", "m", "--seed", "1", "--replay", "r"},
                "cpngen: --seed excludes --replay\nTry: cpngen simulate --help\n"},
        Refusal{{"simulate", "m", "--property", "p"},
                "cpngen: --property needs --runs N, --schedules N, or the trace file of --replay\n"
                "Try: cpngen simulate --help\n"},
        Refusal{{"check", "m", "--workers", "0"},
                "cpngen: --workers: '0' is no whole number from 1 to 256\nTry: cpngen check "
                "--help\n"},
        Refusal{
            {"check", "m", "--max-seconds", "0"},
            "cpngen: --max-seconds: '0' is no number of seconds above 0, such as 90 or 0.5\nTry: "
            "cpngen check --help\n"},
        Refusal{{"check", "m", "--max-seconds", "inf"},
                "cpngen: --max-seconds: 'inf' is no number of seconds above 0, such as 90 or "
                "0.5\nTry: cpngen check --help\n"},
        Refusal{{"check", "m", "--max-memory", "4X"},
                "cpngen: --max-memory: '4X' is no number of bytes, such as 800M or 4G\nTry: cpngen "
                "check --help\n"},
        Refusal{{"check", "m", "--max-memory", "99999999999T"},
                "cpngen: --max-memory: '99999999999T' is no number of bytes, such as 800M or "
                "4G\nTry: cpngen check --help\n"},
        Refusal{{"check", "m", "--msc", "c.png"},
                "cpngen: --msc c.png: the name must end in .svg or .mmd\nTry: cpngen check "
                "--help\n"},
        Refusal{{"simulate", "m", "-D", "W"},
                "cpngen: -D W: write NAME=VALUE\nTry: cpngen simulate --help\n"},
        Refusal{{"simulate", "m", "-D", "W=1", "-D", "W=2"},
                "cpngen: -D W=2: W is set twice\nTry: cpngen simulate --help\n"},
        Refusal{{"generate", "m", "--state-space"},
                "cpngen: -o is required\nTry: cpngen generate --help\n"},
        Refusal{{"generate", "m", "--spec", "s", "-o", "s.xml"},
                "cpngen: give one of --state-space, --simulations N and --goal NAME\nTry: cpngen "
                "generate --help\n"},
        Refusal{{"generate", "m", "--spec", "s", "--state-space", "-o", "-", "--split"},
                "cpngen: -o -: --split needs a file name\nTry: cpngen generate --help\n"},
        Refusal{{"generate", "m", "--spec", "s", "--state-space", "-o", "-", "--json"},
                "cpngen: -o -: the suite and the JSON summary cannot both go there\n"
                "Try: cpngen generate --help\n"},
        Refusal{{"space", "m", "--max-memory", "4Q"},
                "cpngen: --max-memory: '4Q' is no number of bytes, such as 800M or 4G\nTry: "
                "cpngen space --help\n"},
        Refusal{{"space", "m", "--max-memory", "99999999T"},
                "cpngen: --max-memory: '99999999T' is no number of bytes, such as 800M or 4G\n"
                "Try: cpngen space --help\n"},
        Refusal{{"space", "m", "--max-seconds", "0"},
                "cpngen: --max-seconds: '0' is no number of seconds above 0, such as 90 or "
                "0.5\nTry: cpngen space "
                "--help\n"},
        Refusal{{"space", "m", "--max-states", "0"},
                "cpngen: --max-states: '0' is no whole number from 1 to 4000000000\nTry: "
                "cpngen space --help\n"},
        Refusal{{"space", "m", "--workers", "257"},
                "cpngen: --workers: '257' is no whole number from 1 to 256\nTry: cpngen space "
                "--help\n"},
        Refusal{{"space", "m", "--count", "--dump", "s.aut"},
                "cpngen: --count excludes --dump\nTry: cpngen space --help\n"},
        Refusal{{"space", "m", "--svg", "s.svg", "--dump", "s.svg"},
                "cpngen: --dump s.svg: --svg names this file too\nTry: cpngen space --help\n"},
        Refusal{{"space", "m", "--svg", "s.png"},
                "cpngen: --svg s.png: the name must end in .svg\nTry: cpngen space --help\n"},
        Refusal{{"space", "m", "--dot", "s.svg"},
                "cpngen: --dot s.svg: the name must end in .dot or .gv\nTry: cpngen space "
                "--help\n"},
        Refusal{{"space", "m", "--dump", "-"},
                "cpngen: --dump -: standard output has the report; name a file\n"
                "Try: cpngen space --help\n"},
        Refusal{{"check", "m", "--trace", "-"},
                "cpngen: --trace -: standard output has the verdicts; name a file\n"
                "Try: cpngen check --help\n"},
        Refusal{{"check", "m", "--trace", "a.svg", "--msc", "a.svg"},
                "cpngen: --msc a.svg: --trace names this file too\nTry: cpngen check --help\n"},
        Refusal{{"simulate", "m", "--replay", "r", "--property", "p", "--property", "q"},
                "cpngen: --replay takes one --property\nTry: cpngen simulate --help\n"},
        Refusal{{"simulate", "m", "--runs", "3", "--seed", "18446744073709551614"},
                "cpngen: --runs 3: there are not so many seeds from 18446744073709551614 on\n"
                "Try: cpngen simulate --help\n"},
        Refusal{{"simulate", "m", "--record", "-"},
                "cpngen: --record -: standard output has the run; name a file\n"
                "Try: cpngen simulate --help\n"},
        Refusal{{"import", "a.cpn", "-o", "-"},
                "cpngen: -o -: models go to a folder, not to standard output\n"
                "Try: cpngen import --help\n"},
        Refusal{{"draw", "m", "-o", "-"},
                "cpngen: -o -: standard output has the names of the pictures; name a file\n"
                "Try: cpngen draw --help\n"},
        Refusal{{"draw", "m", "-o", "a.png"},
                "cpngen: -o a.png: the name must end in .svg or .dot\nTry: cpngen draw --help\n"}));

TEST(OptionsTest, SpaceTakesAllItsFlags) {
  const auto options = Parse<SpaceOptions>({"space",         "m",       "-D",           "W=4",
                                            "--workers",     "2",       "--max-states", "100",
                                            "--max-seconds", "0.5",     "--max-memory", "512M",
                                            "--json",        "--stats", "-o",           "r.json",
                                            "--dot",         "s.dot",   "--svg",        "s.svg",
                                            "--dump",        "s.aut"});
  EXPECT_EQ(options.model.path, "m");
  EXPECT_EQ(options.exploration.workers, 2u);
  EXPECT_EQ(options.exploration.max_states, 100u);
  EXPECT_EQ(options.exploration.max_seconds, 0.5);
  EXPECT_EQ(options.exploration.max_memory_bytes, std::uint64_t{512} << 20);
  EXPECT_TRUE(options.json);
  EXPECT_TRUE(options.stats);
  EXPECT_FALSE(options.count);
  EXPECT_EQ(options.output, "r.json");
  EXPECT_EQ(options.dot, "s.dot");
  EXPECT_EQ(options.svg, "s.svg");
  EXPECT_EQ(options.dump, "s.aut");
}

TEST(OptionsTest, SpaceHasNoLimitsByDefault) {
  const auto options = Parse<SpaceOptions>({"space", "m", "--count"});
  EXPECT_TRUE(options.count);
  EXPECT_EQ(options.exploration.workers, 1u);
  EXPECT_EQ(options.exploration.max_states, std::nullopt);
  EXPECT_EQ(options.exploration.max_seconds, std::nullopt);
  EXPECT_EQ(options.exploration.max_memory_bytes, std::nullopt);
}

TEST(OptionsTest, MemoryTakesSuffixes) {
  const auto bytes = [](const char* text) {
    return Parse<SpaceOptions>({"space", "m", "--max-memory", text}).exploration.max_memory_bytes;
  };
  EXPECT_EQ(bytes("1000"), 1000u);
  EXPECT_EQ(bytes("3K"), 3u << 10);
  EXPECT_EQ(bytes("4G"), std::uint64_t{4} << 30);
  EXPECT_EQ(bytes("2T"), std::uint64_t{2} << 40);
}

TEST(OptionsTest, BothMethodsAtOnceAreRefused) {
  const Exit exit = Refused(
      {"generate", "m", "--spec", "s", "--state-space", "--simulations", "3", "-o", "s.xml"});
  EXPECT_EQ(exit.code, ExitCode::kBadInput);
  EXPECT_EQ(exit.text,
            "cpngen: give one of --state-space, --simulations N and --goal NAME\nTry: cpngen "
            "generate --help\n");
}

TEST(OptionsTest, VersionIsPrinted) {
  const Exit exit = Refused({"--version"});
  EXPECT_EQ(exit.code, ExitCode::kDone);
  EXPECT_EQ(exit.text, ProgramAndVersion() + "\n");
  EXPECT_THAT(exit.text, StartsWith("cpngen 0."));
}

TEST(OptionsTest, Import) {
  const auto options = Parse<ImportOptions>({"import", "a.pnml", "-o", "dir"});
  EXPECT_EQ(options.file, "a.pnml");
  EXPECT_EQ(options.output, "dir");
  EXPECT_EQ(Refused({"import", "a.lua", "-o", "dir"}).text,
            "cpngen: a.lua: the name must end in .cpn or .pnml\nTry: cpngen import --help\n");
}

TEST(OptionsTest, Export) {
  const auto options = Parse<ExportOptions>({"export", "m", "-D", "N=2", "-o", "a.pnml"});
  EXPECT_EQ(options.model.path, "m");
  EXPECT_EQ(options.model.parameters.at("N"), "2");
  EXPECT_EQ(options.output, "a.pnml");
  EXPECT_EQ(Refused({"export", "m", "-o", "a.xml"}).text,
            "cpngen: -o a.xml: the name must end in .pnml\nTry: cpngen export --help\n");
}

TEST(OptionsTest, Mcc) {
  const auto options = Parse<MccOptions>(
      {"mcc", "dir", "--examination", "CTLFireability", "--seconds", "2", "--workers", "2"});
  EXPECT_EQ(options.folder, "dir");
  EXPECT_EQ(options.examination, "CTLFireability");
  EXPECT_EQ(options.exploration.max_seconds, 2);
  EXPECT_EQ(options.exploration.workers, 2u);
  EXPECT_THAT(Refused({"mcc", "dir", "--examination", "CTL"}).text,
              HasSubstr("--examination: CTL not in {StateSpace,"));
}

TEST(OptionsTest, EverySubcommandHasHelpWithExamples) {
  EXPECT_THAT(Refused({"--help"}).text, HasSubstr("Examples:"));
  for (const char* command :
       {"simulate", "generate", "check", "space", "draw", "describe", "import", "export", "mcc"}) {
    const Exit exit = Refused({command, "--help"});
    EXPECT_EQ(exit.code, ExitCode::kDone);
    EXPECT_THAT(exit.text, HasSubstr(std::string("Examples:\n  cpngen ") + command));
  }
}

}  // namespace
}  // namespace cpngen
