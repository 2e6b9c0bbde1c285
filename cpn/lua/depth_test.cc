// Values, inscriptions and texts that are nested as deeply as a model likes: they load, or they are
// an error of the line that made them. None of them touches what is not theirs.
#include <gtest/gtest.h>

#include <string>

#include "cpn/lua/testing.h"

namespace cpn::lua {
namespace {

using testing::InitialMarkingOf;
using testing::LoadErrorOf;

/// Nests `begin` in calls `copies(count, ...)`.
std::string NestedCopies(int levels, const std::string& count) {
  return "local c = unit\nfor i = 1, " + std::to_string(levels) + " do c = copies(" + count +
         ", c) end\n";
}

TEST(DepthTest, CopiesInAnInitialMarking) {
  for (const int levels : {1, 19, 20, 60, 200, 2000, 100'000}) {
    EXPECT_EQ(InitialMarkingOf(NestedCopies(levels, "1") + "P = place(UNIT, { c })\n"), "P: 1`()\n")
        << levels;
  }
}

TEST(DepthTest, CopiesMultiply) {
  EXPECT_EQ(InitialMarkingOf(NestedCopies(31, "2") + "P = place(UNIT, { c })\n"),
            "P: 2147483648`()\n");
  EXPECT_EQ(LoadErrorOf(NestedCopies(32, "2") + "P = place(UNIT, { c })\n"),
            "init.lua:3: 4294967296 tokens are too many\n"
            "P = place(UNIT, { c })\n"
            "^~~~~~~~~~~~~~~~~~~~~~");
}

TEST(DepthTest, NoCopiesAreNoTokens) {
  EXPECT_EQ(InitialMarkingOf(NestedCopies(2000, "1") + "P = place(UNIT, { copies(0, c) })\n"), "");
}

}  // namespace
}  // namespace cpn::lua
