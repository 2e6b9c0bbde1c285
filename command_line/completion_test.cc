#include "command_line/completion.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "command_line/program_testing.h"

namespace command_line {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using Kind = Completion::Kind;

class CompletionTest : public ::testing::Test {
 protected:
  Completion At(const std::string& line) const {
    return Complete(Describe(program_.app()), line, ExampleProgram::Sources());
  }
  std::vector<std::string> Words(const std::string& line) const {
    const Completion completion = At(line);
    EXPECT_EQ(completion.kind, Kind::kWords) << line;
    std::vector<std::string> words;
    for (const Candidate& candidate : completion.words) words.push_back(candidate.word);
    return words;
  }

  ExampleProgram program_;
};

TEST_F(CompletionTest, CommandsComeFirst) {
  EXPECT_THAT(Words("press "), ElementsAre("print", "bind", "help"));
  EXPECT_THAT(Words("/usr/bin/press pr"), ElementsAre("print"));
  EXPECT_THAT(Words("press fold"), IsEmpty());
  EXPECT_THAT(Words("press"), IsEmpty());
}

TEST_F(CompletionTest, HelpTakesCommands) {
  EXPECT_THAT(Words("press help b"), ElementsAre("bind"));
}

TEST_F(CompletionTest, OptionsOfTheProgramStandBeforeTheCommand) {
  EXPECT_THAT(Words("press --"), ElementsAre("--help", "--version", "--servers"));
}

TEST_F(CompletionTest, OptionsOfACommandAreListedWithTheirTexts) {
  const Completion completion = At("press print --c");
  ASSERT_EQ(completion.words.size(), 3u);
  EXPECT_EQ(completion.words[0].word, "--chapter");
  EXPECT_EQ(completion.words[0].text, "this one only");
  EXPECT_EQ(completion.words[1].word, "--copies");
  EXPECT_EQ(completion.words[2].word, "--colour");  // of a group
}

TEST_F(CompletionTest, AnOptionIsListedOnceGivenOnlyIfItMayBeRepeated) {
  EXPECT_THAT(Words("press print --draft --copies 2 --chapter One --c"),
              ElementsAre("--chapter", "--colour"));
  EXPECT_THAT(Words("press print -o a.pdf --o"), IsEmpty());
}

TEST_F(CompletionTest, AShortNameIsCompletedWhenItIsWhole) {
  EXPECT_THAT(Words("press print -o"), ElementsAre("-o"));
}

TEST_F(CompletionTest, OptionsOfTheProgramGoWithACommandThatPassesThemOn) {
  EXPECT_THAT(Words("press bind --s"), ElementsAre("--servers"));
  EXPECT_THAT(Words("press print --s"), IsEmpty());
}

TEST_F(CompletionTest, ChoicesAreValues) {
  EXPECT_THAT(Words("press print --paper "), ElementsAre("a4", "a5"));
  EXPECT_THAT(Words("press print --paper=a5"), ElementsAre("a5"));
  EXPECT_THAT(Words("press print --size="), IsEmpty());
}

TEST_F(CompletionTest, WhatStandsForAValueSaysWhichFiles) {
  const Completion output = At("press print -o ");
  EXPECT_EQ(output.kind, Kind::kFiles);
  EXPECT_THAT(output.endings, ElementsAre(".pdf", ".ps"));
  EXPECT_EQ(At("press bind --cover ").kind, Kind::kFolders);
}

TEST_F(CompletionTest, PositionalsComeInTheirOrder) {
  const Completion book = At("press print --draft ");
  EXPECT_EQ(book.kind, Kind::kFiles);
  EXPECT_THAT(book.endings, ElementsAre(".tex"));
  EXPECT_THAT(Words("press print book.tex b"), IsEmpty());
  // When all is there, what may still follow are options.
  EXPECT_THAT(Words("press help print "), ElementsAre("print", "bind", "help"));
  EXPECT_EQ(Words("press print book.tex ").front(), "--help");
}

TEST_F(CompletionTest, NamesAreAskedForWithWhatTheCallSays) {
  const Completion names = At("press print 'a book.tex' --copies=2 -oa.pdf --draft --chapter \"On");
  EXPECT_EQ(names.kind, Kind::kNames);
  EXPECT_EQ(names.source, "--chapter");
  EXPECT_EQ(names.prefix, "On");
  EXPECT_EQ(names.open_quote, '"');
  EXPECT_EQ(names.call.command, "print");
  EXPECT_THAT(names.call.values.at("BOOK"), ElementsAre("a book.tex"));
  EXPECT_THAT(names.call.values.at("--copies"), ElementsAre("2"));
  EXPECT_THAT(names.call.values.at("--output"), ElementsAre("a.pdf"));
  EXPECT_TRUE(names.call.values.contains("--draft"));
  EXPECT_EQ(CompletionText(WithNames(names, {"One", "Two", "On and on", "On\nand"})),
            "words quoted\nOne\nOn and on\n");
}

TEST_F(CompletionTest, BehindTwoDashesThereAreNoOptions) {
  EXPECT_EQ(At("press print -- -").kind, Kind::kFiles);
}

TEST_F(CompletionTest, ScriptsReadLines) {
  EXPECT_EQ(CompletionText(At("press bi")), "words\nbind\tBinds the pages: with glue\n");
  EXPECT_EQ(CompletionText(At("press print -o '")), "files quoted .pdf .ps\n");
  EXPECT_EQ(CompletionText(At("press bind --cover ")), "folders\n");
}

}  // namespace
}  // namespace command_line
