// How the program ends, and what it does about inputs and outputs that fail, as
// docs/program_ends.md says of it.
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "systematic/program/program_testing.h"

namespace systematic {
namespace {

/// What base::Error shows: the line, and a caret below the column.
std::string Shown(const std::string& line, std::size_t column) {
  return line + "\n" + std::string(column - 1, ' ') + "^\n";
}

class BadScheduleTest : public ProgramTest {
 protected:
  void SetUp() override {
    Run("--test mail --strategy random");
    text_ = File("mail.schedule");
  }
  /// What the program says of the schedule with the first `old` replaced.
  Ended With(std::string_view old, std::string_view text) {
    std::string changed = text_;
    changed.replace(changed.find(old), old.size(), text);
    folder_.Write("mail.schedule", changed);
    return Run("--replay mail.schedule");
  }

  std::string text_;
};

TEST_F(BadScheduleTest, IsShownWhereItIsWrong) {
  const Ended ended = With("bound fair-factor 10", "bound fair-factor ten");
  EXPECT_EQ(ended.code, 2);
  EXPECT_EQ(ended.output, "mail.schedule:6:19: 'ten' is not a bound\n" +
                              Shown("bound fair-factor ten", 19) + "a number, in digits\n");
}

TEST_F(BadScheduleTest, MayEndTooEarly) {
  const std::size_t end = text_.find("end violation");
  const Ended ended = With(text_.substr(end), "");
  EXPECT_EQ(ended.code, 2);
  EXPECT_NE(ended.output.find("the file ends here, without 'end'\n"), std::string::npos)
      << ended.output;
}

TEST_F(BadScheduleTest, MayBeSomethingElse) {
  folder_.Write("mail.schedule", "<xml/>\n");
  const Ended ended = Run("--replay mail.schedule");
  EXPECT_EQ(ended.code, 2);
  EXPECT_EQ(ended.output, "mail.schedule:1:1: this is not a schedule\n" + Shown("<xml/>", 1) +
                              "a schedule begins with: systematic schedule 1\n");
}

TEST_F(BadScheduleTest, OfAnotherTimeOrParametersIsRefused) {
  const Ended parameters = With("parameter letters 4", "parameter letters 5");
  EXPECT_EQ(parameters.code, 2);
  EXPECT_EQ(parameters.output,
            "systematic_mail: mail.schedule: its parameters are not those of the harness mail\n");
  const Ended time = With("time untimed", "time timed");
  EXPECT_EQ(time.code, 2);
  EXPECT_EQ(time.output,
            "systematic_mail: mail.schedule: its time is timed, that of the harness is untimed\n");
}

class OutputTest : public ProgramTest {};

TEST_F(OutputTest, ThatIsFullIsAnError) {
  for (const char* words : {"--help", "--version", "--list-tests", "--test calm", "--test mail"}) {
    const Ended ended = Run(words + std::string(" >/dev/full"));
    EXPECT_EQ(ended.code, 2) << words;
    EXPECT_EQ(ended.output, "systematic_mail: cannot write to standard output\n") << words;
  }
  EXPECT_TRUE(Has("mail.schedule"));  // what was to be written is there
}

TEST_F(OutputTest, ThatIsClosedIsAnError) {
  const Ended ended = Run("--test calm >&-");
  EXPECT_EQ(ended.code, 2);
  EXPECT_EQ(ended.output, "systematic_mail: cannot write to standard output\n");
}

TEST_F(OutputTest, OfFilesThatCannotBeWrittenIsAnError) {
  const Ended before = Run("--junit nowhere/r.xml");
  EXPECT_EQ(before.code, 2);
  EXPECT_EQ(before.output,
            "systematic_mail: --junit: nowhere/r.xml: the folder nowhere does not exist\n");
  const Ended full = Run("--test calm --junit /dev/full");
  EXPECT_EQ(full.code, 2);
  EXPECT_NE(full.output.find("/dev/full"), std::string::npos) << full.output;
  const Ended folder = Run("--test mail --output /proc");
  EXPECT_EQ(folder.code, 2);
  EXPECT_NE(folder.output.find("/proc/mail.schedule"), std::string::npos) << folder.output;
}

TEST_F(OutputTest, OfErrorsMayBeClosed) {
  EXPECT_EQ(Run("--test mail 2>&-").code, 1);
  EXPECT_EQ(Run("--test calm 2>/dev/full").code, 0);
}

}  // namespace
}  // namespace systematic
