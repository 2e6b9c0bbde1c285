#include "trace/trace_file.h"

#include <gtest/gtest.h>

#include <stdexcept>

#include "base/temporary_folder.h"
#include "testing/text.h"

namespace trace {
namespace {

/// A trace in which every member says something.
Trace Full() {
  Trace trace;
  trace.header = {.made_by = "test 1",
                  .model = "",
                  .system = "lock.lua",
                  .parameters = {{"W", "2"}, {"a\"b", "\n"}},
                  .seed = 18446744073709551615u,
                  .strategy = "random",
                  .property = "safe",
                  .suite = "s",
                  .test = "1",
                  .nodes = {"client", "server"}};
  trace.steps = {{.kind = Kind::kStimulus, .node = "client", .name = "Ask", .time = 0, .part = 1},
                 {.kind = Kind::kBinding,
                  .node = "server",
                  .name = "Up",
                  .fields = {{"i", "1"}, {"i", "2"}, {"", "\xc3\xa9 \x01 \\ /"}},
                  .moves = {{"Height", "1`0", ""}},
                  .state = {{"role", "leader"}, {"vote", ""}},
                  .cause = 1,
                  .key = "Up (i = 1)",
                  .hash = "00ff",
                  .time = 5,
                  .part = 1,
                  .unexpected = true}};
  trace.loop = 2;
  trace.critical = 1;
  trace.remarks = {{0, "begins", ""}, {2, "ends", "a.lua:3"}};
  trace.expected = {{.node = "server",
                     .name = "Up",
                     .fields = {{"i", "1"}},
                     .part = 1,
                     .alternative = 2,
                     .came = true,
                     .step = 2},
                    {.name = "Down", .time = 9}};
  trace.outcome = Outcome::kFail;
  trace.detail = "why";
  return trace;
}

/// The document with a step, line 8.
const std::string kSmall =
    "{\n  \"format\": \"cpngen-trace\",\n  \"version\": 1,\n  \"traces\": [\n    {\n"
    "      \"made_by\": \"test 1\",\n      \"model\": \"m.lua\",\n"
    "      \"steps\": [\n        {\"number\":1,\"kind\":\"event\",\"name\":\"Up\"}\n      ]\n"
    "    }\n  ]\n}\n";

std::string ErrorOf(const std::string& text) {
  try {
    Parse(text, "t.json");
  } catch (const base::ParseError& error) {
    return error.what();
  }
  return "read";
}

std::string ErrorOf(const std::string& from, const std::string& to) {
  return ErrorOf(test::Replace(kSmall, from, to));
}

TEST(TraceFileTest, WhatIsWrittenIsReadAgain) {
  const std::vector<Trace> traces = {Full(), Parse(kSmall, "t.json").at(0)};
  EXPECT_EQ(Parse(Write(traces), "t.json"), traces);
}

TEST(TraceFileTest, AFileMayHoldNoTraces) {
  EXPECT_EQ(Write({}),
            "{\n  \"format\": \"cpngen-trace\",\n  \"version\": 1,\n  \"traces\": []\n}\n");
  EXPECT_TRUE(Parse(Write({}), "t.json").empty());
}

TEST(TraceFileTest, StepsHaveALineEach) { EXPECT_EQ(Write(Parse(kSmall, "t.json")), kSmall); }

TEST(TraceFileTest, BytesThatAreNoUtf8AreWrittenAsDigits) {
  Trace trace = Full();
  trace.steps[0].name = "g\xC3\xB6\xff";
  trace.header.parameters = {{"\xC3", "\xff"}};
  const Trace read = Parse(Write({trace}), "t.json").at(0);
  EXPECT_EQ(read.steps[0].name, "g\xC3\xB6\\xff");
  EXPECT_EQ(read.header.parameters, (std::map<std::string, std::string>{{"\\xc3", "\\xff"}}));
}

TEST(TraceFileTest, ATraceWithAFlawIsNotWritten) {
  Trace trace = Full();
  trace.steps[1].cause = 2;
  try {
    Write({trace});
    FAIL() << "written";
  } catch (const std::invalid_argument& error) {
    EXPECT_STREQ(error.what(), "trace 0/steps/1/cause: 2 is no earlier step than 2");
  }
}

TEST(TraceFileTest, WhatIsNoJsonIsToldWithItsPlace) {
  EXPECT_EQ(ErrorOf("\"version\": 1,", "\"version\" 1,"),
            "t.json:3:13: this is no JSON: unexpected number literal\n"
            "  \"version\" 1,\n            ^");
  EXPECT_EQ(ErrorOf(""), "t.json:1:1: this is no JSON: unexpected end of input\n\n^");
  EXPECT_EQ(ErrorOf("\"version\": 1,", "\"version\": 1e999,"),
            "t.json:3:14: this number is too large\n"
            "  \"version\": 1e999,\n             ^");
}

TEST(TraceFileTest, AnotherFormatIsRefused) {
  EXPECT_EQ(ErrorOf("{\"properties\": []}"),
            "t.json:1:1: this is no file of traces\n{\"properties\": []}\n^\n"
            "such a file begins with \"format\": \"cpngen-trace\"");
}

TEST(TraceFileTest, AnUnknownVersionIsRefusedWithWhatToDo) {
  EXPECT_EQ(ErrorOf("\"version\": 1", "\"version\": 2"),
            "t.json:3:14: format version 2 is not known here\n  \"version\": 2,\n"
            "             ^\nthis program reads version 1; read the file with the version of the "
            "program that wrote it, or a later one");
}

TEST(TraceFileTest, AnUnknownKindIsRefusedWithTheNearest) {
  EXPECT_EQ(ErrorOf("\"event\"", "\"evnt\""),
            "t.json:9:28: unknown word 'evnt'; did you mean event?\n"
            "        {\"number\":1,\"kind\":\"evnt\",\"name\":\"Up\"}\n"
            "                           ^\nit is one of binding, deliver, timer, stimulus, event, "
            "fault, choice, note");
}

TEST(TraceFileTest, AnUnknownMemberIsRefusedWithTheNearest) {
  EXPECT_EQ(ErrorOf("\"name\":", "\"nmae\":"),
            "t.json:9:43: unknown member \"nmae\"; did you mean name?\n"
            "        {\"number\":1,\"kind\":\"event\",\"nmae\":\"Up\"}\n"
            "                                          ^\ndocs/trace_format.md names all");
}

TEST(TraceFileTest, AMissingMemberIsToldAtItsObject) {
  EXPECT_EQ(ErrorOf(",\"name\":\"Up\"", ""),
            "t.json:9:9: the member \"name\" is missing\n"
            "        {\"number\":1,\"kind\":\"event\"}\n        ^");
}

TEST(TraceFileTest, AMemberThatIsThereTwiceIsRefused) {
  EXPECT_EQ(ErrorOf("\"name\":\"Up\"", "\"name\":\"Up\",\"name\":\"Down\""),
            "t.json:9:48: the member 'name' is there twice\n"
            "        {\"number\":1,\"kind\":\"event\",\"name\":\"Up\",\"name\":\"Down\"}\n"
            "                                               ^");
}

TEST(TraceFileTest, StepsMustBeNumberedInOrder) {
  EXPECT_EQ(ErrorOf("\"number\":1", "\"number\":2"),
            "t.json:9:19: this is step 1\n"
            "        {\"number\":2,\"kind\":\"event\",\"name\":\"Up\"}\n"
            "                  ^\nsteps are numbered from 1, without gaps");
}

TEST(TraceFileTest, ACauseMustBeAnEarlierStep) {
  EXPECT_EQ(ErrorOf("\"name\":\"Up\"", "\"name\":\"Up\",\"cause\":1"),
            "t.json:9:56: 1 is no earlier step than 1\n"
            "        {\"number\":1,\"kind\":\"event\",\"name\":\"Up\",\"cause\":1}\n"
            "                                                       ^\n"
            "a cause is the number of an earlier step");
}

TEST(TraceFileTest, ANumberThatIsNoneIsRefused) {
  for (const char* const number : {"-1", "1.5", "\"1\"", "1e3", "1000000000000001"}) {
    const std::string text =
        ErrorOf("\"name\":\"Up\"", std::string("\"name\":\"Up\",\"time\":") + number);
    EXPECT_EQ(text.substr(0, text.find('\n')),
              "t.json:9:55: \"time\" is no number from 0 to 1000000000000000");
  }
}

TEST(TraceFileTest, AFieldIsAPairOfTexts) {
  const std::string text = ErrorOf("\"name\":\"Up\"", "\"name\":\"Up\",\"fields\":[[\"a\"]]");
  EXPECT_EQ(text.substr(0, text.find('\n')), "t.json:9:58: this is no field");
}

TEST(TraceFileTest, DeepNestingIsRefusedBeforeItCostsMemory) {
  const std::string text = ErrorOf(std::string(1'000'000, '['));
  EXPECT_EQ(text.substr(0, text.find('\n')), "t.json:1:9: nested deeper than 8 levels");
}

TEST(TraceFileTest, AFileThatCannotBeReadIsTold) {
  const base::TemporaryFolder folder;
  try {
    ReadTraces(folder / "none.json");
    FAIL() << "read";
  } catch (const base::ParseError& error) {
    EXPECT_EQ(error.what(), folder / "none.json" + ": cannot read: No such file or directory");
  }
}

}  // namespace
}  // namespace trace
