#include "trace/steps_scanner.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "testing/text.h"
#include "trace/trace_file.h"

namespace trace {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;

/// Everything that a step can have.
Trace Scanned() {
  Trace trace;
  trace.header.made_by = "test 1";
  trace.header.system = "lock";
  trace.header.parameters = {{"steps", "[1]"}};  // a member of that name elsewhere
  trace.steps = {{.kind = Kind::kStimulus, .node = "\xc3\xa9", .name = "Ask", .time = 0},
                 {.kind = Kind::kBinding,
                  .node = "server",
                  .name = "a \"b\" \\ / \n \t \x01 \x1f",
                  .fields = {{"i", "1"}, {"", ""}},
                  .moves = {{"Height", "1`0", ""}},
                  .state = {{"role", "leader"}},
                  .cause = 1,
                  .key = "Up (i = 1)",
                  .hash = "00ff",
                  .time = kLatest,
                  .part = 1,
                  .unexpected = true}};
  return trace;
}

std::size_t LinesOf(const std::string& text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

/// A document with one list of steps, in one line.
std::string DocumentOf(const std::string& steps) {
  return R"({"format":"cpngen-trace","version":1,"traces":[{"made_by":"t","system":"s","steps":)" +
         steps + "}]}";
}

constexpr const char* kStep = R"({"number":1,"kind":"note","name":"n"})";

TEST(StepsScanner, ReadsWhatIsWrittenAndLeavesTheRestLineByLine) {
  const std::string text = Write({Scanned(), Scanned()});
  const auto scanned = ScanSteps(text);
  const auto* const found = std::get_if<ScannedSteps>(&scanned);
  ASSERT_NE(found, nullptr);
  ASSERT_EQ(found->steps.size(), 2u);
  EXPECT_EQ(found->steps[0], Scanned().steps);
  EXPECT_EQ(found->steps[1], Scanned().steps);
  EXPECT_EQ(LinesOf(found->rest), LinesOf(text));
  EXPECT_EQ(Parse(text, "t.json"), std::vector<Trace>({Scanned(), Scanned()}));
}

TEST(StepsScanner, ReadsMembersInAnyOrderAndWithSpaces) {
  const auto scanned = ScanSteps(DocumentOf(
      " [ { \"name\" : \"n\" , \"unexpected\" : false,\n\"kind\":\"note\",\"number\":1 } ] "));
  const auto* const found = std::get_if<ScannedSteps>(&scanned);
  ASSERT_NE(found, nullptr);
  EXPECT_EQ(found->steps.at(0).at(0), (Step{.kind = Kind::kNote, .name = "n"}));
}

TEST(StepsScanner, GivesUpWhereTheOtherReaderMustSayWhatIsWrong) {
  const auto offset_in = [](const std::string& steps) {
    const auto scanned = ScanSteps(DocumentOf(steps));
    const auto* const found = std::get_if<NotScanned>(&scanned);
    return found == nullptr ? std::string::npos : found->offset - DocumentOf("").size() + 3;
  };
  EXPECT_EQ(offset_in("[" + std::string(kStep) + "]"), std::string::npos);
  const std::string step(kStep);
  for (const auto& [from, to] : std::vector<std::pair<std::string, std::string>>{
           {"\"number\":1", "\"number\":2"},
           {"\"number\":1", "\"number\":1.0"},
           {"\"number\":1", "\"number\":01"},
           {"\"number\":1", "\"number\":1e0"},
           {"\"number\":1", "\"number\":\"1\""},
           {"\"number\":1,", ""},
           {"\"kind\":\"note\"", "\"kind\":\"note\",\"kind\":\"note\""},
           {"\"kind\":\"note\"", "\"kind\":\"nope\""},
           {"\"kind\":\"note\",", ""},
           {"\"kind\":\"note\"", "\"knid\":\"note\""},
           {"\"n\"", "\"\""},
           {"\"n\"", "\"\\u20ac\""},
           {"\"n\"", "\"\\x\""},
           {"\"n\"", "\"\xff\""},
           {"\"n\"", "\"\n\""},
           {"\"n\"", "\"n"},
           {"\"n\"", "\"n\",\"fields\":[[\"a\"]]"},
           {"\"n\"", "\"n\",\"moves\":[{\"place\":\"p\",\"removed\":\"\"}]"},
           {"\"n\"", "\"n\",\"cause\":99999999999999999999"},
           {"\"n\"", "\"n\",\"unexpected\":1"},
           {"\"n\"}", "\"n\"},"}}) {
    EXPECT_LE(offset_in("[" + test::Replace(step, from, to) + "]"), step.size() + 40) << to;
  }
  EXPECT_NE(offset_in("7"), std::string::npos);
  EXPECT_NE(offset_in("[" + step), std::string::npos);
}

TEST(StepsScanner, LargeFilesAreReadAndWhatIsWrongInThemIsToldWithItsLine) {
  const std::string many((std::size_t{64} << 20), 'a');  // more than what is explained at length
  const auto whole = [&](char version, const std::string& second) {
    return R"({"format":"cpngen-trace","version":)" + std::string(1, version) +
           R"(,"traces":[{"made_by":"t","system":"s","steps":[{"number":1,"kind":"note","name":")" +
           many + "\"},\n" + second + "]}]}";
  };
  const auto error_of = [](const std::string& text) {
    try {
      Parse(text, "t.json");
    } catch (const base::ParseError& error) {
      return std::string(error.what());
    }
    return std::string("read");
  };
  const std::string good = R"({"number":2,"kind":"note","name":"m"})";
  const std::vector<Trace> read = Parse(whole('1', good), "t.json");
  EXPECT_EQ(read.at(0).steps.at(0).name.size(), many.size());
  EXPECT_EQ(read.at(0).steps.at(1).name, "m");
  EXPECT_THAT(error_of(whole('1', R"({"number":7})")),
              StartsWith("t.json:2:12: this is not what a trace has here\n"));
  EXPECT_THAT(error_of(whole('1', test::Replace(good, "}", ",\"cause\":2}"))),
              AllOf(StartsWith("t.json:1:"), HasSubstr("2 is no earlier step than 2")));
  EXPECT_THAT(error_of(whole('9', good)),
              StartsWith("t.json:1:36: format version 9 is not known here\n"));
}

}  // namespace
}  // namespace trace
