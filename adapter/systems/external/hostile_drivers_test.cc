// Drivers that break the rules of the protocol, one after the other: the case is inconclusive, with
// one clear error.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "adapter/systems/external/case_run.h"
#include "adapter/systems/external/system_file.h"
#include "adapter/systems/external/testing/driver_playing.h"
#include "base/temporary_folder.h"
#include "suite/reader.h"

namespace adapter::external {
namespace {

struct HostileDriver {
  std::string name;
  std::string play;  ///< what it does otherwise than a good one, in Python
  std::string expects;
  std::string step = "30s";  ///< the limits
  std::string start = "30s";
  std::string value = "1";  ///< of the stimulus's field
  std::chrono::seconds timeout{30};
  std::string quiet = "0";
};

void PrintTo(const HostileDriver& driver, std::ostream* out) { *out << driver.name; }

std::string Times(int times, const std::string& text) {
  std::string all;
  for (int i = 0; i < times; ++i) all += text;
  return all;
}

const std::vector<HostileDriver> kDrivers = {
    {.name = "Dies",
     .play = "def on_stimulus(m):\n  sys.exit('no such thing')\n",
     .expects = "the driver has ended, or closed its standard output; it exited with code 1\n    | "
                "no such thing"},
    {.name = "DiesWithAStackTrace",
     .play = "def on_stimulus(m):\n  sys.exit('panic' + '\\nframe' * 20)\n",
     .expects = "the driver has ended, or closed its standard output; it exited with code 1\n    | "
                "panic" +
                Times(20, "\n    | frame")},
    {.name = "IsKilled",
     .play = "def on_stimulus(m):\n  os.kill(os.getpid(), 9)\n",
     .expects = "the driver has ended, or closed its standard output; it was killed by signal 9 "
                "(Killed)"},
    {.name = "DiesInTheMiddleOfALine",
     .play = "def on_stimulus(m):\n  sys.stdout.write('{\"done\"')\n  sys.stdout.flush()\n"
             "  os._exit(5)\n",
     .expects = "the driver ended in the middle of a line of 7 bytes; it exited with code 5"},
    {.name = "DiesAtTheEndOfTheCase",
     .play = "def on_end(m):\n  os._exit(6)\n",
     .expects = "the driver has ended, or closed its standard output; it exited with code 6"},
    {.name = "DiesOfTheGreeting",
     .play = "def on_hello(m):\n  os._exit(3)\n",
     .expects =
         "start: the driver has ended, or closed its standard output; it exited with code 3"},
    {.name = "NeverAnswersTheGreeting",
     .play = "def on_hello(m):\n  time.sleep(1000)\n",
     .expects = "start: the driver did not answer hello with a line of JSON (one that serves gRPC "
                "needs speaks = \"grpc\")",
     .start = "1s"},
    {.name = "SpeaksAnotherVersion",
     .play = "def on_hello(m):\n  send({'ready': {'version': 2}})\n",
     .expects = "start: the driver speaks version 2 of the protocol, the adapter version 1"},
    {.name = "GreetsWithSomethingElse",
     .play = "def on_hello(m):\n  event('Hello')\n",
     .expects = "start: the driver did not answer hello with ready"},
    {.name = "GreetsTwice",
     .play = "def on_begin(m):\n  on_hello(m)\n  done(m)\n",
     .expects = "the driver sent ready a second time"},
    {.name = "HangsAtTheBeginOfTheCase",
     .play = "def on_begin(m):\n  time.sleep(1000)\n",
     .expects = "the begin of the case is not done 1s after the begin of the case (--timeout)",
     .timeout = std::chrono::seconds(1)},
    {.name = "NeverEndsTheCase",
     .play = "def on_end(m):\n  pass\n",
     .expects = "the end of the case is not done after 1s",
     .step = "1s"},
    {.name = "NeverFinishesAStimulus",
     .play = "def on_stimulus(m):\n  event('Echo', a=1)\n",
     .expects = "stimulus 2 (S) is not done after 1s",
     .step = "1s"},
    {.name = "StopsItself",
     .play = "def on_hello(m):\n  os.kill(os.getpid(), signal.SIGSTOP)\n",
     .expects = "start: the driver did not answer hello with a line of JSON (one that serves gRPC "
                "needs speaks = \"grpc\"); it stands still (SIGSTOP)",
     .start = "5s"},
    {.name = "FloodsWithLogLines",
     .play = "def on_stimulus(m):\n  event('Echo', a=1)\n"
             "  while True: send({'log': {'line': 'x' * 100}})\n",
     .expects = "stimulus 2 (S) is not done after 1s",
     .step = "1s"},
    {.name = "FloodsFasterThanItIsRead",
     .play = "def on_stimulus(m):\n  event('Echo', a=1)\n"
             "  os.execvp('yes', ['yes', '{\"log\":{\"line\":\"x\"}}'])\n",
     .expects = "stimulus 2 (S) is not done after 1s",
     .step = "1s"},
    {.name = "FloodsBehindTheCase",
     .play = "def on_end(m):\n  done(m)\n  while True: send({'log': {'line': ''}})\n",
     .expects = "the driver does not stop sending 1s after the begin of the case (--timeout)",
     .timeout = std::chrono::seconds(1),
     .quiet = "10s"},
    {.name = "SendsGarbage",
     .play = "def on_stimulus(m):\n  print('hello', flush=True)\n",
     .expects = "the driver sent what is no JSON, at byte 1: hello"},
    {.name = "SendsWhatIsNoUtf8",
     .play = "def on_stimulus(m):\n"
             "  sys.stdout.buffer.write(b'{\"log\":{\"line\":\"\\xff\\xfe\"}}\\n')\n"
             "  sys.stdout.flush()\n",
     .expects = "the driver sent what is no JSON, at byte 17: {\"log\":{\"line\":\"\\xff\\xfe\"}}"},
    {.name = "SendsALineOfTwoMebibytes",
     .play = "def on_stimulus(m):\n  event('Echo', a='x' * (2 << 20))\n",
     .expects = "the driver sent a line of more than 1048576 bytes"},
    {.name = "SendsALineWithoutEnd",
     .play = "def on_stimulus(m):\n  while True: sys.stdout.write('x' * 1000)\n",
     .expects = "the driver sent a line of more than 1048576 bytes"},
    {.name = "SendsWhatIsNoMessage",
     .play = "def on_stimulus(m):\n  send({'evnt': {'name': 'Echo'}})\n",
     .expects =
         "the driver sent {\"evnt\": {\"name\": \"Echo\"}}: no message has the name evnt; did "
         "you mean event?"},
    {.name = "SendsADeepValue",
     .play = "def on_stimulus(m):\n  sys.stdout.write('{\"event\":{\"name\":\"E\",\"fields\":"
             "{\"a\":' + '[' * 70 + ']' * 70 + '}}}\\n')\n  sys.stdout.flush()\n",
     .expects =
         "the driver sent {\"event\":{\"name\":\"E\",\"fields\":{\"a\":" + std::string(70, '[') +
         std::string(15, ']') + "...: values are nested more than 64 deep"},
    {.name = "HasWrongIds",
     .play = "def on_stimulus(m):\n  done({'id': 7})\n",
     .expects = "the driver says that message 7 is done; message 2 is waited for"},
    {.name = "AnswersTwice",
     .play = "def on_stimulus(m):\n  event('Echo', a=1)\n  done(m)\n"
             "def on_end(m):\n  done({'id': 2})\n",
     .expects = "the driver says that message 2 is done; message 3 is waited for"},
    {.name = "AnswersBeforeItIsAsked",
     .play = "def on_hello(m):\n  send({'ready': {'version': 1}})\n  done({'id': 1})\n",
     .expects = "the driver says that message 1 is done; message 2 is waited for"},
    {.name = "ReportsBeforeTheCase",
     .play = "def on_begin(m):\n  event('Early')\n  done(m)\n",
     .expects = "the driver reported Early before it was done with the begin of the case"},
    {.name = "ReportsAfterTheCase",
     .play = "def on_begin(m):\n  done(m)\n"
             "def on_end(m):\n  done(m)\n  sys.stdin.readline()\n  event('Late')\n",
     .expects =
         "second: the driver reported Late before it was done with the begin of the case, or "
         "after the end of the last"},
    {.name = "CannotDoIt",
     .play = "def on_stimulus(m):\n  send({'error': {'id': m['id'], 'message': 'no S here'}})\n",
     .expects = "the driver cannot do message 2: no S here"},
    {.name = "ReportsAnErrorOfNoMessage",
     .play = "def on_stimulus(m):\n  done(m)\n  send({'error': {'message': 'no S here'}})\n",
     .expects = "the driver reports an error: no S here"},
    {.name = "ClosesItsOutputAndLives",
     .play = "def on_stimulus(m):\n  os.close(1)\n  time.sleep(1000)\n",
     .expects = "the driver has ended, or closed its standard output"},
    {.name = "ClosesItsInput",
     .play = "def on_stimulus(m):\n  os.close(0)\n  event('Echo', a=1)\n  done(m)\n"
             "  time.sleep(1000)\n",
     .expects = "the driver has closed its standard input"},
    {.name = "NeverReadsItsInput",
     .play = "def on_begin(m):\n  done(m)\n  time.sleep(1000)\n",
     .expects = "the driver does not read its standard input",
     .step = "1s",
     .value = "1</a><b>" + std::string(60'000, 'x') + "</b><b>" + std::string(60'000, 'x') +
              "</b><b>" + std::string(60'000, 'x') + "</b><a>1"},
};

class HostileDrivers : public ::testing::TestWithParam<HostileDriver> {
 protected:
  /// What becomes of a case, and, if it passes, of a second one.
  std::string Run() {
    const HostileDriver& driver = GetParam();
    folder_.Write("driver.py", DriverPlaying(driver.play));
    const std::string file = folder_.Write(
        "system.lua",
        "system 'test' { driver = { command = { 'python3', '{here}/driver.py' } }, limits = { step "
        "= '" +
            driver.step + "', quiet = '" + driver.quiet + "', start = '" + driver.start +
            "' }, reuse = true }");
    const SystemDescription system = ReadSystemFile(file, {});
    const suite::Suite suite = suite::ParseSuite(
        "<Test TestName=\"t\"><TestCase CaseID=\"1\"><TestValues><S><a>" + driver.value +
            "</a></S></TestValues><TestOracles><Echo><a>1</a></Echo></TestOracles></TestCase>"
            "</Test>",
        "t.xml");
    try {
      Instance instance(system);
      for (const char* which : {"", "second: "}) {
        const Verdict verdict =
            RunCase(system, instance, suite, suite.cases().front(), 1, driver.timeout).verdict;
        if (verdict.outcome == Outcome::kInconclusive) return which + verdict.detail;
        if (verdict.outcome == Outcome::kFail) return "fails: " + verdict.detail;
      }
    } catch (const SystemError& error) {
      return std::string("start: ") + error.what();
    }
    return "passes";
  }

  base::TemporaryFolder folder_;
};

TEST_P(HostileDrivers, OneClearError) { EXPECT_EQ(Run(), GetParam().expects); }

INSTANTIATE_TEST_SUITE_P(All, HostileDrivers, ::testing::ValuesIn(kDrivers),
                         [](const auto& one) { return one.param.name; });

}  // namespace
}  // namespace adapter::external
