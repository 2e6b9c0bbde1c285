#include "cpngen/colour.h"

#include <gtest/gtest.h>

#include <sstream>

#include "base/temporary_folder.h"
#include "cpngen/program.h"

namespace cpngen {
namespace {

TEST(ColourTest, OnlyTerminalsThatCanAreColoured) {
  EXPECT_TRUE(WantsColour(true, nullptr, "xterm-256color"));
  EXPECT_FALSE(WantsColour(false, nullptr, "xterm-256color"));
  EXPECT_FALSE(WantsColour(true, nullptr, "dumb"));
  EXPECT_FALSE(WantsColour(true, nullptr, nullptr));
}

TEST(ColourTest, NoColorForbidsItUnlessEmpty) {
  EXPECT_FALSE(WantsColour(true, "1", "xterm"));
  EXPECT_TRUE(WantsColour(true, "", "xterm"));
}

TEST(ColourTest, LinesAreColouredByTheirSign) {
  EXPECT_EQ(Coloured("   1  Grant\n      - A: 1`1\n      + B: 1`1\n      ~ C: {x: 1 -> 2}\n"
                     "      = D: 1`()\n      -- NF holds\n"),
            "   1  Grant\n      \x1b[31m- A: 1`1\x1b[0m\n      \x1b[32m+ B: 1`1\x1b[0m\n"
            "      \x1b[33m~ C: {x: 1 -> 2}\x1b[0m\n      \x1b[2m= D: 1`()\x1b[0m\n"
            "      \x1b[1m-- NF holds\x1b[0m\n");
}

TEST(ColourTest, OnlyTheVerdictOfAViolatedPropertyIsColoured) {
  EXPECT_EQ(Coloured("p: VIOLATED (3 states)\nq: holds (3 states)"),
            "p: \x1b[1;31mVIOLATED\x1b[0m (3 states)\nq: holds (3 states)");
}

TEST(ColourTest, MachineFormatsStayAsTheyAre) {
  const base::TemporaryFolder folder;
  const std::string model = folder.Write("m.lua",
                                         "A = place(UNIT, { unit })\n"
                                         "T = transition { input = { A(unit) } }\n");
  const auto print = [&](bool colour, const char* format) {
    std::ostringstream out;
    std::ostringstream err;
    std::vector<std::string> call{"simulate", model};
    if (format != nullptr) call.emplace_back(format);
    EXPECT_EQ(RunProgram(call, {out, err, false, colour}), 0) << err.str();
    return out.str();
  };
  EXPECT_EQ(print(true, "--json"), print(false, "--json"));
  EXPECT_NE(print(true, nullptr), print(false, nullptr));
  EXPECT_EQ(print(true, nullptr), Coloured(print(false, nullptr)));
}

}  // namespace
}  // namespace cpngen
