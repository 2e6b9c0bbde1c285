#include "command_line/manual.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "command_line/program_testing.h"
#include "command_line/roff.h"

namespace command_line {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

class ManualTest : public ::testing::Test {
 protected:
  std::string PageOf(const std::string& command) const {
    const CommandDescription program = Describe(program_.app());
    return command.empty() ? ManualPage(program) : ManualPage(program, *program.command(command));
  }

  ExampleProgram program_;
};

TEST_F(ManualTest, PageOfAProgramNamesItsCommands) {
  const std::string page = PageOf("");
  EXPECT_THAT(page,
              StartsWith(".\\\" Made of the program's own options. Do not edit.\n.TH PRESS 1"));
  EXPECT_THAT(page, HasSubstr(".SH NAME\npress \\- prints books\n"));
  EXPECT_THAT(page, HasSubstr(".SH DESCRIPTION\nPrints books: one at a time.\n"));
  EXPECT_THAT(page, HasSubstr(".TP\n\\fBprint\\fR\nPrint a book.\n"));
  EXPECT_THAT(page, HasSubstr(".SH SEE ALSO\n.BR press\\-print (1) ,\n.BR press\\-bind (1)\n"));
}

TEST_F(ManualTest, SynopsisHasWhatACallMustHave) {
  EXPECT_THAT(PageOf("print"),
              HasSubstr(".SH SYNOPSIS\n\\fBpress print\\fR \\fIBOOK\\fR \\fB\\-\\-output\\fR "
                        "\\fIFILE.pdf|FILE.ps\\fR [\\fIoptions\\fR]\n"));
  EXPECT_THAT(PageOf("bind"), HasSubstr("\\fBpress bind\\fR [\\fIPAGES\\fR ...] [\\fIoptions"));
}

TEST_F(ManualTest, OptionsSayChoicesBoundsAndDefaults) {
  const std::string page = PageOf("print");
  EXPECT_THAT(page, HasSubstr(".TP\n\\fB\\-\\-paper\\fR \\fIKIND\\fR\nWhich kind. One of: a4, a5. "
                              "Default: a4.\n"));
  EXPECT_THAT(page, HasSubstr("How many. Value: 1 to 9.\n"));
  EXPECT_THAT(page, HasSubstr(".TP\n\\fB\\-o\\fR, \\fB\\-\\-output\\fR \\fIFILE.pdf|FILE.ps\\fR\n"
                              "The proof. Required.\n"));
}

TEST_F(ManualTest, GroupsHaveASectionOfTheirOwn) {
  EXPECT_THAT(PageOf("print"), HasSubstr(".SS Ink\nOne of these.\n.TP\n\\fB\\-\\-black\\fR\n"));
}

TEST_F(ManualTest, ExamplesAreNotFilled) {
  EXPECT_THAT(PageOf("print"),
              HasSubstr(".SH EXAMPLES\ntwo proofs\n.PP\n.nf\n.RS 4\npress print a.tex \\-o a.pdf\n"
                        "  \\-\\-draft                          quickly\n.RE\n.fi\n"));
}

TEST_F(ManualTest, ExitCodesAreTheProgramsWhereACommandListsNone) {
  const std::string codes =
      ".SH EXIT STATUS\n.TP\n\\fB0\\fR\nDone.\n.TP\n\\fB1\\fR\nA page is torn; or wet.\n";
  EXPECT_THAT(PageOf(""), HasSubstr(codes));
  EXPECT_THAT(PageOf("print"), HasSubstr(codes));
  EXPECT_THAT(PageOf(""), Not(HasSubstr("Exit codes")));
}

TEST(RoffTest, NothingInATextIsACommand) {
  EXPECT_EQ(roff::Filled(".x 'y\\z -a \"b\" ~`^"),
            "\\&.x \\(aqy\\ez \\-a \\(dqb\\(dq \\(ti\\(ga\\(ha\n");
  EXPECT_EQ(roff::Literal("'a"), "\\(aqa\n");
}

TEST(RoffTest, TextIsFilledToEightyColumns) {
  std::string words;
  for (int i = 0; i < 100; ++i) words += "word ";
  std::istringstream lines(roff::Filled(words));
  int count = 0;
  for (std::string line; std::getline(lines, line); ++count) EXPECT_LE(line.size(), 80u);
  EXPECT_EQ(count, 7);
}

}  // namespace
}  // namespace command_line
