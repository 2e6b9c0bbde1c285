// Signals and limits reach the program wherever it is.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <csignal>
#include <string>
#include <vector>

#include "base/temporary_folder.h"
#include "testing/paths.h"
#include "tests/limits/measured_program.h"

namespace limits {
namespace {

using ::testing::AnyOf;
using ::testing::HasSubstr;

/// Loads for ever: each call is within the limits on work.
constexpr const char* kEndlessLoading = R"lua(
Col = range(1, 4000)
for i = 1, 1e9 do
  _ENV["P" .. i] = place(Col, all)
end
)lua";

/// Explores, and simulates, for ever.
constexpr const char* kEndless = R"lua(
var { i = INT }
C = place(INT, { 0 })
Up = transition { input = { C(i) }, output = { C(expr "i + 1") } }
property "p" (INV(NF(function(M) return M.C[1] >= 0 end)))
test "t" { observe = { [Up] = function(i) return stimulus("S", { number = i }) end } }
)lua";

/// One marking whose bindings take for ever: each evaluation of the guard is within its limit.
constexpr const char* kEndlessSearch = R"lua(
Col = range(1, 4096)
var { x = Col, y = Col }
P = place(Col, { 1 })
T = transition {
  input = { P(x) },
  output = { P(y) },
  guard = function(x, y)
    local sum = 0
    for k = 1, 3000000 do sum = sum + k end
    return sum > 0
  end,
}
property "p" (INV(NF(function(M) return true end)))
test "t" { observe = { [T] = function(x) return stimulus("S", { number = x }) end } }
)lua";

/// Graphviz needs many seconds for it.
constexpr const char* kLargePicture = R"lua(
local input = {}
for p = 1, 100 do
  _ENV["P" .. p] = place(UNIT)
  input[p] = _ENV["P" .. p](unit)
end
for t = 1, 100 do _ENV["T" .. t] = transition { input = input } end
)lua";

struct Case {
  const char* name;
  const char* model;
  std::vector<std::string> call;
};

void PrintTo(const Case& c, std::ostream* out) { *out << c.name; }

const Case kCases[] = {
    {"Space", kEndless, {"space", "m.lua", "--count"}},
    {"SpaceReport", kEndless, {"space", "m.lua", "-o", "r.txt"}},
    {"Check", kEndless, {"check", "m.lua"}},
    {"Simulate", kEndless, {"simulate", "m.lua", "--steps", "1000000000"}},
    {"SimulateRuns", kEndless, {"simulate", "m.lua", "--steps", "1000000000", "--runs", "9"}},
    {"Simulations",
     kEndless,
     {"generate", "m.lua", "--simulations", "9", "--steps", "1000000000", "--jobs", "2", "-o",
      "s"}},
    {"StateSpace",
     kEndless,
     {"generate", "m.lua", "--state-space", "--max-states", "4000000000", "-o", "s"}},
    {"Draw", kLargePicture, {"draw", "m.lua", "-o", "p.svg"}},
    {"SpaceSearch", kEndlessSearch, {"space", "m.lua"}},
    {"SpaceSearchOfTwo", kEndlessSearch, {"space", "m.lua", "--workers", "2"}},
    {"CheckSearch", kEndlessSearch, {"check", "m.lua"}},
    {"SimulateSearch", kEndlessSearch, {"simulate", "m.lua"}},
    {"GenerateSearch", kEndlessSearch, {"generate", "m.lua", "--simulations", "3", "-o", "s"}},
};

class StopTest : public ::testing::TestWithParam<Case> {
 protected:
  StopTest() { folder_.Write("m.lua", GetParam().model); }

  /// Ends with 3, says why, and leaves nothing but what it reports on.
  void ExpectStop(const Measured& measured, const std::string& why) {
    EXPECT_EQ(measured.code, 3) << measured.err << measured.signal;
    EXPECT_THAT(measured.out + measured.err, HasSubstr(why));
    for (const std::string& name : folder_.Names()) EXPECT_THAT(name, AnyOf("m.lua", "r.txt"));
  }

  base::TemporaryFolder folder_;
};

TEST_P(StopTest, CtrlCEndsItWithThree) {
  ExpectStop(RunMeasured({GetParam().call, folder_.path().string(), {}, SIGINT}), "Ctrl-C");
}

TEST_P(StopTest, SigtermEndsItWithThree) {
  ExpectStop(RunMeasured({GetParam().call, folder_.path().string(), {}, SIGTERM}), "SIGTERM");
}

TEST_P(StopTest, TheLimitOnTimeEndsItWithThree) {
  std::vector<std::string> call = GetParam().call;
  call.insert(call.end(), {"--max-seconds", "0.3"});
  ExpectStop(RunMeasured({call, folder_.path().string()}), "the limit of 0.3 s (--max-seconds)");
}

INSTANTIATE_TEST_SUITE_P(Cases, StopTest, ::testing::ValuesIn(kCases),
                         [](const auto& tested) { return std::string(tested.param.name); });

TEST(StopWhileLoadingTest, EveryCommandSaysSo) {
  const base::TemporaryFolder folder;
  folder.Write("m.lua", kEndlessLoading);
  const std::vector<std::vector<std::string>> calls{
      {"simulate", "m.lua"},
      {"check", "m.lua"},
      {"space", "m.lua"},
      {"generate", "m.lua", "--state-space", "-o", "s"},
      {"describe", "m.lua"},
      {"draw", "m.lua", "-o", "p.svg"},
      {"export", "m.lua", "-o", "n.pnml"}};
  for (std::vector<std::string> call : calls) {
    call.insert(call.end(), {"--max-seconds", "0.3"});
    const Measured measured = RunMeasured({call, folder.path().string()});
    EXPECT_EQ(measured.code, 3) << call.front();
    EXPECT_EQ(measured.out, "");
    EXPECT_EQ(measured.err,
              "cpngen: stopped while loading m.lua, because of the limit of 0.3 s "
              "(--max-seconds)\n");
    EXPECT_EQ(folder.Names(), std::vector<std::string>{"m.lua"});
  }
}

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)  // they need address space

TEST(LimitsOfTheSystemTest, AnExplorationNeedsLittleAddressSpace) {
  const base::TemporaryFolder folder;
  const auto limited = [] {
    const rlimit limit{rlim_t{400} << 20, rlim_t{400} << 20};
    ::setrlimit(RLIMIT_AS, &limit);
  };
  const Measured measured = RunMeasured(
      {{"space", "models/philosophers.lua", "-D", "N=12", "--count"}, test::SourcePath(), limited});
  EXPECT_EQ(measured.code, 0) << measured.err;
  EXPECT_EQ(measured.out,
            RunMeasured(
                {{"space", "models/philosophers.lua", "-D", "N=12", "--count"}, test::SourcePath()})
                .out);
}

#endif

TEST(LimitsOfTheSystemTest, AFileThatIsTooLargeIsRefusedAndLeavesNothing) {
  const base::TemporaryFolder folder;
  folder.Write("m.lua", R"lua(
Digit = range(0, 9)
var { a = Digit, b = Digit, c = Digit }
P = place(product(Digit, Digit, Digit), { { 0, 0, 0 } })
T = transition { input = { P { a, _, _ } }, output = { P { a, b, c } } }
)lua");
  const auto limited = [] {
    const rlimit limit{10'000, 10'000};
    ::setrlimit(RLIMIT_FSIZE, &limit);
  };
  const Measured measured =
      RunMeasured({{"space", "m.lua", "--dump", "g.aut"}, folder.path().string(), limited});
  EXPECT_EQ(measured.code, 2) << measured.signal;
  EXPECT_EQ(measured.err, "cpngen: g.aut: cannot write: File too large\n");
  EXPECT_EQ(folder.Names(), std::vector<std::string>{"m.lua"});
}

}  // namespace
}  // namespace limits
