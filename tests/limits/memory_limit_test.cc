// --max-memory holds for the whole process, whatever in a model grows: the peak that the kernel
// measured is at most a tenth over it, and the program says what it ran into.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/temporary_folder.h"
#include "tests/limits/measured_program.h"

namespace limits {
namespace {

using ::testing::HasSubstr;

constexpr std::size_t kLimit = std::size_t{256} << 20;

/// A model that grows without end, and the call that lets it.
struct Growing {
  const char* name;
  const char* model;
  std::vector<std::string> call;  ///< its second word is the model
};

void PrintTo(const Growing& growing, std::ostream* out) { *out << growing.name; }

const Growing kGrowing[] = {
    {"Counter",
     R"lua(
var { i = INT }
C = place(INT, { 0 })
Up = transition { input = { C(i) }, output = { C(expr "i + 1") } }
)lua",
     {"space", "m.lua", "--count"}},
    {"List",
     R"lua(
var { l = list(INT) }
L = place(list(INT), { {} })
Longer = transition { input = { L(l) }, output = { L(expr "insert(l, #l)") } }
)lua",
     {"space", "m.lua"}},
    {"String",
     R"lua(
var { s = STRING }
S = place(STRING, { "" })
Longer = transition { input = { S(s) }, output = { S(expr "s .. 'abcdefgh'") } }
)lua",
     {"simulate", "m.lua", "--steps", "1000000000"}},
    {"Records",
     R"lua(
Entry = record { name = STRING, number = INT, twice = INT }
var { n = INT }
Next = place(INT, { 0 })
Log = place(Entry)
Write = transition {
  input  = { Next(n) },
  output = { Next(expr "n + 1"), Log(expr "{ name = 'entry ' .. n, number = n, twice = 2 * n }") },
}
)lua",
     {"space", "m.lua", "--workers", "2"}},
    {"MultiSets",
     R"lua(
Small = range(1, 60)
var { x = Small, y = Small }
Bag = place(Small, { 1 })
More = transition { input = { Bag(x) }, output = { Bag(x), Bag(y) } }
)lua",
     {"space", "m.lua", "--count"}},
    {"ManyPlaces",
     R"lua(
var { i = INT }
for k = 1, 40 do
  _ENV["P" .. k] = place(INT, { 0 })
  _ENV["T" .. k] = transition { input = { _ENV["P" .. k](i) }, output = { _ENV["P" .. k](expr "i + 1") } }
end
)lua",
     {"space", "m.lua"}},
    {"WideTransitions",
     R"lua(
Bit = range(0, 7)
var { a = Bit, b = Bit, c = Bit, d = Bit, e = Bit, f = Bit, g = Bit, h = Bit }
A, B, C, D = place(Bit, all), place(Bit, all), place(Bit, all), place(Bit, all)
Done = place(product(Bit, Bit, Bit, Bit))
Wide = transition {
  input  = { A(a), B(b), C(c), D(d) },
  output = { A(b), B(c), C(d), D(a), Done { a, b, c, d } },
}
)lua",
     {"space", "m.lua"}},
    {"Hooks",
     R"lua(
var { i = INT }
C = place(INT, { 0 })
Up = transition { input = { C(i) }, output = { C(expr "i + 1") } }
test "t" {
  cases = "occurrences",
  observe = { [Up] = function(i) return stimulus("S", { text = string.rep("x", 1000) .. i }) end },
}
)lua",
     {"generate", "m.lua", "--simulations", "1", "--steps", "100000000", "-o", "s.xml"}},
    {"Xml",
     R"lua(
var { i = INT }
C = place(INT, { 0 })
Up = transition { input = { C(i) }, output = { C(expr "i + 1") }, guard = "i < 100000" }
test "t" {
  cases = "occurrences",
  observe = { [Up] = function(i) return stimulus("S", { number = i }) end },
  format = function(o) return xml.node("N", xml.node("Text", string.rep("y", 5000) .. o.number)) end,
}
)lua",
     {"generate", "m.lua", "--state-space", "-o", "s.xml"}},
    {"Record",
     R"lua(
var { i = INT }
C = place(INT, { 0 })
Up = transition { input = { C(i) }, output = { C(expr "i + 1") } }
)lua",
     {"simulate", "m.lua", "--steps", "1000000", "--record", "run.json"}},
    {"Formulas",
     R"lua(
var { i = INT }
C = place(INT, { 0 })
D = place(INT, { 0 })
Up = transition { input = { C(i) }, output = { C(expr "i + 1") } }
Also = transition { input = { D(i) }, output = { D(expr "i + 1") } }
local formula = POS(NF(function(M) return M.C[1] < 0 end))
for k = 1, 90 do
  formula = EXIST_UNTIL(NF(function(M) return M.C[1] > M.D[1] - k end), formula)
end
property "p" (formula)
)lua",
     {"check", "m.lua"}},
};

class MemoryLimitTest : public ::testing::TestWithParam<Growing> {};

TEST_P(MemoryLimitTest, HoldsForTheWholeProcess) {
  const base::TemporaryFolder folder;
  folder.Write("m.lua", GetParam().model);
  std::vector<std::string> call = GetParam().call;
  call.insert(call.end(), {"--max-memory", "256M"});
  const Measured measured = RunMeasured({call, folder.path().string()});
  RecordProperty("peak_mib", static_cast<int>(measured.peak_bytes >> 20));
  EXPECT_EQ(measured.code, 3) << measured.err;
  EXPECT_LE(measured.peak_bytes, kLimit + kLimit / 10) << (measured.peak_bytes >> 20) << " MiB";
  EXPECT_THAT(measured.err + measured.out,
              HasSubstr("the limit of 256.0 MiB of memory (--max-memory)"));
  EXPECT_EQ(folder.Names(), std::vector<std::string>{"m.lua"});
}

INSTANTIATE_TEST_SUITE_P(Growing, MemoryLimitTest, ::testing::ValuesIn(kGrowing),
                         [](const auto& tested) { return std::string(tested.param.name); });

}  // namespace
}  // namespace limits
