// Cases on real processes: a driver in Python that plays what its test says, good or hostile.
#include "adapter/systems/external/case_run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "adapter/systems/external/system_file.h"
#include "adapter/systems/external/testing/driver_playing.h"
#include "base/temporary_folder.h"
#include "suite/reader.h"

namespace adapter::external {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

class CaseRunTest : public ::testing::Test {
 protected:
  /// A system with that driver; `more` are further fields of the system file. A step that nothing
  /// is to end but its limit has a short one.
  const SystemDescription& System(const std::string& play, const std::string& more = "",
                                  const std::string& step = "30s") {
    folder_.Write("driver.py", DriverPlaying(play));
    folder_.Write(
        "system.lua",
        "system \"test\" { driver = { command = { \"python3\", \"{here}/driver.py\" } },\n"
        "limits = { step = \"" +
            step + "\", quiet = \"0\", start = \"30s\" }," + more + "}\n");
    system_ = ReadSystemFile((folder_.path() / "system.lua").string(), {});
    return system_;
  }

  static suite::Suite SuiteOf(const std::string& steps) {
    return suite::ParseSuite(
        "<Test TestName=\"t\"><TestCase CaseID=\"1\">" + steps + "</TestCase></Test>", "t.xml");
  }

  Verdict Run(const SystemDescription& system, const std::string& steps = kEcho,
              std::chrono::milliseconds timeout = std::chrono::seconds(30)) {
    try {
      Instance instance(system);
      return RunOn(instance, system, steps, timeout);
    } catch (const SystemError& error) {
      return {Outcome::kInconclusive, std::string("start: ") + error.what()};
    }
  }

  Verdict RunOn(Instance& instance, const SystemDescription& system, const std::string& steps,
                std::chrono::milliseconds timeout = std::chrono::seconds(30)) {
    const suite::Suite suite = SuiteOf(steps);
    CaseRunOutcome outcome = RunCase(system, instance, suite, suite.cases().front(), 1, timeout);
    reusable_ = outcome.is_reusable;
    return std::move(outcome.verdict);
  }

  static constexpr char kEcho[] =
      "<TestValues><S><a>1</a></S></TestValues><TestOracles><Echo><a>1</a></Echo></TestOracles>";

  base::TemporaryFolder folder_;
  SystemDescription system_;
  bool reusable_ = false;
};

TEST_F(CaseRunTest, APassIsReusable) {
  const Verdict verdict = Run(System(""));
  EXPECT_EQ(verdict.detail, "");
  EXPECT_EQ(verdict.outcome, Outcome::kPass);
  EXPECT_TRUE(reusable_);
  ASSERT_EQ(verdict.trace.steps.size(), 2u);
  EXPECT_EQ(verdict.trace.steps[0].kind, trace::Kind::kStimulus);
  EXPECT_EQ(verdict.trace.steps[1].name, "Echo");
  ASSERT_EQ(verdict.trace.expected.size(), 1u);
  EXPECT_EQ(verdict.trace.expected[0].step, 2u);
}

TEST_F(CaseRunTest, OnlyTheFirstCaseOfAnInstanceIsFresh) {
  Instance instance(
      System("def on_begin(m):\n  global fresh\n  fresh = m['fresh']\n  done(m)\n"
             "def on_stimulus(m):\n  event('Fresh', is_so=fresh)\n  done(m)\n"));
  for (const std::string expected : {"true", "false", "false"}) {
    const suite::Suite suite = SuiteOf("<TestValues><S/></TestValues><TestOracles><Fresh><is_so>" +
                                       expected + "</is_so></Fresh></TestOracles>");
    const CaseRunOutcome outcome =
        RunCase(system_, instance, suite, suite.cases().front(), 1, std::chrono::seconds(30));
    EXPECT_EQ(outcome.verdict.detail, "");
  }
}

TEST_F(CaseRunTest, LogsAreThoseOfTheCase) {
  Instance instance(
      System("def on_hello(m):\n  print('starts', file=sys.stderr, flush=True)\n"
             "  send({'ready': {'version': 1}})\n"
             "def on_stimulus(m):\n"
             "  print('does', m['id'], file=sys.stderr, flush=True)\n"
             "  event('Echo', a=1)\n  done(m)\n",
             "processes = { a = { command = { \"sleep\", \"1000\" } } },"));
  const suite::Suite suite = SuiteOf(kEcho);
  const auto logs = [&] {
    RunCase(system_, instance, suite, suite.cases().front(), 1, std::chrono::seconds(30));
    return instance.LogsSinceMark();
  };
  EXPECT_EQ(logs(), (std::vector<ProcessLog>{{"driver", "starts\ndoes 2\n"}}));
  EXPECT_EQ(logs(), (std::vector<ProcessLog>{{"driver", "does 5\n"}}));
}

TEST_F(CaseRunTest, TheTimesOfEventsAreTheDriversIfTheyAreInTheCase) {
  const Verdict verdict = Run(
      System("def on_begin(m):\n  global begun\n  begun = time.time()\n  done(m)\n"
             "def timed(name, time):\n"
             "  send({'event': {'name': name, 'fields': {}, 'time': time}})\n"
             "def on_stimulus(m):\n"
             "  while time.time() < begun + 0.01: pass\n"
             "  timed('A', begun + 0.003); timed('B', begun + 0.001)\n"
             "  timed('C', begun - 3600); timed('D', begun + 3600); timed('E', 0)\n  done(m)\n"),
      "<TestValues><S/></TestValues><TestOracles><A/><B/><C/><D/><E/></TestOracles>");
  ASSERT_EQ(verdict.detail, "");
  const auto time = [&](std::size_t step) { return *verdict.trace.steps[step].time; };
  EXPECT_NEAR(static_cast<double>(time(1) - time(2)), 2000, 5);
  // Those of other clocks are as they were seen: in their order.
  EXPECT_LT(time(1), time(3));
  EXPECT_LE(time(3), time(4));
  EXPECT_LE(time(4), time(5));
}

TEST_F(CaseRunTest, AWrongEventFails) {
  const Verdict verdict = Run(System("def on_stimulus(m):\n  event('Echo', a=2)\n  done(m)\n"));
  EXPECT_EQ(verdict.outcome, Outcome::kFail);
  EXPECT_EQ(verdict.detail, "step 1: expected Echo (a 1), observed Echo (a 2)");
  EXPECT_FALSE(reusable_);
}

TEST_F(CaseRunTest, AMissingEventFails) {
  const Verdict verdict = Run(System("def on_stimulus(m):\n  done(m)\n", "", "1s"));
  EXPECT_EQ(verdict.outcome, Outcome::kFail);
  EXPECT_EQ(verdict.detail, "step 1: expected Echo (a 1), observed nothing more for 1s");
}

TEST_F(CaseRunTest, AnEventTooManyFails) {
  const Verdict verdict = Run(System("def on_end(m):\n  event('More')\n  done(m)\n"));
  EXPECT_EQ(verdict.detail, "step 1: expected nothing more, observed More");
}

TEST_F(CaseRunTest, AStimulusThatIsNeverDoneFailsWhatIsExpectedOfIt) {
  const Verdict verdict = Run(System("def on_stimulus(m):\n  time.sleep(100)\n", "", "1s"));
  EXPECT_EQ(verdict.outcome, Outcome::kFail);
  EXPECT_EQ(
      verdict.detail,
      "step 1: expected Echo (a 1), observed nothing more for 1s; stimulus 2 (S) is not done");
}

TEST_F(CaseRunTest, TheTimeoutOfTheCaseIsInconclusive) {
  const Verdict verdict = Run(System("def on_stimulus(m):\n  time.sleep(100)\n"), kEcho,
                              std::chrono::milliseconds(500));
  EXPECT_EQ(verdict.outcome, Outcome::kInconclusive);
  EXPECT_EQ(verdict.detail,
            "step 1: 500ms after the begin of the case (--timeout) still waiting for Echo (a 1); "
            "stimulus 2 (S) is not done");
}

// The driver itself has longer to be ready than to begin.
TEST_F(CaseRunTest, ADriverThatDoesNotAnswerTheBegin) {
  Instance instance(System("def on_begin(m):\n  pass\n"));
  system_.limits.start = std::chrono::milliseconds(200);
  const suite::Suite suite = SuiteOf(kEcho);
  const Verdict verdict =
      RunCase(system_, instance, suite, suite.cases().front(), 1, std::chrono::seconds(30)).verdict;
  EXPECT_EQ(verdict.outcome, Outcome::kInconclusive);
  EXPECT_EQ(verdict.detail, "the begin of the case is not done after 200ms");
}

// ----------------------------------------------------------------------------- the end of drivers

constexpr char kSaysGoodbye[] =
    "import atexit\n"
    "def goodbye():\n"
    "  time.sleep(0.1)\n"
    "  open(sys.path[0] + '/goodbye', 'w').close()\n"
    "atexit.register(goodbye)\n";

TEST_F(CaseRunTest, ADriverHasTimeToEnd) {
  Run(System(kSaysGoodbye));
  EXPECT_TRUE(std::filesystem::exists(folder_.path() / "goodbye"));
}

TEST_F(CaseRunTest, ADriverThatTakesLongerThanItsLimitIsKilled) {
  SystemDescription system = System(kSaysGoodbye);
  system.limits.stop = std::chrono::milliseconds(0);
  EXPECT_EQ(Run(system).detail, "");
  EXPECT_FALSE(std::filesystem::exists(folder_.path() / "goodbye"));
}

TEST_F(CaseRunTest, ADriverThatIsBusyIsKilledAtOnce) {
  SystemDescription system = System("def on_stimulus(m):\n  time.sleep(1000)\n", "", "1s");
  system.limits.stop = std::chrono::hours(1);
  EXPECT_EQ(Run(system).outcome, Outcome::kFail);
}

// ------------------------------------------------------------------------------ processes, faults

constexpr char kSleeper[] =
    "processes = { a = { command = { \"sh\", \"-c\", \"echo up; exec sleep 1000\" }, ready = { "
    "line "
    "= \"up\" } } }, faults = { Crash = { kill = \"{text}\" }, Back = { restart = \"a\" } },";

TEST_F(CaseRunTest, AProcessIsKilledAndStartedAgain) {
  const Verdict verdict =
      Run(System("", kSleeper), "<TestValues><Crash>a</Crash><Back></Back></TestValues>");
  EXPECT_EQ(verdict.detail, "");
  EXPECT_FALSE(reusable_);
  ASSERT_EQ(verdict.trace.steps.size(), 4u);
  EXPECT_EQ(ToString(verdict.trace.steps[0]), "a: crash");
  EXPECT_EQ(ToString(verdict.trace.steps[1]), "driver: log (kill a)");
  EXPECT_EQ(ToString(verdict.trace.steps[2]), "a: restart");
}

TEST_F(CaseRunTest, AFaultThatDoesNotHappenIsNoPass) {
  const Verdict verdict =
      Run(System("", kSleeper), "<TestValues><Crash>a</Crash><Crash>a</Crash></TestValues>");
  EXPECT_EQ(verdict.outcome, Outcome::kInconclusive);
  EXPECT_EQ(verdict.detail, "step 1: fault Crash did not happen: kill a: it does not run");
}

TEST_F(CaseRunTest, AProcessThatEndsByItselfFails) {
  const Verdict verdict = Run(
      System("def on_stimulus(m):\n  open(sys.path[0] + '/go', 'w').close()\n  done(m)\n",
             "processes = { a = { command = { \"sh\", \"-c\", \"until [ -e {here}/go ]; do sleep "
             "0.02; done; echo bye; exit 4\" } } },"));
  EXPECT_EQ(verdict.outcome, Outcome::kFail);
  EXPECT_EQ(verdict.detail, "step 1: process a exited with code 4, which nobody asked for");
  EXPECT_EQ(ToString(verdict.trace.steps.back()), "a: output (bye)");
}

TEST_F(CaseRunTest, ASystemThatIsNeverReady) {
  System("", "processes = { a = { command = { \"sleep\", \"1000\" }, ready = \"port\" } },");
  system_.limits.start = std::chrono::milliseconds(300);
  EXPECT_THAT(Run(system_).detail, StartsWith("start: 'a' (process "));
}

// A server that answers each connection with a line, and a driver that asks through a link.
constexpr char kGreeter[] =
    "import socket, sys\n"
    "s = socket.create_server(('127.0.0.1', int(sys.argv[1])))\n"
    "while True:\n"
    "  c, _ = s.accept()\n"
    "  try: c.sendall(b'hello\\n'); c.close()\n"
    "  except ConnectionError: pass\n";

std::string Asking(const std::string& address) {
  return "import socket\n"
         "def on_begin(m):\n  global address\n  address = m['addresses']['" +
         address +
         "'].split(':')\n  done(m)\n"
         "def on_stimulus(m):\n"
         "  try:\n"
         "    c = socket.create_connection((address[0], int(address[1])), 1)\n"
         "    event('Got', line=c.makefile().readline().strip())\n"
         "  except OSError as e: event('Failed')\n"
         "  done(m)\n";
}

constexpr char kServed[] =
    "processes = { a = { command = { \"python3\", \"{here}/server.py\", \"{port}\" }, ready = "
    "\"port\" } }, links = \"all\", ";
constexpr char kAskAndGot[] =
    "<TestValues><Ask></Ask></TestValues><TestOracles><Got><line>hello</line></Got></TestOracles>";

TEST_F(CaseRunTest, LinksOfAClientAreItsOwn) {
  folder_.Write("server.py", kGreeter);
  // The link of the driver itself is cut, and that of its client is not.
  std::string play = Asking("me -> a");
  std::string more = std::string(kServed) + "faults = { Cut = { cut = \"driver -> a\" } },";
  System(play, more);
  system_.driver.clients = {"me"};
  system_.links.push_back({"me", "a", "main"});
  EXPECT_EQ(Run(system_, std::string("<TestValues><Cut></Cut></TestValues>") + kAskAndGot).detail,
            "");
}

TEST_F(CaseRunTest, FaultsAreUndoneForTheNextCase) {
  folder_.Write("server.py", kGreeter);
  const SystemDescription& system =
      System(Asking("a"), std::string(kServed) +
                              "reuse = \"after faults\", faults = { Cut = { cut = \"*\" }, Crash "
                              "= { kill = \"a\" }, Stop = { pause = \"a\" } },");
  Instance instance(system);
  for (const std::string fault : {"Cut", "Crash", "Stop"}) {
    EXPECT_EQ(
        RunOn(instance, system, "<TestValues><" + fault + "></" + fault + "></TestValues>").detail,
        "");
    EXPECT_TRUE(reusable_) << fault;
    EXPECT_EQ(RunOn(instance, system, kAskAndGot).detail, "") << fault;
  }
}

TEST_F(CaseRunTest, LinksAreCut) {
  folder_.Write("server.py", kGreeter);
  const Verdict verdict = Run(
      System(Asking("a"), std::string(kServed) +
                              "faults = { Cut = { cut = \"driver -> a\" }, Heal = { heal = \"*\" } "
                              "},"),
      "<TestValues><Ask></Ask></TestValues><TestOracles><Got><line>hello</line></Got></TestOracles>"
      "<TestValues><Cut></Cut><Ask></Ask></TestValues><TestOracles><Failed></Failed></TestOracles>"
      "<TestValues><Heal></Heal><Ask></Ask></TestValues>"
      "<TestOracles><Got><line>hello</line></Got></TestOracles>");
  EXPECT_EQ(verdict.detail, "");
}

// The server sends back what it gets, and outlives connections that are reset; what becomes of it
// is an event. AskLate wants it to take long: that others are quick, no busy machine can promise.
TEST_F(CaseRunTest, WhatFaultsDoToALink) {
  folder_.Write("server.py",
                "import socket, sys\n"
                "s = socket.create_server(('127.0.0.1', int(sys.argv[1])))\n"
                "while True:\n"
                "  c, _ = s.accept()\n"
                "  try:\n"
                "    while data := c.recv(1000): c.sendall(data)\n"
                "  except ConnectionError: pass\n");
  const std::string play =
      "import socket\n"
      "def on_begin(m):\n"
      "  global peer\n"
      "  host, port = m['addresses']['a'].split(':')\n"
      "  peer = socket.create_connection((host, int(port)))\n"
      "  done(m)\n"
      "def on_stimulus(m):\n"
      "  peer.settimeout(m['name'] == 'AskInVain' and 0.1 or 20)\n"
      "  begin = time.monotonic()\n"
      "  try:\n"
      "    if m['name'] != 'Wait': peer.sendall(b'x' * 400)\n"
      "    got = 0\n"
      "    while got < 400: got += len(peer.recv(1000)) or 1000\n"
      "    late = time.monotonic() > begin + 0.2\n"
      "    event(got > 400 and 'Ended' or m['name'] == 'AskLate' and late and 'Late' or "
      "'Answered')\n"
      "  except TimeoutError: event('Nothing')\n"
      "  except ConnectionError: event('Ended')\n"
      "  done(m)\n";
  const auto step = [](const std::string& stimuli, const std::string& response) {
    return "<TestValues>" + stimuli + "</TestValues><TestOracles>" + response + "</TestOracles>";
  };
  const Verdict verdict = Run(
      System(play,
             "processes = { a = { command = { \"python3\", \"{here}/server.py\", \"{port}\" }, "
             "ready = \"port\" } }, links = { { from = \"driver\", to = \"a\" } }, faults = { "
             "Partition = { partition = \"*\" }, Heal = { heal = \"*\" }, "
             "Delay = { delay = \"driver -> a\", by = \"150ms\" }, "
             "Throttle = { throttle = \"driver -> *\", by = 1000 }, "
             "Disconnect = { disconnect = \"* -> a\" } },"),
      step("<Partition/><AskInVain/>", "<Nothing/>") + step("<Heal/><Wait/>", "<Answered/>") +
          step("<Delay/><AskLate/>", "<Late/>") + step("<Heal/><Throttle/><AskLate/>", "<Late/>") +
          step("<Disconnect/><Ask/>", "<Ended/>"));
  EXPECT_EQ(verdict.detail, "");
}

// The driver connects at the begin; what comes of the connection are events.
constexpr char kConnects[] =
    "import socket, threading\n"
    "def on_begin(m):\n"
    "  global peer\n"
    "  host, port = m['addresses']['a'].split(':')\n"
    "  peer = socket.create_connection((host, int(port)))\n"
    "  peer.sendall(b'hello\\n')\n"
    "  peer.recv(1)\n"
    "  done(m)\n"
    "def told():\n"
    "  try: event('Ended', by='end' if peer.recv(1) == b'' else 'data')\n"
    "  except OSError: event('Ended', by='reset')\n"
    "def on_fault(m):\n"
    "  if m['name'] != 'Cut': threading.Thread(target=told, daemon=True).start()\n"
    "  done(m)\n";
// The server answers what comes and writes down what ends the connection.
constexpr char kAnswers[] =
    "import os, socket, sys\n"
    "s = socket.create_server(('127.0.0.1', int(sys.argv[1])))\n"
    "c, _ = s.accept()\n"
    "c, _ = s.accept() if c.recv(1) == b'' else (c, 0)\n"
    "c.sendall(b'x')\n"
    "try:\n"
    "  while c.recv(100): pass\n"
    "  how = 'end'\n"
    "except OSError: how = 'reset'\n"
    "open(sys.path[0] + '/new', 'w').write(how)\n"
    "os.rename(sys.path[0] + '/new', sys.path[0] + '/saw')\n"
    "s.accept()\n";
constexpr char kServer[] =
    "processes = { a = { command = { \"python3\", \"{here}/server.py\", \"{port}\" }, ready = "
    "\"port\" } }, links = { { from = \"driver\", to = \"a\" } }, faults = { Half = { half_open = "
    "\"driver -> a\" }, Other = { half_open = \"driver -> a\", reset = \"from\" }, Cut = { "
    "disconnect = \"*\" } },";

TEST_F(CaseRunTest, AHalfOpenConnectionIsResetOnOneSideOnly) {
  folder_.Write("server.py", kAnswers);
  const std::string play = std::string(kConnects) +
                           "def on_stimulus(m):\n"
                           "  while not os.path.exists(sys.path[0] + '/saw'): time.sleep(0.01)\n"
                           "  event('Server', saw=open(sys.path[0] + '/saw').read()); done(m)\n";
  const Verdict verdict = Run(
      System(play, kServer),
      "<TestValues><Half/><Look/></TestValues>"
      "<TestOracles><Server><saw>reset</saw></Server></TestOracles>"
      "<TestValues><Cut/></TestValues><TestOracles><Ended><by>reset</by></Ended></TestOracles>");
  EXPECT_EQ(verdict.detail, "");
}

TEST_F(CaseRunTest, TheOtherSideOfAHalfOpenConnection) {
  folder_.Write("server.py", kAnswers);
  const Verdict verdict = Run(
      System(kConnects, kServer),
      "<TestValues><Other/></TestValues><TestOracles><Ended><by>reset</by></Ended></TestOracles>");
  EXPECT_EQ(verdict.detail, "");
  EXPECT_FALSE(std::filesystem::exists(folder_.path() / "saw"));
}

TEST_F(CaseRunTest, HalfOfNoConnectionIsAFaultThatDidNotHappen) {
  const Verdict verdict =
      Run(System("",
                 "processes = { a = { command = { \"sleep\", \"1000\" } } }, links = \"all\", "
                 "faults = { Half = { half_open = \"*\" } },"),
          "<TestValues><Half/></TestValues>");
  EXPECT_EQ(verdict.outcome, Outcome::kInconclusive);
  EXPECT_EQ(verdict.detail,
            "step 1: fault Half did not happen: half_open driver -> a: it has no connection");
}

TEST_F(CaseRunTest, ALinkOfDatagramsIsCut) {
  folder_.Write("server.py",
                "import socket, sys\n"
                "s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)\n"
                "s.bind(('127.0.0.1', int(sys.argv[1])))\n"
                "print('up', flush=True)\n"
                "while True:\n"
                "  data, peer = s.recvfrom(100); s.sendto(data.upper(), peer)\n");
  const std::string play =
      "import socket\n"
      "def on_begin(m):\n  global to\n  to = m['addresses']['a'].split(':')\n  done(m)\n"
      "def on_stimulus(m):\n"
      "  s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)\n"
      "  s.settimeout(10 if m['name'] == 'Ask' else 0.1)\n"
      "  s.sendto(b'hello', (to[0], int(to[1])))\n"
      "  try: event('Got', text=s.recv(100).decode())\n"
      "  except OSError: event('Lost')\n"
      "  done(m)\n";
  const Verdict verdict =
      Run(System(play,
                 "processes = { a = { command = { \"python3\", \"{here}/server.py\", \"{port}\" }, "
                 "ready = { line = \"up\" } } }, links = { { from = \"driver\", to = \"a\", udp = "
                 "true } }, "
                 "faults = { Cut = { cut = \"driver -> a\" }, Heal = { heal = \"*\" }, Half = { "
                 "half_open = \"*\" } },"),
          "<TestValues><Ask/></TestValues><TestOracles><Got><text>HELLO</text></Got></TestOracles>"
          "<TestValues><Cut/><AskInVain/></TestValues><TestOracles><Lost/></TestOracles>"
          "<TestValues><Heal/><Ask/></TestValues>"
          "<TestOracles><Got><text>HELLO</text></Got></TestOracles>"
          "<TestValues><Half/></TestValues>");
  EXPECT_EQ(verdict.detail,
            "step 4: fault Half did not happen: half_open driver -> a: the link has datagrams, no "
            "connections");
}

}  // namespace
}  // namespace adapter::external
