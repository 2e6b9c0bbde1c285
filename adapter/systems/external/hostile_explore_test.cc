// `adapter explore` as a program, with drivers and systems that break the rules, with limits, and
// with Ctrl-C: one clear line, the right exit code, and nothing is left behind.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <filesystem>

#include "adapter/systems/external/testing/adapter_program.h"
#include "adapter/systems/external/testing/driver_playing.h"
#include "base/temporary_folder.h"
#include "testing/files.h"

namespace adapter::external {
namespace {

using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

using Words = std::vector<std::string>;

/// Each question is answered, then the next may be asked.
constexpr char kEcho[] = R"(
var { i = INT }
Ready, Asked = place(INT, { 1 }), place(INT)
Ask = transition { input = { Ready(i) }, output = { Asked(i) } }
Answer = transition { input = { Asked(i) }, output = { Ready(expr "i + 1") } }
test "echo" {
  observe = {
    [Ask] = function(i) return stimulus("S", { a = i }) end,
    [Answer] = function(i) return response("Echo", { a = i }) end,
  },
}
)";

class ExploreProgram : public ::testing::Test {
 protected:
  /// `process`: a shell script that runs beside the driver, if there is one.
  AdapterProgram Explore(const std::string& play, Words more, const std::string& step = "1s",
                         const std::string& process = "", const std::string& model = kEcho) {
    folder_.Write("model.lua", model);
    folder_.Write("driver.py", DriverPlaying(play));
    folder_.Write("a.sh", process);
    folder_.Write(
        "s.lua",
        "system 'hostile' { processes = { " +
            std::string(process.empty() ? "" : "a = { command = { 'sh', '{here}/a.sh' } }") +
            " }, driver = { command = { 'python3', '{here}/driver.py' } }, limits = { "
            "start = '" +
            start_ + "', step = '" + step + "', quiet = '0' } }");
    Words words = {"explore", folder_ / "model.lua", "--system", folder_ / "s.lua",
                   "-o",      folder_ / "failures"};
    words.insert(words.end(), more.begin(), more.end());
    return AdapterProgram(folder_.path(), words);
  }

  void AwaitFile(const std::string& name) const {
    EXPECT_TRUE(Eventually([&] { return std::filesystem::exists(folder_.path() / name); })) << name;
  }

  std::string start_ = "30s";
  base::TemporaryFolder folder_;
};

struct HostilePlay {
  std::string name;
  std::string play;  ///< of the driver
  int code = 3;
  std::string begins;  ///< of what is printed
  std::string start = "30s";
};

void PrintTo(const HostilePlay& play, std::ostream* out) { *out << play.name; }

const std::vector<HostilePlay> kPlays = {
    {.name = "Good", .play = "", .code = 0, .begins = "PASS: 1 passed of 1 run in "},
    {.name = "SendsGarbage",
     .play = "def on_stimulus(m):\n  print('hello', flush=True)\n",
     .begins = "inconclusive: the driver sent what is no JSON, at byte 1: hello\n"
               "INCONCLUSIVE: 0 passed, 1 inconclusive of 1 run in "},
    {.name = "DiesInTheMiddleOfAStimulus",
     .play = "def on_stimulus(m):\n  event('Echo', a=1)\n  sys.exit('no such thing')\n",
     .begins = "inconclusive: the driver has ended, or closed its standard output; it exited with "
               "code 1\n    | no such thing\nINCONCLUSIVE: "},
    {.name = "IsDoneTwice",
     .play = "def on_stimulus(m):\n  event('Echo', **m['fields'])\n  done(m)\n  done(m)\n",
     .begins = "inconclusive: the driver says that message 2 is done; "},
    {.name = "AnswersTwice",
     .play = "def on_stimulus(m):\n  event('Echo', a=1)\n  event('Echo', a=1)\n  done(m)\n",
     .code = 1,
     .begins = "FAIL run 1: after 1 stimulus: expected nothing, observed Echo (a 1)\n"},
    {.name = "NeverAnswers",
     .play = "def on_stimulus(m):\n  time.sleep(1000)\n",
     .code = 1,
     .begins = "FAIL run 1: after 1 stimulus: expected Echo (a 1), observed nothing more for 1s; "
               "stimulus 1 (S) is not done\n"},
    {.name = "IsNeverDone",
     .play = "def on_stimulus(m):\n  event('Echo', a=1)\n  time.sleep(1000)\n",
     .begins = "inconclusive: stimulus 1 (S) is not done after 1s\n"},
    {.name = "LogsWithoutEnd",
     .play = "def on_stimulus(m):\n  event('Echo', a=1)\n"
             "  while True: send({'log': {'line': 'x' * 100}})\n",
     .begins = "inconclusive: stimulus 1 (S) is not done after 1s\n"},
    {.name = "CannotDoIt",
     .play = "def on_stimulus(m):\n  send({'error': {'id': m['id'], 'message': 'no S here'}})\n",
     .begins = "inconclusive: the driver cannot do message 2: no S here\n"},
    {.name = "CannotBegin",
     .play = "def on_begin(m):\n  send({'error': {'id': m['id'], 'message': 'no disk'}})\n",
     .begins = "inconclusive: the driver cannot do message 1: no disk\n"},
    {.name = "NeverBegins",
     .play = "def on_begin(m):\n  time.sleep(1000)\n",
     .begins = "inconclusive: the begin of the run is not done after 4s\n",
     .start = "4s"},  // Python must have begun within it
    {.name = "ReportsBeforeTheBegin",
     .play = "def on_begin(m):\n  event('Early')\n  done(m)\n",
     .begins = "inconclusive: the driver reported Early before it was done with the begin of the "
               "run\n"},
    {.name = "DoesNotGreet",
     .play = "def on_hello(m):\n  os._exit(3)\n",
     .code = 2,
     .begins = "adapter: FOLDER/s.lua: the system does not start: the driver has ended, or closed "
               "its standard output; it exited with code 3"},
};

class HostilePlays : public ExploreProgram, public ::testing::WithParamInterface<HostilePlay> {};

TEST_P(HostilePlays, OneClearLineAndNothingIsLeft) {
  start_ = GetParam().start;
  AdapterProgram program = Explore(
      GetParam().play, {"--runs", "1", "--stimuli", "3", "--shrink-seconds", "0", "--seed", "1"});
  EXPECT_EQ(program.Wait(), GetParam().code);
  std::string output = program.Output();
  const std::size_t at = output.find(folder_.path().string());
  if (at != std::string::npos) output.replace(at, folder_.path().string().size(), "FOLDER");
  EXPECT_THAT(output, StartsWith(GetParam().begins));
  EXPECT_EQ(program.WhatIsLeft(), "");
}

INSTANTIATE_TEST_SUITE_P(All, HostilePlays, ::testing::ValuesIn(kPlays),
                         [](const auto& one) { return one.param.name; });

TEST_F(ExploreProgram, AProcessThatEndsWhileARunBeginsFailsItAndItsCaseFailsAgain) {
  // The driver says when a run begins: how long a system takes to start depends on the machine.
  AdapterProgram program =
      Explore("def on_begin(m):\n  open(sys.path[0] + '/begun', 'w').close()\n  time.sleep(1000)\n",
              {"--shrink-seconds", "0"}, "60s",
              "cd \"$(dirname \"$0\")\"\n"
              "until rm begun 2>/dev/null; do sleep 0.02; done\n"
              "exit 4");
  EXPECT_EQ(program.Wait(), 1);
  EXPECT_THAT(program.Output(),
              StartsWith("FAIL run 1: after 0 stimuli: process a exited with code 4, which nobody "
                         "asked for\n"));
  const auto suites = test::FilesBelow(folder_ / "failures", ".xml");
  ASSERT_EQ(suites.size(), 1u);
  AdapterProgram again(folder_.path(), {"run", suites.front(), "--system", folder_ / "s.lua"});
  EXPECT_EQ(again.Wait(), 1);
  EXPECT_THAT(again.Output(), HasSubstr("process a exited with code 4"));
}

TEST_F(ExploreProgram, TheLimitOfMarkingsEndsItWithCodeThree) {
  AdapterProgram program = Explore("", {"--max-markings", "100"}, "1s", "", R"(
var { i = INT }
Count, Once = place(INT, { 0 }), place(UNIT, { unit })
Up = transition { input = { Count(i) }, output = { Count(expr "i + 1") } }
Ask = transition { input = { Once(unit) } }
test "silent" { observe = { [Ask] = function() return stimulus("S", { a = 1 }) end } }
)");
  EXPECT_EQ(program.Wait(), 3);
  EXPECT_THAT(program.Output(), ContainsRegex("adapter: .*100.*--max-markings"));
  EXPECT_EQ(program.WhatIsLeft(), "");
}

TEST_F(ExploreProgram, CtrlCSaysWhatPassedSoFarAndLeavesNothing) {
  AdapterProgram program = Explore(
      "def on_begin(m):\n  done(m)\n  if m['case'] == '1-3':\n"
      "    open(sys.path[0] + '/third', 'w').close()\n",
      {"--stimuli", "2", "--seconds", "600"}, "60s", "exec sleep 1000");
  AwaitFile("third");
  ASSERT_EQ(::kill(program.pid(), SIGINT), 0);
  EXPECT_EQ(program.Wait(), 3);
  EXPECT_THAT(program.Output(), ContainsRegex("^interrupted\nPASS: [0-9]+ passed of [0-9]+ runs"));
  EXPECT_EQ(program.WhatIsLeft(), "");
}

TEST_F(ExploreProgram, CtrlCEndsARunThatHangs) {
  AdapterProgram program = Explore(
      "def on_stimulus(m):\n  open(sys.path[0] + '/amid', 'w').close()\n"
      "  time.sleep(1000)\n",
      {}, "600s", "exec sleep 1000");
  AwaitFile("amid");
  const auto begin = std::chrono::steady_clock::now();
  ASSERT_EQ(::kill(program.pid(), SIGINT), 0);
  EXPECT_EQ(program.Wait(), 3);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(20));
  EXPECT_THAT(program.Output(), HasSubstr("interrupted\nINCONCLUSIVE: 0 passed of 0 runs"));
  EXPECT_EQ(program.WhatIsLeft(), "");
}

TEST_F(ExploreProgram, CtrlCWhileAFailureIsMadeShorterKeepsTheFailure) {
  AdapterProgram program = Explore(
      "begun = 0\ndef on_begin(m):\n  done(m)\n  name = sys.path[0] + '/begun'\n"
      "  open(name, 'a').write('x')\n"
      "  if os.path.getsize(name) == 3: open(sys.path[0] + '/shortening', 'w').close()\n"
      "def on_stimulus(m):\n  time.sleep(0.05)\n"
      "  event('Echo', a=m['fields']['a'] if m['fields']['a'] != '4' else 0)\n  done(m)\n",
      {"--shrink-seconds", "600"}, "60s", "exec sleep 1000");
  AwaitFile("shortening");
  ASSERT_EQ(::kill(program.pid(), SIGTERM), 0);
  EXPECT_EQ(program.Wait(), 1);
  EXPECT_THAT(program.Output(), StartsWith("FAIL run 1: after 4 stimuli: expected Echo (a 4), "
                                           "observed Echo (a 0)\n"));
  EXPECT_THAT(program.Output(), HasSubstr("interrupted\nFAIL: 0 passed, 1 failed of 1 run"));
  EXPECT_EQ(test::FilesBelow(folder_ / "failures", ".xml").size(), 1u);
  EXPECT_EQ(program.WhatIsLeft(), "");
}

}  // namespace
}  // namespace adapter::external
