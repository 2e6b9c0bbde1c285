// --search of a program, as its users have it.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "systematic/program/program_testing.h"
#include "trace/trace_file.h"

namespace systematic {
namespace {

class ProgramSearchTest : public ProgramTest {
 protected:
  static void ExpectPart(const std::string& text, const std::string& part) {
    EXPECT_NE(text.find(part), std::string::npos) << "'" << part << "' is not in\n" << text;
  }
};

TEST_F(ProgramSearchTest, ListsWhatCanBeSearchedFor) {
  const Ended ended = Run("--search list");
  EXPECT_EQ(ended.code, 0);
  EXPECT_EQ(ended.output,
            "mail: letters from ann to bob\n"
            "  property  delivered                no letter is owed\n"
            "sought: letters from ann to bob\n"
            "  property  delivered                no letter is owed\n"
            "  fault     loss                     letters are lost\n"
            "  fault     hurry                    two letters, which may overtake\n"
            "office: it burns down\n"
            "  property  open                     the office is open\n"
            "  property  lit                      the lamp is on\n");
}

TEST_F(ProgramSearchTest, NamesTheStepThatPutsThePropertyOutOfReach) {
  for (int seed = 1; seed <= 5; ++seed) {
    const Ended ended =
        Run("--search delivered --test sought --fault loss --seed " + std::to_string(seed));
    EXPECT_EQ(ended.code, 1) << ended.output;
    ExpectPart(ended.output,
               "sought: timers free; faults loss; seed " + std::to_string(seed) + "\n");
    ExpectPart(ended.output, "delivered: OUT OF REACH in execution ");
    const std::size_t critical = ended.output.find("        -- the critical step: from here on ");
    ASSERT_NE(critical, std::string::npos) << ended.output;
    const std::string before = ended.output.substr(0, critical);
    const std::string last = before.substr(before.rfind("lose"));
    EXPECT_TRUE(last.starts_with("lose ann>bob Letter #")) << ended.output;
    EXPECT_EQ(std::count(last.begin(), last.end(), '\n'), 1) << ended.output;
    ExpectPart(ended.output, "        -- 1 letters have not arrived\n");
    ExpectPart(ended.output, "  nearest execution that comes to life, ");
  }
}

TEST_F(ProgramSearchTest, FindsNothingWithoutFaults) {
  const Ended ended = Run("--search delivered --test sought --fault none");
  EXPECT_EQ(ended.code, 0) << ended.output;
  ExpectPart(ended.output, "sought: timers free; faults none; seed 1\n");
  ExpectPart(ended.output, "delivered: nothing found in ");
}

TEST_F(ProgramSearchTest, TakesAHarnessAsItIs) {
  const Ended ended = Run("--search delivered --test mail");
  EXPECT_EQ(ended.code, 1);
  ExpectPart(ended.output, "mail: timers as they are; faults as they are; seed 1\n");
}

// An execution that a monitor has ended is not one that does not come to life.
TEST_F(ProgramSearchTest, SaysWhatMonitorsObjectTo) {
  const Ended ended = Run("--search delivered --test sought --fault hurry");
  EXPECT_EQ(ended.code, 1);
  ExpectPart(ended.output, "delivered: nothing found in ");
  ExpectPart(ended.output, "order: VIOLATED in execution ");
  ExpectPart(ended.output, ": the last letter came first\n");
}

TEST_F(ProgramSearchTest, FindsTheSameWithAnyNumberOfWorkers) {
  for (const char* words : {"--search delivered", "--search delivered --json --seed 4"}) {
    const Ended one = Run(std::string(words) + " --trace one.json");
    const Ended four = Run(std::string(words) + " --trace four.json --workers 4");
    EXPECT_EQ(one.output, four.output);
    EXPECT_EQ(File("one.json"), File("four.json"));
  }
}

TEST_F(ProgramSearchTest, PrintsAndWritesWhatProgramsRead) {
  const Ended ended =
      Run("--search delivered --test sought --fault loss --json --trace found.json");
  const auto json = nlohmann::json::parse(ended.output).at("searches").at(0);
  EXPECT_EQ(json.at("harness"), "sought");
  const auto& property = json.at("properties").at(0);
  EXPECT_EQ(property.at("found"), "dead");
  EXPECT_EQ(property.at("critical_event").at("kind"), "lose");
  EXPECT_EQ(property.at("critical_event").at("node"), "bob");
  EXPECT_EQ(property.at("critical_event").at("from"), "ann");
  EXPECT_EQ(property.at("critical"), property.at("trace").size());
  const auto traces = trace::Parse(File("found.json"), "found.json");
  ASSERT_EQ(traces.size(), 2u);
  EXPECT_EQ(traces[0].header.property, "delivered");
  EXPECT_EQ(traces[0].outcome, trace::Outcome::kViolated);
  EXPECT_EQ(traces[0].steps.back().name, "lose");
  EXPECT_EQ(traces[0].critical, traces[0].steps.size());
  EXPECT_EQ(traces[1].critical, 0u);
  EXPECT_EQ(traces[0].header.nodes, (std::vector<std::string>{"ann", "bob"}));
  const trace::Step& sent = traces[0].steps.at(traces[0].steps.back().cause - 1);
  EXPECT_EQ(sent.name, "send") << "what is lost was sent";
  EXPECT_EQ(traces[1].outcome, trace::Outcome::kHolds);
}

TEST_F(ProgramSearchTest, SaysWhatIsWrongWithACall) {
  const auto refused = [this](const std::string& words, const std::string& problem) {
    const Ended ended = Run(words);
    EXPECT_EQ(ended.code, 2) << words;
    EXPECT_TRUE(ended.output.starts_with("systematic_mail: " + problem)) << ended.output;
  };
  refused("--search deliverd",
          "--search: there is no property 'deliverd'; did you mean delivered?");
  refused("--search x", "--search: there is no property 'x'; --search list prints them\n");
  refused("--search delivered --test calm",
          "--search: no harness here says what could come out of reach (systematic::SearchForm)\n");
  refused("--search delivered --test sought --fault los",
          "--search: sought has no fault 'los'; did you mean loss?");
  refused("--search delivered --test mail --timers ordered",
          "--search: mail has its timers and faults as they are: leave out --timers and --fault\n");
  refused("--search delivered --strategy random", "--strategy does not go with --search\n");
  refused("--walks 3", "--walks is of --search; add it\n");
  refused("--search delivered --trace no/where", "--trace: no/where: ");
  refused("--search delivered --msc found.png", "--msc: found.png: the name must end in .svg\n");
  refused("--search delivered --msc no/where.svg", "--msc: no/where.svg: ");
  refused("--search delivered --msc a.svg --trace a.svg",
          "--msc: a.svg is the file of --trace, too\n");
  refused("--search delivered --shard 4/3", "--shard: '4/3' is no share");
  refused("--exact-states 3", "--exact-states is of --search; add it\n");
  refused("--test sought", "--test: these harnesses are for --search only\n");
}

}  // namespace
}  // namespace systematic
