#include "command_line/unknown_words.h"

#include <gtest/gtest.h>

namespace command_line {
namespace {

const std::vector<std::string> kOptions{"--workers", "--json", "-o"};

TEST(UnknownArgument, NamesTheOptionAndWhatMayHaveBeenMeant) {
  EXPECT_EQ(UnknownArgument({"--wokers", "2"}, kOptions),
            "unknown option --wokers; did you mean --workers?");
}

TEST(UnknownArgument, LeavesTheValueOutOfTheName) {
  EXPECT_EQ(UnknownArgument({"--wokers=2"}, kOptions),
            "unknown option --wokers; did you mean --workers?");
}

TEST(UnknownArgument, SaysNothingMoreOfAnOptionThatIsNearToNone) {
  EXPECT_EQ(UnknownArgument({"--picture"}, kOptions), "unknown option --picture");
}

TEST(UnknownArgument, PrefersAnOptionToTheWordsBeforeIt) {
  EXPECT_EQ(UnknownArgument({"2", "--jsn"}, kOptions),
            "unknown option --jsn; did you mean --json?");
}

TEST(UnknownArgument, NamesAWordThatIsNoOption) {
  EXPECT_EQ(UnknownArgument({"b.lua", "c.lua"}, kOptions), "unexpected argument b.lua");
}

}  // namespace
}  // namespace command_line
