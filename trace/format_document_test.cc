// docs/trace_format.md says what the code does.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "testing/files.h"
#include "testing/paths.h"
#include "trace/trace_file.h"

namespace trace {
namespace {

std::string Document() { return test::ReadFile(test::SourcePath("/docs/trace_format.md")); }

std::vector<std::string> Examples() {
  const std::string document = Document();
  const std::string start = "\n```json trace\n";
  std::vector<std::string> examples;
  for (std::size_t at = 0; (at = document.find(start, at)) != std::string::npos;) {
    at += start.size();
    examples.push_back(document.substr(at, document.find("```\n", at) - at));
  }
  return examples;
}

TEST(TraceDocumentTest, ItsExamplesAreWhatTheWriterWrites) {
  const std::vector<std::string> examples = Examples();
  ASSERT_EQ(examples.size(), 2u);
  for (const std::string& example : examples) {
    EXPECT_EQ(Write(Parse(example, "a.json")), example);
  }
}

TEST(TraceDocumentTest, ItsFirstExampleIsTheRunOfATestCase) {
  const Trace trace = Parse(Examples().at(0), "a.json").at(0);
  EXPECT_EQ(trace.header.nodes, (std::vector<std::string>{"client 1", "client 2", "server"}));
  EXPECT_EQ(trace.header.seed, 7u);
  EXPECT_EQ(trace.outcome, Outcome::kFail);
  ASSERT_EQ(trace.steps.size(), 6u);
  EXPECT_EQ(trace.steps[1], (Step{.kind = Kind::kDeliver,
                                  .node = "server",
                                  .name = "Acquire",
                                  .fields = {{"Client", "1"}},
                                  .cause = 1,
                                  .time = 412,
                                  .part = 1}));
  EXPECT_TRUE(trace.steps[5].unexpected);
  EXPECT_EQ(
      trace.expected.at(1),
      (Expectation{.name = "Granted", .fields = {{"Client", "2"}}, .part = 2, .time = 2000990}));
}

TEST(TraceDocumentTest, ItsSecondExampleIsACounterexample) {
  const Trace trace = Parse(Examples().at(1), "a.json").at(0);
  EXPECT_EQ(trace.header.parameters, (std::map<std::string, std::string>{{"step", "1"}}));
  EXPECT_EQ(trace.steps.at(0).moves.at(0), (TokenMove{"Height", "1`0", "1`1"}));
  EXPECT_EQ(trace.loop, 1u);
  EXPECT_EQ(trace.remarks.at(0).where, "walk.lua:9");
}

TEST(TraceDocumentTest, NamesAllKindsAndOutcomes) {
  const std::string document = Document();
  for (const Kind kind : AllKinds()) {
    EXPECT_NE(document.find("\n| `" + std::string(NameOf(kind)) + "` |"), std::string::npos)
        << NameOf(kind);
  }
  for (const Outcome outcome : AllOutcomes()) {
    EXPECT_NE(document.find('`' + std::string(NameOf(outcome)) + '`'), std::string::npos)
        << NameOf(outcome);
  }
}

std::string WithCommas(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t i = digits.size(); i > 3; i -= 3) digits.insert(i - 3, ",");
  return digits;
}

TEST(TraceDocumentTest, StatesTheLimitsOfTheCode) {
  const std::string document = Document();
  const auto states = [&](const std::string& row) {
    return document.find('\n' + row + '\n') != std::string::npos;
  };
  EXPECT_TRUE(states("| a file | " + WithCommas(kMaxFileBytes) + " bytes |"));
  EXPECT_TRUE(states("| arrays and objects inside each other | " + WithCommas(kMaxDepth) + " |"));
  EXPECT_TRUE(states("| a time | " + WithCommas(kLatest) + " |"));
}

}  // namespace
}  // namespace trace
