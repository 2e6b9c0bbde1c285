// Systems that do what a system must not do, run with the program: one clear error each, and
// nothing is left of them, also when the adapter is killed meanwhile.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <regex>

#include "adapter/process/ports.h"
#include "adapter/process/process_spec.h"
#include "adapter/systems/external/testing/adapter_program.h"
#include "adapter/systems/external/testing/driver_playing.h"
#include "base/temporary_folder.h"
#include "testing/files.h"
#include "testing/paths.h"

namespace adapter::external {
namespace {

using ::testing::HasSubstr;

struct HostileSystem {
  std::string name;
  std::string what;             ///< what the process `a` does, as a shell script
  std::string ready;            ///< when it is ready, in Lua
  std::string expects;          ///< what the program says, with N for numbers that nobody knows
  std::string start = "700ms";  ///< its limit
  std::string more = {};        ///< further processes
  std::string play = {};        ///< of the driver
  std::string step = "1s";      ///< its limit
};

void PrintTo(const HostileSystem& system, std::ostream* out) { *out << system.name; }

constexpr char kPasses[] = "PASS FOLDER/t.xml: 1 passed (median N ms)\n";
constexpr char kDoesNotStart[] = "adapter: FOLDER/s.lua: the system does not start: ";

/// The driver asks the process, which is to answer with a line.
constexpr char kAsks[] = R"(
import socket, threading
def on_begin(m):
    global address
    address = m['addresses']['a'].split(':')
    done(m)
def ask():
    c = socket.create_connection((address[0], int(address[1])))
    event('Echo', a=c.makefile().readline())
def on_stimulus(m):
    threading.Thread(target=ask, daemon=True).start()
    done(m)
)";

const std::vector<HostileSystem> kSystems = {
    {.name = "SomebodyElseHasThePort",
     .what = "while ! grep -qs listening ../b.log; do sleep 0.01; done; exec sleep 1000",
     .ready = "'port'",
     .expects = "'a' (process N) is not ready: another one (process N) listens at its port N; its "
                "log is empty\n",
     .start = "30s",
     .more = "b = { command = { 'sh', '-c', 'exec {here}/misbehave listen $(echo $PORT_OF_A | cut "
             "-d: -f2)' }, "
             "environment = { PORT_OF_A = '{address a}' } },"},
    {.name = "NeverReady",
     .what = "exec sleep 1000",
     .ready = "'port'",
     .expects = "'a' (process N) is not ready: after N ms, not yet: 127.0.0.1:N accepts "
                "connections; its log is empty\n"},
    {.name = "DiesAtOnce",
     .what = "exit 3",
     .ready = "'port'",
     .expects = "'a' (process N) is not ready: it exited with code 3, before 127.0.0.1:N accepts "
                "connections; its log is empty\n",
     .start = "30s"},
    {.name = "DiesBeforeTheDriverIsReady",
     .what = "exit 3",
     .ready = "'started'",
     .expects = "'a' (process N) is not ready: it exited with code 3; its log is empty\n",
     .start = "30s",
     .play = "time.sleep(1000)"},
    {.name = "DiesWhileItGetsReady",
     .what = "echo reading; echo no disk >&2; exit 7",
     .ready = "{ line = 'ready' }",
     .expects = "'a' (process N) is not ready: it exited with code 7, before its log contains "
                "'ready'; the end of its log:\n  | reading\n  | no disk\n",
     .start = "30s"},
    {.name = "IsKilledWhileItGetsReady",
     .what = "echo reading; kill -SEGV $$",
     .ready = "{ matches = 'read+y' }",
     .expects = "'a' (process N) is not ready: it was killed by signal 11 (Segmentation fault), "
                "before its log matches 'read+y'; the end of its log:\n  | reading\n",
     .start = "30s"},
    {.name = "IsNotThere",
     .what = "",
     .ready = "'started'",
     .expects = "cannot start 'b': no program 'no-such-server' in PATH\n",
     .more = "b = { command = { 'no-such-server' } },"},
    {.name = "IsNotExecutable",
     .what = "",
     .ready = "'started'",
     .expects = "cannot start 'b': program 'FOLDER/t.xml' is not executable\n",
     .more = "b = { command = { '{here}/t.xml' } },"},
    {.name = "ClosesItsOutput",
     .what = "exec >&- 2>&-; exec sleep 1000",
     .ready = "{ line = 'ready' }",
     .expects = "'a' (process N) is not ready: after N ms, not yet: its log contains 'ready'; its "
                "log is empty\n"},
    {.name = "StopsItself",
     .what = "kill -STOP $$; echo ready; exec sleep 1000",
     .ready = "{ line = 'ready' }",
     .expects = "'a' (process N) is not ready: after N ms, not yet: its log contains 'ready', and "
                "it stands still (SIGSTOP); its log is empty\n"},
    {.name = "PrintsGarbageAndDies",
     .what = R"(printf "\001\377\033[2J\303"; head -c 3000 /dev/zero | tr "\0" x; exit 4)",
     .ready = "{ line = 'ready' }",
     .expects = "'a' (process N) is not ready: it exited with code 4, before its log contains "
                "'ready'; the end of its log:\n  | ???[2J?" +
                std::string(493, 'x') + " [cut]\n",
     .start = "30s"},
    {.name = "PrintsWithoutEnd",
     .what = "exec yes",
     .ready = "{ line = 'ready' }",
     .expects = "'a' (process N) is not ready: after N ms, not yet: its log contains 'ready'; the "
                "end of its log:\n"},
    {.name = "ListensAndAcceptsNothing",
     .what = "exec {here}/misbehave listen $PORT",
     .ready = "'port'",
     .expects = "step 1: expected Echo (a 1), observed nothing more for 1s;",
     .start = "30s",
     .play = kAsks},
    {.name = "DiesInACase",
     .what = "until [ -e {here}/go ]; do sleep 0.01; done; echo bye; exit 4",
     .ready = "'started'",
     .expects = "step 1: process a exited with code 4, which nobody asked for;",
     .start = "30s",
     .play = "def on_stimulus(m):\n  open(sys.path[0] + '/go', 'w').close()\n  done(m)\n"},
    {.name = "IgnoresSigterm",
     .what = "trap '' TERM HUP INT; echo ready; while true; do sleep 1; done",
     .ready = "{ line = 'ready' }",
     .expects = kPasses,
     .start = "30s"},
    {.name = "LeavesChildrenInSessionsOfTheirOwn",
     .what = "setsid sh -c 'setsid sleep 1000 & exec sleep 1000' & echo ready; exec sleep 1000",
     .ready = "{ line = 'ready' }",
     .expects = kPasses,
     .start = "30s"},
    {.name = "RemovesItsFolder",
     .what = "rm -rf $FOLDER; echo ready; exec sleep 1000",
     .ready = "{ line = 'ready' }",
     .expects = kPasses,
     .start = "30s"},
    {.name = "RemovesTheFolderOfTheInstance",
     .what = "rm -rf $(dirname $FOLDER); exec {here}/misbehave listen $PORT",
     .ready = "'port'",
     .expects = kPasses,
     .start = "30s"},
    {.name = "FillsItsFolder",
     .what = "mkdir -p a/b; head -c 200000000 /dev/zero >a/b/c; echo ready; exec sleep 1000",
     .ready = "{ line = 'ready' }",
     .expects = kPasses,
     .start = "30s"},
};

class SystemRun : public ::testing::Test {
 protected:
  /// `hangs`: what the adapter waits for does not come.
  AdapterProgram Run(const HostileSystem& system, bool hangs = false) {
    std::filesystem::create_symlink(test::BuildPath("/bin/misbehave"),
                                    folder_.path() / "misbehave");
    folder_.Write("a.sh", Replaced("echo $PORT >{here}/port\n" + system.what, "{here}",
                                   folder_.path().string()));
    folder_.Write("driver.py", DriverPlaying(system.play +
                                             (hangs ? "\ndef on_stimulus(m):\n"
                                                      "  open(sys.path[0] + '/amid', 'w').close()\n"
                                                      "  time.sleep(1000)\n"
                                                    : "")));
    folder_.Write(
        "t.xml",
        "<Test TestName=\"t\"><TestCase CaseID=\"1\"><TestValues><S><a>1</a></S>"
        "</TestValues><TestOracles><Echo><a>1</a></Echo></TestOracles></TestCase></Test>");
    folder_.Write("s.lua",
                  "system 'hostile' { processes = { a = { command = { 'sh', '{here}/a.sh' }, "
                  "environment = { PORT = '{port}', FOLDER = '{folder}' }, ready = " +
                      system.ready + " }, " + system.more +
                      " }, driver = { command = { 'python3', '{here}/driver.py' } }, limits = { "
                      "start = '" +
                      (hangs ? "60s" : system.start) + "', step = '" +
                      (hangs ? "60s" : system.step) + "', quiet = '0' } }");
    return AdapterProgram(folder_.path(),
                          {"run", folder_ / "t.xml", "--system", folder_ / "s.lua"});
  }

  static std::string Replaced(std::string text, const std::string& from, const std::string& to) {
    for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size()) {
      text.replace(at, from.size(), to);
    }
    return text;
  }

  /// What it printed, with N for what is another number each time.
  std::string Output(const AdapterProgram& program) const {
    std::string text = Replaced(program.Output(), folder_.path().string(), "FOLDER");
    for (const char* number : {"(process )[0-9]+", "(port )[0-9]+", "(127\\.0\\.0\\.1:)[0-9]+",
                               "(after )[0-9]+(?= ms)", "(median )[0-9.]+"}) {
      text = std::regex_replace(text, std::regex(number), "$1N");
    }
    return text;
  }

  /// Of processes, files and ports; says what is left, else nothing.
  std::string WhatIsLeft(const AdapterProgram& program) const {
    std::string left = program.WhatIsLeft();
    if (!std::filesystem::exists(folder_.path() / "port")) return left;
    const std::string written = test::ReadFile(folder_.path() / "port");
    if (written.empty()) return left;
    const int port = std::stoi(written);
    // Another test on this machine may have it by now, for a while.
    const bool is_free = Eventually([port] {
      try {
        const PortReservation free({port, port});
        return true;
      } catch (const ProcessError&) {
        return false;
      }
    });
    if (!is_free) left += "port " + std::to_string(port);
    return left;
  }

  base::TemporaryFolder folder_;
};

class HostileSystems : public SystemRun, public ::testing::WithParamInterface<HostileSystem> {};

TEST_P(HostileSystems, OneClearErrorAndNothingIsLeft) {
  AdapterProgram program = Run(GetParam());
  const int code = program.Wait();
  const std::string output = Output(program);
  if (GetParam().expects == kPasses) {
    EXPECT_EQ(code, 0);
    EXPECT_THAT(output, HasSubstr(kPasses));
  } else if (GetParam().expects.starts_with("step ")) {
    EXPECT_EQ(code, 1);
    EXPECT_THAT(output, HasSubstr("  fail t#1: " + GetParam().expects));
  } else {
    EXPECT_EQ(code, 2);
    EXPECT_EQ(output.substr(0, std::string(kDoesNotStart).size() + GetParam().expects.size()),
              kDoesNotStart + GetParam().expects);
  }
  EXPECT_EQ(WhatIsLeft(program), "");
}

TEST_P(HostileSystems, NothingIsLeftWhenTheAdapterIsKilled) {
  AdapterProgram program = Run(GetParam(), true);
  // In the middle of a case, or while the system starts; some end before.
  ASSERT_TRUE(Eventually([&] {
    return std::filesystem::exists(folder_.path() / "amid") || program.HasProcess("a") ||
           program.HasEnded();
  }));
  program.Kill();
  EXPECT_EQ(WhatIsLeft(program), "");
}

// When all is written, the driver looks how much of it is on the disk.
constexpr char kLooksAtTheDisk[] = R"(
def on_stimulus(m):
    while not os.path.exists(sys.path[0] + '/written'): time.sleep(0.01)
    size = sum(os.path.getsize(os.path.join(folder, name))
               for folder, _, names in os.walk('..') for name in names)
    event('Echo', a=1 if 16 << 20 <= size < 17 << 20 else size)
    done(m)
)";

TEST_F(SystemRun, AHugeLogTakesLittleMemoryAndDisk) {
  constexpr std::size_t kLog = std::size_t{400} << 20;
  AdapterProgram program = Run(
      {.name = "FillsItsLog",
       .what = "yes | head -c " + std::to_string(kLog) + "; touch {here}/written; exec sleep 1000",
       .ready = "'started'",
       .expects = kPasses,
       .start = "30s",
       .play = kLooksAtTheDisk,
       .step = "30s"});
  EXPECT_EQ(program.Wait(), 0);
  EXPECT_THAT(Output(program), HasSubstr(kPasses));
  EXPECT_LT(program.peak_memory(), kLog / 2);
  EXPECT_EQ(WhatIsLeft(program), "");
}

INSTANTIATE_TEST_SUITE_P(All, HostileSystems, ::testing::ValuesIn(kSystems),
                         [](const auto& one) { return one.param.name; });

}  // namespace
}  // namespace adapter::external
