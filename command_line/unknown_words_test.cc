#include "command_line/unknown_words.h"

#include <gtest/gtest.h>

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

namespace command_line {
namespace {

class UnknownWordsTest : public ::testing::Test {
 protected:
  UnknownWordsTest() {
    app_.add_subcommand("generate");
    CLI::App* const check = app_.add_subcommand("check");
    check->add_flag("--json");
    check->add_flag("-o,--output");
    check->add_option_group("Method")->add_flag("--workers");
    check_ = check;
  }

  CLI::App app_;
  const CLI::App* check_ = nullptr;
};

TEST_F(UnknownWordsTest, NamesTheOptionAndWhatMayHaveBeenMeant) {
  EXPECT_EQ(UnknownArgument({"--jsn", "2"}, *check_), "unknown option --jsn; did you mean --json?");
}

TEST_F(UnknownWordsTest, KnowsTheOptionsOfGroups) {
  EXPECT_EQ(UnknownArgument({"--wokers"}, *check_),
            "unknown option --wokers; did you mean --workers?");
}

TEST_F(UnknownWordsTest, LeavesTheValueOutOfTheName) {
  EXPECT_EQ(UnknownArgument({"--wokers=2"}, *check_),
            "unknown option --wokers; did you mean --workers?");
}

TEST_F(UnknownWordsTest, SaysNothingMoreOfAnOptionThatIsNearToNone) {
  EXPECT_EQ(UnknownArgument({"--picture"}, *check_), "unknown option --picture");
}

TEST_F(UnknownWordsTest, ProposesAShortOptionForItsOtherCaseOnly) {
  EXPECT_EQ(UnknownArgument({"-O"}, *check_), "unknown option -O; did you mean -o?");
  EXPECT_EQ(UnknownArgument({"-x"}, *check_), "unknown option -x");
}

TEST_F(UnknownWordsTest, PrefersAnOptionToTheWordsBeforeIt) {
  EXPECT_EQ(UnknownArgument({"2", "--jsn"}, *check_), "unknown option --jsn; did you mean --json?");
}

TEST_F(UnknownWordsTest, NamesAWordThatIsNoOption) {
  EXPECT_EQ(UnknownArgument({"b.lua", "c.lua"}, *check_), "unexpected argument b.lua");
}

TEST_F(UnknownWordsTest, NamesTheCommandThatMayHaveBeenMeant) {
  EXPECT_EQ(UnknownCommand("generat", app_), "unknown command generat; did you mean generate?");
}

TEST_F(UnknownWordsTest, ListsTheCommandsWhenNoneIsNear) {
  EXPECT_EQ(UnknownCommand("minimise", app_),
            "unknown command minimise; the commands are generate, check");
}

}  // namespace
}  // namespace command_line
