#include "command_line/about_itself.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "command_line/program_testing.h"

namespace command_line {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

class AboutItselfTest : public ::testing::Test {
 protected:
  Answer Ask(const std::vector<std::string>& words) const {
    const auto about = AboutItself(words, program_.app(), ExampleProgram::Sources());
    if (!about || !std::holds_alternative<Answer>(*about)) {
      ADD_FAILURE() << "no answer";
      return {};
    }
    return std::get<Answer>(*about);
  }
  bool IsOrdinary(const std::vector<std::string>& words) const {
    return !AboutItself(words, program_.app()).has_value();
  }

  ExampleProgram program_;
};

TEST_F(AboutItselfTest, HelpExplainsACommandAsItsFlagDoes) {
  const Answer answer = Ask({"help", "bind"});
  EXPECT_FALSE(answer.refused);
  EXPECT_EQ(answer.text, program_.app().get_subcommand("bind")->help("press"));
  EXPECT_THAT(answer.text, HasSubstr("--cover"));
}

TEST_F(AboutItselfTest, HelpAloneExplainsTheProgram) {
  EXPECT_EQ(Ask({"help"}).text, program_.app().help());
  EXPECT_THAT(Ask({"help"}).text, HasSubstr("explain a command, as its --help does"));
}

TEST_F(AboutItselfTest, HelpProposesTheCommandThatMayHaveBeenMeant) {
  const Answer answer = Ask({"help", "prnt"});
  EXPECT_TRUE(answer.refused);
  EXPECT_EQ(answer.text, "press: unknown command prnt; did you mean print?\nTry: press --help\n");
}

TEST_F(AboutItselfTest, HelpTakesOneCommand) {
  EXPECT_EQ(Ask({"help", "print", "bind"}).text,
            "press: unexpected argument bind\nTry: press --help\n");
}

TEST_F(AboutItselfTest, OrdinaryCallsAreLeftAlone) {
  EXPECT_TRUE(IsOrdinary({}));
  EXPECT_TRUE(IsOrdinary({"print", "help"}));
  EXPECT_TRUE(IsOrdinary({"help", "--help"}));
  EXPECT_TRUE(IsOrdinary({"--complete"}));
}

TEST_F(AboutItselfTest, ManualPagesAreThoseOfTheCommandsThatDoSomething) {
  EXPECT_EQ(Ask({"--manual-pages"}).text, "print\nbind\n");
  EXPECT_THAT(Ask({"--manual"}).text, HasSubstr("\n.TH PRESS 1 "));
  EXPECT_THAT(Ask({"--manual", "bind"}).text, HasSubstr("\n.TH PRESS\\-BIND 1 "));
  EXPECT_TRUE(Ask({"--manual", "fold"}).refused);
}

TEST_F(AboutItselfTest, CompletionScriptsAreForTwoShells) {
  EXPECT_THAT(Ask({"--completion", "bash"}).text,
              HasSubstr("\ncomplete -F _press_completion press\n"));
  EXPECT_THAT(Ask({"--completion", "zsh"}).text, StartsWith("#compdef press\n"));
  EXPECT_EQ(Ask({"--completion", "fish"}).text,
            "press: --completion fish: write bash or zsh\nTry: press --help\n");
}

TEST_F(AboutItselfTest, TheCursorIsAnsweredWithWhatCanStandThere) {
  EXPECT_EQ(Ask({"--complete", "press print --paper a"}).text, "words\na4\na5\n");
}

TEST_F(AboutItselfTest, NamesAreLeftToTheProgram) {
  const auto about = AboutItself({"--complete", "press print --chapter "}, program_.app(),
                                 ExampleProgram::Sources());
  ASSERT_TRUE(about.has_value());
  EXPECT_EQ(std::get<Completion>(*about).source, "--chapter");
}

}  // namespace
}  // namespace command_line
